"""The guard of values that are equal in each part, of the same classes.

Python's own equality does not tell ``frozenset({1})`` from ``frozenset({True})``,
``frozenset([0, 8])`` from ``frozenset([8, 0])``, nor ``range(0)`` from ``range(5, 5)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from runtime.ir.nodes import exact_key
from runtime.value_texts import shown
from tracer.serve.guards import Check, class_test
from tracer.serve.origins import Namer

PLAIN = (int, float, complex, bool, str, bytes)
IN_PARTS = (float, complex, np.generic, np.dtype, range, slice, tuple, frozenset)
"""Classes of which there are equal values that something tells apart."""


def parts(value: object) -> object:
    """Return a key that is equal only for values with the same parts.

    Examples
    --------
    >>> parts(frozenset({1})) == parts(frozenset({True})), parts((1, len)) == (1, len)
    (False, False)
    >>> parts(frozenset([0, 8])) == parts(frozenset([8, 0]))
    False
    >>> parts(range(0)) == parts(range(5, 5)), parts((2, "a")) == parts((2, "a"))
    (False, True)
    """
    kind = type(value)
    if kind in PLAIN or isinstance(value, (np.generic, np.dtype)):
        return exact_key(value)
    if isinstance(value, range):
        return kind, value.start, value.stop, value.step
    if isinstance(value, slice):
        return kind, *map(parts, (value.start, value.stop, value.step))
    if isinstance(value, tuple):
        return kind, *map(parts, value)
    if isinstance(value, frozenset):
        return kind, *map(parts, value)  # equal ones may be in another order
    return kind, value


class Likeness:
    """Tells whether something is a value, or equal to it in each part."""

    def __init__(self, value: object) -> None:
        self._value = value
        self._key = parts(value)

    def __call__(self, value: object) -> bool:
        return value is self._value or parts(value) == self._key


class Classes:
    """Tells whether items are of these classes, in this order."""

    def __init__(self, kinds: tuple[type, ...]) -> None:
        self._kinds = kinds

    def __call__(self, items: Iterable[object]) -> bool:
        return tuple(map(type, items)) == self._kinds


@dataclass(frozen=True, eq=False)
class Alike(Check):
    """The value equals this one in each part."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        kind = class_test(place, type(self.value), namer)
        return f"{kind} and {namer.name(Likeness(self.value), 'alike')}({place})"

    def expected(self) -> str:
        return shown(self.value)
