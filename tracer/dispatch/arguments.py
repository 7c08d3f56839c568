"""Arguments of NumPy functions, put as rows expect them."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

from runtime.ops.row import Row


def out_by_name(
    row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Give ``out`` by its name, under which rows declare that it is written."""
    names = _parameters(row)
    if "out" not in names or not names.index("out") < len(args) <= len(names):
        return args, kwargs
    position = names.index("out")
    named = dict(zip(names[position:], args[position:], strict=False))
    return args[:position], {**named, **kwargs}


@cache
def _parameters(row: Row) -> tuple[str, ...]:
    """Give the positional parameters of a row that may write to ``out``."""
    if "out" not in row.writes:
        return ()
    parameters = inspect.signature(row.rule).parameters.values()
    return tuple(each.name for each in parameters if each.kind is not each.KEYWORD_ONLY)
