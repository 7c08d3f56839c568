"""Reductions: sums, means, extremes and similar, over some axes or all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from runtime.ops.arrays import Out, array_rule, function_row, method_row, present
from runtime.ops.dimensions import broadcast, size_of, with_axis
from runtime.ops.operands import (
    BOOLEAN,
    FLOAT64,
    INTP,
    Number,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    floating,
    numeric,
    operand,
    real_part,
    tuple_of,
)
from runtime.ops.options import axis_argument, dtype_argument, given, is_symbolic
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.ops.ufuncs import reduced, reduction_dtype
from runtime.types import Shape, Type, type_of

DtypeRule = Callable[[np.dtype], np.dtype]


def _total(ufunc: np.ufunc) -> Rule:
    """Return the rule of a sum or product."""

    def rule(
        a: Number,
        axis: Any = None,
        dtype: Any = None,
        out: Out = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Type:
        shape = _masked(reduced(a.shape, axis, keepdims), a, where)
        return array_or_scalar(reduction_dtype(ufunc, a.dtype, dtype), shape)

    return rule


def _masked(shape: Shape, one: Operand, where: Any) -> Shape:
    """Return the shape, or raise `Unsure` if the mask may add dimensions."""
    if where is True:
        return shape
    mask = operand(where).shape
    if mask is None or one.shape is None or len(mask) > len(one.shape):
        raise Unsure("a mask of more dimensions")
    return shape


def _mean(dtype_of: DtypeRule) -> Rule:
    """Return the rule of a mean, a standard deviation or a variance."""

    def rule(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Out = None,
        *,
        keepdims: Any = False,
        where: Any = True,
        ddof: Any = 0,
        mean: Any = None,
        correction: Any = None,
    ) -> Type:
        if mean is not None:
            raise Unsure("a mean that may add dimensions")
        one = operand(a)
        numeric(one)
        found = dtype_of(one.dtype)
        if given(dtype):
            found = dtype_argument(dtype, found)
            if found.kind not in "f" or one.dtype.kind == "c":
                raise Unsure("a mean in another kind of number")
        shape = _masked(reduced(one.shape, axis, keepdims), one, where)
        return array_or_scalar(found, shape)

    return rule


def _spread(dtype: np.dtype) -> np.dtype:
    return real_part(floating(dtype))


def _extreme(dtype_of: DtypeRule) -> Rule:
    """Return the rule of a minimum, a maximum, or a test of all elements."""

    def rule(
        a: Number,
        axis: Any = None,
        out: Out = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Type:
        shape = _masked(reduced(a.shape, axis, keepdims), a, where)
        return array_or_scalar(dtype_of(a.dtype), shape)

    return rule


def _same(dtype: np.dtype) -> np.dtype:
    return dtype


def _difference(dtype: np.dtype) -> np.dtype:
    return reduction_dtype(np.subtract, dtype)


def _truth(dtype: np.dtype) -> np.dtype:
    return BOOLEAN


def _position(
    a: Number, axis: Any = None, out: Out = None, *, keepdims: Any = False
) -> Type:
    """Return the type of the index of an extreme: along an axis, or over all."""
    if isinstance(axis, (list, tuple)):
        raise TypeFailure("an axis, not several")
    return array_or_scalar(INTP, reduced(a.shape, axis, keepdims))


def _running(ufunc: np.ufunc) -> Rule:
    """Return the rule of a cumulative sum or product."""

    def rule(a: Number, axis: Any = None, dtype: Any = None, out: Out = None) -> Type:
        result = reduction_dtype(ufunc, a.dtype, dtype)
        if not given(axis):
            return array(result, (size_of(a.shape),))
        if a.rank is not None:
            axis_argument(axis, max(a.rank, 1))
        if a.shape is None:
            raise Unsure("a number becomes a vector")
        return array(result, a.shape or (1,))

    return rule


def _array_api_running(ufunc: np.ufunc) -> Rule:
    """Return the rule of ``cumulative_sum`` or ``cumulative_prod``."""

    def rule(
        x: Number,
        /,
        *,
        axis: Any = None,
        dtype: Any = None,
        out: Out = None,
        include_initial: Any = False,
    ) -> Type:
        if x.shape is None or x.shape == ():
            raise Unsure("a number becomes a vector")
        if axis is None and len(x.shape) != 1:
            raise TypeFailure("an axis is needed")
        place = axis_argument(0 if axis is None else axis, len(x.shape))
        shape: Shape = x.shape
        if include_initial is not False:
            length = None if place is None else x.shape[place]
            longer = (
                None if length is None or include_initial is not True else length + 1
            )
            shape = with_axis(x.shape, place, longer)
        return array(reduction_dtype(ufunc, x.dtype, dtype), shape)

    return rule


def _median(
    a: Number,
    axis: Any = None,
    out: Out = None,
    overwrite_input: Any = False,
    keepdims: Any = False,
) -> Type:
    if a.shape == () and keepdims is not False:
        raise Unsure("a number kept an array")
    return array_or_scalar(floating(a.dtype), reduced(a.shape, axis, keepdims))


@array_rule
def _percentile(
    a: Operand,
    q: Operand,
    axis: Any = None,
    out: Out = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
) -> Type:
    if method != "linear" or weights is not None:
        raise Unsure("another method may keep the dtype")
    if a.dtype.kind not in "iuf" or q.dtype.kind not in "iuf":
        raise Unsure("percentiles of other numbers")
    dtype = floating(a.dtype)
    if dtype.itemsize > 8 or q.dtype.itemsize > 8:
        raise Unsure("long double")
    if dtype != FLOAT64 and not (q.weak is float or q.weak is int):
        raise Unsure("the dtype of the percentile may widen")
    shape = reduced(a.shape, axis, keepdims)
    if a.shape == () and keepdims is not False:
        raise Unsure("a number kept an array")
    if shape is None or q.shape is None:
        return array_or_scalar(dtype, None)
    return array_or_scalar(dtype, q.shape + shape)


def _nan_percentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, *options: Any, **more: Any
) -> Type:
    """Return the type of a percentile that ignores NaN: one NaN for an empty array."""
    if operand(q).shape != () and not size_of(operand(a).shape):
        raise Unsure("an array that may be empty")
    return _percentile(a, q, axis, out, *options, **more)


def _average(
    a: Number,
    axis: Any = None,
    weights: Any = None,
    returned: Any = False,
    *,
    keepdims: Any = False,
) -> Type:
    dtype = floating(a.dtype)
    shape = reduced(a.shape, axis, keepdims)
    if weights is not None:
        given = operand(weights)
        numeric(given)
        dtype = np.result_type(
            a.dtype, given.dtype, *((FLOAT64,) if a.dtype.kind in "biu" else ())
        )
        if axis is None and a.shape is not None and given.shape is not None:
            broadcast(a.shape, given.shape)
        if a.shape == () or given.shape == ():
            raise Unsure("weights of a number")
        if dtype.itemsize == 2:
            raise Unsure("a sum of half precision")
    average = array_or_scalar(dtype, shape)
    if returned is False:
        return average
    if returned is not True or weights is not None:
        raise Unsure("a result that may be a tuple")
    return tuple_of([average, average])


_COUNT = type_of(np.count_nonzero(()))  # a Python int in older versions of NumPy


def _count_nonzero(a: Operand, axis: Any = None, *, keepdims: Any = False) -> Type:
    if axis is None and keepdims is False:
        return _COUNT
    if a.shape == () or is_symbolic(axis):
        raise Unsure("an axis of a number")
    return array_or_scalar(INTP, reduced(a.shape, axis, keepdims))


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_INTEGERS = np.array([[1, 2, 3], [4, 5, 6]], np.int8)
_MASK = np.array([[True, False, True], [False, False, True]])

_ALL_ROUND = (
    call(_MATRIX),
    call(_MATRIX, axis=0),
    call(_MATRIX, axis=-1, keepdims=True),
    call(_INTEGERS),
)
_SEVERAL = (*_ALL_ROUND, call(_MATRIX, (0, 1)), call(_MASK, 1))
_RUNNING = (call(_MATRIX), call(_INTEGERS, 1), call(_MATRIX, axis=0, dtype=np.float32))
_RUNNING_API = (call(_MATRIX[0]), call(_INTEGERS, axis=1, include_initial=True))
_AT_HALF = (call(_MATRIX, 0.5), call(_INTEGERS, [0.25, 0.5], axis=1))
_NO_AXIS = call(_MATRIX, axis=5)
_NO_AXIS_HALF = call(_MATRIX, 0.5, axis=5)


_reduction = partial(function_row, bad=_NO_AXIS)
# A row of its own where the function warns from NumPy's code, and the method does not.
_method = partial(method_row, bad=_NO_AXIS)

ROWS: tuple[Row, ...] = (
    _reduction(np.sum, _total(np.add), *_SEVERAL, method="sum"),
    _reduction(np.prod, _total(np.multiply), *_SEVERAL, method="prod"),
    _reduction(np.nansum, _total(np.add), *_SEVERAL),
    _reduction(np.nanprod, _total(np.multiply), *_SEVERAL),
    _reduction(np.mean, _mean(floating), *_SEVERAL, call(_MATRIX, where=_MASK)),
    _reduction(np.std, _mean(_spread), *_SEVERAL, call(_MATRIX, where=_MASK)),
    _reduction(np.var, _mean(_spread), *_SEVERAL),
    _method("mean", _mean(floating), *_SEVERAL),
    _method("std", _mean(_spread), *_SEVERAL),
    _method("var", _mean(_spread), *_SEVERAL),
    _reduction(np.nanmean, _mean(floating), *_SEVERAL),
    _reduction(np.nanstd, _mean(_spread), *_SEVERAL),
    _reduction(np.nanvar, _mean(_spread), *_SEVERAL),
    _reduction(np.min, _extreme(_same), *_SEVERAL, method="min", also=(np.amin,)),
    _reduction(np.max, _extreme(_same), *_SEVERAL, method="max", also=(np.amax,)),
    _reduction(np.nanmin, _extreme(_same), *_ALL_ROUND),
    _reduction(np.nanmax, _extreme(_same), *_ALL_ROUND),
    _reduction(np.ptp, _extreme(_difference), *_ALL_ROUND),
    _reduction(np.any, _extreme(_truth), *_SEVERAL, method="any"),
    _reduction(np.all, _extreme(_truth), *_SEVERAL, method="all"),
    _reduction(np.argmin, _position, *_ALL_ROUND, method="argmin"),
    _reduction(np.argmax, _position, *_ALL_ROUND, method="argmax"),
    _reduction(np.nanargmin, _position, *_ALL_ROUND),
    _reduction(np.nanargmax, _position, *_ALL_ROUND),
    _reduction(np.cumsum, _running(np.add), *_RUNNING),
    _reduction(np.cumprod, _running(np.multiply), *_RUNNING),
    _method("cumsum", _running(np.add), *_RUNNING),
    _method("cumprod", _running(np.multiply), *_RUNNING),
    _reduction(np.nancumsum, _running(np.add), *_RUNNING),
    _reduction(np.nancumprod, _running(np.multiply), *_RUNNING),
    *(
        _reduction(function, _array_api_running(ufunc), *_RUNNING_API)
        for name, ufunc in (("sum", np.add), ("prod", np.multiply))
        for function in present(f"cumulative_{name}")
    ),
    _reduction(np.median, _median, *_ALL_ROUND),
    _reduction(np.nanmedian, _median, *_ALL_ROUND),
    _reduction(np.quantile, _percentile, *_AT_HALF, bad=_NO_AXIS_HALF),
    _reduction(np.percentile, _percentile, *_AT_HALF, bad=_NO_AXIS_HALF),
    _reduction(np.nanquantile, _nan_percentile, *_AT_HALF, bad=_NO_AXIS_HALF),
    _reduction(np.nanpercentile, _nan_percentile, *_AT_HALF, bad=_NO_AXIS_HALF),
    function_row(
        np.average,
        _average,
        *_ALL_ROUND,
        call(_MATRIX, weights=_MATRIX),
        call(_INTEGERS, axis=1, returned=True),
        bad=_NO_AXIS,
    ),
    function_row(
        np.count_nonzero,
        _count_nonzero,
        call(_MATRIX),
        call(_MATRIX, axis=0),
        bad=_NO_AXIS,
    ),
)
