"""Sums, products and numbers of turns, computed at once where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.building import Builder
from runtime.ir.nodes import Argument, Constant
from runtime.ir.ranges import length_of
from runtime.ops import OPS


def calculated(of: Builder, name: str, left: Argument, right: Argument) -> Argument:
    """Return the sum or product of two whole numbers.

    Parameters
    ----------
    of : Builder
        Where it is computed, if it has to be.
    name : {'add', 'multiply'}
        The operation.
    left, right : argument
        The numbers.
    """
    neutral = Constant(1) if name == "multiply" else Constant(0)
    if isinstance(left, Constant) and isinstance(right, Constant):
        one: Any = left.value
        other: Any = right.value
        return Constant(one * other if name == "multiply" else one + other)
    if neutral in (left, right):
        return right if left == neutral else left
    return of.call(OPS[name], (left, right))


def turns_of(of: Builder, bounds: Sequence[Argument]) -> Argument:
    """Return how many numbers a range has."""
    known: list[Any] = [each.value for each in bounds if isinstance(each, Constant)]
    if len(known) == len(bounds):
        return Constant(length_of(range(*known)))
    turns: Argument = of.len(of.range(*bounds))
    return turns
