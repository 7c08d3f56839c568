"""What is known of objects that are told apart by identity, as code objects are.

Equal code objects may come from two files: their equality knows no file names.
"""

from __future__ import annotations

import weakref
from types import CodeType
from typing import Any, Generic, TypeVar

from runtime.forked_locks import new_lock

Value = TypeVar("Value")


class IdentityTable(Generic[Value]):
    """Values for objects, forgotten with them."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[weakref.ref[Any], Value]] = {}
        self._lock = new_lock()

    def get(self, key: object) -> Value | None:
        """Return the value for an object."""
        entry = self._values.get(id(key))
        return entry[1] if entry is not None and entry[0]() is key else None

    def set(self, key: object, value: Value) -> Value:
        """Store a value if there is none; return the stored one."""
        values, place = self._values, id(key)

        def forget(reference: object) -> None:
            entry = values.get(place)
            if entry is not None and entry[0] is reference:
                del values[place]

        with self._lock:
            known = self.get(key)
            if known is not None:
                return known
            values[place] = (weakref.ref(key, forget), value)
        return value


def code_objects(code: CodeType) -> list[CodeType]:
    """Return a code object and all code objects within it."""
    found = [code]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += code_objects(constant)
    return found
