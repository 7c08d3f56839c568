"""Python's operators for a class of what holds a value, and reads as it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

OBSERVERS: list[Callable[[Any, Any], Any]] = []
"""What stands for the content of a Variable while something records, the last first."""
BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
"""The binary operators of numbers, by the names of their methods."""


def add_operators(kind: type, values_in: Callable[[Any], Any]) -> None:
    """Add the operators of its content to a class.

    Parameters
    ----------
    kind : type
        A class with a property `value`.
    values_in : callable
        What an operand stands for.
    """

    def binary(function: Callable[[Any, Any], Any]) -> Any:
        return lambda self, other: function(self.value, values_in(other))

    def reflected(function: Callable[[Any, Any], Any]) -> Any:
        return lambda self, other: function(values_in(other), self.value)

    def unary(function: Callable[[Any], Any]) -> Any:
        return lambda self: function(self.value)

    for name, sign in BINARY.items():
        function = getattr(operator, f"__{name}__")
        setattr(kind, f"__{name}__", binary(function))
        setattr(kind, f"__r{name}__", reflected(function))
        setattr(kind, f"__i{name}__", _in_place(sign))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(kind, f"__{name}__", binary(getattr(operator, name)))
    for name in ("neg", "pos", "invert"):
        setattr(kind, f"__{name}__", unary(getattr(operator, name)))


def _in_place(sign: str) -> Any:
    def method(self: Any, other: Any) -> NoReturn:
        raise TypeError(
            f"{sign}= is not supported for a Variable, since it would rebind the name "
            f"to an array: call one of its assign methods, or write v = v {sign} x for "
            "an array"
        )

    return method
