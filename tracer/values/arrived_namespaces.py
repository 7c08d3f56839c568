"""``vars(self)`` and ``self.__dict__`` of an object that arrives.

An item is the place of the attribute, unless a property or the like hides it. What asks
for more than single items, the run answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracer.errors import user_error
from tracer.policy import is_opaque
from tracer.record.places import NOT_MET, Place, Unknown
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf, Origin
from tracer.serve.presence import HasKey, LacksKey
from tracer.values.containers import DictProxy
from tracer.values.lookup import _instance_dict, _is_data_descriptor, in_class
from tracer.values.proxies import ObjectProxy
from tracer.values.reads import Reads
from tracer.values.run_containers import RunContainers


class ArrivedNamespaces:
    """The namespaces of arriving objects that one trace has met."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[int, ArrivedNamespace] = {}

    def of(self, proxy: ObjectProxy) -> Any:
        """Return ``proxy.__dict__``."""
        trace, real = self._trace, proxy._ag_real
        held, origin = _instance_dict(real), proxy._ag_origin
        another = Place(proxy, "attribute", "__dict__")
        followed = (
            origin is not None
            and type(held) is dict
            and not is_opaque(type(real))
            and in_class(type(real), "__getattribute__") is None
            and trace.knowledge.find(another) is NOT_MET
        )
        if not followed or origin is None:
            return trace.asked.pure(vars, (proxy,), {})
        place = AttributeOf(origin, "__dict__")
        if trace.part(RunContainers).takes(held, place):
            return trace.asked.pure(vars, (proxy,), {})
        known = self._known.get(id(real))
        if known is None:
            known = self._known[id(real)] = ArrivedNamespace(held, place, trace)
            known._ag_owner = proxy
        return known


class ArrivedNamespace(DictProxy):
    """Stand-in for the namespace of an object that arrives."""

    __slots__ = ("_ag_owner",)

    _ag_owner: ObjectProxy

    def _ag_place(self, key: Any) -> Place | None:
        """Return the place of an attribute; None of an item that is none."""
        if type(key) is not str:
            return None
        found = in_class(type(self._ag_owner._ag_real), key)
        if found is not None and _is_data_descriptor(found):
            return None
        return Place(self._ag_owner, "attribute", key)

    def _ag_is_computed(self, name: str) -> bool:
        """Whether a descriptor hides what the namespace has under a name."""
        found = in_class(type(self._ag_owner._ag_real), name)
        return hasattr(type(found), "__get__")

    def __getitem__(self, key: Any) -> Any:
        place = self._ag_place(key)
        if place is None:
            return super().__getitem__(key)
        trace = self._ag_trace
        known = trace.knowledge.find(place)
        if isinstance(known, Unknown):
            return trace.emit("load_item", self, key)
        if known is not NOT_MET:
            return known
        if key not in self:
            raise user_error(KeyError(key))
        return trace.part(Reads).first_read(place, self._ag_real[key], AttributeOf)

    def __contains__(self, key: Any) -> bool:
        place = self._ag_place(key)
        if place is None:
            return super().__contains__(key)
        known = self._ag_trace.knowledge.find(place)
        if isinstance(known, Unknown):
            self._ag_becomes_dynamic()
        if known is not NOT_MET:
            return True
        there, origin = key in self._ag_real, self._ag_origin
        assert isinstance(origin, Origin)
        self._ag_trace.guard(Guard(origin, HasKey(key) if there else LacksKey(key)))
        return there

    def __setitem__(self, key: Any, value: Any) -> None:
        place = self._ag_place(key)
        if place is None:
            if type(key) is str and not self._ag_is_computed(key):
                trace = self._ag_trace
                trace.learn(trace.facts.class_attributes, key)
            super().__setitem__(key, value)
            return
        if self._ag_trace.builder.staged and key not in self:
            self._ag_becomes_dynamic()
        self._ag_trace.part(Reads).store(place, value)

    def _ag_keys(self) -> list[Any]:
        """Leave to the run which keys there are: an attribute may have been set."""
        self._ag_becomes_dynamic()

    def __iter__(self) -> Iterator[Any]:
        self._ag_becomes_dynamic()


ArrivedNamespace.__name__ = "dict"
