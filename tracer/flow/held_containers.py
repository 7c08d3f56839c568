"""Lists, dicts and sets that arriving objects hold, read again behind unknown code.

That code may have put something else there. Hardly any puts a dict where a list was: so
where the function uses what it reads as Python uses such a container alone, the graph
goes on with its class, and the run sees that it is right.
"""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Constant
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import CONTAINERS
from tracer.policy import attribute_of
from tracer.record.places import Place
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import Guard, OfClass
from tracer.serve.origins import AttributeOf
from tracer.serve.presence import without_asking

KINDS = frozenset((list, *CONTAINERS.values()))
"""The classes of such containers."""
LOOKED_INTO = {
    **dict.fromkeys("getitem setitem delete_item iter len unpack".split(), 0),
    **dict.fromkeys(("contains", "contains_not"), 1),
}
"""Rows that raise for `None` and the like, with the position of the container."""


class HeldContainers:
    """The containers that one trace has read again, by the names of their values."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._places: dict[str, Place] = {}
        self._checked: dict[str, Place] = {}
        self._used: set[Place] = set()

    def read_again(self, place: Place, loaded: Symbol) -> None:
        """Note of what place a value is, if a container was there at first."""
        if place.kind != "attribute" or place.proxy._ag_origin is None:
            return
        if type(_held(place)) in KINDS:
            self._trace.builder.note(self._places, loaded._ag_value, place)

    def asked(self, symbol: Symbol, name: str) -> Symbol:
        """Return a value that is asked for an attribute, as `known` does."""
        place = self._places.get(symbol._ag_value.name)
        if place is None or hasattr(object, name):
            return symbol
        return self.known(symbol) if hasattr(type(_held(place)), name) else symbol

    def known(self, symbol: Symbol) -> Symbol:
        """Return a value as the container that it was when the function was called.

        The value itself if it was none, or if the function puts something there.
        """
        place = self._places.get(symbol._ag_value.name)
        if place is None or place in self._trace.facts.stored:
            return symbol
        found = self._checked_container(symbol, place)
        if self._trace.knowledge.find(place) is symbol:
            self._trace.knowledge.learn(place, found)
        return found

    def is_used(self, place: Place) -> bool:
        """Whether the trace goes on with what a place held at first."""
        return place in self._used

    def may_have_other_name(self, symbol: Symbol) -> bool:
        """Whether a container is one of these: the trace may know it otherwise."""
        return symbol._ag_value.name in self._checked

    def operands(self, row: Row, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return operands with the containers that an operation looks into."""
        if not self._places:
            return args
        position = LOOKED_INTO.get(row.name)
        if position is None or type(args[position]) is not Symbol:
            return args
        return (*args[:position], self.known(args[position]), *args[position + 1 :])

    def _checked_container(self, symbol: Symbol, place: Place) -> Symbol:
        """Record that the run looks whether a value is still of its class."""
        trace, real, origin = self._trace, place.proxy._ag_real, place.proxy._ag_origin
        assert origin is not None
        name = str(place.key)
        kind = type(_held(place))
        check = without_asking(real, name)
        if check is not None:
            trace.guard(Guard(origin, check))
        trace.guard(Guard(AttributeOf(origin, name), OfClass(kind)))
        self._used.add(place)
        base = symbol._ag_value.base
        found: Symbol = trace.record(
            OPS["still_of"], (symbol._ag_value, Constant(kind)), base=base
        )
        trace.builder.note(self._checked, found._ag_value, place)
        return found


def _held(place: Place) -> object:
    """Return what an attribute holds where the trace begins."""
    return attribute_of(place.proxy._ag_real, str(place.key))
