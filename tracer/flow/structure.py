"""Structures of staged values: when two are the same, and how paths merge."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import Any

from runtime.ir.nodes import exact_key
from runtime.ir.unbound import Unbound
from runtime.types import Container, List, Type, join_all
from tracer.record.staged import is_staged
from tracer.record.trace import Trace

HELD_BY_OUTCOME = 3
"""References to a container that only an outcome's result holds, in `find_fresh`.

These are the outcome, a parameter, and the argument of `getrefcount`.
"""
HELD_BY_HOLDER = 4
"""The same for an item of another value: one more, the variable of the loop."""


def find_fresh(value: Any, held: int, noted: Collection[int], found: set[int]) -> None:
    """Record the containers in a result that nothing else holds.

    Parameters
    ----------
    value
        The result, or an item of it.
    held : int
        How many references are known.
    noted : collection of int
        The identities of the containers that the trace itself holds.
    found : set
        Collects their identities.
    """
    if type(value) in (list, dict):
        if sys.getrefcount(value) > held + 2 * (id(value) in noted):
            return
        found.add(id(value))
    elif not is_structure(value):
        return
    for item in value.values() if type(value) is dict else value:
        find_fresh(item, HELD_BY_HOLDER, noted, found)


def containers_in(value: Any) -> Iterator[Any]:
    """Yield the plain containers in a structure, not those within them."""
    if is_structure(value):
        for item in value:
            yield from containers_in(item)
    elif type(value) in (list, dict, set, bytearray):
        yield value


def _held_elsewhere(value: Any, fresh: set[int]) -> Iterator[Any]:
    """Yield the containers of a structure, nested ones too, also held elsewhere."""
    for container in containers_in(value):
        if id(container) not in fresh:
            yield container
        elif type(container) in (list, dict):
            inner = container.values() if type(container) is dict else container
            yield from _held_elsewhere(tuple(inner), fresh)


def same(left: Any, right: Any) -> bool:
    """Whether two staged values are the same."""
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if type(left) is Unbound:
        return bool(left.name == right.name)
    if is_staged(left):
        return left._ag_same(right)
    if type(left) is tuple:
        return len(left) == len(right) and all(map(same, left, right))
    return exact_key(left) == exact_key(right)


def is_structure(value: Any) -> bool:
    """Whether a value is taken apart: a tuple or a namedtuple.

    C code has tuples of its own, such as `time.struct_time`, which hold plain values
    and can only be made by it.
    """
    kind = type(value)
    return issubclass(kind, tuple) and not hasattr(kind, "n_sequence_fields")


def rebuild(like: Any, items: list[Any]) -> Any:
    """Return a tuple of the class of `like`."""
    return tuple.__new__(type(like), items)


def value_type(trace: Trace, value: Any) -> Type:
    """Return the type that a value has once it is held at run time."""
    if type(value) is list:
        element = join_all([value_type(trace, item) for item in value])
        return trace.typed(List(element))
    if type(value) in (dict, set):
        return Container(type(value).__name__)
    return trace.type_of(value)
