"""Rows of starred displays, calls and unpackings of values known at run time only."""

from __future__ import annotations

from typing import Any

from runtime.ops.asking import nothing, operands
from runtime.ops.flow import element_type, static_type
from runtime.ops.row import Row, call, calling, closed, making
from runtime.starred import (
    keyword_call,
    positional,
    starred_call,
    starred_list,
    starred_set,
    starred_tuple,
    starred_unpack,
)
from runtime.types import ANY, MOST_ITEMS, Container, List, Tuple, Type, join_all


def items_type(part: Any) -> Type:
    """Return the type of the items of a rule's argument."""
    if isinstance(part, (tuple, list)):
        return join_all(map(static_type, part))
    return element_type(static_type(part))


def _list(*parts: Any) -> Type:
    return List(join_all(map(items_type, parts)))


def _unpacked(items: Any, before: int, after: int) -> Type:
    one = items_type(items)
    if before + after > MOST_ITEMS:
        return ANY
    return Tuple(((one,) * before) + (List(one),) + ((one,) * after))


def _positional(names: Any, module: str, called: str, bound: int, *parts: Any) -> Type:
    one = join_all(map(items_type, parts))
    return Tuple((one,) * max(len(names) - bound, 0))


ROWS: tuple[Row, ...] = (
    *closed(
        making(
            starred_list, _list, call([1, 2.0], (3,)), bad=call([1], 2), asks=operands
        ),
        making(
            starred_tuple, ANY, call([1, 2.0], (3,)), bad=call([1], 2), asks=operands
        ),
        making(
            starred_set,
            lambda *parts: Container("set"),
            call([1, 2.0], (3,)),
            bad=call([1], 2),
        ),
        making(
            starred_unpack,
            _unpacked,
            call([1, 2.0, 3], 1, 1),
            bad=call([1], 1, 1),
            asks=operands,
        ),
    ),
    calling(
        starred_call, ANY, call(max, [3, 4], (5,)), bad=call(max, []), asks=nothing
    ),
    calling(
        keyword_call,
        ANY,
        call(dict, (), {"a": 1}, {"b": 2}),
        bad=call(dict, (), {"a": 1}, {"a": 2}),
        asks=nothing,
    ),
    making(
        positional,
        _positional,
        call(("a", "b"), "m", "f", 1, [2]),
        bad=call(("a", "b"), "m", "f", 1, []),
        asks=operands,
    ),
)
