"""What operations that are not elementwise become over values in blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.blocks.driver import Driver, Handler, filled, held
from runtime.blocks.reducing import Called, Reduced, Reduction, Scanned
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.blocks.values import Broadcast, Deferred, Held
from runtime.blocks.windows import Joined, Sliced, Transposed, Updated
from runtime.ops import OPS
from runtime.types import Array, NumpyScalar, Type

HANDLERS: dict[str, Handler] = {}
"""By the name of a row what makes its value: it takes the driver, and the operands."""


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Enter a function under the names of rows."""

    def enter(handler: Handler) -> Handler:
        def checked(driver: Driver, *args: Any, **kwargs: Any) -> Any:
            try:
                return handler(driver, *args, **kwargs)
            except TypeError as error:
                if error.__traceback__ and error.__traceback__.tb_next is None:
                    raise Unsuited("an option has no form over blocks", COMPUTE) from None
                raise

        for name in names:
            HANDLERS[name] = checked
        return handler

    return enter


def like(of: Deferred, shape: Sequence[int], single: bool = False) -> Type:
    """Return the type of a part of an array."""
    return NumpyScalar(of.dtype) if single else Array(of.dtype, tuple(shape))


def axes_of(axis: Any, rank: int) -> tuple[int, ...]:
    """Return axes, all for None, counted from the first one."""
    if axis is None:
        return tuple(range(rank))
    asked = axis if isinstance(axis, tuple) else (axis,)
    return tuple(sorted(np.lib.array_utils.normalize_axis_tuple(asked, rank)))


# Reductions.


def reduced(name: str) -> Handler:
    """Return the handler of a reduction."""

    def handler(
        driver: Driver, a: Any, axis: Any = None, dtype: Any = None, out: Any = None,
        keepdims: Any = False, ddof: Any = 0,
    ) -> Any:
        if out is not None:
            raise Unsuited("out= has no form over blocks", "leave out=")
        a = held(a)
        options: dict[str, Any] = {"keepdims": keepdims}
        if name in ("sum", "prod", "mean", "var", "std"):
            options["dtype"] = dtype
        if name in ("var", "std"):
            options["ddof"] = ddof
        return reduction(a, name, axis, options)

    return handler


def reduction(a: Deferred, name: str, axis: Any, options: dict[str, Any]) -> Any:
    """Return an array reduced along some axes."""
    function = getattr(np, name)
    if 0 in a.shape:  # NumPy knows what becomes of nothing, and it takes no time
        return function(stand_in(a), axis=axis, **options)
    keepdims = bool(options["keepdims"])
    ones = np.ones((1,) * len(a.shape), a.dtype)
    tested = function(ones if a.shape else a.dtype.type(1), axis=axis, **options)
    axes = axes_of(axis, len(a.shape))
    if options.get("dtype") is not None and np.dtype(options["dtype"]) != tested.dtype:
        raise Unsuited(f"dtype={options['dtype']} is not that of the result", COMPUTE)
    if name in ("mean", "var", "std") and options.get("dtype") is not None:
        raise Unsuited("dtype= of a mean has no form over blocks", "use .astype first")
    kept = [1 if at in axes else n for at, n in enumerate(a.shape)]
    shape = tuple(n for at, n in enumerate(kept) if keepdims or at not in axes)
    single = not shape
    if name in ("argmax", "argmin") and axis is None and keepdims:
        shape = (1,) * len(a.shape)
    of = NumpyScalar(tested.dtype) if single else Array(tested.dtype, shape)
    if not axes:
        raise Unsuited("a reduction along no axis has no form over blocks", COMPUTE)
    how = Reduction(
        name, axes, keepdims, tested.dtype, a.shape, options.get("ddof", 0), single
    )
    return Reduced(of, shape, a, how)


for _name in ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin"):
    handles(_name)(reduced(_name))
for _name in ("mean", "var", "std"):
    handles(_name, f"array_{_name}")(reduced(_name))


@handles("ptp")
def _ptp(driver: Driver, a: Any, axis: Any = None) -> Any:
    high, low = (reduction(a, each, axis, {"keepdims": False}) for each in ("max", "min"))
    return driver.compute("subtract", high, low)


@handles("count_nonzero")
def _count(driver: Driver, a: Any, axis: Any = None) -> Any:
    if axis is None:
        raise Unsuited("the count is a number of Python's", "write (x != 0).sum()")
    return reduction(
        driver.compute("not_equal", a, 0), "sum", axis, {"keepdims": False}
    )


@handles("norm")
def _norm(driver: Driver, x: Any, ord: Any = None, axis: Any = None) -> Any:
    if (ord is not None and not (ord == 2 and len(x.shape) == 1)) or type(axis) is tuple:
        raise Unsuited("this norm has no form over blocks", "write it as a sum")
    if x.dtype.kind not in "f":
        raise Unsuited("the norm is of no floats", "use .astype(float) first")
    squares = driver.compute("multiply", x, x)
    total = reduction(squares, "sum", axis, {"keepdims": False})
    return driver.compute("sqrt", total)


def _ufunc_reduction(ufunc: np.ufunc) -> str:
    names = {
        np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min",
    }
    if ufunc not in names:
        raise Unsuited(f"np.{ufunc.__name__}.reduce has no form over blocks", COMPUTE)
    return names[ufunc]


@handles("ufunc_reduce")
def _reduce(
    driver: Driver, ufunc: np.ufunc, a: Any, axis: Any = 0, keepdims: Any = False
) -> Any:
    name = _ufunc_reduction(ufunc)
    if name in ("sum", "prod") and a.dtype.kind not in "fc":
        raise Unsuited(f"np.{ufunc.__name__}.reduce is of no floats", f"use np.{name}")
    return reduction(a, name, axis, {"keepdims": keepdims})


def _scan(name: str, ufunc: np.ufunc) -> Handler:
    def handler(driver: Driver, a: Any, axis: Any = None) -> Any:
        return scanned(a, axis, ufunc, getattr(np, name)(np.ones(1, a.dtype)).dtype)

    return handler


def scanned(a: Deferred, axis: Any, ufunc: np.ufunc, dtype: np.dtype) -> Any:
    """Return a running reduction."""
    if axis is None and len(a.shape) != 1:
        raise Unsuited("a running sum of all elements goes through all blocks", "axis=")
    (along,) = axes_of(0 if axis is None else axis, len(a.shape))
    return Scanned(Array(dtype, a.shape), a, ufunc, along)


for _name, _ufunc in (("cumsum", np.add), ("cumprod", np.multiply)):
    handles(_name, f"array_{_name}")(_scan(_name, _ufunc))


@handles("ufunc_accumulate")
def _accumulate(driver: Driver, ufunc: np.ufunc, a: Any, axis: Any = 0) -> Any:
    if ufunc not in (np.add, np.multiply, np.maximum, np.minimum):
        raise Unsuited(f"np.{ufunc.__name__}.accumulate has no form", COMPUTE)
    return scanned(a, axis, ufunc, ufunc.accumulate(np.ones(1, a.dtype)).dtype)


# Windows, shapes and joins.


def indexed(
    driver: Driver, a: Deferred, index: Any
) -> tuple[list[range | int | None], bool]:
    """Return for each axis what a basic index takes, and whether it is all numbers."""
    parts = list(index) if type(index) is tuple else [index]
    parts = [driver.known(p) if isinstance(p, Deferred) and not p.shape else p
             for p in parts]
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
    shape = [1 if n is None else len(n) for n in index if type(n) is not int]
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
        raise IndexError(f"an index is out of bounds for axis {axis} with size {length}")
    if not places.ndim:
        index: list[range | int | None] = [range(n) for n in a.shape]
        index[axis] = int(places) % length
        return sliced(a, index, len(a.shape) == 1)
    shape = (*a.shape[:axis], len(places), *a.shape[axis + 1 :])

    def call(array: Any) -> Any:
        import dask.array as da

        return da.take(array, places, axis)

    return Called(like(a, shape), shape, (a,), call)


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
    # The value gets the axes of the array, and ascends where the slice does not.
    index_of: list[range | int | None] = []
    own = [range(n) for n in value.shape]
    missing = len(shape) - len(own)
    position = 0
    for axis, each in enumerate(ranges):
        if axis in dropped:
            index_of.append(None)
            continue
        if position < missing:
            index_of.append(None)
        else:
            part = own[position - missing]
            turned = each.step < 0 and len(part) > 1
            index_of.append(part[::-1] if turned else part)
        position += 1
    ranges = [each if each.step > 0 else each[::-1] for each in ranges]
    if not isinstance(value.type, Array):
        value = driver.compute("asarray", value)
    return Updated(a, ranges, sliced(value, index_of))


def _as(driver: Driver, value: Deferred, dtype: np.dtype) -> Deferred:
    if isinstance(value, Held):
        return held(np.asarray(value.value, dtype)[()])
    return value if value.dtype == dtype else driver.compute("astype", value, dtype)


@handles("array_copy", "copy", "asarray", "asanyarray", "ascontiguousarray",
         "check_bound", "watched", "stop_gradient", "refine", "array")
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
    asked = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = len(a.shape) + len(asked)
    new = np.lib.array_utils.normalize_axis_tuple(asked, rank)
    own = iter(map(range, a.shape))
    return sliced(a, [None if at in new else next(own) for at in range(rank)])


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
        value = held(np.asarray(value.value)[()])  # type: ignore[attr-defined]
    shape = np.shape(like_) if not isinstance(like_, Deferred) else like_.shape
    return value if value.shape == shape else _broadcast_to(driver, value, shape)


@handles("sum_to")
def _sum_to(driver: Driver, value: Any, like_: Any) -> Any:
    value, shape = held(value), held(like_).shape
    extra = len(value.shape) - len(shape)
    axes = [at for at in range(len(value.shape))
            if at < extra or (shape[at - extra] == 1 and value.shape[at] != 1)]
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
    return sliced(a, [range(n)[::-1] if at in axes else range(n)
                      for at, n in enumerate(a.shape)])


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
        zip(*np.broadcast_arrays(shift, axis), strict=True) if several else [(shift, axis)]
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
    return joined([_expand_dims(driver, each, axis) for each in arrays], axis)


def _arrayed(driver: Driver, value: Any) -> Deferred:
    value = held(value)
    if isinstance(value.type, Array):
        return value
    return driver.compute("asarray", value)


@handles("vstack")
def _vstack(driver: Driver, tup: Any) -> Any:
    arrays = [_arrayed(driver, each) for each in tup]
    return joined([sliced(a, [None, range(a.shape[0])]) if len(a.shape) == 1 else a
                   for a in arrays], 0)


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


# What Dask does itself.


def daskal(name: str) -> Handler:
    """Return the handler of a product, which Dask has as well."""

    def handler(driver: Driver, *args: Any, **kwargs: Any) -> Any:
        values = [held(each) for each in args if not isinstance(each, (str, tuple, int))]
        called = [stand_in_small(each) for each in values]
        del called
        import dask.array as da

        rest = [each for each in args if isinstance(each, (str, tuple, int))]
        text = [each for each in rest if isinstance(each, str)]
        more = [each for each in rest if not isinstance(each, str)]

        def call(*given: Any) -> Any:
            return getattr(da, name)(*text, *given, *more, **kwargs)

        stood = [
            da.zeros(each.shape, dtype=each.dtype, chunks=each.shape or ())
            for each in values
        ]
        made = call(*stood)
        dtype = getattr(np, name)(
            *text, *[np.ones((1,) * len(v.shape), v.dtype) for v in values], *more,
            **kwargs,
        ).dtype
        of = Array(dtype, made.shape) if made.shape else NumpyScalar(dtype)
        return Called(of, made.shape, values, call)

    return handler


def stand_in_small(value: Deferred) -> Any:
    """Return an array of one element with the type of a value."""
    if value.dtype.kind not in "biufc":
        raise Unsuited(f"a product of {value.dtype} has no form", COMPUTE)
    return value


for _name in ("matmul", "dot", "outer", "tensordot", "einsum", "vdot"):
    handles(_name)(daskal(_name))


@handles("check_packed")
def _check_packed(driver: Driver, *arrays: Any) -> None:
    return None


@handles("check_apart")
def _check_apart(driver: Driver, written: Any, *others: Any) -> None:
    names = [each.array.name for each in (*written, *others)
             if isinstance(each, Deferred)]
    if len(set(names)) < len(names):
        raise Unsuited("an array that is written is passed twice", "pass a copy")


@handles("copyto")
def _copyto(driver: Driver, target: Any, value: Any) -> None:
    if isinstance(target, Deferred):
        driver.changed.append((target, held(value)))
    else:
        np.copyto(target, driver.known(value))


def _of_type(name: str) -> Handler:
    def handler(driver: Driver, a: Any, *args: Any) -> Any:
        return OPS[name].kernel(stand_in(a) if isinstance(a, Deferred) else a, *args)

    return handler


for _name in ("shape", "ndim", "size", "dimension", "iscomplexobj", "isrealobj"):
    handles(_name)(_of_type(_name))


@handles("len")
def _len(driver: Driver, a: Any) -> int:
    return len(stand_in(a)) if isinstance(a, Deferred) else len(a)


@handles("is_")
def _is(driver: Driver, a: Any, b: Any) -> bool:
    if a is None or b is None:
        return False
    raise Unsuited("which array it is has no meaning over blocks", COMPUTE)


@handles("is_not")
def _is_not(driver: Driver, a: Any, b: Any) -> bool:
    return not _is(driver, a, b)

