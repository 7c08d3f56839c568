"""Arrays of the user's own classes: symbols of which the trace knows the class.

What NumPy does with them, the run does. The methods that their classes define are
compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeGuard

import numpy as np

from tracer.policy import attribute_of, is_opaque
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Origin
from tracer.values.lookup import ABSENT, hooks_stores, in_class


def is_array_class(kind: Any) -> TypeGuard[type]:
    """Whether a value is a class of the user's that derives from `numpy.ndarray`."""
    derived = isinstance(kind, type) and issubclass(kind, np.ndarray)
    return derived and kind is not np.ndarray and not is_opaque(kind)


class ArrayOfClass(NamedTuple):
    """What is known of an array.

    Attributes
    ----------
    kind : type
        Its class, which derives from `numpy.ndarray`.
    origin : Origin or None
        How a call reaches it; None if the function makes it.
    own : set of str
        The names of the attributes that it has itself when it arrives.
    """

    kind: type
    origin: Origin | None = None
    own: frozenset[str] = frozenset()


class ArraysOfClasses:
    """The arrays of one trace whose classes derive from `numpy.ndarray`."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, ArrayOfClass] = {}

    def arrives(self, symbol: Symbol, array: Any, origin: Origin) -> None:
        """Note the class of an array that a call reaches by `origin`."""
        own = frozenset(attribute_of(array, "__dict__") or ())
        known = ArrayOfClass(type(array), origin, own)
        self._trace.builder.note(self._known, symbol._ag_value, known)

    def is_made(self, symbol: Symbol, kind: type) -> None:
        """Note the class of an array that the function makes."""
        known = ArrayOfClass(kind)
        self._trace.builder.note(self._known, symbol._ag_value, known)

    def is_viewed(self, made: Any, how: tuple[Any, ...]) -> None:
        """Note the class of a view, which is among the arguments of the method."""
        for kind in map(self._trace.asked.original, how):
            if is_array_class(kind) and type(made) is Symbol:
                self._trace.clobber(replaces=False)  # by `__array_finalize__`
                self.is_made(made, kind)

    def find(self, value: Any) -> ArrayOfClass | None:
        """Return what is known of an array; None of what is none of such a class."""
        if type(value) is not Symbol:
            return None
        return self._known.get(value._ag_value.name)

    def may_replace(self, value: Any, name: str) -> bool:
        """Whether setting an attribute may run code, or replace a method."""
        known = self.find(value)
        if known is None or hooks_stores(known.kind):
            return True
        return in_class(known.kind, name, ABSENT) is not ABSENT
