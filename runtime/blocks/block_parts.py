"""Indexes, and axes in another order, over values in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred, Held
from runtime.blocks.driver import Driver
from runtime.blocks.handling import axes_of, handles, like
from runtime.blocks.operand_kinds import held
from runtime.blocks.reducing import Called
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.blocks.windows import Sliced, Transposed, Updated
from runtime.ops import OPS
from runtime.types import Array


def indexed(
    driver: Driver, a: Deferred, index: Any
) -> tuple[list[range | int | None], bool]:
    """Return for each axis what a basic index takes, and whether it is all numbers."""
    parts = list(index) if type(index) is tuple else [index]
    parts = [
        driver.known(p) if isinstance(p, Deferred) and not p.shape else p for p in parts
    ]
    parts = [driver.known_in(p) if type(p) is slice else p for p in parts]
    for each in parts:
        basic = each is None or each is Ellipsis or type(each) in (slice, int)
        if not (basic or isinstance(each, np.integer)):
            raise Unsuited(
                "the length of what a mask or an array of indexes takes is not known "
                "before it runs",
                "keep the shape: np.where(mask, x, 0).sum(), or take slices",
            )
    taking = sum(each is not None and each is not Ellipsis for each in parts)
    dots = [at for at, each in enumerate(parts) if each is Ellipsis]
    rest = [slice(None)] * (len(a.shape) - taking)
    single = not dots
    if dots:
        parts[dots[0] : dots[0] + 1] = rest
    else:
        parts += rest
    found: list[range | int | None] = []
    axis = 0
    for each in parts:
        if each is None:
            found.append(None)
            single = False
            continue
        length = a.shape[axis]
        if type(each) is slice:
            found.append(range(*each.indices(length)))
            single = False
        else:
            at = int(each)
            if not -length <= at < length:
                raise IndexError(
                    f"index {at} is out of bounds for axis {axis} with size {length}"
                )
            found.append(at % length)
        axis += 1
    return found, single


@handles("getitem")
def _getitem(driver: Driver, a: Any, index: Any) -> Any:
    if not isinstance(a, Deferred):
        if type(a) in (list, tuple, dict):
            return a[driver.known_in(index)]
        if isinstance(index, Deferred) and not index.shape:
            return a[driver.known(index)]
        raise Unsuited("an index in blocks has no form", COMPUTE)
    if isinstance(index, (list, np.ndarray)):
        return taken(driver, a, index, 0)
    found, single = indexed(driver, a, index)
    return sliced(a, found, single)


def sliced(
    a: Deferred, index: Sequence[range | int | None], single: bool = False
) -> Deferred:
    """Return a part of an array."""
    shape = [1 if n is None else len(n) for n in index if not isinstance(n, int)]
    return Sliced(like(a, shape, single), a, index)


@handles("take")
def _take(driver: Driver, a: Any, indices: Any, axis: Any = None) -> Any:
    if axis is None and len(a.shape) > 1:
        raise Unsuited("taking from all elements goes through all blocks", "axis=")
    return taken(driver, held(a), indices, 0 if axis is None else axis)


def taken(driver: Driver, a: Deferred, indices: Any, axis: int) -> Deferred:
    """Return items along an axis, by indexes that are there."""
    if isinstance(indices, Deferred):
        if indices.shape:
            raise Unsuited("the indexes are in blocks", COMPUTE)
        indices = driver.known(indices)
    places = np.asarray(indices)
    if places.dtype.kind not in "iu" or places.ndim > 1:
        raise Unsuited("what a mask takes is not known before it runs", "use np.where")
    length = a.shape[axis]
    if places.size and not (-length <= places.min() and places.max() < length):
        raise IndexError(
            f"an index is out of bounds for axis {axis} with size {length}"
        )
    if not places.ndim:
        index: list[range | int | None] = [range(n) for n in a.shape]
        index[axis] = int(places) % length
        return sliced(a, index, len(a.shape) == 1)
    shape = (*a.shape[:axis], len(places), *a.shape[axis + 1 :])

    def call(array: Any) -> Any:
        import dask.array as da

        return da.take(array, places, axis)

    return Called(like(a, shape), shape, (a,), call)


@handles("index_add")
def _index_add(driver: Driver, a: Any, index: Any, value: Any) -> Any:
    a = held(a)
    found, single = indexed(driver, a, index)
    if None in found:
        raise Unsuited("a new axis is added to", "leave out None")
    total = driver.compute("add", sliced(a, found, single), value)
    return _updated(driver, a, index, _as(driver, total, a.dtype))


@handles("updated")
def _updated(driver: Driver, a: Any, index: Any, value: Any) -> Any:
    if not isinstance(a, Deferred) and not isinstance(value, Deferred):
        return OPS["updated"].kernel(a, driver.known_in(index), value)
    a, value = held(a), held(value)
    if isinstance(index, Deferred) and index.dtype == bool and index.shape == a.shape:
        if value.shape:
            raise Unsuited("what a mask takes is not known before it runs", "np.where")
        return driver.compute("where", index, _as(driver, value, a.dtype), a)
    found, _ = indexed(driver, a, index)
    if None in found:
        raise Unsuited("a new axis is written to", "leave out None")
    ranges, dropped = [], []
    for axis, each in enumerate(found):
        if isinstance(each, int):
            dropped.append(axis)
            each = range(each, each + 1)
        assert isinstance(each, range)
        ranges.append(each)
    shape = [len(each) for axis, each in enumerate(ranges) if axis not in dropped]
    extra = len(value.shape) - len(shape)
    if extra > 0 and set(value.shape[:extra]) == {1}:
        ones: list[range | int | None] = [0] * extra
        value = sliced(value, [*ones, *map(range, value.shape[extra:])])
    if np.broadcast_shapes(tuple(shape), value.shape) != tuple(shape):
        np.broadcast_to(stand_in(value), shape)  # raises, as NumPy does
    if 0 in shape:
        return a
    value = _assigned(driver, value, a.dtype)
    index_of = _placed(value, ranges, dropped)
    ascending = [each if each.step > 0 else each[::-1] for each in ranges]
    return Updated(a, ascending, sliced(value, index_of))


def _assigned(driver: Driver, value: Deferred, dtype: np.dtype) -> Deferred:
    """Return a value that is written, as an array."""
    if isinstance(value, Held) and not value.shape:
        one = np.empty(1, dtype)
        one[0] = value.value  # raises, as NumPy does
        return held(one[:1].reshape(()))
    if not isinstance(value.type, Array):
        return driver.compute("asarray", value)
    return value


def _placed(
    value: Deferred, ranges: Sequence[range], dropped: Sequence[int]
) -> list[range | int | None]:
    """Return the index that gives a value the axes of the array it is written to.

    It ascends where the slice of the array does not.
    """
    found: list[range | int | None] = []
    own = [range(n) for n in value.shape]
    missing = len(ranges) - len(dropped) - len(own)
    position = 0
    for axis, each in enumerate(ranges):
        if axis in dropped:
            found.append(None)
            continue
        if position < missing:
            found.append(None)
        else:
            part = own[position - missing]
            turned = each.step < 0 and len(part) > 1
            found.append(part[::-1] if turned else part)
        position += 1
    return found


def _as(driver: Driver, value: Deferred, dtype: np.dtype) -> Deferred:
    if isinstance(value, Held):
        return held(np.asarray(value.value, dtype)[()])
    return value if value.dtype == dtype else driver.compute("astype", value, dtype)


@handles(
    "array_copy",
    "copy",
    "asarray",
    "asanyarray",
    "ascontiguousarray",
    "check_bound",
    "watched",
    "stop_gradient",
    "refine",
    "array",
)
def _same(driver: Driver, a: Any, *_: Any, dtype: Any = None, **__: Any) -> Any:
    if not isinstance(a, Deferred):
        raise Unsuited("an array is made of a list with blocks", "use np.stack")
    if dtype is not None and np.dtype(dtype) != a.dtype:
        return driver.compute("astype", a, np.dtype(dtype))
    return a


@handles("transpose")
def _transpose(driver: Driver, a: Any, axes: Any = None) -> Any:
    return transposed(a, range(len(a.shape))[::-1] if axes is None else axes)


def transposed(a: Deferred, axes: Sequence[int]) -> Deferred:
    """Return an array with its axes in another order."""
    order = np.lib.array_utils.normalize_axis_tuple(tuple(axes), len(a.shape))
    return Transposed(like(a, [a.shape[each] for each in order]), a, order)


@handles("array_transpose", "T")
def _array_transpose(driver: Driver, a: Any, *axes: Any) -> Any:
    given = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    return _transpose(driver, a, given or None)


@handles("matrix_transpose", "mT")
def _matrix_transpose(driver: Driver, a: Any) -> Any:
    return _swapaxes(driver, a, -1, -2)


@handles("swapaxes")
def _swapaxes(driver: Driver, a: Any, axis1: int, axis2: int) -> Any:
    order = list(range(len(a.shape)))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return transposed(a, order)


@handles("moveaxis")
def _moveaxis(driver: Driver, a: Any, source: Any, destination: Any) -> Any:
    order = np.moveaxis(np.zeros(range(2, 2 + len(a.shape))), source, destination)
    return transposed(a, [each - 2 for each in order.shape])


@handles("squeeze")
def _squeeze(driver: Driver, a: Any, axis: Any = None) -> Any:
    ones = [at for at, n in enumerate(a.shape) if n == 1]
    asked = ones if axis is None else axes_of(axis, len(a.shape))
    if any(a.shape[each] != 1 for each in asked):
        np.squeeze(stand_in(a), axis)
    return sliced(a, [0 if at in asked else range(n) for at, n in enumerate(a.shape)])


@handles("expand_dims")
def _expand_dims(driver: Driver, a: Any, axis: Any) -> Any:
    return expanded(a, axis)


def expanded(a: Deferred, axis: Any) -> Deferred:
    """Return an array with new axes."""
    asked = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = len(a.shape) + len(asked)
    new = np.lib.array_utils.normalize_axis_tuple(asked, rank)
    own = iter(map(range, a.shape))
    return sliced(a, [None if at in new else next(own) for at in range(rank)])
