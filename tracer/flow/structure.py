"""Structures of staged values: when two are the same, and how paths merge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.ir.nodes import exact_key
from runtime.ir.unbound import Unbound
from runtime.types import Container, List, Type, join_all
from tracer.policy import attribute_of
from tracer.record.staged import is_staged
from tracer.record.trace import Trace


def containers_in(value: Any) -> Iterator[Any]:
    """Yield the plain containers in a structure, not those within them."""
    if is_structure(value):
        for item in value:
            yield from containers_in(item)
    elif type(value) in (list, dict, set, bytearray):
        yield value


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


def held_as_one(left: Any, right: Any) -> bool:
    """Whether a container takes two staged values for one, which two NaNs are not."""
    is_nan = type(left) in (complex, float) and left != left
    return left is right or (not is_nan and same(left, right))


def is_structure(value: Any) -> bool:
    """Whether a value is taken apart: a tuple or a namedtuple.

    C code has tuples of its own, such as `time.struct_time`, which hold plain values
    and can only be made by it. One that has attributes as well is an object.
    """
    kind = type(value)
    own = issubclass(kind, tuple) and not hasattr(kind, "n_sequence_fields")
    return own and not has_attributes(value)


def has_attributes(value: tuple[Any, ...]) -> bool:
    """Whether a tuple has attributes of its own, beside those of its class."""
    return bool(type(value).__dictoffset__ and attribute_of(value, "__dict__"))


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
