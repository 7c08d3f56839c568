"""Rows of Python lists, dicts and sets that are made and changed at run time."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

from runtime.ops.flow import element_type, static_type
from runtime.ops.row import Row
from runtime.types import ANY, INT, NONE, Container, List, Type, join_all


def list_new(items: Any) -> list[Any]:
    """Make a list."""
    return list(items)


def dict_merged(*parts: tuple[Any, ...]) -> dict[Any, Any]:
    """Make a dict of keys with their values, and of all that mappings hold."""
    made: dict[Any, Any] = {}
    for part in parts:
        if len(part) == 2:
            made[part[0]] = part[1]
        else:
            made = {**made, **part[0]}
    return made


def list_sort_by_key(target: list[Any], keys: Any, reverse: Any = False) -> None:
    """Sort a list by keys that have been computed, one for each item."""
    following = iter(keys)
    target.sort(key=lambda item: next(following), reverse=reverse)


def instance_new(kind: Any, *arguments: Any, **keywords: Any) -> Any:
    """Make an instance of a class whose constructor only sets attributes."""
    return kind(*arguments, **keywords)


def _new(items: Any) -> Type:
    if isinstance(items, (list, tuple)):
        return List(join_all(map(static_type, items)))
    return List(element_type(static_type(items)))


def _nothing(target: Any, *arguments: Any, **keywords: Any) -> Type:
    return NONE


def _element(target: Any, *arguments: Any) -> Type:
    of = static_type(target)
    return of.element if isinstance(of, List) else ANY


def _same(target: Any, *arguments: Any) -> Type:
    of = static_type(target)
    return of if isinstance(of, List) else ANY


def _changes(
    name: str, rule: Callable[..., Type], sample: Callable[[], Any], *, bad: Any
) -> Row:
    """Give the row of a list method that changes the list."""

    def kernel(target: Any, *arguments: Any, **keywords: Any) -> Any:
        return getattr(target, name)(*arguments, **keywords)

    kernel.__name__ = kernel.__qualname__ = f"list_{name}"
    return Row(
        f"list_{name}",
        kernel,
        rule,
        method=name,
        writes=(0,),
        returns="shares",
        effect=True,
        holds=True,
        samples=(sample,),
        rejects=(lambda: (bad, {}),),
    )


_SAMPLES: dict[type, Any] = {
    dict: {"a": 1},
    collections.OrderedDict: {"a": 1},
    collections.defaultdict: list,
    **dict.fromkeys((set, frozenset, collections.deque, collections.Counter), (1, 2.0)),
}
"""What makes a container of each class."""


def _container(kind: type, sample: Any) -> Row:
    """Give the row that makes a container of a class of Python's own."""
    return Row(
        f"{kind.__name__}_new",
        kind,
        lambda *arguments, **keywords: Container(kind.__name__),
        template="dict" if kind is dict else None,
        returns="shares",
        holds=True,
        samples=(lambda: ((sample,), {}),),
        rejects=(lambda: ((1,), {}),),
    )


ROWS: tuple[Row, ...] = (
    Row(
        "list_new",
        list_new,
        _new,
        template="list",
        returns="shares",
        holds=True,
        samples=(lambda: (([1, 2.0],), {}),),
        rejects=(lambda: ((1,), {}),),
    ),
    *(_container(kind, sample) for kind, sample in _SAMPLES.items()),
    Row(
        "dict_merged",
        dict_merged,
        lambda *parts: Container("dict"),
        returns="shares",
        holds=True,
        samples=(lambda: ((({"a": 1},), ("b", 2)), {}),),
        rejects=(lambda: (((1,),), {}),),
    ),
    Row(
        "instance_new",
        instance_new,
        lambda kind, *arguments, **keywords: ANY,
        template="call",
        returns="shares",
        holds=True,
        samples=(lambda: ((collections.deque, [1, 2]), {}),),
        rejects=(lambda: ((collections.deque, 1), {}),),
    ),
    _changes("append", _nothing, lambda: (([1], 2), {}), bad=([1], 2, 3)),
    _changes("extend", _nothing, lambda: (([1], [2]), {}), bad=([1], 2)),
    _changes("insert", _nothing, lambda: (([1], 0, 2), {}), bad=([1], "a", 2)),
    _changes("pop", _element, lambda: (([1],), {}), bad=([],)),
    _changes("remove", _nothing, lambda: (([1], 1), {}), bad=([1], 2)),
    _changes("clear", _nothing, lambda: (([1],), {}), bad=([1], 2)),
    _changes("reverse", _nothing, lambda: (([1, 2],), {}), bad=([1], 2)),
    _changes("sort", _nothing, lambda: (([2, 1],), {}), bad=([1, "a"],)),
    Row(
        "list_sort_by_key",
        list_sort_by_key,
        _nothing,
        writes=(0,),
        effect=True,
        samples=(lambda: (([1, 2, 3], [3, 1, 2]), {}),),
        rejects=(lambda: (([1, 2], [1, "a"]), {}),),
    ),
    Row(
        "list_index",
        list.index,
        lambda target, *arguments: INT,
        method="index",
        by_identity=True,
        samples=(lambda: (([1, 2], 2), {}),),
        rejects=(lambda: (([1], 2), {}),),
    ),
    Row(
        "list_count",
        list.count,
        lambda target, value: INT,
        method="count",
        by_identity=True,
        samples=(lambda: (([1, 1], 1), {}),),
        rejects=(lambda: (([1],), {}),),
    ),
    Row(
        "list_copy",
        list.copy,
        _same,
        method="copy",
        returns="shares",
        samples=(lambda: (([1],), {}),),
        rejects=(lambda: (([1], 2), {}),),
    ),
)
