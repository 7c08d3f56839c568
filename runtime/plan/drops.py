"""``del``: arrays are given back as soon as nobody needs them.

A value is dropped in the region where it was born, after the statement that takes it
last, unless its variable is bound anew there, or the function ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.ir.nodes import Region, Value
from runtime.plan.names import Names
from runtime.plan.writer import Writer
from runtime.types import AnyType, Array, List, Tuple, Type, Union


class Drops:
    """Collects what can be dropped, and writes it before the next statement."""

    def __init__(self, names: Names, writer: Writer) -> None:
        self._names = names
        self._writer = writer
        # The region in which a value was born that is worth dropping, by its name.
        self._homes: dict[str, int] = {}
        self._waiting: list[str] = []

    def born(self, value: Value, region: Region) -> None:
        """Note in which region a value is born."""
        if _is_large(value.type):
            self._homes[value.name] = id(region)

    def add(self, values: Iterable[str], region: Region) -> None:
        """Note what a statement of a region took last."""
        for name in values:
            if self._homes.get(name) == id(region):
                variable = self._names.of[name]
                # Within a construct another value may have come to live there.
                if self._names.holder[variable] == name:
                    self._waiting.append(variable)

    def write(self, besides: Iterable[str | None] = ()) -> None:
        """Write ``del`` for what waits, except variables that are now bound anew."""
        if self._waiting:
            kept = set(besides)
            dropped = [variable for variable in self._waiting if variable not in kept]
            self._waiting.clear()
            if dropped:
                self._writer.line(f"del {', '.join(dropped)}")

    def forget(self) -> None:
        """Leave what waits to the end of the function or the next turn of a loop."""
        self._waiting.clear()


def _is_large(of: Type) -> bool:
    """Say whether a value may hold the memory of an array."""
    if isinstance(of, Union):
        return any(map(_is_large, of.members))
    if isinstance(of, Tuple):
        return any(map(_is_large, of.items))
    return isinstance(of, (Array, List, AnyType))
