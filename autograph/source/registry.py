"""What is known of code objects, which are told apart by identity.

Equal code objects may come from two files: their equality knows no file names.
"""

from __future__ import annotations

import threading
import weakref
from types import CodeType
from typing import Generic, TypeVar

Value = TypeVar("Value")


class CodeTable(Generic[Value]):
    """Values for code objects, forgotten with them."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[weakref.ref[CodeType], Value]] = {}
        self._lock = threading.RLock()

    def get(self, code: CodeType) -> Value | None:
        """Give the value for a code object."""
        entry = self._values.get(id(code))
        return entry[1] if entry is not None and entry[0]() is code else None

    def set(self, code: CodeType, value: Value) -> Value:
        """Remember a value; give the one that was first."""
        key = id(code)

        def forget(reference: object) -> None:
            entry = self._values.get(key)
            if entry is not None and entry[0] is reference:
                del self._values[key]

        with self._lock:
            known = self.get(code)
            if known is not None:
                return known
            self._values[key] = (weakref.ref(code, forget), value)
        return value


def code_objects(code: CodeType) -> list[CodeType]:
    """Give a code object and all within it."""
    found = [code]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += code_objects(constant)
    return found
