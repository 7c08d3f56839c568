"""Nested arguments, leaf by leaf: tuples, lists and dicts within each other."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from tracer.flow.structure import is_structure
from tracer.values.identity import is_record


class Rebuilt:
    """Builds nested containers anew with other leaves.

    A container that is met twice is built once, so that what was the same object is the
    same again.

    Parameters
    ----------
    leaf : callable
        Gives what stands for a leaf, from the leaf and its place as the user writes it.
    records : bool
        Whether dataclass instances are taken apart too.

    Examples
    --------
    >>> Rebuilt(lambda leaf, place: f"{place} is {leaf}").value([1, {"a": 2}], "x")
    ['x[0] is 1', {'a': "x[1]['a'] is 2"}]
    """

    def __init__(self, leaf: Callable[[Any, str], Any], records: bool = False) -> None:
        self._leaf = leaf
        self._records = records
        self._built: dict[int, Any] = {}

    def value(self, value: Any, place: str) -> Any:
        """Give what stands for a value."""
        kind = type(value)
        if is_structure(value):
            names = getattr(kind, "_fields", None)
            places = [
                f"{place}[{position}]"
                if names is None
                else f"{place}.{names[position]}"
                for position in range(len(value))
            ]
            return tuple.__new__(kind, map(self.value, value, places))
        if self._records and is_record(value):
            return self._record(value, place)
        if kind is not list and kind is not dict:
            return self._leaf(value, place)
        known = self._built.get(id(value))
        if known is None:
            known = self._built[id(value)] = kind()
            self._fill(known, value, place)
        return known

    def _record(self, value: Any, place: str) -> Any:
        known = self._built.get(id(value))
        if known is None:
            known = self._built[id(value)] = copy.copy(value)
            for name, item in items_of(value).items():
                object.__setattr__(known, name, self.value(item, f"{place}.{name}"))
        return known

    def _fill(self, made: Any, value: Any, place: str) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                made[key] = self.value(item, f"{place}[{key!r}]")
        else:
            for position, item in enumerate(value):
                made.append(self.value(item, f"{place}[{position}]"))


def items_of(record: Any) -> dict[str, Any]:
    """Give the fields of a dataclass instance that are set, by name."""
    names = [each.name for each in fields(record)]
    return {name: getattr(record, name) for name in names if hasattr(record, name)}
