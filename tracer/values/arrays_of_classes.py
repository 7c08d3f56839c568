"""Arrays of the user's own classes: symbols of which the trace knows the class.

What NumPy does with them, the run does. The methods that their classes define are
compiled.
"""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np

from tracer.flow.known_classes import KnownClass, KnownClasses
from tracer.policy import is_opaque
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.lookup import ABSENT, hooks_stores, in_class


def is_array_class(kind: Any) -> TypeGuard[type]:
    """Whether a value is a class of the user's that derives from `numpy.ndarray`."""
    derived = isinstance(kind, type) and issubclass(kind, np.ndarray)
    return derived and kind is not np.ndarray and not is_opaque(kind)


def is_made(trace: Trace, symbol: Symbol, kind: type) -> None:
    """Note the class of an array that the function makes."""
    trace.part(KnownClasses).note(symbol._ag_value, KnownClass(kind))


def is_viewed(trace: Trace, made: Any, how: tuple[Any, ...]) -> None:
    """Note the class of a view, which is among the arguments of the method."""
    for kind in map(trace.asked.original, how):
        if is_array_class(kind) and type(made) is Symbol:
            trace.clobber(replaces=False)  # by `__array_finalize__`
            is_made(trace, made, kind)


def may_replace(trace: Trace, value: Any, name: str) -> bool:
    """Whether setting an attribute of a symbol may run code, or replace a method."""
    known = trace.part(KnownClasses).find(value)
    if known is None or hooks_stores(known.kind):
        return True
    return in_class(known.kind, name, ABSENT) is not ABSENT
