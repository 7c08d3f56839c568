"""Identity of the containers and records that arrive.

A graph is not bound to one list, dict or dataclass instance: it serves any with the
same structure. Whether two of them are the same object is assumed where it matters.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import MemberDescriptorType
from typing import Any
from weakref import WeakKeyDictionary

from runtime.types import type_of
from tracer.policy import is_opaque
from tracer.record.contents import has_symbol
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import (
    Check,
    Distinct,
    EqualTo,
    Exactly,
    Guard,
    Identical,
    SameAs,
)
from tracer.serve.origins import Origin
from tracer.values.lookup import in_class


def is_record(value: object) -> bool:
    """Whether an object is taken by its structure: a user's dataclass."""
    kind = type(value)
    return is_dataclass(kind) and not is_opaque(kind) and not _computes(kind)


def _computes(kind: Any) -> bool:
    """Whether a class computes a field of its instances, by a property or the like."""
    known = _computing.get(kind)
    if known is None:
        found = [type(in_class(kind, each.name)) for each in fields(kind)]
        taking = [each for each in found if hasattr(each, "__set__")]
        slots = [each is MemberDescriptorType for each in taking]
        known = _computing[kind] = not all(slots)
    return known


_computing: WeakKeyDictionary[type, bool] = WeakKeyDictionary()


class Identities:
    """What one trace knows of the identity of arriving objects."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._proxies: dict[int, Proxy] = {}
        self._changed: dict[int, tuple[Any, Origin]] = {}
        self._tuples: dict[int, tuple[Any, Any, Origin]] = {}

    def known(self, value: object, origin: Origin) -> Proxy | None:
        """Return the proxy of an object that was reached before, if any."""
        known = self._proxies.get(self._of(value))
        if known is not None:
            other = known._ag_origin
            if other is not None and other.path != origin.path:
                self._trace.guard(Guard(origin, SameAs(other)))
        return known

    def add(self, proxy: Proxy) -> None:
        """Record an object that is reached for the first time."""
        self._proxies[self._of(proxy._ag_real)] = proxy

    def _of(self, value: object) -> int:
        return self._trace.facts.identity_of(value)

    def proxies(self) -> list[Proxy]:
        """Return the proxies of all objects that were reached."""
        return list(self._proxies.values())

    def changed(self, value: object, origin: Origin | None) -> None:
        """Record that the graph changes an arriving object."""
        if origin is not None:
            self._changed[self._of(value)] = value, origin

    def changes(self, proxy: Proxy) -> bool:
        """Whether the graph changes an arriving object."""
        return self._of(proxy._ag_real) in self._changed

    def same(self, left: Proxy, right: Proxy) -> bool:
        """Whether two proxies have the same object; guard that this stays so."""
        if self._of(left._ag_real) == self._of(right._ag_real):
            return True
        self._tell_apart(left._ag_real, left._ag_origin, right)
        return False

    def depends_on_value(self, proxy: Proxy) -> None:
        """Assume that the object is this one, or a record equal to it."""
        real, origin = proxy._ag_real, proxy._ag_origin
        if origin is None or self._of(real) not in self._proxies:
            return
        if "__hash__" in vars(type(real)):
            self._trace.guard(Guard(origin, EqualTo(real)))
        else:
            self.depends_on_identity(proxy)

    def depends_on_identity(self, proxy: Proxy) -> None:
        """Assume that the object is this one."""
        real, origin = proxy._ag_real, proxy._ag_origin
        if origin is not None:
            self._trace.guard(Guard(origin, Identical(real)))

    def itself(self, value: Any, other: Any) -> Any:
        """Return a value that `is` compares with another: a plain one as an object.

        A graph holds plain values by what they are, and calls may bring equal ones.
        """
        trace = self._trace
        arrived = self._tuples.get(id(value))
        if arrived is not None and type(value) is tuple and type(other) is Symbol:
            trace.learn(trace.facts.identical, id(arrived[1]))
            return trace.wrap(trace.whole[id(value)], trace.builder.regions[0])
        if type(value) not in TOLD_BY_EQUALITY or _is_single(value):
            return value
        if type(other) is not Symbol and type(other) is not type(value):
            return value
        told = [each for each in trace.guards if _says(each.check, value)]
        if not told:
            return value  # made here
        identical = {each.origin.path for each in told if type(each.check) is Identical}
        for each in told:
            if each.origin.path not in identical:
                trace.guard(Guard(each.origin, Identical(value)))
        if type(other) is not Symbol:
            return value
        trace.learn(trace.facts.identical, id(value))
        return trace.wrap(trace.capture(value), trace.builder.regions[0])

    def tuple_arrives(self, made: Any, real: Any, origin: Origin) -> None:
        """Record which tuple one with staged items stands for."""
        self._tuples[id(made)] = made, real, origin
        if type(made) is tuple and id(real) in self._trace.facts.identical:
            whole = self._trace.add_input(origin, type_of(real))
            self._trace.whole[id(made)] = whole

    def same_tuple(self, left: Any, right: Any) -> bool | None:
        """Whether two values are the same tuple; None unless both arrived.

        Guard that this stays so.
        """
        one, two = self._tuples.get(id(left)), self._tuples.get(id(right))
        if one is None or two is None:
            return None
        if left is right:
            return True
        same = one[1] is two[1]
        check = SameAs(two[2]) if same else Distinct(two[2])
        self._trace.guard(Guard(one[2], check))
        return same

    def may_be_same(self, left: Any, right: Any) -> bool:
        """Whether branches may have made one of two equal tuples of the other."""
        if type(left) is not tuple or type(right) is not tuple or left is right:
            return False
        arrived = id(left) in self._tuples or id(right) in self._tuples
        return arrived and not has_symbol((left, right)) and left == right

    def guard(self) -> None:
        """Assume that objects told apart here are distinct at every call.

        Otherwise a store to one would be a store to the other.
        """
        for real, origin in self._changed.values():
            for other in self._proxies.values():
                self._tell_apart(real, origin, other)

    def _tell_apart(self, real: Any, origin: Origin | None, other: Proxy) -> None:
        if self._of(other._ag_real) == self._of(real):
            return
        if type(other._ag_real) is not type(real):
            return
        if origin is not None and other._ag_origin is not None:
            self._trace.guard(Guard(origin, Distinct(other._ag_origin)))


TOLD_BY_EQUALITY = (int, float, complex, str, bytes)
"""Plain values of which there may be several that are equal."""


def _is_single(value: Any) -> bool:
    """Whether Python has one object alone for a value."""
    if type(value) is int:
        return -5 <= value <= 256
    return type(value) in (str, bytes) and not value


def _says(check: Check, value: Any) -> bool:
    """Whether a check says that something is a value, or equal to it."""
    return isinstance(check, (Exactly, Identical)) and check.value is value
