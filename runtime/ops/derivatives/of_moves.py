"""Derivatives of what moves elements: each element of the result is one of an operand.

The row says itself where they go: it is applied to the numbers of the elements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ops.derivatives.rule_writing import is_float, items_of, number
from runtime.ops.facts import Call, Facts, Unknown, constant, shape_of
from runtime.types import Array

_facts = Facts()

Check = Callable[[Call], Call]


class _Numbered:
    """Operands whose elements are numbered from 1; 0 is what comes from none."""

    def __init__(self, of: Any) -> None:
        self._of = of
        self._count: Argument = Constant(1)
        self._elements: list[Any] = []

    def places(self, operand: Argument) -> Any:
        """Return the numbers of the elements of an operand in its shape."""
        of = self._of
        if isinstance(operand, Display):
            return Display(operand.kind, tuple(map(self.places, operand.items)))
        if isinstance(operand, Constant):
            shape = np.asarray(operand.value).shape
            return Constant(np.zeros(shape, int) if shape else 0)
        if shape_of(operand) is None:
            raise Unknown("an operand of unknown rank")
        size = of.size(operand)
        numbers = of.add(of.arange(size), self._count)
        self._count = of.add(self._count, size)
        self._elements.append(of.ravel(operand))
        found = of.reshape_like(numbers, operand)
        return found if isinstance(argument_type(operand), Array) else number(of, found)

    def taken(self, places: Argument) -> Any:
        """Return the elements of some numbers, and 0 for those of none."""
        of = self._of
        return of.take(of.concatenate([of.zeros(1), *self._elements]), places)


def _moves(names: str, *operands: int, check: Check | None = None) -> None:
    """Record that rows move the elements of some operands, and make at most zeros."""

    def expand(of: Any, call: Call) -> Any:
        row, numbered = of.operation, _Numbered(of)
        if check is not None:
            call = check(call)
        others = [each for k, each in enumerate(call.args) if k not in operands]
        if any(map(is_float, [*others, *call.options.values()])):
            raise Unknown("an operand or option with floats")
        args = [
            numbered.places(each) if place in operands else each
            for place, each in enumerate(call.args)
        ]
        found = of.call(row, args, call.options)
        if not isinstance(call.result, tuple):
            return numbered.taken(found)
        return [
            numbered.taken(of.getitem(found, place))
            for place in range(len(call.result))
        ]

    _facts.defines(names)(expand)


def _without_fill(call: Call) -> Call:
    """Return a call of `pad` that pads with zeros, or with elements."""
    given = call.given("array pad_width mode * constant_values reflect_type")
    mode = given.constant("mode", "constant")
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise Unknown(f"the mode {mode!r}")
    if given.constant("reflect_type", "even") != "even":
        raise Unknown("reflect_type=")
    if is_float(given.get("constant_values", Constant(0))):
        if not isinstance(given["constant_values"], Constant):
            raise Unknown("constant_values=")
    options = {k: v for k, v in call.options.items() if k != "constant_values"}
    return Call(call.args, options, call.result)


_moves(
    "rollaxis rot90 diagonal diag diagflat tile repeat sliding_window_view resize "
    "delete array_compress take_along_axis",
    0,
)
_moves("compress extract choose", 1)
_moves("block", 0)
_moves("pad", 0, check=_without_fill)
_moves("insert put_on_copy put_along_axis_on_copy place_on_copy putmask_on_copy", 0, 2)
_moves("copyto_on_copy fill_diagonal_on_copy array_fill_on_copy", 0, 1)
_moves("fftshift ifftshift", 0)
_moves("random_permutation random_choice", 1)


@_facts.defines("meshgrid")
def _meshgrid(of: Any, call: Call) -> Any:
    numbered = _Numbered(of)
    found = of.call(of.operation, map(numbered.places, call.args), call.options)
    return [
        numbered.taken(of.getitem(found, place)) for place in range(len(call.result))
    ]


@_facts.defines("select")
def _selected(of: Any, call: Call) -> Any:
    given = call.given("condlist choicelist default")
    found: Any = given.get("default", Constant(0))
    tests, choices = items_of(given["condlist"]), items_of(given["choicelist"])
    for test, choice in reversed(list(zip(tests, choices, strict=True))):
        found = of.where(test, choice, found)
    return found


@_facts.defines("ufunc_at_on_copy")
def _at(of: Any, call: Call) -> Any:
    ufunc, a, index, *values = call.args
    name = constant(ufunc).__name__
    if name == "add":
        return of.index_add(a, index, values[0])
    if name == "subtract":
        return of.index_add(a, index, of.negative(values[0]))
    raise Unknown(f"np.{name}.at")


FACTS = _facts.table
"""By the names of rows."""
