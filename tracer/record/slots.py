"""Slots: storage that only the trace has, of a cell, a list, an object that it made.

There is nothing to load at run time, so what branches and loops write to a slot is
carried like a local name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from functools import cache
from types import CellType, FunctionType
from typing import Any

import numpy as np

from runtime.ir.unbound import Unbound
from tracer.record.builder import Builder, OpenRegion


@cache
def empty(name: str) -> Unbound:
    """Return the marker for the content of empty storage.

    The value that conversion stores for an unbound name is a value like any other.
    """
    return Unbound(name)


class Slot:
    """A piece of storage that only the trace has."""

    __slots__ = ("holder", "key")

    def __init__(self, holder: Any, key: Hashable) -> None:
        self.holder = holder
        self.key = key

    def __hash__(self) -> int:
        return hash((id(self.holder), self.key))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Slot)
            and self.holder is other.holder
            and self.key == other.key
        )

    @property
    def name(self) -> str:
        """The name of its values in the graph."""
        text = str(self.key)
        return text if text.isidentifier() else "item"

    @property
    def kind(self) -> tuple[type, Hashable]:
        """What slots of the same line of the source have in common."""
        return type(self.holder), self.key

    def read(self) -> Any:
        """Return the content, or an unbound value if there is none."""
        if isinstance(self.holder, CellType):
            try:
                return self.holder.cell_contents
            except ValueError:
                return empty(str(self.key))
        if issubclass(type(self.holder), (FunctionType, np.dtype)):
            return getattr(self.holder, str(self.key))
        try:
            return self.holder[self.key]
        except LookupError:
            return empty(str(self.key))

    def write(self, value: Any) -> None:
        """Set the content.

        Where a list has become too short, there is no storage any more. The region that
        made it shorter has made it: its earlier contents are out of reach.
        """
        if type(self.holder) is list and self.key not in range(len(self.holder)):
            return
        if isinstance(self.holder, CellType):
            if value is empty(str(self.key)):
                del self.holder.cell_contents
            else:
                self.holder.cell_contents = value
        elif issubclass(type(self.holder), (FunctionType, np.dtype)):
            setattr(self.holder, str(self.key), value)
        elif value is empty(str(self.key)):
            self.holder.pop(self.key, None)
        else:
            self.holder[self.key] = value


def made_slot(builder: Builder, key: str, value: Any) -> Slot:
    """Return new storage of the trace, which belongs to the region that makes it."""
    holder = {key: value}
    builder.region.born[id(holder)] = holder
    return Slot(holder, key)


def write_slot(builder: Builder, slot: Slot, value: Any) -> None:
    """Write trace-time storage as the user's code does, and notify the watches."""
    builder.region.written[slot] = None
    carry_slot(builder, slot, value)
    for watch in builder.watches:
        watch(slot, value)


def carry_slot(builder: Builder, slot: Slot, value: Any) -> None:
    """Write trace-time storage for the trace itself, to be merged or rolled back."""
    old, region = slot.read(), builder.region
    if slot not in region.changed:
        region.changed[slot] = old
    builder.on_rollback(lambda: slot.write(old))
    slot.write(value)


def learn_slots(
    slots: list[Slot],
    inner: list[Slot],
    regions: list[OpenRegion],
    before: Collection[Slot] = (),
) -> bool:
    """Record which storage older than a construct its regions write.

    Storage made in a region is another object at each try. If a slot written at the
    last try is not written now, but one just like it is, both were made there.

    Parameters
    ----------
    slots : list of Slot
        What has been learnt at the tries so far; grows.
    inner : list of Slot
        Collects the storage made in the regions.
    regions : list of OpenRegion
        The regions of this try.
    before : collection of Slot
        What was learnt elsewhere, before the first try.

    Returns
    -------
    bool
        Whether something new was learnt.
    """
    written = list(dict.fromkeys(slot for each in regions for slot in each.written))
    unwritten = [each for each in slots if each not in written and each not in before]
    replaced = Counter(slot.kind for slot in unwritten)
    learnt = False
    for slot in written:
        if slot in slots:
            continue
        if any(id(slot.holder) in each.born for each in regions):
            inner.append(slot)
        elif replaced[slot.kind] > 0:
            replaced[slot.kind] -= 1
            inner.append(slot)
        else:
            slots.append(slot)
            learnt = True
    return learnt
