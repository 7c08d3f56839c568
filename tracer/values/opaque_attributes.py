"""Attributes of objects whose class is a library's.

What such a class does is not traced: its methods are called by the run. What an object
itself has under a name may be anything at the next call.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from typing import Any

from runtime.types import PYTHON_SCALARS
from tracer.errors import on_behalf
from tracer.record.effects import has_effects
from tracer.record.places import NOT_MET, Place, Unknown
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf
from tracer.serve.presence import Lacks, Missing, has_itself
from tracer.values.bound_methods import opaque_method
from tracer.values.lookup import ABSENT, _instance_dict, in_class, is_kept_when_asked
from tracer.values.proxies import ObjectProxy
from tracer.values.reads import Reads


class OpaqueAttributes:
    """The attributes that one trace reads from objects of libraries."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._methods: set[tuple[Hashable, str]] = set()

    def read(self, proxy: ObjectProxy, name: str) -> Any:
        """Return an attribute of an object whose class is not the user's."""
        trace, real = self._trace, proxy._ag_real
        place = Place(proxy, "attribute", name)
        known = trace.knowledge.find(place)
        if known is not NOT_MET and not isinstance(known, Unknown):
            return known
        if is_kept_when_asked(real, name):
            return trace.emit("load_attribute", proxy, name)
        try:
            value = on_behalf(getattr, real, name)
        except AttributeError:
            if not self._stays_missing(proxy, name, known):
                return trace.emit("load_attribute", proxy, name)
            raise
        if inspect.isroutine(value) and self._is_method(proxy, name):
            return opaque_method(trace, proxy, name)
        if (
            isinstance(value, (*PYTHON_SCALARS, type(None)))
            and proxy._ag_origin is not None
            and known is NOT_MET
            and not _answers_itself(real, name)
        ):
            return trace.part(Reads).first_read(place, value, AttributeOf)
        # An object may do more than being called: iterate over its items, say.
        return trace.emit("load_attribute", proxy, name)

    def _stays_missing(self, proxy: ObjectProxy, name: str, known: Any) -> bool:
        """Whether each call finds no such attribute; guard that it is so."""
        if proxy._ag_origin is None or known is not NOT_MET:
            return False
        if has_effects(self._trace):  # what runs before may set it
            return False
        if in_class(type(proxy._ag_real), "__getattr__") is not None:
            return False
        self._trace.guard(Guard(proxy._ag_origin, Missing(name)))
        return True

    def _is_method(self, proxy: ObjectProxy, name: str) -> bool:
        """Whether the class gives an attribute; guard that the object has none."""
        found = in_class(type(proxy._ag_real), name, ABSENT)
        if found is ABSENT or hasattr(type(found), "__set__"):
            return False
        if name in _instance_dict(proxy._ag_real):
            return False
        if Place(proxy, "attribute", name) in self._trace.facts.stored:
            return False
        origin = proxy._ag_origin
        if origin is None or not type(proxy._ag_real).__dictoffset__:
            return True
        if (origin.path, name) not in self._methods:
            self._methods.add((origin.path, name))
            self._trace.guard(Guard(AttributeOf(origin, "__dict__"), Lacks(name)))
        return True


def _answers_itself(real: object, name: str) -> bool:
    """Whether the ``__getattr__`` of an object's class gives an attribute."""
    asked = in_class(type(real), "__getattr__") is not None
    return asked and not has_itself(real, name)
