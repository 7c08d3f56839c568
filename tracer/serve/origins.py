"""Origins: where the inputs of a graph come from.

An `Origin` describes how a call reaches a value: an argument, a global, a cell, an
attribute or item of one of these. It is written into generated source.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import CellType
from typing import Any

from runtime.value_texts import literal, shown
from tracer.serve.binding import Names


class Namer(Names):
    """Names what generated source refers to: objects, and the values of origins.

    Parameters
    ----------
    taken : iterable of str
        Names that the source has already.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        super().__init__(taken)
        self._reached: dict[Hashable, str] = {}
        self._count = 0

    def reach(self, origin: Origin) -> tuple[str, str]:
        """Return the name of an origin's value, and the expression to write for it.

        If the value was reached before, the two are the same; else the second is an
        assignment expression that binds the name.
        """
        if origin.is_name:
            name = origin.source(self)
            return name, name
        known = self._reached.get(origin.path)
        if known is None:
            text = origin.source(self)
            known = self._new("reached", self._count)
            self._count += 1
            self._reached[origin.path] = known
            return known, f"({known} := {text})"
        return known, known

    def aside(self) -> Namer:
        """Return a namer for source that may be left before it binds all its names.

        A name that it binds first is not known to be bound in the source after it.
        """
        other = Namer(self._taken)
        other.namespace, other._names = self.namespace, self._names
        other._reached, other._count = dict(self._reached), self._count
        return other

    def forget(self) -> None:
        """Forget the values of origins: code has run that may have replaced them."""
        self._reached.clear()

    def place(self, origin: Origin) -> str:
        """Return the expression to write for an origin's value, once."""
        return self.reach(origin)[1]


class Origin:
    """How a call reaches a value.

    Attributes
    ----------
    is_name : bool
        Whether an entry reaches it by a name alone.
    """

    is_name = False

    @property
    def path(self) -> Hashable:
        """The key of an origin; equal for origins that reach the same value."""
        raise NotImplementedError

    def source(self, namer: Namer) -> str:
        """Return the Python expression that reaches it in an entry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Argument(Origin):
    """A parameter of the user's function."""

    name: str
    is_name = True

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
class ModuleName(GlobalName):
    """A name of a library's module, looked up in its dict: that is fastest."""

    module: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(frozen=True, eq=False)
class CellContent(Origin):
    """A closure variable of a traced function, whose cell a call reaches by `base`."""

    cell: CellType = field(repr=False)
    name: str
    base: Origin

    @property
    def path(self) -> Hashable:
        return CellContent, self.base.path

    def source(self, namer: Namer) -> str:
        return f"{namer.place(self.base)}.cell_contents"

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
        key = literal(self.key) if plain else namer.name(self.key, "key")
        return f"{namer.place(self.base)}[{key}]"

    def __str__(self) -> str:
        return f"{self.base}[{shown(self.key)}]"


@dataclass(frozen=True, eq=False)
class Fixed(Origin):
    """An object that the graph keeps."""

    value: object = field(repr=False)
    name: str = "constant"
    is_name = True

    @property
    def path(self) -> Hashable:
        return Fixed, id(self.value)

    def source(self, namer: Namer) -> str:
        return namer.name(
            self.value, self.name if self.name.isidentifier() else "object"
        )

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Lasting(Fixed):
    """An object that the graph keeps, in whose place its first run takes another."""

    first: object = field(default=None, repr=False)

    @property
    def path(self) -> Hashable:
        return Lasting, id(self.first)


def of_first_run(origin: Origin) -> Origin:
    """Return where the input of a graph comes from at its first run."""
    return Fixed(origin.first, origin.name) if isinstance(origin, Lasting) else origin


def way_to(origin: Origin) -> Iterator[Hashable]:
    """Yield the paths of an origin and of those through which it is reached."""
    yield origin.path
    while isinstance(origin, (AttributeOf, TypeOf, ItemOf, CellContent)):
        origin = origin.base
        yield origin.path


def root(origin: Origin) -> Origin:
    """Return the root of an origin: an argument, a variable, a fixed object."""
    while isinstance(origin, (AttributeOf, TypeOf, ItemOf, CellContent)):
        if isinstance(origin, CellContent) and isinstance(origin.base, Fixed):
            break  # a variable of the function itself
        origin = origin.base
    return origin


def is_argument(origin: Origin) -> bool:
    """Whether the value of an origin comes with the call."""
    return isinstance(root(origin), Argument)


def rank(origin: Origin, parameters: Sequence[str]) -> int:
    """Return the rank of an input: in the order of the parameters, captures last."""
    start = root(origin)
    if not isinstance(start, Argument):
        return len(parameters)
    return parameters.index(start.name) if start.name in parameters else -1


def variable_key(origin: Origin) -> Any:
    """Return the key of a global or cell among the facts."""
    if isinstance(origin, GlobalName):
        return ("global", id(origin.namespace), origin.name)
    if isinstance(origin, CellContent):
        return ("cell", origin.base.path)
    return origin
