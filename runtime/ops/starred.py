"""Rows of displays, calls and unpacking with a star before what only the run knows."""

from __future__ import annotations

from typing import Any

from runtime.ops.flow import element_type, static_type
from runtime.ops.row import Row
from runtime.starred import (
    keyword_call,
    positional,
    starred_call,
    starred_list,
    starred_set,
    starred_tuple,
    starred_unpack,
)
from runtime.types import ANY, Container, List, Tuple, Type, join_all


def items_type(part: Any) -> Type:
    """Give the type of the items of what a rule was handed."""
    if isinstance(part, (tuple, list)):
        return join_all(map(static_type, part))
    return element_type(static_type(part))


def _list(*parts: Any) -> Type:
    return List(join_all(map(items_type, parts)))


def _any(*parts: Any, **keywords: Any) -> Type:
    return ANY


def _unpacked(items: Any, before: int, after: int) -> Type:
    one = items_type(items)
    return Tuple(((one,) * before) + (List(one),) + ((one,) * after))


def _positional(names: Any, module: str, called: str, bound: int, *parts: Any) -> Type:
    one = join_all(map(items_type, parts))
    return Tuple((one,) * max(len(names) - bound, 0))


ROWS: tuple[Row, ...] = (
    Row(
        "starred_list",
        starred_list,
        _list,
        returns="shares",
        holds=True,
        samples=(lambda: (([1, 2.0], (3,)), {}),),
        rejects=(lambda: (([1], 2), {}),),
    ),
    Row(
        "starred_tuple",
        starred_tuple,
        _any,
        returns="shares",
        holds=True,
        samples=(lambda: (([1, 2.0], (3,)), {}),),
        rejects=(lambda: (([1], 2), {}),),
    ),
    Row(
        "starred_set",
        starred_set,
        lambda *parts: Container("set"),
        returns="shares",
        holds=True,
        samples=(lambda: (([1, 2.0], (3,)), {}),),
        rejects=(lambda: (([1], 2), {}),),
    ),
    Row(
        "starred_call",
        starred_call,
        _any,
        effect=True,
        takes_any=True,
        returns="shares",
        holds=True,
        samples=(lambda: ((max, [3, 4], (5,)), {}),),
        rejects=(lambda: ((max, []), {}),),
    ),
    Row(
        "keyword_call",
        keyword_call,
        _any,
        effect=True,
        takes_any=True,
        returns="shares",
        holds=True,
        samples=(lambda: ((dict, (), {"a": 1}, {"b": 2}), {}),),
        rejects=(lambda: ((dict, (), {"a": 1}, {"a": 2}), {}),),
    ),
    Row(
        "starred_unpack",
        starred_unpack,
        _unpacked,
        returns="shares",
        holds=True,
        samples=(lambda: (([1, 2.0, 3], 1, 1), {}),),
        rejects=(lambda: (([1], 1, 1), {}),),
    ),
    Row(
        "positional",
        positional,
        _positional,
        returns="shares",
        holds=True,
        samples=(lambda: ((("a", "b"), "m", "f", 1, [2]), {}),),
        rejects=(lambda: ((("a", "b"), "m", "f", 1, []), {}),),
    ),
)
