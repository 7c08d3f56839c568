"""Elements selected by index or mask, and written back: `take`, `where`, `putmask`."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ops.arrays import Out, array_rule, function_row, method_row
from runtime.ops.dimensions import broadcast, size_of, with_axis
from runtime.ops.operands import (
    INTP,
    Operand,
    Ranked,
    Unsure,
    array,
    array_or_scalar,
    items_of,
    operand,
    operands,
    promote,
    tuple_of,
)
from runtime.ops.options import (
    axis_argument,
    count,
    dtype_argument,
    given,
    integer,
    shape_argument,
)
from runtime.ops.row import Row, TypeFailure, call
from runtime.ops.versions import NUMBERS_HAVE_PLACES
from runtime.types import NONE, Array, NumpyScalar, Type, repeated

# By index


def _take(
    a: Operand, indices: Operand, axis: Any = None, out: Out = None, mode: Any = "raise"
) -> Type:
    if not given(axis):
        return array_or_scalar(a.dtype, indices.shape)
    if a.shape is None or indices.shape is None:
        raise Unsure("an unknown rank")
    shape = a.shape or (1,)  # of a number
    axis = axis_argument(axis, len(shape))
    if axis is None:
        rank = len(shape) - 1 + len(indices.shape)
        return array_or_scalar(a.dtype, (None,) * rank)
    return array_or_scalar(a.dtype, shape[:axis] + indices.shape + shape[axis + 1 :])


def _take_along_axis(arr: Operand, indices: Operand, axis: Any = -1) -> Type:
    if arr.shape is None or indices.shape is None:
        return array(arr.dtype, None)
    shape: tuple[int | None, ...] = arr.shape
    if not given(axis):
        shape, axis = (size_of(arr.shape),), 0
    if len(shape) != len(indices.shape) or not shape:
        raise TypeFailure("indices and array must have the same number of dimensions")
    place = axis_argument(axis, len(shape))
    if place is None:
        return array(arr.dtype, (None,) * len(shape))
    rest = with_axis(shape, place, 1)
    result = broadcast(rest, with_axis(indices.shape, place, 1))
    assert result is not None
    return array(arr.dtype, with_axis(result, place, indices.shape[place]))


def _choose(a: Operand, choices: Any, out: Out = None, mode: Any = "raise") -> Type:
    parts = operands(items_of(choices))
    shape = broadcast(a.shape, *(part.shape for part in parts))
    if any(part.weak for part in parts):
        if len({part.dtype for part in parts}) > 1:
            raise Unsure("numbers of several kinds")
    return array_or_scalar(np.result_type(*(part.dtype for part in parts)), shape)


@array_rule
def _compress(
    condition: Operand, a: Operand, axis: Any = None, out: Out = None
) -> Type:
    if condition.rank not in (1, None):
        raise TypeFailure("a condition of one dimension")
    if not given(axis):
        return array(a.dtype, (None,))
    if a.shape is None:
        raise Unsure("an unknown rank")
    shape = a.shape or (1,)  # of a number
    return array(a.dtype, with_axis(shape, axis_argument(axis, len(shape)), None))


def _compress_method(a: Any, condition: Any, axis: Any = None, out: Any = None) -> Type:
    return _compress(condition, a, axis, out)


def _extract(condition: Any, arr: Any) -> Type:
    operand(condition)
    return array(operand(arr).dtype, (None,))


# By condition


def _nonzero(a: Any) -> Type:
    one = operand(a)
    if one.shape is None:
        raise Unsure("an unknown rank")
    if not one.shape and not NUMBERS_HAVE_PLACES:
        raise TypeFailure("nonzero of a 0-d array")
    return tuple_of([array(INTP, (None,))] * max(len(one.shape), 1))


def _argwhere(a: Any) -> Type:
    return array(INTP, (None, operand(a).rank))


def _flatnonzero(a: Any) -> Type:
    operand(a)
    return array(INTP, (None,))


def _where(condition: Any, x: Any = ..., y: Any = ..., /) -> Type:
    if x is ... and y is ...:
        return _nonzero(condition)
    if x is ... or y is ...:
        raise TypeFailure("either both or neither of x and y")
    test, yes, no = operands((condition, x, y))
    return array(promote(yes, no), broadcast(test.shape, yes.shape, no.shape))


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Type:
    tests = operands(items_of(condlist))
    choices = operands(items_of(choicelist))
    if len(tests) != len(choices) or not tests:
        raise TypeFailure("as many conditions as choices")
    if any(test.dtype.kind != "b" for test in tests):
        raise TypeFailure("conditions must be boolean")
    choices.append(operand(default))
    shape = broadcast(*(one.shape for one in (*tests, *choices)))
    return array(promote(*choices), shape)


# Index arrays


def _unravel_index(indices: Any, shape: Any, order: Any = "C") -> Type:
    places, dimensions = operand(indices), shape_argument(shape)
    if dimensions is None:
        raise Unsure("an unknown rank")
    return tuple_of([array_or_scalar(INTP, places.shape)] * len(dimensions))


def _ravel_multi_index(
    multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C"
) -> Type:
    parts = operands(items_of(multi_index))
    return array_or_scalar(INTP, broadcast(*(part.shape for part in parts)))


def _ix(*args: Any) -> Type:
    parts = operands(args)
    found = []
    for place, part in enumerate(parts):
        if part.shape is None or part.dtype.kind not in "biu":
            raise Unsure("an index of other things")
        if len(part.shape) != 1:
            raise TypeFailure("indices of one dimension")
        length = None if part.dtype.kind == "b" else part.shape[0]
        shape = (1,) * place + (length,) + (1,) * (len(parts) - place - 1)
        dtype = INTP if part.dtype.kind == "b" else part.dtype
        found.append(array(dtype, shape))
    return tuple_of(found)


def _diag_indices(n: Any, ndim: Any = 2) -> Type:
    size, rank = count(n), integer(ndim)
    if rank is None:
        raise Unsure("an unknown rank")
    length = None if size is None else max(size, 0)
    return repeated(array(INTP, (length,)), rank)


def _diag_indices_from(arr: Ranked) -> Type:
    if len(arr.shape) < 2:
        raise TypeFailure("two dimensions at least")
    known = [size for size in arr.shape if size is not None]
    if len(set(known)) > 1:
        raise TypeFailure("all dimensions must be equal")
    return tuple_of([array(INTP, (known[0] if known else None,))] * len(arr.shape))


def _triangle_indices(n: Any, k: Any = 0, m: Any = None) -> Type:
    count(n)
    return tuple_of([array(INTP, (None,))] * 2)


def _triangle_indices_from(arr: Any, k: Any = 0) -> Type:
    if operand(arr).rank not in (2, None):
        raise TypeFailure("two dimensions")
    return tuple_of([array(INTP, (None,))] * 2)


def _indices(dimensions: Any, dtype: Any = INTP, sparse: Any = False) -> Type:
    shape = shape_argument(dimensions)
    if shape is None or sparse is not False:
        raise Unsure("a result that may be a tuple")
    return array(dtype_argument(dtype, INTP), (len(shape), *shape))


def _meshgrid(
    *xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy"
) -> Type:
    parts = operands(xi)
    lengths = [size_of(part.shape) for part in parts]
    if indexing not in ("xy", "ij"):
        raise Unsure("an order known at run time only")
    axes = list(range(len(parts)))
    if indexing == "xy" and len(parts) > 1:
        axes[:2] = 1, 0
    found = []
    for place, part in enumerate(parts):
        shape: list[int | None] = [1] * len(parts)
        if sparse is False:
            shape = [lengths[axis] for axis in axes]
        elif sparse is True:
            shape[axes[place]] = lengths[place]
        else:
            raise Unsure("an option known at run time only")
        found.append(array(part.dtype, tuple(shape)))
    return tuple_of(found)


# Writing


def _writes_array(target: Any, /, *arguments: Any, **options: Any) -> Type:
    """Return the type of a write into an array, of which the rule checks little."""
    if not isinstance(target, (Array, NumpyScalar, np.ndarray)):
        raise Unsure("something else than an array or a number")
    return NONE


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])
_MASK = np.array([[True, False, True], [False, False, True]])
_PLACES = np.array([[0], [2]])

ROWS: tuple[Row, ...] = (
    function_row(
        np.take,
        _take,
        call(_MATRIX, 1),
        call(_MATRIX, [0, 1]),
        call(_MATRIX, _PLACES, axis=1),
        call(_VECTOR, np.int8(1), axis=0),
        bad=call(_MATRIX, 0, axis=2),
        method="take",
    ),
    function_row(
        np.take_along_axis,
        _take_along_axis,
        call(_MATRIX, _PLACES, 1),
        call(_MATRIX, np.array([0, 5]), None),
        bad=call(_MATRIX, _VECTOR, 1),
    ),
    function_row(
        np.choose,
        _choose,
        call([0, 1, 0], (_VECTOR, _VECTOR)),
        call(_MASK.astype(int), [_MATRIX, _VECTOR * 1.0]),
        bad=call([0, 1], (_VECTOR, _VECTOR)),
        method="choose",
    ),
    function_row(
        np.compress,
        _compress,
        call([True, False], _MATRIX, axis=0),
        call([True, False], _MATRIX),
        bad=call([True, False], _MATRIX, axis=2),
    ),
    method_row(
        "compress",
        _compress_method,
        call(_MATRIX, [True, False], axis=0),
        bad=call(_MATRIX, [True, False], axis=2),
    ),
    function_row(
        np.extract, _extract, call(_MASK, _MATRIX), bad=call([False] * 3 + [True], [1])
    ),
    function_row(
        np.nonzero,
        _nonzero,
        call(_MATRIX),
        call(_MASK),
        bad=call([[1], [2, 3]]),
        method="nonzero",
    ),
    function_row(np.argwhere, _argwhere, call(_MASK), call(1), bad=call([[1], [2, 3]])),
    function_row(np.flatnonzero, _flatnonzero, call(_MASK), bad=call([[1], [2, 3]])),
    function_row(
        np.where,
        _where,
        call(_MASK),
        call(_MASK, _MATRIX, 0),
        call(np.True_, 1, np.float32(2)),
        call(_MASK, np.float32(1), 2.0),
        bad=call(_MASK, _MATRIX, np.ones(2)),
    ),
    function_row(
        np.select,
        _select,
        call([_MASK, ~_MASK], [_MATRIX, 0.0]),
        call([_MASK], [_VECTOR], default=1.5),
        bad=call([_MASK], [_VECTOR, _VECTOR]),
    ),
    function_row(
        np.unravel_index,
        _unravel_index,
        call(4, (2, 3)),
        call(_VECTOR, (2, 3)),
        bad=call(7, (2, 3)),
    ),
    function_row(
        np.ravel_multi_index,
        _ravel_multi_index,
        call((1, 2), (2, 3)),
        call(([0, 1], [2, 2]), (2, 3)),
        bad=call((2, 2), (2, 3)),
    ),
    function_row(
        np.ix_,
        _ix,
        call([0, 1], np.array([True, False])),
        call(_VECTOR, [1]),
        bad=call(_MASK),
        name="ix",
        returns="shares",
    ),
    function_row(np.diag_indices, _diag_indices, call(3), call(2, 3), bad=call("a")),
    function_row(
        np.diag_indices_from,
        _diag_indices_from,
        call(np.ones((2, 2))),
        bad=call(_MATRIX),
    ),
    function_row(np.tril_indices, _triangle_indices, call(3), bad=call("a")),
    function_row(np.triu_indices, _triangle_indices, call(3, 1, 4), bad=call("a")),
    function_row(
        np.tril_indices_from, _triangle_indices_from, call(_MATRIX), bad=call(_VECTOR)
    ),
    function_row(
        np.triu_indices_from, _triangle_indices_from, call(_MATRIX), bad=call(_VECTOR)
    ),
    function_row(
        np.indices, _indices, call((2, 3)), call((4,), float), bad=call((2, -1))
    ),
    function_row(
        np.meshgrid,
        _meshgrid,
        call([1, 2], _MATRIX[0]),
        call(_VECTOR, [1.0], 3, indexing="ij"),
        call(_VECTOR, [1.0], sparse=True),
        bad=call(_VECTOR, indexing="no order"),
        returns="shares",  # with copy=False
    ),
    # What follows writes into its first operand.
    function_row(
        np.put,
        _writes_array,
        call(_MATRIX, [0, 4], [7.0, 8.0]),
        bad=call(_MATRIX, [9], 1.0),
        method="put",
        writes=(0,),
        twin="put_on_copy",
    ),
    function_row(
        np.put_along_axis,
        _writes_array,
        call(_MATRIX, _PLACES, 0.0, 1),
        bad=call(_MATRIX, _VECTOR, 0.0, 1),
        writes=(0,),
        twin="put_along_axis_on_copy",
    ),
    function_row(
        np.place,
        _writes_array,
        call(_MATRIX, _MASK, [7.0]),
        bad=call(_MATRIX, _VECTOR, [7.0]),
        writes=(0,),
        twin="place_on_copy",
    ),
    function_row(
        np.putmask,
        _writes_array,
        call(_MATRIX, _MASK, 0.0),
        bad=call(_MATRIX, _VECTOR, 0.0),
        writes=(0,),
        twin="putmask_on_copy",
    ),
    function_row(
        np.copyto,
        _writes_array,
        call(_MATRIX, 1.0),
        call(_MATRIX, _VECTOR, where=_MASK),
        bad=call(_VECTOR, _MATRIX),
        writes=(0,),
        twin="copyto_on_copy",
    ),
    function_row(
        np.fill_diagonal,
        _writes_array,
        call(_MATRIX, 0.0),
        bad=call(_VECTOR, 0),
        writes=(0,),
        twin="fill_diagonal_on_copy",
    ),
    method_row(
        "fill",
        _writes_array,
        call(_MATRIX, 0.0),
        bad=call(_MATRIX, "a"),
        writes=(0,),
        twin="array_fill_on_copy",
    ),
    method_row(
        "resize",
        NONE,
        call(_MATRIX, (2, 4), refcheck=False),
        bad=call(_MATRIX, "a"),
        writes=(0,),
        effect=True,
        reshapes=True,
        closed=False,  # views of what it frees would outlive it
    ),
)
