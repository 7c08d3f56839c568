"""What plain containers hold, and whether that changed."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator
from typing import Any, Protocol

from runtime.types import (
    AnyType,
    Container,
    List,
    Object,
    Type,
    members,
)
from tracer.record.places import Slot


def all_containers(value: Any, around: tuple[int, ...] = ()) -> Iterator[Any]:
    """Yield the plain containers in a value, inner ones first."""
    if type(value) in (*PLAIN, tuple) and id(value) not in around:
        around = (*around, id(value))
        for item in value.values() if type(value) is dict else value:
            yield from all_containers(item, around)
        if type(value) is not tuple:
            yield value


def may_be_container(of: Type) -> bool:
    """Whether a value of a type may be a Python container."""
    kinds = (List, Container, Object, AnyType)
    return any(isinstance(member, kinds) for member in members(of))


def same_items(container: Any, copied: Any) -> bool:
    """Whether a container holds the same objects as its copy."""
    now, then = flat_items(container), flat_items(copied)
    if type(container) is set:  # the order of a set and of its copy may differ
        return {id(each) for each in now} == {id(each) for each in then}
    return len(now) == len(then) and all(map(operator.is_, now, then))


def in_order(items: set[Any]) -> list[Any] | dict[Any, Any]:
    """Return that of which Python makes a set that is gone through in the same order.

    A set of a set or dict has room for all items from the start.
    """
    in_turn = list(items)
    ahead = dict.fromkeys(in_turn)
    if layout(set(in_turn)) != layout(items) == layout(set(ahead)):
        return ahead
    return in_turn


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


def flat_items(container: Any) -> list[Any]:
    """Return what a container holds, the keys of a dict too."""
    if isinstance(container, dict):
        return [part for pair in container.items() for part in pair]
    return list(container)


PLAIN = (list, dict, set)
"""Classes of containers that a trace may hold as they are."""


class Holder(Protocol):
    """A part of the trace that keeps containers in objects made while tracing."""

    def contents(self) -> Iterator[Any]:
        """Yield all that the objects hold."""

    def holds(self, container: Any) -> bool:
        """Whether one of the objects holds a container."""

    def begin_again_holding(self, container: Any) -> None:
        """Restart with the object that holds a container made at run time."""
