"""Which of the containers and records that arrive are one and the same object.

A graph is not for one list, dict or dataclass instance: it serves any that has the same
structure. Whether two of them are the same object is assumed where it matters.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

from tracer.policy import is_opaque
from tracer.record.staged import Proxy
from tracer.record.trace import Trace
from tracer.serve.guards import Distinct, EqualTo, Guard, Identical, SameAs
from tracer.serve.origins import Origin


def is_record(value: object) -> bool:
    """Say whether an object is taken by its structure: a dataclass of the user's."""
    kind = type(value)
    return is_dataclass(kind) and not is_opaque(kind)


class Identities:
    """What one trace knows of the identity of what arrived."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._proxies: dict[int, Proxy] = {}
        self._changed: dict[int, tuple[Any, Origin]] = {}

    def known(self, value: object, origin: Origin) -> Proxy | None:
        """Give the proxy of what was reached before by another origin."""
        known = self._proxies.get(id(value))
        if known is not None:
            other = known._ag_origin
            if other is not None and other.path != origin.path:
                self._trace.guard(Guard(origin, SameAs(other)))
        return known

    def add(self, proxy: Proxy) -> None:
        """Note what was reached for the first time."""
        self._proxies[id(proxy._ag_real)] = proxy

    def changed(self, value: object, origin: Origin | None) -> None:
        """Note that the graph changes something that arrived."""
        if origin is not None:
            self._changed[id(value)] = value, origin

    def same(self, left: Proxy, right: Proxy) -> bool:
        """Say whether two proxies stand for one object, and see that it stays so."""
        if left._ag_real is right._ag_real:
            return True
        self._tell_apart(left._ag_real, left._ag_origin, right)
        return False

    def depends_on_value(self, proxy: Proxy) -> None:
        """Assume that the object is this one, or a record that equals it."""
        real, origin = proxy._ag_real, proxy._ag_origin
        if origin is None or id(real) not in self._proxies:
            return
        frozen = "__hash__" in vars(type(real))  # else it is told by its identity
        self._trace.guard(Guard(origin, EqualTo(real) if frozen else Identical(real)))

    def guard(self) -> None:
        """Assume that what was told apart here is told apart at every call.

        A store to one would be a store to the other.
        """
        for real, origin in self._changed.values():
            for other in self._proxies.values():
                self._tell_apart(real, origin, other)

    def _tell_apart(self, real: Any, origin: Origin | None, other: Proxy) -> None:
        if other._ag_real is real or type(other._ag_real) is not type(real):
            return
        if origin is not None and other._ag_origin is not None:
            self._trace.guard(Guard(origin, Distinct(other._ag_origin)))
