"""Rows of `itertools`, of sums, and of minimum, maximum and sorting by a key."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from runtime.ops.asking import operands
from runtime.ops.flow import element_type, static_type
from runtime.ops.operators import BINARY_ROWS
from runtime.ops.python import element_of
from runtime.ops.row import Row, TypeFailure, call, closed, row, sharing, taking
from runtime.types import (
    ANY,
    INT,
    NONE,
    Array,
    Iterable,
    List,
    PythonScalar,
    Tuple,
    Type,
    join,
    join_all,
    members,
    repeated,
)


def _chosen(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel of `min` or `max` by keys already computed."""

    def kernel(items: Any, keys: Any, **default: Any) -> Any:
        if len(keys) == 0:
            return function((), **default)
        return items[function(range(len(keys)), key=keys.__getitem__)]

    kernel.__name__ = kernel.__qualname__ = f"{function.__name__}_by_key"
    return kernel


def reducible(items: Any) -> Any:
    """Return what `functools.reduce` can iterate over, or raise its error.

    Examples
    --------
    >>> reducible([1, 2])
    [1, 2]
    """
    try:
        iter(items)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    return items


def _reducible(items: Any) -> Type:
    of = static_type(items)
    element_type(of)
    return of


def _one_of(items: Any, keys: Any, **default: Any) -> Type:
    """Return the type of one of the items, or of the default."""
    return join(element_of(items), join_all(map(static_type, default.values())))


def order_of(keys: Any, reverse: Any = False) -> list[int]:
    """Return the positions of items as sorting them, or others by them, orders them."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


def _order(keys: Any, reverse: Any = False) -> Type:
    element_of(keys)
    return List(INT)


def sorted_by_key(items: Any, keys: Any, reverse: Any = False) -> list[Any]:
    """Sort items by keys already computed: Python asks for them in order."""
    return sorted(items, key=partial(next, iter(keys)), reverse=reverse)


def _sorted(items: Any, keys: Any, reverse: Any = False) -> Type:
    return List(element_of(items))


def group_by_key(items: Any, keys: Any) -> Iterator[tuple[Any, Iterator[Any]]]:
    """Group items like `itertools.groupby`, by keys already computed."""
    if keys is items:
        return itertools.groupby(items)
    groups = itertools.groupby(range(len(keys)), keys.__getitem__)
    return ((key, map(items.__getitem__, group)) for key, group in groups)


def _groups(items: Any, keys: Any) -> Type:
    return Iterable(Tuple((element_of(keys), Iterable(element_of(items)))))


def _same(items: Any, *more: Any, **keywords: Any) -> Type:
    return Iterable(element_of(items))


def _joined(*several: Any) -> Type:
    return Iterable(join_all(map(_element_in_turn, several)))


def _element_in_turn(items: Any) -> Type:
    """Return the type of items that nobody asks for until it is their turn."""
    try:
        return element_of(items)
    except TypeFailure:
        return ANY


LONG_TUPLE = 16
"""How often a product repeats its iterables at most for its type to tell of each."""


def _pairs(items: Any) -> Type:
    one = element_of(items)
    return Iterable(Tuple((one, one)))


def _product(*several: Any, repeat: Any = 1) -> Type:
    items = tuple(map(element_of, several))
    if type(repeat) is not int or not 0 <= repeat <= LONG_TUPLE:
        return Iterable(ANY)
    return Iterable(Tuple(items * repeat))


def _longest(*several: Any, fillvalue: Any = None) -> Type:
    filled = NONE if fillvalue is None else static_type(fillvalue)
    return Iterable(Tuple(tuple([join(element_of(one), filled) for one in several])))


def _copies(items: Any, n: Any = 2) -> Type:
    if type(n) is int and n >= 0:
        return repeated(Iterable(element_of(items)), n)
    return ANY


if sys.version_info >= (3, 12):
    from itertools import batched
else:

    def batched(items: Any, n: int) -> Iterator[tuple[Any, ...]]:
        """Do what `itertools.batched` does, for a graph saved by a newer Python."""
        if n < 1:
            raise ValueError("n must be at least one")
        each = itertools.repeat(iter(items)), itertools.repeat(n)
        parts = map(itertools.islice, *each)
        return itertools.takewhile(bool, map(tuple, parts))


def _batches(items: Any, n: Any, **strict: Any) -> Type:
    """Return the type of batches, the last of which may be shorter."""
    element_of(items)
    return Iterable(ANY)


def _chosen_from(items: Any, count: Any = None) -> Type:
    if type(count) is int and count >= 0:
        return Iterable(repeated(element_of(items), count))
    return Iterable(ANY)


def _counted(start: Any = 0, step: Any = 1) -> Type:
    return Iterable(accumulated(static_type(start), static_type(step)))


def accumulated(start: Type, item: Type) -> Type:
    """Return the type of a start after any number of additions of an item."""
    of = start
    for _ in range(3):
        try:
            wide = join(of, _added(of, item))
        except TypeFailure:
            return ANY
        if wide == of:
            return of
        of = wide
    return ANY


def _sum(items: Any, start: Any = 0) -> Type:
    of, one = static_type(start), element_of(items)
    if isinstance(of, PythonScalar) and of.kind in ("str", "bytes"):
        raise TypeFailure
    if _is_filled(items):
        return accumulated(_added(of, one), one)
    return accumulated(of, one)


def _is_filled(items: Any) -> bool:
    """Whether there surely is an item."""
    if isinstance(items, (list, tuple)):
        return bool(items)
    of = static_type(items)
    if isinstance(of, Tuple):
        return bool(of.items)
    return isinstance(of, Array) and bool(of.shape and of.shape[0])


def _added(start: Type, item: Type) -> Type:
    add = BINARY_ROWS["+"].rule
    return join_all(
        add(one, other) for one in members(start) for other in members(item)
    )


def _sums(items: Any, func: Any = None, **initial: Any) -> Type:
    if func is not None or initial:
        return Iterable(ANY)
    one = element_of(items)
    return Iterable(accumulated(one, one))


def _repeated(value: Any, times: Any = None) -> Type:
    if isinstance(static_type(times), PythonScalar) and static_type(times) != INT:
        raise TypeFailure
    return Iterable(static_type(value))


def _iterator(
    function: Callable[..., Any],
    rule: Callable[..., Type],
    *samples: Any,
    barred: Callable[..., str | None] | None = None,
) -> Row:
    *good, bad = samples
    name = f"itertools_{function.__name__}"
    return sharing(
        function, rule, *good, bad=bad, name=name, barred=barred, asks=operands
    )


_ARRAY = np.array([2.0, 1.0, 3.0])

ROWS: tuple[Row, ...] = closed(
    row(
        sum,
        _sum,
        call([1, np.float64(2)]),
        call(_ARRAY, 0.5),
        bad=call(1),
        name="sum_of",
    ),
    row(
        reducible,
        _reducible,
        call(_ARRAY),
        call([1]),
        bad=call(1),
        effect=True,
        returns="same",
    ),
    sharing(
        _chosen(min),
        _one_of,
        call(_ARRAY, [1, 0, 2]),
        call([], [], default=None),
        bad=call([], []),
        name="minimum_by_key",
    ),
    sharing(
        _chosen(max),
        _one_of,
        call(_ARRAY, [1, 0, 2]),
        call([], [], default=None),
        bad=call([], []),
        name="maximum_by_key",
    ),
    row(
        order_of,
        _order,
        call([1, 2.0]),
        call(_ARRAY, True),
        bad=call([1, "a"]),
    ),
    sharing(
        sorted_by_key,
        _sorted,
        call([1, 2.0], [1, 0]),
        call([1, 2], [1, 0], True),
        bad=call([1, 2], [1, "a"]),
    ),
    sharing(group_by_key, _groups, call([1, 2, 3], [1, 1, 0]), bad=call(1, 2)),
    _iterator(itertools.chain, _joined, call(_ARRAY, [1]), call([1], times=2)),
    _iterator(itertools.islice, _same, call(_ARRAY, 2), call(_ARRAY, "a")),
    _iterator(itertools.compress, _same, call(_ARRAY, [1, 0, 1]), call(1, 2)),
    _iterator(itertools.cycle, _same, call(_ARRAY), call(1)),
    _iterator(itertools.tee, _copies, call(_ARRAY), call(_ARRAY, -1)),
    _iterator(itertools.pairwise, _pairs, call(_ARRAY), call(1)),
    _iterator(itertools.product, _product, call(_ARRAY, [1]), call(1)),
    _iterator(
        itertools.zip_longest,
        _longest,
        call(_ARRAY, [1]),
        call([1], [2], fillvalue=0),
        call(1),
    ),
    _iterator(itertools.combinations, _chosen_from, call(_ARRAY, 2), call(_ARRAY, "a")),
    _iterator(
        itertools.combinations_with_replacement,
        _chosen_from,
        call(_ARRAY, 2),
        call(_ARRAY, "a"),
    ),
    _iterator(itertools.permutations, _chosen_from, call(_ARRAY, 2), call(_ARRAY, "a")),
    _iterator(
        itertools.accumulate,
        _sums,
        call(_ARRAY),
        call(1),
        barred=taking(1, "initial"),
    ),
    _iterator(batched, _batches, call(_ARRAY, 2), call(_ARRAY, 0)),
    _iterator(itertools.count, _counted, call(1, 0.5), call("a")),
    _iterator(itertools.repeat, _repeated, call(1.5, 2), call(1, "a")),
)
