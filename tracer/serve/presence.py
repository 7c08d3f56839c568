"""Checks of what an object has: length, keys, attributes, content."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from types import CellType
from typing import Any

from runtime.value_texts import shown
from tracer.policy import attribute_of
from tracer.serve.guards import Check, described
from tracer.serve.likeness import IN_PARTS, Classes, Likeness
from tracer.serve.origins import Namer


class Has(Check):
    """An assumption about what a value has."""

    verb = "has"


@dataclass(frozen=True)
class Length(Has):
    """The container has this many items."""

    count: int

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(len, 'len')}({place}) == {self.count}"

    def expected(self) -> str:
        return f"{self.count} items"

    def found(self, value: object) -> str:
        if isinstance(value, (list, tuple, dict)):
            return f"{len(value)} items"
        return described(value)


@dataclass(frozen=True, eq=False)
class Keys(Has):
    """The mapping has these keys in this order."""

    keys: tuple[Any, ...]

    def source(self, place: str, namer: Namer) -> str:
        found = f"{namer.name(tuple, 'tuple')}({place})"
        if any(isinstance(key, IN_PARTS) for key in self.keys):
            return f"{namer.name(Likeness(self.keys), 'alike')}({found})"
        equal = f"{found} == {namer.name(self.keys, 'keys')}"
        kinds = tuple(map(type, self.keys))
        if set(kinds) <= {str}:
            return equal
        return f"{equal} and {namer.name(Classes(kinds), 'of_classes')}({place})"

    def expected(self) -> str:
        return _listed(self.keys)

    def found(self, value: object) -> str:
        return _listed(value) if isinstance(value, dict) else described(value)


SHOWN = 20
"""The most keys that a text names."""


def _listed(keys: Collection[Any]) -> str:
    if len(keys) > SHOWN:
        return f"{len(keys)} keys"
    return f"the keys [{', '.join(map(shown, keys))}]"


@dataclass(frozen=True, eq=False)
class HasKey(Check):
    """The mapping has this key."""

    key: Any

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(self.key, 'key')} in {place}"

    def expected(self) -> str:
        return f"the key {shown(self.key)}"

    def found(self, value: object) -> str:
        return f"no key {shown(self.key)}"


@dataclass(frozen=True, eq=False)
class LacksKey(Check):
    """The mapping does not have this key."""

    key: Any

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(self.key, 'key')} not in {place}"

    def expected(self) -> str:
        return f"no key {shown(self.key)}"

    def found(self, value: object) -> str:
        return f"the key {shown(self.key)}"


@dataclass(frozen=True)
class Bare(Has):
    """The tuple has no attributes of its own."""

    def source(self, place: str, namer: Namer) -> str:
        return f"not {place}.__dict__"

    def expected(self) -> str:
        return "no attributes of its own"

    def found(self, value: object) -> str:
        return _listed(vars(value))


@dataclass(frozen=True, eq=False)
class Missing(Has):
    """The attribute or item is missing; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"not {namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"

    def expected(self) -> str:
        return f"no attribute {self.name}"

    def found(self, value: object) -> str:
        return f"an attribute {self.name}"


@dataclass(frozen=True, eq=False)
class Present(Has):
    """The attribute exists; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"

    def expected(self) -> str:
        return f"an attribute {self.name}"

    def found(self, value: object) -> str:
        return f"no attribute {self.name}"


@dataclass(frozen=True, eq=False)
class Own(Present):
    """The object itself holds the attribute, which its class would compute else."""

    def source(self, place: str, namer: Namer) -> str:
        return f"{self.name!r} in {place}.__dict__"


@dataclass(frozen=True, eq=False)
class NotOwn(Missing):
    """No attribute of the object itself hides that of its class."""

    def source(self, place: str, namer: Namer) -> str:
        return f"{self.name!r} not in {place}.__dict__"


@dataclass(frozen=True, eq=False)
class Lacks(Has):
    """The namespace has no such name; `place` is the namespace."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{self.name!r} not in {place}"

    def expected(self) -> str:
        return f"no {self.name}"

    def found(self, value: object) -> str:
        return f"a name {self.name}"


@dataclass(frozen=True, eq=False)
class Holds(Has):
    """The class holds this very object under a name; `place` is the class."""

    name: str
    value: object

    def source(self, place: str, namer: Namer) -> str:
        held = f"{namer.name(defined_in, 'defined_in')}({place}, {self.name!r})"
        return f"{held} is {namer.name(self.value, 'object')}"

    def expected(self) -> str:
        return f"the {self.name} that it had"

    def found(self, value: object) -> str:
        return f"another {self.name}"


@dataclass(frozen=True, eq=False)
class Unset(Has):
    """The variable that a cell holds is unbound; `place` is the cell."""

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(is_empty, 'is_empty')}({place})"

    def expected(self) -> str:
        return "no value yet"

    def found(self, value: object) -> str:
        return "a value"


def without_asking(value: object, name: str) -> Present | None:
    """Return what must hold so that reading an attribute runs no code of the class.

    The object has the attribute. Another one of the class might have to ask a cached
    property or `__getattr__` for it, which only the function itself may do.
    """
    kind = type(value)
    if name in (attribute_of(value, "__dict__") or ()):
        if hasattr(type(defined_in(kind, name)), "__get__"):
            return Own(name)
    return Present(name) if hasattr(kind, "__getattr__") else None


def has_itself(value: object, name: str) -> bool:
    """Whether an object has an attribute, without asking its ``__getattr__``."""
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True


def defined_in(kind: type, name: str) -> object:
    """Return what a class holds under a name, without asking it."""
    found = [vars(base)[name] for base in kind.__mro__ if name in vars(base)]
    return found[0] if found else None


def is_empty(cell: CellType) -> bool:
    """Whether a cell is empty."""
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False
