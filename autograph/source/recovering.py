"""Source text that no file and no `linecache` holds, but that others keep.

Python and IPython do, and so do decorators of a function that they made by `exec`.

What is found may be another text of the same name. Whoever uses it has to see that the
function was compiled from it.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any, NamedTuple

LATEST = 100
"""Cells of a notebook, or lines of a session, that are looked through."""


class Text(NamedTuple):
    """A text, and the name under which tracebacks show it."""

    text: str
    name: str


def texts(function: FunctionType) -> Iterator[Text]:
    """Yield texts that may contain the definition of a function, the best first."""
    code = function.__code__
    yield from _kept(function)
    main = sys.modules.get("__main__")
    if not code.co_filename.startswith("<") or function.__globals__ is not vars(main):
        return
    word = "lambda" if code.co_name == "<lambda>" else code.co_name
    for found in _all_texts(code.co_filename):
        if word in found.text:
            yield found


def _kept(function: FunctionType) -> Iterator[Text]:
    """Yield the texts that a function holds: who runs a text may keep it there."""
    for kept in vars(function).values():
        if isinstance(kept, str) and f"def {function.__code__.co_name}(" in kept:
            yield Text(kept, "")


def _all_texts(file: str) -> Iterator[Text]:
    yield from _cells()
    if file == "<string>":
        for argument in sys.orig_argv[1:]:
            yield Text(argument, "<python -c>")
    elif file == "<stdin>":
        yield from _typed()
        yield from _standard_input()


def _cells() -> Iterator[Text]:
    """Yield the cells of the notebook or session, the latest first, without magics."""
    ask = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell: Any = ask() if ask else None
    if shell is None:
        return
    cells = list(enumerate(shell.history_manager.input_hist_raw))
    for number, cell in reversed(cells[-LATEST:]):
        first, _, rest = cell.lstrip("\n").partition("\n")
        if first.startswith("%"):
            # ``%%time`` stands above what it runs, ``%time`` in the same line.
            body = rest if first.startswith("%%") else first.partition(" ")[2]
            yield Text(shell.transform_cell(body), f"<In [{number}]>")


def _typed() -> Iterator[Text]:
    """Yield the blocks that were typed in an interactive session, the latest first."""
    history = sys.modules.get("readline")
    if history is None:
        return
    last = history.get_current_history_length()
    typed = [history.get_history_item(number) or "" for number in range(1, last + 1)]
    lines = typed[-LATEST:]
    end = len(lines)
    for start in reversed(range(len(lines))):
        if lines[start][:1].isspace() or lines[start].startswith("@"):
            continue
        first = start
        while first and lines[first - 1].startswith("@"):
            first -= 1
        yield Text("\n".join(lines[first:end]), "")
        end = first


def _standard_input() -> Iterator[Text]:
    """Yield what stands in standard input, if it is a file and not a pipe."""
    try:
        if stat.S_ISREG(os.fstat(0).st_mode):
            data = os.pread(0, os.fstat(0).st_size, 0)  # its position stays as it is
            yield Text(data.decode(), "<stdin>")
    except (OSError, UnicodeDecodeError, AttributeError):  # closed; or not on Windows
        return
