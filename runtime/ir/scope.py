"""What a reader of a graph knows so far, whether it reads text or data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NoReturn

from runtime.ir.nodes import Argument, Display, DisplayKind, Operation, Value
from runtime.ir.scanner import clipped


class Scope(ABC):
    """The operations that a graph may name, and the values introduced so far.

    Parameters
    ----------
    operations : mapping
        Rows and constructs by name.
    """

    def __init__(self, operations: Mapping[str, Operation]) -> None:
        self._operations = operations
        self._values: dict[str, Value] = {}

    @abstractmethod
    def fail(self, message: str) -> NoReturn:
        """Raise a `GraphError`."""

    def bind(self, value: Value) -> Value:
        """Bind a value, which can be named from here on."""
        if value.name in self._values:
            self.fail(f"{clipped(value.name)!r} is assigned twice")
        self._values[value.name] = value
        return value

    def value(self, name: str) -> Value:
        """Return the value of a name."""
        if name not in self._values:
            self.fail(f"there is no value named {clipped(name)!r} before this place")
        return self._values[name]

    def operation(self, name: str) -> Operation:
        """Return the operation of a name."""
        if name not in self._operations:
            self.fail(f"there is no operation named {clipped(name)!r}")
        return self._operations[name]

    def display(self, kind: DisplayKind, items: tuple[Argument, ...]) -> Display:
        """Return a display of items, as many as its kind takes."""
        if kind == "slice" and len(items) != 3:
            self.fail("a slice needs three items")
        if kind == "dict" and len(items) % 2:
            self.fail("a dict needs a value for each key")
        return Display(kind, items)
