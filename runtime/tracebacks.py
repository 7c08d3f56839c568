"""Tracebacks that show the user's program as plain Python shows it.

Frames of the library are taken out, unless the user asks for them. Frames in the user's
source are made for code that was inlined, or that goes by another name than the user's.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FrameType, TracebackType
from typing import Any

from runtime.errors import AutographError, Span
from runtime.frames import PLAN, is_ours

VARIABLE = "AUTOGRAPH_TRACEBACKS"
"""The environment variable that turns full tracebacks on from the start."""
_ITSELF = "__autograph_failed_itself__"
"""Marks an exception of the library's own, which nobody expects: it shows all."""


class _Tracebacks:
    """The switch to full tracebacks.

    Attributes
    ----------
    full : bool
        Whether tracebacks show the frames of the library.
    """

    full = os.environ.get(VARIABLE, "") == "full"


_TRACEBACKS = _Tracebacks()


def full_tracebacks(full: bool) -> None:
    """Show the frames of this library in tracebacks, or hide them again.

    The environment variable ``AUTOGRAPH_TRACEBACKS=full`` shows them from the start.

    Parameters
    ----------
    full : bool
        Whether tracebacks show them from now on, in every thread.

    Examples
    --------
    >>> full_tracebacks(True)
    >>> full_tracebacks(False)
    """
    _TRACEBACKS.full = full


def shorten(error: BaseException) -> None:
    """Take the frames of the library out of the traceback of an error.

    The same is done for the errors that it was raised from. Raise the error by a plain
    ``raise``, which adds no frame.
    """
    if _TRACEBACKS.full or getattr(error, _ITSELF, False):
        return
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        found = entries(each.__traceback__)
        kept = list(_without_ours(found))
        if len(kept) < len(found):
            each.__traceback__ = linked(kept)
        waiting += [each.__cause__, each.__context__]
        waiting += getattr(each, "exceptions", ())


@contextmanager
def on_its_own() -> Iterator[None]:
    """Let unexpected errors of the library itself show where they come from."""
    try:
        yield
    except (AutographError, RecursionError):
        raise  # the stack is full: of the user's calls, wherever that was noticed
    except Exception as error:
        if is_ours(entries(error.__traceback__)[-1].tb_frame.f_code):
            setattr(error, _ITSELF, True)
        raise


def users_traceback(error: BaseException, outer: int = 0) -> None:
    """Set the traceback that the user expects, of an exception that a plan has caught.

    Parameters
    ----------
    error : BaseException
        The exception.
    outer : int, optional
        How many of the user's functions lie around the handler, all in one plan.
    """
    for entry in entries(error.__traceback__):
        mark = entry.tb_frame.f_globals.get(PLAN)
        plan = None if mark is None else mark()
        if plan is not None:
            plan.show(error, outer)
            return


def _without_ours(found: Iterable[TracebackType]) -> Iterator[TracebackType]:
    """Yield the entries without those of the library, and of what these call."""
    called: list[TracebackType] | None = None
    for entry in found:
        code = entry.tb_frame.f_code
        if is_ours(code):
            called = []  # what it had called lies between two frames of ours
        elif called is not None and _is_in_between(code):
            called.append(entry)
        else:
            yield from called or ()
            called = None
            yield entry
    yield from called or ()


def _is_in_between(code: CodeType) -> bool:
    """Whether code of Python's library calls what it is given, as `functools` does."""
    return code.co_filename.endswith(("functools.py", "contextlib.py"))


def entries(traceback: TracebackType | None) -> list[TracebackType]:
    """Return the entries of a traceback, the outermost first."""
    found = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    return found


def new_entries(
    traceback: TracebackType | None, plan: object
) -> tuple[list[TracebackType], TracebackType | None]:
    """Return the entries that are new since a plan has shown the error, and the rest.

    Each call of a deep recursion shows its error. From the first frame that the plan
    has made on, all is as it should be.
    """
    new = []
    while traceback is not None:
        mark = traceback.tb_frame.f_globals.get(PLAN)
        if mark is not None and mark() is plan and is_made(traceback.tb_frame):
            break
        new.append(traceback)
        traceback = traceback.tb_next
    return new, traceback


def linked(
    found: Iterable[TracebackType], rest: TracebackType | None = None
) -> TracebackType | None:
    """Return a traceback of these entries, and the rest of another after them."""
    shown = rest
    for each in reversed(list(found)):
        shown = TracebackType(shown, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return shown


Columns = tuple[int, int, int]
"""The line where a piece of source ends, and its columns: -1 if they are not known."""


def frame_at(
    place: Span,
    globals_: Mapping[str, Any],
    locals_: Mapping[str, Any],
    columns: Columns | None = None,
) -> FrameType:
    """Return a frame at a position in the user's source.

    Python creates frames only for running code. So a piece of code with the user's
    names runs and returns its own frame.
    """
    code = _code_at(
        place.file, place.line, place.function, place.first, columns or (0, -1, -1)
    )
    frame = eval(code, {**globals_, "current_frame": sys._getframe}, dict(locals_))
    assert isinstance(frame, FrameType)
    return frame


def is_made(frame: FrameType) -> bool:
    """Whether a frame was made by `frame_at`."""
    return frame.f_globals.get("current_frame") is sys._getframe


@lru_cache(maxsize=256)
def _code_at(file: str, line: int, name: str, first: int, columns: Columns) -> CodeType:
    """Return code that gives its frame, at a position of a function's source."""
    call = ast.Call(ast.Name("current_frame", ast.Load()), [], [])
    behind = first - 1 if 0 < first <= line else 0
    end, start_column, end_column = columns
    for node in (call, call.func):
        node.lineno = line - behind
        node.end_lineno = max(end, line) - behind
        node.col_offset, node.end_col_offset = start_column, end_column
    code = compile(ast.Expression(call), file, "eval")
    return code.replace(
        co_name=name, co_qualname=name, co_firstlineno=code.co_firstlineno + behind
    )
