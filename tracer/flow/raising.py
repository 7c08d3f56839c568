"""Exceptions of the user's program, raised or written while tracing."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable
from types import CellType, CodeType, FrameType, FunctionType, TracebackType
from typing import Any

from runtime.errors import AutographError, Extent, Span
from runtime.ir import unbound
from runtime.ops import OPS
from runtime.tracebacks import entries, frame_at, is_made, linked
from tracer.errors import USER_ERROR, NotStaged, RegionEnd, on_behalf, user_error
from tracer.flow.endings import Exits, leaves
from tracer.flow.exception_contents import has_own_constructor, is_more_than_made
from tracer.flow.made_exceptions import (
    MadeExceptions,
    cause_of,
    has_a_past,
    instance,
    reason,
)
from tracer.record.code_memory import positions
from tracer.record.contents import has_symbol
from tracer.record.deferred import inline_generator
from tracer.record.interruptions import handlers
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals


def raise_user_error(trace: Trace, error: Exception) -> None:
    """Record that the user's code raises here; raise our own errors again.

    An exception of the user's expression (``1 // 0``, a missing key), raised while
    tracing a branch or loop, may belong to a path that is never taken.
    """
    if isinstance(error, AutographError) or not is_users(error):
        raise error
    leaves(trace, error)
    meets_symbol(trace, error)
    if error.__context__ is not None:
        made = trace.part(MadeExceptions)
        if made.is_caught(error.__context__):  # the run's has it as its context
            made.give_up(error.__context__)
    span = _raised_at(trace, error)
    row = OPS["raise_error"]
    if is_more_than_made(error):
        kind, arguments = trace.lift(error), trace.lift(())
    else:
        trace.part(MadeExceptions).doubled(error)
        kind = trace.lift(type(error))
        arguments = trace.lift(error.args)
    try:
        cause = map(trace.lift, cause_of(trace, error))
        trace.record(row, (kind, arguments, *cause), span=span)
    except RegionEnd:
        return


def _raised_at(trace: Trace, error: BaseException) -> Span | None:
    """Return the position that raised an exception, with the calls that led there."""
    stack, span, apart = trace.stack, None, False
    for entry in entries(error.__traceback__):
        code, line, frame, instruction = _place(entry)
        if code is raised_again.__code__:
            apart = True
        elif is_made(frame):
            extent = Extent(code, instruction // 2, line)
            name, first = code.co_name, code.co_firstlineno
            span = Span(code.co_filename, line, -1, name, span, first, extent)
        elif type(frame.f_globals) is TracedGlobals:
            if span is None:
                span = stack.span_at(code, line, frame, instruction)
            else:
                span = stack.span_within(span, code, line, instruction, apart)
            apart = False
    return span


def _place(entry: TracebackType) -> tuple[CodeType, int, FrameType, int]:
    frame = entry.tb_frame
    return frame.f_code, entry.tb_lineno, frame, entry.tb_lasti


def meets_symbol(trace: Trace, error: BaseException) -> None:
    """Restart, or refuse, where Python's own code does not take a symbol."""
    if not isinstance(error, (TypeError, ValueError)) or not _SYMBOL.search(str(error)):
        return
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or type(place.tb_frame.f_globals) is not TracedGlobals:
        return
    trace.refuse(
        NotStaged(
            "a function of Python's standard library gets a value that is known only "
            f"when the function runs ({_NAMED.sub('such a value', str(error))})",
            hint="use a NumPy function, or call it in a function marked "
            "@ag.do_not_convert",
            span=trace.stack.span_at(*_place(place)),
        )
    )


_SYMBOL = re.compile(r"\bSymbol\b|\(exceptions\) is not an exception$")
"""What Python says of a symbol, by its class or where it wants one of its own."""


_NAMED = re.compile(r"""['"]?\bSymbol\b['"]?( object| instance)?""")


def is_users(error: BaseException) -> bool:
    """Whether an expression of converted code raised an exception."""
    if _interrupts(error):
        return False
    if getattr(error, USER_ERROR, False):
        return True
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    where = place.tb_frame.f_globals
    name = str(where.get("__name__", ""))
    # Operators of converted code run the user's own operations in their frames, and
    # a stand-in for a value that is not there speaks for the user's code.
    ours = name.startswith("autograph.operators") or name == unbound.__name__
    # A handler that raises the error again shows it by frames of the user's source.
    return ours or type(where) is TracedGlobals or is_made(place.tb_frame)


def _interrupts(error: BaseException) -> bool:
    """Whether a signal handler raised it, so that it belongs to no expression."""
    codes = handlers()
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code not in codes:
        place = place.tb_next
    return place is not None


def users_traceback(
    error: BaseException, home_of: Callable[[CodeType], CodeType]
) -> BaseException:
    """Return the error with one frame for each of the user's functions.

    Parameters
    ----------
    error : BaseException
        What was raised while tracing.
    home_of : callable
        Returns the code of the user's function that converted code belongs to: a
        branch or a loop is a function of its own there, but not in the user's source.
    """
    places: list[TracebackType] = []
    around: CodeType | None = None
    for entry in entries(error.__traceback__):
        code = entry.tb_frame.f_code
        if code is raised_again.__code__:
            around = None  # what follows was left before
        if type(entry.tb_frame.f_globals) is TracedGlobals:
            home = home_of(code)
            if code is not home and around is home:
                places.pop()
            places.append(entry)
            around = home
        elif is_made(entry.tb_frame):
            places.append(entry)
            around = None
    shown = [_users_entry(entry, home_of(entry.tb_frame.f_code)) for entry in places]
    return error.with_traceback(linked(shown))


def raised_again(
    error: BaseException,
    shown: TracebackType | None,
    before: TracebackType | None,
    home_of: Callable[[CodeType], CodeType],
) -> BaseException:
    """Return the error of a bare ``raise`` with the traceback that Python gives it.

    Python tells of the calls that led to the ``raise``, not of the ``raise`` itself.

    Parameters
    ----------
    error : BaseException
        What a handler raises again.
    shown, before : traceback
        What the handler saw, and what it is made of.
    home_of : callable
        As for `users_traceback`.
    """
    led = []
    for entry in entries(error.__traceback__):
        if shown is not None and entry.tb_frame is shown.tb_frame:
            break
        if type(entry.tb_frame.f_globals) is TracedGlobals:
            led.append(entry)
    raising = home_of(led[-1].tb_frame.f_code) if led else None
    while led and home_of(code := led[-1].tb_frame.f_code) is raising:
        led.pop()
        if code is raising:
            break
    here = TracebackType(before, sys._getframe(), 0, 1) if led else before
    return error.with_traceback(linked(led, here))


def _users_entry(entry: TracebackType, home: CodeType) -> TracebackType:
    """Return an entry under the name of the user's function."""
    frame = entry.tb_frame
    if frame.f_code is home:
        return entry
    _, end, start_column, end_column = positions(frame.f_code)[entry.tb_lasti // 2]
    columns = (end or 0, start_column or 0, end_column or 0) if end_column else None
    code = frame.f_code
    place = Span(
        code.co_filename, entry.tb_lineno, -1, home.co_name, None, home.co_firstlineno
    )
    assert isinstance(frame.f_globals, TracedGlobals)
    made = frame_at(place, frame.f_globals.real, frame.f_locals, columns)
    return TracebackType(None, made, made.f_lasti, entry.tb_lineno)


def raise_(
    trace: Trace, make: Callable[[], Any], cause: Callable[[], Any] | None = None
) -> BaseException:
    """Apply `autograph.raise_` while tracing."""
    error = _made_by_the_run(trace, make)()
    protected = trace.part(Exits).protected
    caught = protected and protected[-1] == len(trace.builder.regions)
    known = type(error) is not Symbol and not has_symbol(getattr(error, "args", ()))
    if caught or (trace.builder.barred and known) or leaves(trace, error):
        made: BaseException = error() if isinstance(error, type) else error
        if cause is not None:
            made.__cause__ = _as_cause(cause())
        return made
    if handles(trace, sys.exception()):  # the run's has that as its context
        inline_generator(trace, trace.stack.frame().f_code)
    kind, arguments = _taken_apart(trace, error)
    reasons = () if cause is None else (reason(trace, cause()),)
    trace.emit("raise_error", kind, arguments, *reasons)
    raise RegionEnd


def _as_cause(given: Any) -> BaseException | None:
    """Return what an exception is raised from, as Python takes it."""
    if isinstance(given, type) and issubclass(given, BaseException):
        given = on_behalf(given)
    if given is not None and not isinstance(given, BaseException):
        raise user_error(TypeError("exception causes must derive from BaseException"))
    found: BaseException | None = given
    return found


def handles(trace: Trace, error: BaseException | None) -> bool:
    """Whether the running code is in an `except` of its own, as a generator can be."""
    caught = None if error is None else error.__traceback__
    return caught is not None and caught.tb_frame is trace.stack.frame()


def _taken_apart(trace: Trace, error: Any) -> tuple[Any, Any]:
    """Return the class and the arguments that make the exception at run time."""
    if isinstance(error, (type, Proxy)) or not isinstance(error, BaseException):
        return error, ()
    kind = type(error)
    if has_a_past(trace, error):
        return instance(trace, error), ()
    trace.part(MadeExceptions).doubled(error)
    return kind, error.args


def _made_by_the_run(trace: Trace, make: Callable[[], Any]) -> Callable[[], Any]:
    """Return a maker of an exception that leaves a class's constructor to the run.

    Everywhere else the name of such a class means the class itself, which may be
    caught there.
    """
    traced = getattr(make, "__globals__", None)
    if type(make) is not FunctionType or type(traced) is not TracedGlobals:
        return make
    late = {
        name: trace.asked.stand_in(traced[name])
        for name in make.__code__.co_names
        if looks_at_arguments(traced.real.get(name, getattr(builtins, name, None)))
    }
    cells = tuple([_late_cell(trace, cell) for cell in make.__closure__ or ()])
    if not late and cells == (make.__closure__ or ()):
        return make
    seen = traced.seen

    def made() -> Any:
        scope = TracedGlobals(traced.real, trace)
        scope.seen = seen | late
        result = FunctionType(make.__code__, scope, make.__name__, None, cells)()
        seen.update({key: scope.seen[key] for key in scope.seen.keys() - late.keys()})
        return result

    return made


def _late_cell(trace: Trace, cell: CellType) -> CellType:
    try:
        content = cell.cell_contents
    except ValueError:
        return cell
    if not looks_at_arguments(content):
        return cell
    return CellType(trace.asked.stand_in(content))


def looks_at_arguments(value: Any) -> bool:
    """Whether a value is a class of exceptions that looks at its arguments."""
    return (
        isinstance(value, type)
        and issubclass(value, BaseException)
        and (has_own_constructor(value) or issubclass(value, BaseExceptionGroup))
        and type(getattr(value.__init__, "__globals__", None)) is not TracedGlobals
    )
