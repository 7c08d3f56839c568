"""Rows of Python lists, dicts and sets that are created and changed at run time."""

from __future__ import annotations

import collections
import operator
from collections.abc import Iterator
from typing import Any

from runtime.ops.asking import Asks, at, contents, keys, nothing, operands
from runtime.ops.flow import element_type, static_type
from runtime.ops.row import (
    Row,
    Rule,
    Sample,
    TypeFailure,
    acting,
    call,
    making,
    row,
    sharing,
    taking,
)
from runtime.types import (
    ANY,
    BOOL,
    INT,
    NONE,
    Container,
    List,
    NumpyScalar,
    Type,
    join_all,
)


def list_new(items: Any) -> list[Any]:
    """Return a new list."""
    return list(items)


def dict_merged(*parts: tuple[Any, ...]) -> dict[Any, Any]:
    """Return a dict of keys with their values, and of the contents of mappings."""
    made: dict[Any, Any] = {}
    for part in parts:
        if len(part) == 2:
            made[part[0]] = part[1]
        else:
            made = {**made, **part[0]}
    return made


def list_sort_by_key(target: list[Any], keys: Any, reverse: Any = False) -> None:
    """Sort a list by keys already computed, one for each item."""
    following = iter(keys)
    target.sort(key=lambda item: next(following), reverse=reverse)


def hashed(item: Any) -> None:
    """Raise the error that a set raises of an item that has no hash."""
    {item}  # noqa: B018


def pair_of(item: Any, position: int, ordered: bool) -> tuple[Any, Any]:
    """Return a key and its value; raise the error of a dict of what is no pair."""
    pair = tuple(item) if isinstance(item, Iterator) else item
    try:
        (collections.OrderedDict if ordered else dict)([pair])
    except (TypeError, ValueError) as error:
        text = str(error).replace("element #0", f"element #{position}")
        error.args = (text,)
        raise
    key, value = pair
    return key, value


def place_to_insert(target: list[Any], index: Any) -> int:
    """Return where `list.insert` would put an item."""
    count, place = len(target), operator.index(index)
    return max(place + count, 0) if place < 0 else min(place, count)


def place_to_pop(target: list[Any], index: Any, deletes: bool = False) -> int:
    """Return which item `list.pop`, or `del`, would take, or raise its error."""
    count, place = len(target), operator.index(index)
    place = place + count if place < 0 else place
    if not 0 <= place < count:
        take = operator.delitem if deletes else list.pop
        take(target.copy(), index)
    return place


def place_to_remove(target: list[Any], item: Any) -> int:
    """Return which item `list.remove` would take, or raise its error."""
    if item not in target:
        target.copy().remove(item)
    return target.index(item)


def places_of(target: list[Any], part: slice) -> list[int]:
    """Return the positions of the items of a part of a list."""
    return list(range(len(target))[part])


def _place(target: Any, index: Any, deletes: Any = False) -> Type:
    of = static_type(index)
    if of not in (INT, BOOL) and not isinstance(of, NumpyScalar):
        raise TypeFailure
    return INT


def instance_new(kind: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """Return an instance of a class whose constructor only sets attributes."""
    return kind(*arguments, **keywords)


def _new(items: Any) -> Type:
    if isinstance(items, (list, tuple)):
        return List(join_all(map(static_type, items)))
    return List(element_type(static_type(items)))


def _element(target: Any, *arguments: Any) -> Type:
    of = static_type(target)
    return of.element if isinstance(of, List) else ANY


def _same(target: Any, *arguments: Any) -> Type:
    of = static_type(target)
    return of if isinstance(of, List) else ANY


_ASKED_BY: dict[str, Asks] = {
    **dict.fromkeys(("insert", "pop"), at(1)),
    "extend": operands,
    **dict.fromkeys(("remove", "sort"), contents),
}
"""What methods of lists ask; the others only put items where they are."""


def _changes(
    name: str, rule: Rule | Type, sample: Sample, bad: Sample, **fields: Any
) -> Row:
    """Return the row of a list method that changes the list."""

    def kernel(target: Any, /, *arguments: Any, **keywords: Any) -> Any:
        return getattr(target, name)(*arguments, **keywords)

    kernel.__name__ = kernel.__qualname__ = f"list_{name}"
    fields |= {"method": name, "writes": (0,), "effect": True, "closed": True}
    fields["asks"] = _ASKED_BY.get(name, nothing)
    return making(kernel, rule, sample, bad=bad, **fields)


_SAMPLES: dict[type, Any] = {
    dict: {"a": 1},
    collections.OrderedDict: {"a": 1},
    collections.defaultdict: list,
    **dict.fromkeys((set, frozenset, collections.deque, collections.Counter), (1, 2.0)),
}
"""A sample argument for the constructor of each container class."""


_ASKS: dict[type, Asks] = {
    dict: keys,
    collections.OrderedDict: keys,
    collections.defaultdict: nothing,  # but what makes its items is an operand
    collections.deque: operands,
}
"""Of which operands container classes run methods."""


def _container(kind: type, sample: Any) -> Row:
    """Return the row that creates a container of a builtin or `collections` class."""
    return making(
        kind,
        lambda *arguments, **keywords: Container(kind.__name__),
        call(sample),
        bad=call(1),
        name=f"{kind.__name__}_new",
        template=kind.__name__ if kind in (dict, set) else None,
        closed=kind is not collections.defaultdict,  # it calls what makes its items
        asks=_ASKS.get(kind, contents),
    )


ROWS: tuple[Row, ...] = (
    making(
        list_new,
        _new,
        call([1, 2.0]),
        bad=call(1),
        template="list",
        closed=True,
        asks=operands,
    ),
    *(_container(kind, sample) for kind, sample in _SAMPLES.items()),
    making(
        dict_merged,
        lambda *parts: Container("dict"),
        call(({"a": 1},), ("b", 2)),
        bad=call((1,)),
        closed=True,
    ),
    acting(hashed, NONE, call((1, "a")), bad=call([1]), closed=False),
    acting(
        pair_of,
        ANY,
        call("ab", 1, True),
        call((1, 2.0), 0, False),
        bad=call(5, 3, False),
        closed=False,
    ),
    making(
        instance_new,
        lambda kind, /, *arguments, **keywords: ANY,
        call(collections.deque, [1, 2]),
        bad=call(collections.deque, 1),
        template="call",
        asks=nothing,
    ),
    _changes("append", NONE, call([1], 2), call([1], 2, 3)),
    _changes("extend", NONE, call([1], [2]), call([1], 2)),
    _changes("insert", NONE, call([1], 0, 2), call([1], "a", 2)),
    _changes("pop", _element, call([1]), call([])),
    _changes("remove", NONE, call([1], 1), call([1], 2)),
    _changes("clear", NONE, call([1]), call([1], 2)),
    _changes("reverse", NONE, call([1, 2]), call([1], 2)),
    _changes("sort", NONE, call([2, 1]), call([1, "a"]), barred=taking(1, "reverse")),
    row(
        place_to_insert,
        _place,
        call([1, 2], -1),
        bad=call([], "a"),
        closed=True,
        asks=operands,
    ),
    row(
        place_to_pop,
        _place,
        call([1, 2], -1),
        bad=call([], 0),
        closed=True,
        asks=operands,
    ),
    row(
        place_to_remove,
        lambda target, item: INT,
        call([1, 2], 2),
        bad=call([], 0),
        closed=True,
        by_identity=True,
    ),
    row(
        places_of,
        lambda target, part: List(INT),
        call([1, 2, 3], slice(None, None, -1)),
        bad=call([1], "a"),
        closed=True,
        asks=at(1),
    ),
    row(
        list_sort_by_key,
        NONE,
        call([1, 2, 3], [3, 1, 2]),
        bad=call([1, 2], [1, "a"]),
        writes=(0,),
        effect=True,
        closed=True,
        asks=at(1),
    ),
    row(
        list.index,
        lambda target, *arguments: INT,
        call([1, 2], 2),
        bad=call([1], 2),
        name="list_index",
        method="index",
        closed=True,
        by_identity=True,
    ),
    row(
        list.count,
        lambda target, value: INT,
        call([1, 1], 1),
        bad=call([1]),
        name="list_count",
        method="count",
        closed=True,
        by_identity=True,
    ),
    sharing(
        list.copy,
        _same,
        call([1]),
        bad=call([1], 2),
        name="list_copy",
        method="copy",
        closed=True,
        asks=nothing,
    ),
)
