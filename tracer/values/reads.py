"""Places of real objects, loaded and stored."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from runtime.ir.nodes import Constant
from runtime.ops import OPS
from runtime.types import (
    ANY,
    NEVER,
    OBJECT,
    Type,
    any_lengths,
    supported,
    type_of,
)
from runtime.variable import Variable
from tracer.flow.held_containers import HeldContainers
from tracer.flow.made_containers import MadeContainers
from tracer.record.places import Place
from tracer.record.trace import Trace
from tracer.record.value_classes import generator_type
from tracer.serve.guards import Guard, OfClass, OfType
from tracer.serve.origins import Origin
from tracer.serve.presence import without_asking
from tracer.values.identity import Identities
from tracer.values.lookup import hooks_stores


class Reads:
    """The places of real objects that one trace has read."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._read_once: set[Place] = set()

    def first_read(
        self, place: Place, value: Any, origin_of: Callable[[Origin, Any], Origin]
    ) -> Any:
        """Read a place for the first time in this trace."""
        trace = self._trace
        base = place.proxy._ag_origin
        assert base is not None
        origin = origin_of(base, place.key)
        if place.kind == "attribute":
            check = without_asking(place.proxy._ag_real, str(place.key))
            if check is not None:
                trace.guard(Guard(base, check))
        numeric = type(value) is np.ndarray or isinstance(value, np.generic)
        if numeric and supported(value.dtype):
            trace.guard(Guard(origin, OfType(type_of(value))))
            return self.load(place, type_of(value))
        if place in trace.facts.stored:
            generator = generator_type(value)
            if generator is not None:
                trace.guard(Guard(origin, OfClass(type(value))))
                return self.load(place, generator)
            of = any_lengths(type_of(value))
            if of != OBJECT:
                trace.guard(Guard(origin, OfType(of)))
                return self.load(place, of)
            if not issubclass(type(value), (FunctionType, Variable, list, dict)):
                return self.load(place, ANY)
        self._read_once.add(place)
        staged = trace.asked.stage(value, origin)
        trace.knowledge.learn(place, staged)
        return staged

    def load(self, place: Place, of: Type) -> Any:
        trace = self._trace
        name = "load_attribute" if place.kind == "attribute" else "load_item"
        target = trace.asked.reference(place.proxy)
        base = str(place.key) if str(place.key).isidentifier() else "item"
        if isinstance(of, type(NEVER)):
            of = ANY
        loaded = trace.record(
            OPS[name], (target, Constant(place.key)), of=of, base=base
        )
        trace.knowledge.learn(place, loaded)
        if of == ANY:
            trace.part(HeldContainers).read_again(place, loaded)
        return loaded

    def store(self, place: Place, value: Any) -> None:
        """Store to a place of a real object."""
        trace = self._trace
        trace.part(Identities).changed(place.proxy._ag_real, place.proxy._ag_origin)
        if place not in trace.facts.stored:
            trace.facts.stored.add(place)
            if place in self._read_once or trace.part(HeldContainers).is_used(place):
                trace.restart()
        row = "store_attribute" if place.kind == "attribute" else "store_item"
        if place.kind == "attribute" and hooks_stores(type(place.proxy._ag_real)):
            row = "store_plainly"
        target = trace.lift(place.proxy)
        value = trace.part(MadeContainers).kept(value)
        trace.record(OPS[row], (target, Constant(place.key), trace.lift(value)))
        trace.knowledge.store(place, value, trace.type_of(value))
