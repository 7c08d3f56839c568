"""Other shapes, joins and arrays of one number over values in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.blocks.block_parts import expanded, sliced
from runtime.blocks.block_reductions import reduction
from runtime.blocks.deferred import Broadcast, Deferred
from runtime.blocks.driver import Driver
from runtime.blocks.handling import axes_of, handles, like
from runtime.blocks.operand_kinds import filled, held
from runtime.blocks.reducing import Called
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.blocks.windows import Joined
from runtime.types import Array, NumpyScalar


@handles("reshape")
def _reshape(driver: Driver, a: Any, shape: Any, order: Any = "C") -> Any:
    if order != "C" or 0 in a.shape:
        raise Unsuited("this reshape has no form over blocks", COMPUTE)
    asked = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    asked = tuple(int(driver.known_in(each)) for each in asked)
    now = stand_in(a)
    if now.size != abs(int(np.prod(asked, dtype=object))) and -1 not in asked:
        raise ValueError(f"cannot reshape array of size {now.size} into shape {asked}")
    if -1 in asked:
        rest = -int(np.prod(asked, dtype=object))
        if rest <= 0 or now.size % rest:
            raise ValueError(
                f"cannot reshape array of size {now.size} into shape {asked}"
            )
        asked = tuple(now.size // rest if each == -1 else each for each in asked)
    if asked == a.shape:
        return a

    def call(array: Any) -> Any:
        return array.reshape(asked)

    return Called(like(a, asked), asked, (held(a),), call)


@handles("array_reshape")
def _array_reshape(driver: Driver, a: Any, *shape: Any) -> Any:
    one = len(shape) == 1 and isinstance(shape[0], (tuple, list))
    return _reshape(driver, a, shape[0] if one else shape)


@handles("ravel", "array_flatten")
def _ravel(driver: Driver, a: Any) -> Any:
    return _reshape(driver, a, -1)


@handles("broadcast_to")
def _broadcast_to(driver: Driver, a: Any, shape: Any) -> Any:
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if np.broadcast_shapes(a.shape, shape) != shape:
        np.broadcast_to(stand_in(a), shape)
    return Broadcast(like(a, shape), shape, (a,))


@handles("spread")
def _spread(driver: Driver, value: Any, like_: Any) -> Any:
    value = held(value)
    if not isinstance(value.type, (Array, NumpyScalar)):
        value = held(np.asarray(value.value)[()])
    shape = np.shape(like_) if not isinstance(like_, Deferred) else like_.shape
    return value if value.shape == shape else _broadcast_to(driver, value, shape)


@handles("sum_to")
def _sum_to(driver: Driver, value: Any, like_: Any) -> Any:
    value, shape = held(value), held(like_).shape
    extra = len(value.shape) - len(shape)
    axes = [
        at
        for at in range(len(value.shape))
        if at < extra or (shape[at - extra] == 1 and value.shape[at] != 1)
    ]
    if not axes:
        return value
    if value.dtype.kind not in "fc":
        raise Unsuited("a sum of no floats has no form here", COMPUTE)
    made = reduction(value, "sum", tuple(axes), {"keepdims": True})
    index: list[range | int | None] = [0] * extra
    return sliced(made, [*index, *map(range, made.shape[extra:])], not shape)


def flipped(a: Deferred, axis: Any) -> Deferred:
    """Return an array with its items along some axes in reverse."""
    axes = axes_of(axis, len(a.shape))
    return sliced(
        a, [range(n)[::-1] if at in axes else range(n) for at, n in enumerate(a.shape)]
    )


@handles("flip")
def _flip(driver: Driver, m: Any, axis: Any = None) -> Any:
    return flipped(m, axis)


@handles("fliplr")
def _fliplr(driver: Driver, m: Any) -> Any:
    return flipped(m, 1)


@handles("flipud")
def _flipud(driver: Driver, m: Any) -> Any:
    return flipped(m, 0)


@handles("roll")
def _roll(driver: Driver, a: Any, shift: Any, axis: Any = None) -> Any:
    if axis is None and len(a.shape) != 1:
        raise Unsuited("rolling all elements goes through all blocks", "give axis=")
    axis = 0 if axis is None else axis
    shift = driver.known_in(shift)
    several = isinstance(axis, tuple)
    for by, along in (
        zip(*np.broadcast_arrays(shift, axis), strict=True)
        if several
        else [(shift, axis)]
    ):
        (at,) = axes_of(int(along), len(a.shape))
        length = a.shape[at]
        by = int(by) % length if length else 0
        if by:
            parts = range(length - by, length), range(length - by)
            pieces = [
                sliced(a, [p if n == at else range(m) for n, m in enumerate(a.shape)])
                for p in parts
            ]
            a = joined(pieces, at)
    return a


def joined(arrays: Sequence[Any], axis: int) -> Deferred:
    """Return arrays one after the other."""
    given = [held(each) for each in arrays]
    stood = [np.empty((0,) * len(each.shape), each.dtype) for each in given]
    dtype = np.concatenate(stood, axis).dtype
    (at,) = axes_of(axis, len(given[0].shape))
    shapes = {(*one.shape[:at], *one.shape[at + 1 :]) for one in given}
    if len(shapes) > 1:
        np.concatenate([stand_in(each) for each in given], axis)  # raises
    lengths = list(given[0].shape)
    lengths[at] = sum(each.shape[at] for each in given)
    shape = tuple(lengths)
    return Joined(Array(dtype, shape), shape, given, at)


@handles("concatenate")
def _concatenate(driver: Driver, arrays: Any, axis: Any = 0) -> Any:
    if isinstance(arrays, Deferred) or axis is None:
        raise Unsuited("this join has no form over blocks", "pass a list, and axis=")
    return joined(arrays, axis)


@handles("stack")
def _stack(driver: Driver, arrays: Any, axis: Any = 0) -> Any:
    if isinstance(arrays, Deferred):
        raise Unsuited("the items of an array in blocks are asked for", "pass a list")
    arrays = [_arrayed(driver, each) for each in arrays]
    return joined([expanded(each, axis) for each in arrays], axis)


def _arrayed(driver: Driver, value: Any) -> Deferred:
    known = held(value)
    if isinstance(known.type, Array):
        return known
    return driver.compute("asarray", known)


@handles("vstack")
def _vstack(driver: Driver, tup: Any) -> Any:
    arrays = [_arrayed(driver, each) for each in tup]
    return joined(
        [
            sliced(a, [None, range(a.shape[0])]) if len(a.shape) == 1 else a
            for a in arrays
        ],
        0,
    )


@handles("hstack")
def _hstack(driver: Driver, tup: Any) -> Any:
    arrays = [_arrayed(driver, each) for each in tup]
    return joined(arrays, 0 if len(arrays[0].shape) == 1 else 1)


@handles("diff")
def _diff(driver: Driver, a: Any, n: Any = 1, axis: Any = -1) -> Any:
    (at,) = axes_of(axis, len(a.shape))
    for _ in range(n):
        parts = range(1, a.shape[at]), range(max(a.shape[at] - 1, 0))
        high, low = (
            sliced(a, [p if k == at else range(m) for k, m in enumerate(a.shape)])
            for p in parts
        )
        a = driver.compute("not_equal" if a.dtype == bool else "subtract", high, low)
    return a


@handles("zeros_like", "empty_like", "zero_of")
def _zeros_like(driver: Driver, a: Any, dtype: Any = None) -> Any:
    return _full_like(driver, a, 0, dtype)


@handles("ones_like", "one_of")
def _ones_like(driver: Driver, a: Any, dtype: Any = None) -> Any:
    return _full_like(driver, a, 1, dtype)


@handles("full_like")
def _full_like(driver: Driver, a: Any, fill_value: Any, dtype: Any = None) -> Any:
    if not isinstance(a, Deferred):
        return np.full_like(a, driver.known_in(fill_value), dtype)
    dtype = a.dtype if dtype is None else np.dtype(dtype)
    return filled(Array(dtype, a.shape), fill_value)
