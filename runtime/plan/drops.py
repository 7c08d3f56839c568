"""``del``: arrays are released right after their last use, objects where they end.

A value is deleted in the region where it is computed, after the statement that uses it
last, unless its variable is bound anew there, or the function ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.ir.nodes import Region, Value
from runtime.plan.names import Names
from runtime.plan.writer import Writer
from runtime.types import (
    AnyType,
    Array,
    ClassArray,
    List,
    Object,
    Tuple,
    Type,
    Union,
)


class Drops:
    """Collects variables to delete, and writes ``del`` before the next statement."""

    def __init__(self, names: Names, writer: Writer) -> None:
        self._names = names
        self._writer = writer
        # The region in which a value was born that is worth dropping, by its name.
        self._homes: dict[str, int] = {}
        self._waiting: list[str] = []
        self._ended: list[str] = []

    def born(self, value: Value, region: Region) -> None:
        """Record the region in which a value is computed."""
        if _is_large(value.type):
            self._homes[value.name] = id(region)

    def add(self, values: Iterable[str], region: Region, ended: bool = False) -> None:
        """Record the values whose last use is a statement of a region.

        Parameters
        ----------
        values : iterable of str
            The names of the values.
        region : Region
            The region.
        ended : bool
            Whether the statement says that they end: what follows may ask for it.
        """
        for name in values:
            if self._homes.get(name) == id(region):
                variable = self._names.of[name]
                # Within a construct another value may have come to live there.
                if self._names.holder[variable] == name:
                    (self._ended if ended else self._waiting).append(variable)

    def write(self, besides: Iterable[str | None] = ()) -> None:
        """Write ``del`` for the collected variables, except those now bound anew."""
        if self._waiting or self._ended:
            kept = set(besides)
            dropped = [each for each in self._waiting if each not in kept] + self._ended
            self._waiting.clear()
            self._ended.clear()
            if dropped:
                self._writer.line(f"del {', '.join(dropped)}")

    def forget(self, computes: bool = False) -> None:
        """Forget the collected variables, which then live until their scope ends.

        Parameters
        ----------
        computes : bool
            Whether the last statement of the scope computes something, so that what
            ended is deleted before; as are several, which Python would delete in the
            order of the variables.
        """
        self._waiting.clear()
        if computes or len(self._ended) > 1:
            self.write()
        self._ended.clear()


def _is_large(of: Type) -> bool:
    """Whether a value may hold the memory of an array, or an end of it may be seen."""
    if isinstance(of, Union):
        return any(map(_is_large, of.members))
    if isinstance(of, Tuple):
        return any(map(_is_large, of.items))
    return isinstance(of, (Array, ClassArray, List, AnyType, Object))
