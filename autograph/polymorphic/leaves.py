"""Nested arguments, leaf by leaf: tuples, lists and dicts within each other."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from runtime.value_texts import shown
from tracer.flow.structure import is_structure
from tracer.record.value_classes import compares_plainly
from tracer.values.identity import is_record


def parts(value: Any, records: bool = False) -> list[tuple[str, Any]] | None:
    """Return what a container holds, each item with its place in the container.

    Parameters
    ----------
    value : object
        Any value; of a leaf there are no parts: None. A dict whose keys compare as
        the user says is a leaf.
    records : bool
        Whether dataclass instances are taken apart too.
    """
    if type(value) is dict:
        if not all(map(compares_plainly, value)):
            return None  # to build it anew would compare its keys
        return [(f"[{shown(key)}]", item) for key, item in value.items()]
    if records and is_record(value):
        return [(f".{name}", item) for name, item in items_of(value).items()]
    if type(value) is not list and not is_structure(value):
        return None
    names = getattr(type(value), "_fields", None)
    if names is not None:
        return [(f".{name}", item) for name, item in zip(names, value, strict=True)]
    return [(f"[{position}]", item) for position, item in enumerate(value)]


def leaves(value: Any, records: bool = False) -> Iterator[Any]:
    """Return all leaves of a nested value."""
    held = parts(value, records)
    if held is None:
        yield value
        return
    for _, item in held:
        yield from leaves(item, records)


def map_leaves(
    leaf: Callable[[Any, str], Any],
    values: Mapping[str, Any],
    records: bool = False,
    whole: Callable[[Any, str], bool] = lambda value, place: False,
    built: dict[int, Any] | None = None,
) -> dict[str, Any]:
    """Build nested containers anew with other leaves.

    A container that is met twice is built once, so that what was the same object is the
    same again. A tuple whose leaves stay is itself.

    Parameters
    ----------
    leaf : callable
        Returns the replacement of a leaf, from the leaf and its path in the source.
    values : mapping
        The nested values by name.
    records : bool
        Whether dataclass instances are taken apart too.
    whole : callable, optional
        Whether a container at a path is a leaf.
    built : dict, optional
        Gets what is built for each container, by the identity of that one.

    Examples
    --------
    >>> map_leaves(lambda leaf, place: f"{place} is {leaf}", {"x": [1, {"a": 2}]})
    {'x': ['x[0] is 1', {'a': "x[1]['a'] is 2"}]}
    """
    made = _Mapped(leaf, records, whole, {} if built is None else built)
    return {name: made.build(value, name) for name, value in values.items()}


class _Mapped:
    """What one call of `map_leaves` has built so far.

    A function within a function that calls itself would keep it: the user's objects
    would live until the collector comes by.
    """

    def __init__(
        self,
        leaf: Callable[[Any, str], Any],
        records: bool,
        whole: Callable[[Any, str], bool],
        built: dict[int, Any],
    ) -> None:
        self._leaf = leaf
        self._records = records
        self._whole = whole
        self._built = built

    def build(self, value: Any, place: str) -> Any:
        """Build what stands at a place."""
        held = None if self._whole(value, place) else parts(value, self._records)
        if held is None:
            return self._leaf(value, place)
        known = self._built.get(id(value))
        if known is None and is_structure(value):
            items = [self.build(item, place + at) for at, item in held]
            same = all(new is old for new, (_, old) in zip(items, held, strict=True))
            known = self._built[id(value)] = value if same else refilled(value, items)
        if known is None:
            known = self._built[id(value)] = copy.copy(value)  # it may hold itself
            _fill(known, [self.build(item, place + at) for at, item in held])
        return known


def zip_leaves(leaf: Callable[..., Any], *values: Any, records: bool = False) -> Any:
    """Build nested containers anew from the leaves of several of one structure.

    A container in which nothing changes is kept.

    Parameters
    ----------
    leaf : callable
        Takes what stands in one place of each: leaves, or parts of other structures.
    *values
        The nested values; the result is like the first one.
    records : bool
        Whether dataclass instances are taken apart too.

    Examples
    --------
    >>> zip_leaves(max, [1, (2, 3)], [4, (1, 5)])
    [4, (2, 5)]
    """
    first = values[0]
    items = [_items_in_order(each, first, records) for each in values]
    if None in items:
        return leaf(*values)
    held = [zip_leaves(leaf, *each, records=records) for each in zip(*items)]
    same = all(new is old for new, old in zip(held, items[0] or [], strict=True))
    return first if same else refilled(first, held)


def _items_in_order(value: Any, like: Any, records: bool) -> list[Any] | None:
    """Return what a container holds in the order of another one of its structure."""
    if isinstance(value, dict) and isinstance(like, dict):
        return [value[key] for key in like] if value.keys() == like.keys() else None
    held, wanted = parts(value, records), parts(like, records)
    if type(value) is not type(like) or held is None or wanted is None:
        return None
    same = [place for place, _ in held] == [place for place, _ in wanted]
    return [item for _, item in held] if same else None


def refilled(like: Any, items: Iterable[Any]) -> Any:
    """Return a container like another one, with other items."""
    if is_structure(like):
        return tuple.__new__(type(like), items)
    made = dict(like) if isinstance(like, dict) else copy.copy(like)
    _fill(made, items)
    return made


def _fill(made: Any, items: Iterable[Any]) -> None:
    if isinstance(made, list):
        made[:] = items
    elif isinstance(made, dict):
        made.update(zip(list(made), items, strict=True))
    else:
        for name, item in zip(items_of(made), items, strict=True):
            object.__setattr__(made, name, item)


def items_of(record: Any) -> dict[str, Any]:
    """Return the fields of a dataclass instance that are set, by name."""
    names = [each.name for each in fields(record)]
    return {name: getattr(record, name) for name in names if hasattr(record, name)}
