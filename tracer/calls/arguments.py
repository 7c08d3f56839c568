"""Arguments of functions, put as their handlers and rows expect them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import BuiltinFunctionType
from typing import Any

from runtime.ops.row import Row
from tracer.errors import on_behalf


def in_order(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Give the arguments of a builtin by position, where it takes them by position.

    What does not fit its signature is told as Python tells it.
    """
    signature = _signature(function)
    if signature is None:
        return args, kwargs
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        on_behalf(function, *args, **kwargs)
        return args, kwargs
    return bound.args, bound.kwargs


@cache
def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    """Give the signature of a function of C, where Python knows it."""
    if not isinstance(function, type | BuiltinFunctionType):
        return None
    try:
        return inspect.signature(function)
    except ValueError:
        return None


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
