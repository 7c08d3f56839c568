"""Nested arguments, leaf by leaf: tuples, lists and dicts within each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Rebuilt:
    """Builds nested containers anew with other leaves.

    A container that is met twice is built once, so that what was the same object is the
    same again.

    Parameters
    ----------
    leaf : callable
        Gives what stands for a leaf, from the leaf and its place as the user writes it.

    Examples
    --------
    >>> Rebuilt(lambda leaf, place: f"{place} is {leaf}").value([1, {"a": 2}], "x")
    ['x[0] is 1', {'a': "x[1]['a'] is 2"}]
    """

    def __init__(self, leaf: Callable[[Any, str], Any]) -> None:
        self._leaf = leaf
        self._built: dict[int, Any] = {}

    def value(self, value: Any, place: str) -> Any:
        """Give what stands for a value."""
        kind = type(value)
        if isinstance(value, tuple):
            names = getattr(kind, "_fields", None)
            places = [
                f"{place}[{position}]"
                if names is None
                else f"{place}.{names[position]}"
                for position in range(len(value))
            ]
            return tuple.__new__(kind, map(self.value, value, places))
        if kind is not list and kind is not dict:
            return self._leaf(value, place)
        known = self._built.get(id(value))
        if known is None:
            known = self._built[id(value)] = kind()
            self._fill(known, value, place)
        return known

    def _fill(self, made: Any, value: Any, place: str) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                made[key] = self.value(item, f"{place}[{key!r}]")
        else:
            for position, item in enumerate(value):
                made.append(self.value(item, f"{place}[{position}]"))
