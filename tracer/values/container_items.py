"""The items of lists and dicts that arrive: their types, and whether they change."""

from __future__ import annotations

from typing import Any

from runtime.types import (
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    type_of,
)
from tracer.record.symbols import Symbol
from tracer.record.value_classes import never_changes
from tracer.serve.guards import Check
from tracer.serve.specs import Placeholder


def item_type(item: Any) -> Type:
    """Return the type of an item, a placeholder or a type."""
    if isinstance(item, Placeholder):
        return item.type
    return item if isinstance(item, Type) else type_of(item)


class ElementsOf(Check):
    """The items of the list are all of this type."""

    def __init__(self, of: Type) -> None:
        self.of = of

    def source(self, place: str, namer: Any) -> str:
        """Return the test as a Python expression."""
        return f"{namer.name(self, 'elements')}.holds({place})"

    def expected(self) -> str:
        return f"a list of {self.of}"

    def holds(self, items: list[Any]) -> bool:
        """Whether all items are of the type."""
        return all(accepts(self.of, type_of(item)) for item in items)


def _never_changes(item: Any) -> bool:
    """Whether an item is a number or text, known or symbolic."""
    if type(item) is Symbol:
        return isinstance(item._ag_value.type, (NumpyScalar, PythonScalar))
    if type(item) is tuple:
        return all(map(_never_changes, item))
    return never_changes(item)
