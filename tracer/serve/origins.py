"""Where the inputs of a graph come from.

An `Origin` says how to reach a value at a call: an argument, a global, a cell, an
attribute or item of one of these. It is written into generated source.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from types import CellType
from typing import Any


class Namer:
    """Names what generated source refers to: objects, and what origins reach.

    Parameters
    ----------
    taken : iterable of str
        Names that the source has already.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.namespace: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._reached: dict[Hashable, str] = {}
        self._taken = set(taken)

    def name(self, value: object, base: str) -> str:
        """Give the name that the generated source uses for `value`."""
        known = self._names.get(id(value))
        if known is None:
            known = self._new(base, len(self._names))
            self._names[id(value)] = known
            self.namespace[known] = value
        return known

    def reach(self, origin: Origin) -> tuple[str, str]:
        """Give the name of what an origin reaches, and what is to stand there at first.

        Where it was reached before these are the same; else the second is an assignment
        expression that gives it the name.
        """
        if isinstance(origin, (Argument, Fixed)):
            name = origin.source(self)
            return name, name
        known = self._reached.get(origin.path)
        if known is None:
            text = origin.source(self)
            known = self._new("reached", len(self._reached))
            self._reached[origin.path] = known
            return known, f"({known} := {text})"
        return known, known

    def aside(self) -> Namer:
        """Give a namer for source that may be left before it has reached all it names.

        What it reaches first is not known to be reached in the source behind it.
        """
        other = Namer(self._taken)
        other.namespace, other._names = self.namespace, self._names
        other._reached = dict(self._reached)
        return other

    def place(self, origin: Origin) -> str:
        """Give the expression for what an origin reaches, where it stands once."""
        return self.reach(origin)[1]

    def _new(self, base: str, number: int) -> str:
        name = f"_{base}_{number}"
        while name in self._taken:
            name += "_"
        return name


class Origin:
    """How to reach a value at a call."""

    @property
    def path(self) -> Hashable:
        """What two origins that reach the same have in common."""
        raise NotImplementedError

    def source(self, namer: Namer) -> str:
        """Give the Python expression that reaches it in an entry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Argument(Origin):
    """A parameter of the user's function."""

    name: str

    @property
    def path(self) -> Hashable:
        return self.name

    def source(self, namer: Namer) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class GlobalName(Origin):
    """A global of the module of a traced function."""

    namespace: dict[str, Any] = field(repr=False)
    name: str

    @property
    def path(self) -> Hashable:
        return GlobalName, id(self.namespace), self.name

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.namespace, 'globals')}[{self.name!r}]"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class CellContent(Origin):
    """A variable that a traced function closes over."""

    cell: CellType = field(repr=False)
    name: str

    @property
    def path(self) -> Hashable:
        return CellContent, id(self.cell)

    def source(self, namer: Namer) -> str:
        return f"{namer.name(self.cell, 'cell')}.cell_contents"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class AttributeOf(Origin):
    """An attribute of an object with an origin."""

    base: Origin
    name: str

    @property
    def path(self) -> Hashable:
        return AttributeOf, self.base.path, self.name

    def source(self, namer: Namer) -> str:
        return f"{namer.place(self.base)}.{self.name}"

    def __str__(self) -> str:
        return f"{self.base}.{self.name}"


@dataclass(frozen=True)
class TypeOf(Origin):
    """The class of an object with an origin."""

    base: Origin

    @property
    def path(self) -> Hashable:
        return TypeOf, self.base.path

    def source(self, namer: Namer) -> str:
        return f"{namer.name(type, 'type')}({namer.place(self.base)})"

    def __str__(self) -> str:
        return f"type({self.base})"


@dataclass(frozen=True, eq=False)
class ItemOf(Origin):
    """An item of a container with an origin."""

    base: Origin
    key: Any

    @property
    def path(self) -> Hashable:
        return ItemOf, self.base.path, type(self.key), self.key

    def source(self, namer: Namer) -> str:
        plain = type(self.key) in (int, str)
        key = repr(self.key) if plain else namer.name(self.key, "key")
        return f"{namer.place(self.base)}[{key}]"

    def __str__(self) -> str:
        return f"{self.base}[{self.key!r}]"


@dataclass(frozen=True, eq=False)
class Fixed(Origin):
    """An object the graph holds on to."""

    value: object = field(repr=False)
    name: str = "constant"

    @property
    def path(self) -> Hashable:
        return Fixed, id(self.value)

    def source(self, namer: Namer) -> str:
        return namer.name(
            self.value, self.name if self.name.isidentifier() else "object"
        )

    def __str__(self) -> str:
        return self.name


def root(origin: Origin) -> Origin:
    """Give where an origin starts: an argument, a variable, a fixed object."""
    while isinstance(origin, (AttributeOf, TypeOf, ItemOf)):
        origin = origin.base
    return origin


def is_argument(origin: Origin) -> bool:
    """Say whether what an origin reaches comes with the call."""
    return isinstance(root(origin), Argument)


def rank(origin: Origin, parameters: Sequence[str]) -> int:
    """Say where an input stands: as the parameters do, and captures last."""
    start = root(origin)
    if not isinstance(start, Argument):
        return len(parameters)
    return parameters.index(start.name) if start.name in parameters else -1
