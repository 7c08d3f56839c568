"""Places: attributes and items of real objects.

The graph loads and stores a place in program order. What is kept here is knowledge,
forgotten with the region in which it was gained.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from runtime.ir.behavior import asked_type
from runtime.ir.nodes import Argument, Constant, Value
from runtime.ops.row import Row
from runtime.types import (
    ANY,
    NEVER,
    OBJECT,
    Array,
    ClassArray,
    NumpyScalar,
    PythonScalar,
    Type,
    join,
    members,
)
from runtime.value_texts import shown
from tracer.record.builder import Builder, OpenRegion
from tracer.record.staged import Proxy


class Unknown:
    """Knowledge of a place that may have changed: at most its type."""

    __slots__ = ("type",)

    def __init__(self, of: Type) -> None:
        self.type = of


NOT_MET = object()
"""The marker for a place that the trace has not met."""


class Place:
    """An attribute or item of a real object; equal for the same object and key."""

    __slots__ = ("_hash", "key", "kind", "proxy")

    def __init__(self, proxy: Proxy, kind: str, key: Hashable) -> None:
        self.proxy = proxy
        self.kind = kind
        self.key = key
        self._hash = hash((id(proxy._ag_real), kind, type(key), key))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Place)
            and self.proxy._ag_real is other.proxy._ag_real
            and self.kind == other.kind
            and type(self.key) is type(other.key)
            and self.key == other.key
        )

    def read(self) -> Any:
        """Read it as converted code would."""
        if self.kind == "attribute":
            return getattr(self.proxy, str(self.key))
        return self.proxy[self.key]  # type: ignore[index]

    def is_of(self, regions: list[OpenRegion]) -> bool:
        """Whether its object is made by one of some regions, and gone outside."""
        return getattr(self.proxy._ag_made, "_ag_region", None) in regions

    def exists(self) -> bool:
        """Whether it is there though the trace has not met it; calls must agree."""
        return self.proxy._ag_has(self.kind, self.key)

    def __str__(self) -> str:
        origin = self.proxy._ag_origin
        base = type(self.proxy._ag_real).__name__ if origin is None else str(origin)
        key = f".{self.key}" if self.kind == "attribute" else f"[{shown(self.key)}]"
        return base + key


class Knowledge:
    """What is known of places, per region.

    Attributes
    ----------
    questions : int
        How often something was asked that others could change.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._read: set[str] = set()
        self.questions = 0

    def asked(
        self,
        row: Row,
        args: tuple[Argument, ...],
        kwargs: tuple[tuple[str, Argument], ...],
        result: Value | None,
    ) -> Type:
        """Return which operand may run special methods of the user's objects.

        `OBJECT` for one that is an object, `ANY` for one that may be an object which
        the trace knows by another name, `NEVER` if there is none.
        """
        if result is not None and row.name in LOADS:
            self._read.add(result.name)
        if row.name in QUIET:
            return NEVER
        given = (*args, *[argument for _, argument in kwargs])
        if all(map(_is_number_or_array, given)):  # as most are
            return NEVER
        held = [
            (each.name, members(asked_type(each.type)))
            for each in row.asks(given)
            if type(each.type) not in _NO_OBJECTS
        ]
        if not held:
            return NEVER
        if any(OBJECT in of for _, of in held):
            return OBJECT
        unsure = [name for name, of in held if any(map(_is_unsure, of))]
        if not self._read.issuperset(unsure):
            return ANY
        if unsure and result is not None:
            self._read.add(result.name)
        return NEVER

    def find(self, place: Place) -> Any:
        """Return the value known of a place, an `Unknown`, or `NOT_MET`."""
        self.questions += 1
        for region in reversed(self._builder.regions):
            if place in region.known:
                return region.known[place]
            if CLOBBERED in region.known:
                return Unknown(ANY)
        return NOT_MET

    def type_at(self, place: Place) -> Type:
        """Return the type of what a place holds now, as far as known."""
        known = self.find(place)
        if isinstance(known, Unknown):
            return known.type
        return ANY if known is NOT_MET else self.type_of(known)

    def type_at_entry(self, place: Place) -> Type:
        """Return the type that a place has where a loop begins; `NEVER` if not met."""
        return NEVER if self.find(place) is NOT_MET else self.type_at(place)

    def learn(self, place: Place, value: Any) -> None:
        """Record what was loaded from a place."""
        self._note(self._builder.region.known, place, value)

    def store(self, place: Place, value: Any, of: Type) -> None:
        """Record what was stored to a place."""
        region = self._builder.region
        self._note(region.known, place, value)
        self._note(region.stored, place, join(region.stored.get(place, of), of))

    def clobbered(self) -> bool:
        """Whether anything may have been written since the trace began."""
        return any(CLOBBERED in region.known for region in self._builder.regions)

    def replaced(self) -> bool:
        """Whether untraced code may have replaced what is called."""
        return any(REPLACED in region.known for region in self._builder.regions)

    def exchanged(self) -> bool:
        """Whether untraced code may have put other objects where some were."""
        return any(EXCHANGED in region.known for region in self._builder.regions)

    def clobber(self, replaces: bool = True, steps: bool = False) -> None:
        """Forget everything: untraced code may have written it.

        Parameters
        ----------
        replaces : bool, optional
            Whether also what is called; a special method hardly does.
        steps : bool, optional
            Whether the code is a step of a generator, which often goes on to another
            object, and keeps that where the program sees it.
        """
        region = self._builder.region
        before = dict(region.known)
        self._builder.on_rollback(lambda: region.known.update(before))
        region.known.clear()
        happened = {
            CLOBBERED: True,
            EXCHANGED: replaces or steps or EXCHANGED in before,
            REPLACED: replaces or REPLACED in before,
        }
        for mark in MARKS:
            if happened[mark]:
                self._note(region.known, mark, True)
                self._note(region.stored, mark, True)

    def forget(self) -> None:
        """Forget what was read so far: what is read from now on, guards can check."""
        for region in self._builder.regions:
            for place in list(region.known):
                if isinstance(place, Place):
                    self._note(region.known, place, Unknown(self.type_at(place)))

    def _note(self, table: dict[Hashable, Any], key: Hashable, value: Any) -> None:
        """Set an entry so that a rollback undoes it."""
        old = table.get(key, self)

        def undo() -> None:
            if old is self:
                table.pop(key, None)
            else:
                table[key] = old

        self._builder.on_rollback(undo)
        table[key] = value

    def leave(self, regions: list[OpenRegion]) -> None:
        """Record that the places to which closed regions stored may have changed."""
        outer = self._builder.region
        if any(CLOBBERED in region.stored for region in regions):
            replaces, steps = (
                any(mark in region.stored for region in regions)
                for mark in (REPLACED, EXCHANGED)
            )
            self.clobber(replaces, steps)
        for region in regions:
            for place, of in region.stored.items():
                if not isinstance(place, Place) or place.is_of(regions):
                    continue
                self._note(outer.known, place, Unknown(join(self.type_at(place), of)))
                wide = join(outer.stored.get(place, of), of)
                self._note(outer.stored, place, wide)

    type_of: Callable[[Any], Type]


CLOBBERED, EXCHANGED, REPLACED = MARKS = ("clobbered", "exchanged", "replaced")
"""Marks of regions: untraced code may have written, exchanged objects, or replaced
what is called."""


QUIET = frozenset(("ask_attribute", "attribute_or"))
"""Operations of objects that say themselves that they might change something."""
LOADS = frozenset(("load_attribute", "load_global", "load_item"))
"""Operations that read a place: the trace knows what they give by that place."""


_NO_OBJECTS = frozenset((Array, NumpyScalar, PythonScalar))
"""The classes of the types of most values, none of which is an object of the user."""


def _is_number_or_array(argument: Argument) -> bool:
    """Whether an argument is surely no object of the user, and holds none."""
    if isinstance(argument, Value):
        return type(argument.type) in _NO_OBJECTS
    return isinstance(argument, Constant)


def _is_unsure(of: Type) -> bool:
    """Whether a value may be, or hold, any object of the user."""
    return of == ANY or (isinstance(of, ClassArray) and of.dtype is None)
