"""What containers take of the items of an iterator, before the next item is made."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import GeneratorType
from typing import Any

from runtime.types import NoneType, NumpyScalar, PythonScalar, Tuple, Type, members
from tracer.errors import on_behalf
from tracer.flow.iterators import is_python_iterator
from tracer.iteration.lazy_iterations import Take, collected, is_recipe
from tracer.record.contents import holds_staged
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def takes(kind: type) -> Take | None:
    """Return how a container takes its items, None if it takes everything."""
    if kind is deque:
        return None
    if kind is OrderedDict:
        return partial(take_pair, ordered=True)
    return take_pair if kind in MAPPINGS else take_key


def is_advanced(items: Any) -> bool:
    """Whether a value makes its items one after the other."""
    return is_recipe(items) or is_iterator(items)


def taken_in_turn(trace: Trace, items: Any, take: Take | None) -> Any:
    """Return the items of an iterator, each taken before the next is made."""
    if is_recipe(items):
        return collected(trace, items, take)
    found: list[Any] = []
    for item in items:
        found.append(item if take is None else take(trace, item, found))
    return found


class _Met(BaseException):
    """A value that only the run knows came up, and Python cannot go on."""


class _PlainItems:
    """The items of an iterator as long as Python knows them, and those that came up."""

    def __init__(self, items: Iterator[Any]) -> None:
        self.items = items
        self.taken: list[Any] = []

    def __iter__(self) -> Iterator[Any]:
        for item in self.items:
            self.taken.append(item)
            if is_staged(item) or holds_staged(item):
                raise _Met
            yield item


def taken_by(function: Callable[..., Any], items: Any, *others: Any) -> list[Any]:
    """Return the items of an iterator, if a function of Python's takes them.

    Else its error is raised before the next item is made.
    """
    plain = _PlainItems(items)
    with suppress(_Met):
        on_behalf(function, iter(plain), *others)
    return [*plain.taken, *items]


def is_iterator(items: Any) -> bool:
    """Whether Python can advance a value while tracing, and only once."""
    return type(items) is GeneratorType or is_python_iterator(items)


def take_key(trace: Trace, item: Any, before: Any) -> Any:
    """Take an item of a set; raise the error of one that has no hash."""
    if type(item) is Symbol:
        if not is_surely_hashable(item._ag_value.type):
            trace.emit("hashed", item)
    elif type(item) in UNHASHABLE or not (is_staged(item) or holds_staged(item)):
        on_behalf(set, (item,))
    return item


def take_pair(trace: Trace, item: Any, before: Any, ordered: bool = False) -> Any:
    """Take an item of a dict; raise the error of one that is no pair."""
    if type(item) is Symbol:
        if _are_pairs(item._ag_value.type):
            return item
        count = trace.emit("len", before) if type(before) is Symbol else len(before)
        return trace.emit("pair_of", item, count, ordered)
    if type(item) is tuple and len(item) == 2:
        take_key(trace, item[0], before)
    elif not is_staged(item):
        kind = OrderedDict if ordered else dict
        on_behalf(kind, [*[((), None)] * len(before), item])
    return item


def is_surely_hashable(of: Type) -> bool:
    """Whether every value of a type has a hash."""
    scalars = (NumpyScalar, PythonScalar, NoneType)
    return all(
        isinstance(one, scalars)
        or (isinstance(one, Tuple) and all(map(is_surely_hashable, one.items)))
        for one in members(of)
    )


def is_surely_pair(item: Any) -> bool:
    """Whether an item is a tuple of a key and a value."""
    if type(item) is Symbol:
        return _are_pairs(item._ag_value.type)
    return type(item) is tuple and len(item) == 2


def _are_pairs(of: Type) -> bool:
    return all(
        isinstance(one, Tuple)
        and len(one.items) == 2
        and is_surely_hashable(one.items[0])
        for one in members(of)
    )


MAPPINGS = (dict, defaultdict)
"""Containers that are made of pairs."""
UNHASHABLE = (list, dict, set)
