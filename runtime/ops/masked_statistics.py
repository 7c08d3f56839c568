"""The type rules of `np.ma` for statistics, sets and differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.ops.array_classes import (
    class_arrays,
    each_array,
    plain,
)
from runtime.ops.dimensions import broadcast
from runtime.ops.masked_results import (
    CONSTANT,
    SOME,
    element,
    elements_of,
    elementwise,
    like,
    masked,
    one_or_many,
    plain_options,
    shape_in,
)
from runtime.ops.operands import (
    BOOLEAN,
    FLOAT64,
    INTP,
    Unsure,
    array_or_scalar,
    operand,
)
from runtime.ops.options import dtype_argument, flag, given
from runtime.ops.ufuncs import reduced, ufunc_dtypes
from runtime.types import (
    BOOL,
    FLOAT,
    INT,
    Array,
    ClassArray,
    NumpyScalar,
    Tuple,
    Type,
    join,
    join_all,
    scalar,
)


def power(left: Any, right: Any, third: Any = None) -> Type:
    """Return the type of a power, which keeps masked elements as they were."""
    base, exponent = elements_of(left), elements_of(right)
    dtypes = ufunc_dtypes(np.power, operand(base), operand(exponent))
    shape = broadcast(base.shape, exponent.shape)
    return masked(np.result_type(base.dtype, dtypes[0]), shape)


def _statistic(
    a: Any, axis: Any = None, dtype: Any = None, *more: Any, **options: Any
) -> Type:
    """Return the type of a mean or a variance.

    That of masked numbers is divided by a count, which widens the dtype.
    """
    kept = plain_options(options)
    one = elements_of(a)
    if one.dtype.kind not in "biuf" or one.dtype.itemsize > 8:
        raise Unsure("complex numbers, or long ones")
    shape = reduced(one.shape, axis, kept.get("keepdims", False))
    candidates = {FLOAT64, dtype_argument(dtype, FLOAT64)}
    if one.dtype.kind == "f":
        candidates |= {one.dtype, np.result_type(one.dtype, np.float32)}
    found = [one_or_many(each, shape) for each in sorted(candidates, key=str)]
    return join_all(found)


def mean(a: Any, axis: Any = None, dtype: Any = None, **more: Any) -> Type:
    """Return the type of a mean, which NumPy may leave an array of no dimensions."""
    found = _statistic(a, axis, dtype, **more)
    shape = reduced(
        elements_of(a).shape, axis, plain_options(more).get("keepdims", False)
    )
    return join(found, ClassArray("MaskedArray", None, shape))


def average(
    a: Any,
    axis: Any = None,
    weights: Any = None,
    returned: Any = False,
    **options: Any,
) -> Type:
    """Return the type of a weighted mean."""
    one = elements_of(a)
    if flag(returned) or one.dtype.kind not in "biuf" or one.dtype.itemsize > 8:
        raise Unsure("a pair, or other numbers")
    if given(weights) and elements_of(weights).dtype not in (FLOAT64, INTP, BOOLEAN):
        raise Unsure("other weights")
    shape = reduced(one.shape, axis, plain_options(options).get("keepdims", False))
    dtypes = {FLOAT64, one.dtype} if one.dtype.kind == "f" else {FLOAT64}
    found = [one_or_many(each, shape) for each in sorted(dtypes, key=str)]
    return join(join_all(found), masked(FLOAT64, shape))


def median(
    a: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = False,
    keepdims: Any = False,
) -> Type:
    """Return the type of a median."""
    one = elements_of(a)
    if given(out) or one.dtype.kind not in "biuf" or one.dtype.itemsize > 8:
        raise Unsure("an array to be written, or other numbers")
    shape = reduced(one.shape, axis, keepdims)
    dtype = one.dtype if one.dtype.kind == "f" else FLOAT64
    several = join(masked(None, shape), Array(dtype, shape))
    if shape:
        return several
    return join_all([several, element(dtype), element(FLOAT64)])


def anom(a: Any, axis: Any = None, dtype: Any = None) -> Type:
    """Return the type of the differences from the mean."""
    one = elements_of(a)
    if not one.shape:
        raise Unsure("a number")
    exact = one.dtype.kind in "biu" or one.dtype == FLOAT64
    return masked(FLOAT64 if exact else None, one.shape)


def count(a: Any, axis: Any = None, keepdims: Any = False) -> Type:
    """Return the type of the number of elements that are not masked."""
    elements_of(a)
    return join(INT, array_or_scalar(INTP, None))


def trace(
    a: Any,
    offset: Any = 0,
    axis1: Any = 0,
    axis2: Any = 1,
    dtype: Any = None,
    out: Any = None,
) -> Type:
    """Return the type of a sum along a diagonal, which is a float by default."""
    if given(out):
        raise Unsure("an array to be written")
    found = plain(OPS["trace"], elements_of(a), offset, axis1, axis2)
    wanted = dtype_argument(dtype, FLOAT64)
    if wanted.kind not in "fc":
        raise Unsure("sums of integers widen")

    def with_masks_or_without(of: Array | NumpyScalar) -> Type:
        shape = shape_in(of)
        return join(masked(wanted, shape), Array(wanted, shape))

    return each_array(found, with_masks_or_without)


def cov(x: Any, *more: Any, **options: Any) -> Type:
    """Return the type of a covariance or a correlation: 1 in the first versions."""
    return join_all([SOME, CONSTANT, INT])


def unique(ar1: Any, return_index: Any = False, return_inverse: Any = False) -> Type:
    """Return the type of the different elements, and of their places."""
    one = elements_of(ar1)
    first: Type = ClassArray("MaskedArray", one.dtype, (None,))
    flags = flag(return_index) + flag(return_inverse)
    if not flags:
        return first
    return Tuple((first, *(Array(INTP, None),) * flags))


def set_operation(ar1: Any, ar2: Any, assume_unique: Any = False) -> Type:
    """Return the type of a set operation on two masked arrays."""
    first, second = elements_of(ar1), elements_of(ar2)
    dtype = np.result_type(first.dtype, second.dtype)
    return ClassArray("MaskedArray", dtype, (None,))


def difference(ar1: Any, ar2: Any, assume_unique: Any = False) -> Type:
    """Return the type of the elements of one array alone."""
    return ClassArray("MaskedArray", elements_of(ar1).dtype, (None,))


def is_in(element: Any, *more: Any, **options: Any) -> Type:
    """Return the type of the tests whether elements are in others."""
    return masked(BOOLEAN, elements_of(element).shape)


def in1d(ar1: Any, *more: Any, **options: Any) -> Type:
    """Return the type of the tests whether elements of a vector are in others."""
    if elements_of(ar1).rank != 1:
        raise Unsure("an array of another rank")
    return ClassArray("MaskedArray", BOOLEAN, (None,))


def ediff1d(arr: Any, to_end: Any = None, to_begin: Any = None) -> Type:
    """Return the type of the differences of neighbors."""
    exact = not (given(to_end) or given(to_begin))
    return ClassArray("MaskedArray", elements_of(arr).dtype if exact else None, (None,))


def diff(a: Any, /, n: Any = 1, axis: Any = -1, **more: Any) -> Type:
    """Return the type of differences along an axis."""
    if type(n) is not int or n < 1:
        raise Unsure("the operand itself, perhaps")
    if any(value is not np._NoValue for value in more.values()):
        dtypes = [elements_of(each).dtype for each in (a, *more.values())]
        rank = elements_of(a).rank
        shape = None if rank is None else (None,) * rank
        return ClassArray("MaskedArray", np.result_type(*dtypes), shape)
    return like("diff")(elements_of(a), n, axis)


def position(a: Any, axis: Any = None, fill_value: Any = None, **options: Any) -> Type:
    """Return the type of the place of an extreme."""
    return plain(OPS["argmin"], elements_of(a), axis, **plain_options(options))


def argsort(a: Any, axis: Any = np._NoValue, *more: Any, **options: Any) -> Type:
    """Return the type of the places of sorted elements."""
    one = elements_of(a)
    if axis is np._NoValue:
        axis = -1 if one.rank in (0, 1) else None
        if one.rank is None:
            raise Unsure("an unknown rank")
    return plain(OPS["argsort"], one, axis)


def polyfit(
    x: Any,
    y: Any,
    deg: Any,
    rcond: Any = None,
    full: Any = False,
    w: Any = None,
    cov: Any = False,
) -> Type:
    """Return the type of the coefficients of a fit, and of what it tells of itself."""
    if {elements_of(x).dtype, elements_of(y).dtype} != {FLOAT64} or elements_of(
        y
    ).rank != 1:
        raise Unsure("other numbers, or several polynomials")
    if type(deg) is not int or (given(w) and elements_of(w).dtype != FLOAT64):
        raise Unsure("several degrees, or other weights")
    found = Array(FLOAT64, (deg + 1,))
    if flag(full):
        sums, rank = Array(FLOAT64, (None,)), NumpyScalar(np.dtype(np.int32))
        return Tuple((found, sums, rank, found, join(FLOAT, scalar(FLOAT64))))
    if cov is not False:
        return Tuple((found, Array(FLOAT64, (deg + 1, deg + 1))))
    return found


def extremum(ufunc: np.ufunc) -> Callable[..., Type]:
    """Return the rule of `maximum` or `minimum` of two arrays."""

    def rule(a: Any, b: Any = None) -> Type:
        if not given(b) or CONSTANT in class_arrays((a, b)):
            raise Unsure("an extreme of one array")
        return elementwise(ufunc)(a, b)

    return rule


def truths(target: Any, axis: Any = 0, dtype: Any = None) -> Type:
    """Return the type of a reduction by the ufunc of a logical operator."""
    if given(dtype):
        raise Unsure("truth values of another dtype")
    return one_or_many(BOOLEAN, reduced(elements_of(target).shape, axis))


def count_masked(arr: Any, axis: Any = None) -> Type:
    """Return the type of the number of masked elements."""
    elements_of(arr)
    return array_or_scalar(INTP, None)


def truth(*arguments: Any, **options: Any) -> Type:
    """Return the type of one truth value: Python's, NumPy's, or a masked one."""
    return join_all([BOOL, element(BOOLEAN), ClassArray("MaskedArray", BOOLEAN, ())])
