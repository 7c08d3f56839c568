"""Where the inputs of a graph come from.

An `Origin` says how to reach a value at a call: an argument, a global, a cell, an
attribute or item of one of these. It is written into generated source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CellType
from typing import Any


class Namer:
    """Binds objects to names for generated source."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self._names: dict[int, str] = {}

    def name(self, value: object, base: str) -> str:
        """Give the name that the generated source uses for `value`."""
        known = self._names.get(id(value))
        if known is None:
            known = f"_{base}_{len(self._names)}"
            self._names[id(value)] = known
            self.namespace[known] = value
        return known


class Origin:
    """How to reach a value at a call."""

    def source(self, namer: Namer) -> str:
        """Give the Python expression that reaches it in an entry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Argument(Origin):
    """A parameter of the user's function."""

    name: str

    def source(self, namer: Namer) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class GlobalName(Origin):
    """A global of the module of a traced function."""

    namespace: dict[str, Any] = field(repr=False)
    name: str

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.namespace, 'globals')}[{self.name!r}]"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class CellContent(Origin):
    """A variable that a traced function closes over."""

    cell: CellType = field(repr=False)
    name: str

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.cell, 'cell')}.cell_contents"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class AttributeOf(Origin):
    """An attribute of an object with an origin."""

    base: Origin
    name: str

    def source(self, namer: Namer) -> str:
        return f"{self.base.source(namer)}.{self.name}"

    def __str__(self) -> str:
        return f"{self.base}.{self.name}"


@dataclass(frozen=True, eq=False)
class ItemOf(Origin):
    """An item of a container with an origin."""

    base: Origin
    key: Any

    def source(self, namer: Namer) -> str:
        plain = type(self.key) in (int, str)
        key = repr(self.key) if plain else namer.name(self.key, "key")
        return f"{self.base.source(namer)}[{key}]"

    def __str__(self) -> str:
        return f"{self.base}[{self.key!r}]"


@dataclass(frozen=True, eq=False)
class Fixed(Origin):
    """An object the graph holds on to."""

    value: object = field(repr=False)
    name: str = "constant"

    def source(self, namer: Namer) -> str:
        return namer.name(
            self.value, self.name if self.name.isidentifier() else "object"
        )

    def __str__(self) -> str:
        return self.name
