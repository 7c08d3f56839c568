"""Sorting, searching, sets and counting."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ops.arrays import function_row, method_row
from runtime.ops.dimensions import size_of, with_axis
from runtime.ops.operands import (
    BOOLEAN,
    FLOAT64,
    INTP,
    Number,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    items_of,
    operand,
    operands,
    tuple_of,
)
from runtime.ops.options import axis_argument, given, integer
from runtime.ops.row import Row, TypeFailure, call
from runtime.types import ANY, NONE, Array, Shape, Type


def _ordered_shape(one: Operand, axis: Any) -> Shape:
    """Return the shape of a sort along an axis; flat if the axis is None."""
    if not given(axis):
        return (size_of(one.shape),)
    if one.shape is not None:
        axis_argument(axis, len(one.shape))
    return one.shape


def _sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None
) -> Type:
    one = operand(a)
    return array(one.dtype, _ordered_shape(one, axis))


def _argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None
) -> Type:
    one = operand(a)
    if one.shape == ():
        if axis not in (0, -1, None):
            raise Unsure("the order of a number along another axis")
        return array(INTP, (1,))
    return array(INTP, _ordered_shape(one, axis))


def _partition(
    a: Any, kth: Any, axis: Any = -1, kind: Any = None, order: Any = None
) -> Type:
    return _sort(a, axis)


def _argpartition(
    a: Any, kth: Any, axis: Any = -1, kind: Any = None, order: Any = None
) -> Type:
    return _argsort(a, axis)


def _sort_in_place(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None
) -> Type:
    if not isinstance(a, Array):
        raise Unsure("something else than an array")
    if a.shape is not None:
        axis_argument(axis, len(a.shape))
    return NONE


def _partition_in_place(
    a: Any, kth: Any, axis: Any = -1, kind: Any = None, order: Any = None
) -> Type:
    return _sort_in_place(a, axis)


def _lexsort(keys: Any, axis: Any = -1) -> Type:
    if isinstance(keys, Array):
        if not keys.shape or len(keys.shape) < 2:
            raise Unsure("keys of numbers")
        shape: Shape = keys.shape[1:]
    else:
        shape = operands(items_of(keys))[0].shape
    if not shape:
        raise Unsure("keys of numbers")
    axis_argument(axis, len(shape))
    return array(INTP, shape)


def _searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Type:
    if operand(a).rank not in (1, None):
        raise TypeFailure("a sorted array of one dimension")
    return array_or_scalar(INTP, operand(v).shape)


def _digitize(x: Any, bins: Any, right: Any = False) -> Type:
    if operand(bins).rank not in (1, None):
        raise TypeFailure("bins of one dimension")
    return array_or_scalar(INTP, operand(x).shape)


# Sets


def _unique(
    ar: Operand,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    *,
    equal_nan: Any = True,
    sorted: Any = True,  # NumPy's name
) -> Type:
    options = (return_index, return_inverse, return_counts)
    if any(option is not True and option is not False for option in options):
        raise Unsure("a result that may be a tuple")
    shape: Shape = (None,)
    if given(axis):
        if not ar.shape:
            raise Unsure("an unknown rank")
        place = axis_argument(axis, len(ar.shape))
        shape = with_axis(ar.shape, place, None)
    # The inverse has had several shapes in the versions of NumPy.
    inverse = array(INTP, None if given(axis) else ar.shape or None)
    found = [array(ar.dtype, shape)]
    for option, of in zip(
        options, (array(INTP, (None,)), inverse, array(INTP, (None,)))
    ):
        if option:
            found.append(of)
    return found[0] if len(found) == 1 else tuple_of(found)


def _unique_values(x: Any) -> Type:
    return array(operand(x).dtype, (None,))


def _isin(
    element: Any,
    test_elements: Any,
    assume_unique: Any = False,
    invert: Any = False,
    *,
    kind: Any = None,
) -> Type:
    return array(BOOLEAN, operand(element).shape)


def _merged(ar1: Number, ar2: Number) -> Type:
    """Return the type of a set operation on two arrays, whose dtypes are promoted."""
    if (ar1.weak or ar2.weak) and ar1.dtype != ar2.dtype:
        raise Unsure("Python numbers among arrays")
    return array(np.result_type(ar1.dtype, ar2.dtype), (None,))


def _setdiff(ar1: Any, ar2: Any, assume_unique: Any = False) -> Type:
    return array(operand(ar1).dtype, (None,))


# Counts


def _bincount(x: Operand, /, weights: Any = None, minlength: Any = 0) -> Type:
    if x.rank not in (1, None):
        raise TypeFailure("an array of one dimension")
    if x.dtype.kind in "fc" and x.shape != (0,):
        raise Unsure("an array that may be empty, or a list that is cast to integers")
    if given(weights) and not size_of(x.shape):
        raise Unsure("nothing to weigh")
    return array(FLOAT64 if given(weights) else INTP, (None,))


def _histogram(
    a: Operand,
    bins: Any = 10,
    range: Any = None,  # NumPy's name
    density: Any = None,
    weights: Any = None,
) -> Type:
    if a.dtype.kind not in "iuf" or isinstance(bins, str):
        raise Unsure("bins found from the data")
    where = operand(bins)
    if where.shape is None or len(where.shape) > 1:
        raise Unsure("bins of an unknown rank")
    count: int | None = None
    edges: Type = ANY
    if where.shape:
        count = where.shape[0]
        edges = array(where.dtype, where.shape)
        count = None if count is None else count - 1
    else:
        count = integer(bins)
        length = None if count is None else count + 1
        if a.dtype == FLOAT64 or a.dtype.kind in "iu":
            plain = isinstance(range, tuple) and {*map(type, range)} <= {int, float}
            if plain or not given(range):
                edges = array(FLOAT64, (length,))
    values: Type = array(INTP, (count,))
    if given(weights) or isinstance(density, Type):
        values = ANY
    elif density:
        values = array(FLOAT64, (count,))
    return tuple_of([values, edges])


_MATRIX = np.array([[3.0, 2.0, 1.0], [4.0, 6.0, 5.0]])
_VECTOR = np.array([1, 2, 3])
_NO_AXIS = call(_MATRIX, axis=2)
_NO_AXIS_AT = call(_MATRIX, 0, axis=2)
_UNEVEN = call([[1], [2, 3]])
_UNEVEN_TWO = call([[1], [2, 3]], [1])

ROWS: tuple[Row, ...] = (
    function_row(
        np.sort,
        _sort,
        call(_MATRIX),
        call(_MATRIX, axis=0),
        call(_MATRIX, None),
        bad=_NO_AXIS,
    ),
    function_row(
        np.argsort,
        _argsort,
        call(_MATRIX),
        call(_MATRIX, None),
        bad=_NO_AXIS,
        method="argsort",
    ),
    function_row(
        np.partition,
        _partition,
        call(_MATRIX, 1),
        call(_MATRIX, 1, None),
        bad=_NO_AXIS_AT,
    ),
    function_row(
        np.argpartition,
        _argpartition,
        call(_MATRIX, 1),
        bad=_NO_AXIS_AT,
        method="argpartition",
    ),
    method_row(
        "sort",
        _sort_in_place,
        call(_MATRIX),
        call(_MATRIX, 0),
        bad=_NO_AXIS,
        writes=(0,),
        twin="sort",
    ),
    method_row(
        "partition",
        _partition_in_place,
        call(_MATRIX, 1),
        bad=_NO_AXIS_AT,
        writes=(0,),
        twin="partition",
    ),
    function_row(
        np.lexsort,
        _lexsort,
        call((_VECTOR, _MATRIX[0])),
        call(_MATRIX),
        bad=call((_VECTOR, _VECTOR), 1),
    ),
    function_row(
        np.searchsorted,
        _searchsorted,
        call(_VECTOR, 2),
        call(_VECTOR, _MATRIX, side="right"),
        bad=call(_MATRIX, 1),
        method="searchsorted",
    ),
    function_row(
        np.digitize,
        _digitize,
        call(_MATRIX, _VECTOR),
        call(2, _VECTOR),
        bad=call(1, _MATRIX),
    ),
    function_row(
        np.unique,
        _unique,
        call(_MATRIX),
        call(_MATRIX, return_inverse=True, return_counts=True),
        call(_MATRIX, axis=0),
        call(3),
        bad=_NO_AXIS,
    ),
    function_row(np.unique_values, _unique_values, call(_MATRIX), bad=_UNEVEN),
    # These give named tuples, whose fields only the run knows.
    function_row(np.unique_all, ANY, call(_MATRIX), bad=_UNEVEN),
    function_row(np.unique_counts, ANY, call(_MATRIX), bad=_UNEVEN),
    function_row(np.unique_inverse, ANY, call(_MATRIX), bad=_UNEVEN),
    function_row(
        np.isin, _isin, call(_MATRIX, [1, 2]), call(1, [1, 2]), bad=_UNEVEN_TWO
    ),
    function_row(np.union1d, _merged, call(_VECTOR, _MATRIX), bad=_UNEVEN_TWO),
    function_row(np.intersect1d, _merged, call(_VECTOR, _MATRIX), bad=_UNEVEN_TWO),
    function_row(np.setxor1d, _merged, call(_VECTOR, _MATRIX), bad=_UNEVEN_TWO),
    function_row(np.setdiff1d, _setdiff, call(_VECTOR, _MATRIX), bad=_UNEVEN_TWO),
    function_row(
        np.bincount,
        _bincount,
        call(_VECTOR),
        call(_VECTOR, [0.5, 1.0, 2.0]),
        bad=call(_MATRIX),
    ),
    function_row(
        np.histogram,
        _histogram,
        call(_MATRIX),
        call(_VECTOR, 4, density=True),
        call(_MATRIX, [0, 2, 4]),
        bad=call(_MATRIX, 0),
        returns="shares",  # bins that were given
    ),
)
