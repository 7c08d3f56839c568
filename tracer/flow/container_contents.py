"""What plain containers hold, and whether that changed."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Iterator
from itertools import permutations
from random import Random
from typing import Any, Protocol

from runtime.types import (
    AnyType,
    Container,
    List,
    Object,
    Type,
    members,
)
from tracer.record.slots import Slot
from tracer.record.staged import is_staged
from tracer.record.trace import Trace

FEW = 6
"""How many items a set has at most of which each order is tried."""
TRIED = 300
"""How many orders are tried of more."""


def all_containers(value: Any, around: tuple[int, ...] = ()) -> Iterator[Any]:
    """Yield the plain containers in a value, inner ones first."""
    if nests(type(value)) and id(value) not in around:
        around = (*around, id(value))
        for item in value.values() if type(value) is dict else value:
            yield from all_containers(item, around)
        if type(value) in PLAIN:
            yield value


def distinct_containers(values: Iterable[Any], known: Iterable[Any] = ()) -> list[Any]:
    """Return the plain containers in values, each once, inner ones first.

    Those that are known come before them, as they are.
    """
    found = list(known)
    seen = set(map(id, found))
    for value in values:
        if nests(type(value)) and id(value) not in seen:
            _visit(value, seen, found)
    return found


def _visit(value: Any, seen: set[int], found: list[Any]) -> None:
    """Add a container to those that are found, behind all that it holds.

    Within the function above it would keep itself, and all that it has found.
    """
    seen.add(id(value))
    items = value.values() if type(value) is dict else value
    if any(map(nests, set(map(type, items)))):
        for item in items:
            if nests(type(item)) and id(item) not in seen:
                _visit(item, seen, found)
    if type(value) in PLAIN:
        found.append(value)


def may_be_container(of: Type) -> bool:
    """Whether a value of a type may be a Python container."""
    kinds = (List, Container, Object, AnyType)
    return any(isinstance(member, kinds) for member in members(of))


def same_items(container: Any, copied: Any) -> bool:
    """Whether a container holds the same objects as its copy."""
    if len(container) != len(copied):
        return False
    if type(container) is set:  # the order of a set and of its copy may differ
        return {*map(id, container)} == {*map(id, copied)}
    same = all(map(operator.is_, container, copied))
    if isinstance(container, dict):
        return same and all(map(operator.is_, container.values(), copied.values()))
    return same


def in_order(items: set[Any]) -> list[Any] | dict[Any, Any]:
    """Return that of which Python makes a set with its items in the same order."""
    wanted = layout(items)
    found = (each for each in _orders(list(items)) if layout(set(each)) == wanted)
    return next(found, list(items))


def _orders(items: list[Any]) -> Iterator[list[Any] | dict[Any, Any]]:
    """Yield orders in which a set may have got its items, the most likely first."""
    yield items
    yield dict.fromkeys(items)  # for a dict or a set there is room from the start
    if len(items) <= FEW:
        yield from map(list, permutations(items))
    shuffle = Random(0).shuffle
    for _ in range(TRIED):
        shuffle(items)
        yield items


def asks_hashes(trace: Trace, container: Any) -> bool:
    """Whether only the run has the hashes that say in which order a set is."""
    if type(container) is not set or not trace.knowledge.clobbered():
        return False
    return any(is_staged(each) and each._ag_compares for each in container)


def layout(items: set[Any]) -> tuple[list[int], int]:
    """Return where a set has its items, as far as Python tells."""
    return [id(each) for each in items], sys.getsizeof(items)


def with_items(copied: Any, container: Any, changed: dict[Any, Any]) -> None:
    """Write the items that a region stored in a container to its copy."""
    for slot in changed:
        if slot.holder is not container:
            continue
        if type(copied) is dict or slot.key < len(copied):
            Slot(copied, slot.key).write(slot.read())


PLAIN = (list, dict, set)
"""Classes of containers that a trace may hold as they are."""
NESTING = frozenset((*PLAIN, tuple))
"""Classes whose instances hold containers."""


def nests(kind: type) -> bool:
    """Whether instances of a class hold containers: also tuples with named items."""
    return kind in NESTING or issubclass(kind, tuple)


class Holder(Protocol):
    """A part of the trace that keeps containers in objects made while tracing."""

    def contents(self) -> Iterator[Any]:
        """Yield all that the objects hold."""

    def begin_again_holding(self, container: Any) -> None:
        """Restart with the object that holds a container made at run time."""
