"""Operators of lists that arrive: NumPy's where the other operand is an array."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from runtime.ops import BY_INFIX
from tracer.errors import on_behalf
from tracer.record.contents import for_the_run
from tracer.record.signs import MIRRORED
from tracer.record.symbols import Symbol
from tracer.values.proxies import ObjectProxy

LIST_OPERATORS = {
    "add": ("add", operator.add),
    "mul": ("multiply", operator.mul),
    "lt": ("less", operator.lt),
    "le": ("less_equal", operator.le),
    "gt": ("greater", operator.gt),
    "ge": ("greater_equal", operator.ge),
    "eq": ("equal", operator.eq),
    "ne": ("not_equal", operator.ne),
}
"""The operators of lists, and the rows that record them if an operand is an array."""
SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def operate(
    row: str,
    function: Callable[..., Any],
    proxy: Any,
    other: Any,
    reflected: bool,
) -> Any:
    """Apply an operator to a list: NumPy's if the other operand is an array."""
    if type(other) is type(proxy):
        other = list(other)
    operands = (other, list(proxy)) if reflected else (list(proxy), other)
    if type(other) is Symbol:
        return proxy._ag_trace.emit(row, *operands)
    return on_behalf(function, *operands)


def _method(row: str, function: Callable[..., Any], reflected: bool) -> Any:
    written = MIRRORED.get(row)

    def method(self: Any, other: Any) -> Any:
        if (reflected or written) and row != "multiply":
            if not isinstance(other, (list, Symbol)):
                return NotImplemented
        if isinstance(other, ObjectProxy) and row not in ("add", "multiply"):
            return NotImplemented
        same = type(other) is type(self)
        if written and not same and self._ag_trace.running_sign() == written:
            return operate(BY_INFIX[written].name, SIGNS[written], self, other, True)
        return operate(row, function, self, other, reflected)

    return method


def _contains(self: Any, item: Any) -> Any:
    """Whether a list contains an item: a symbol, where it is called by its name."""
    items = list(self)
    if for_the_run(self._ag_trace, item, *items):
        return self._ag_trace.emit("contains", item, items)
    return item in items


def give_operators(proxies: Any) -> None:
    """Add the operators of lists to a class of stand-ins."""
    proxies.__contains__ = _contains
    for word, (row, function) in LIST_OPERATORS.items():
        reflected = (False, True) if word in ("add", "mul") else (False,)
        for other_first in reflected:
            method = _method(row, function, other_first)
            method.__name__ = f"__{'r' * other_first}{word}__"
            setattr(proxies, method.__name__, method)
