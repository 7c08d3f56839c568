"""The note on an error raised in a graph: the values of the operation that raised.

A note (`BaseException.add_note`) is shown below the message in a traceback. It changes
neither the type of an error nor its arguments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

import numpy as np

from runtime.errors import Span
from runtime.types import PYTHON_SCALARS, supported, type_of
from runtime.value_texts import literal

PREFIX = "Values at "
_LONGEST = 60
_TEMPORARY = re.compile(r"t(_\d+)?")
"""The names in a plan of values that have no name in the user's source."""


def add_note(
    error: BaseException,
    code: CodeType,
    source: str,
    instruction: int,
    values: Mapping[str, Any],
    span: Span,
) -> None:
    """Add a note of the values that the raising operation had.

    Parameters
    ----------
    error : BaseException
        The error. An earlier note of this kind is removed.
    code, source : CodeType, str
        A plan's function, with the plan's own positions.
    instruction : int
        The unit of its bytecode that raised.
    values : mapping
        The local variables.
    span : Span
        The position in the user's source.
    """
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
    """Yield the names in the expression that an instruction belongs to."""
    line, end_line, start, end = list(code.co_positions())[instruction]
    if line is None or line != end_line or start is None:
        return
    text = source.splitlines()[line - 1].encode()[start:end].decode()
    try:
        tree = ast.parse(text.strip())
    except SyntaxError:
        return  # a part that is no expression, such as the head of a `with`
    if any(isinstance(each, ast.Raise) for each in tree.body):
        return  # the user's own `raise` says what it wants to say
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    yield from dict.fromkeys(node.id for node in found)


def _described(value: Any) -> str:
    """Return a small value as text, else its type."""
    kind = type(value)
    if kind is np.ndarray and supported(value.dtype):
        return f": {type_of(value)}"
    if value is None or kind in PYTHON_SCALARS or isinstance(value, np.generic):
        text = literal(value)
        if len(text) <= _LONGEST:
            return f" = {text}"
    if kind in (list, tuple, dict, set):
        return f": {kind.__name__} of {len(value)}"
    return f": {kind.__name__}"
