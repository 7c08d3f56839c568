"""Derivatives of what sorts and counts."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Constant
from runtime.ops.facts import Call, Facts, Given

_facts = Facts()


def _flat(of: Any, given: Given) -> tuple[Any, int]:
    """Return the operand and the axis to sort along; None stands for all elements."""
    axis = given.constant("axis", -1)
    return (of.ravel(given["a"]), -1) if axis is None else (given["a"], axis)


@_facts.defines("sort")
def _sorted(of: Any, call: Call) -> Any:
    """By the order found: of equal elements the one that a stable sort puts there."""
    given = call.given("a axis kind order * stable")
    x, axis = _flat(of, given)
    return of.take_along_axis(x, of.argsort(x, axis, "stable"), axis=axis)


@_facts.defines("partition")
def _partitioned(of: Any, call: Call) -> Any:
    """Where each element stands among the sorted ones tells where it comes from."""
    given = call.given("a kth axis kind order")
    x, axis = _flat(of, given)
    rank = of.argsort(of.argsort(call.result, axis, "stable"), axis, "stable")
    place = of.take_along_axis(of.argsort(x, axis, "stable"), rank, axis=axis)
    return of.take_along_axis(x, place, axis=axis)


@_facts.defines("bincount")
def _counted(of: Any, call: Call) -> Any:
    given = call.given("x weights minlength")
    zero = of.zero_of(call.result)
    return of.index_add(zero, given["x"], given.get("weights", Constant(0.0)))


FACTS = _facts.table
"""By the names of rows."""
