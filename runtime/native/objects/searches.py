"""Searches: whether a number is among the items of a list or a tuple."""

from __future__ import annotations

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import machine
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import (
    Buffer,
    Items,
    ListRef,
    Machine,
    NotNative,
    Scalar,
)
from runtime.native.objects.turns import item_of, length_of, scalars
from runtime.native.scalars.conversions import is_float
from runtime.native.scalars.numbers import compare
from runtime.types import BOOL, Type


def _contains(there: bool) -> Rule:
    """Return the rule of ``in``, or ``not in``, for a number."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        value, items = operands
        (number,) = scalars([value])
        if is_float(number.type):  # a NaN counts as equal to the same object alone
            kind = machine(number.type)
            w.fault_if(w.put(f"fcmp uno {kind} {number.code}, {number.code}"))
        if isinstance(items, Items):
            found = "false"
            for each in scalars([*items.items]):
                found = w.put(f"or i1 {found}, {compare(w, 'equal', number, each)}")
        elif isinstance(items, (Buffer, ListRef)):
            found = _among(w, number, items)
        else:
            raise NotNative("a search in something other than a list")
        return Scalar(BOOL, found if there else w.put(f"xor i1 {found}, true"))

    return rule


def _among(w: Writer, value: Scalar, items: Buffer | ListRef) -> str:
    """Return whether a number is among the items of a list."""
    found = w.slot("i1")
    w.store("i1", "false", found)
    here, end = w.label("here"), w.label("searched")
    with w.turns(length_of(w, items)) as turn:
        (item,) = scalars([item_of(w, items, turn)])
        on = w.label("on")
        w.branch(compare(w, "equal", value, item), here, on)
        w.begin(on)
    w.jump(end)
    w.begin(here)
    w.store("i1", "true", found)
    w.begin(end)
    return w.load("i1", found)


RULES: dict[str, Rule] = {"contains": _contains(True), "contains_not": _contains(False)}
