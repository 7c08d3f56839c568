"""The note of an error that left a graph: what the values at its place were.

A note (`BaseException.add_note`) stands below the message of a traceback, and changes
neither the type of an error nor its arguments.
"""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

import numpy as np

from runtime.errors import Span
from runtime.types import PYTHON_SCALARS, supported, type_of

PREFIX = "Values at "
_LONGEST = 60
_TEMPORARY = re.compile(r"t(_\d+)?")
"""What a plan calls values that the user gave no name."""


def add_note(
    error: BaseException,
    code: CodeType,
    source: str,
    instruction: int,
    values: Mapping[str, Any],
    span: Span,
) -> None:
    """Say which values an operation had that raised an error.

    Parameters
    ----------
    error : BaseException
        What is told; an earlier note of ours about it goes.
    code, source : CodeType, str
        A plan's function, with the plan's own places.
    instruction : int
        Which unit of its bytecode raised.
    values : mapping
        The local variables.
    span : Span
        The user's place.
    """
    if dis.opname[code.co_code[2 * instruction]] == "RAISE_VARARGS":
        return  # the user's own `raise` or `assert` says what it wants to say
    named = [
        f"{name}{_described(values[name])}"
        for name in _names(code, source, instruction)
        if name in values and not _TEMPORARY.fullmatch(name)
    ]
    if not named:
        return
    notes = getattr(error, "__notes__", [])
    notes[:] = [note for note in notes if not str(note).startswith(PREFIX)]
    error.add_note(f"{PREFIX}{span}: {', '.join(named)}")


def _names(code: CodeType, source: str, instruction: int) -> Iterator[str]:
    """Give the names in the expression that an instruction belongs to."""
    line, end_line, start, end = list(code.co_positions())[instruction]
    if line is None or line != end_line or start is None:
        return
    text = source.splitlines()[line - 1].encode()[start:end].decode()
    try:
        tree = ast.parse(text.strip())
    except SyntaxError:
        return  # a part that is no expression, such as the head of a `with`
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    yield from dict.fromkeys(node.id for node in found)


def _described(value: Any) -> str:
    """Give a small value, else its type."""
    kind = type(value)
    if kind is np.ndarray and supported(value.dtype):
        return f": {type_of(value)}"
    if value is None or kind in PYTHON_SCALARS or isinstance(value, np.generic):
        text = repr(value)
        if len(text) <= _LONGEST:
            return f" = {text}"
    if kind in (list, tuple, dict, set):
        return f": {kind.__name__} of {len(value)}"
    return f": {kind.__name__}"
