"""Array creation: from a shape, a range, other values or another dtype."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.ir.nodes import Constant, Node, argument_type
from runtime.ops.arrays import function_row, function_rows, method_row, present
from runtime.ops.dimensions import assignable, broadcast, size_of
from runtime.ops.operands import (
    FLOAT64,
    INTP,
    Number,
    Operand,
    Ranked,
    Unsure,
    array,
    floating,
    numeric,
    operand,
    operands,
    promote,
    same_kind_of_zero,
    tuple_of,
)
from runtime.ops.options import (
    axis_argument,
    count,
    dtype_argument,
    given,
    integer,
    is_symbolic,
    shape_argument,
)
from runtime.ops.row import Row, Rule, TypeFailure, call, taking
from runtime.types import (
    ANY,
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    STR,
    Array,
    List,
    NumpyScalar,
    Shape,
    Type,
    join,
    join_all,
    members,
    scalar,
)

# Of a shape


MOST_DIMENSIONS = 64
"""The rank that NumPy's arrays may have."""


def _filled(default: np.dtype) -> Rule:
    """Return the rule of ``zeros`` and similar functions."""

    def rule(
        shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None
    ) -> Type:
        return array(dtype_argument(dtype, default), shape_argument(shape))

    return rule


def _full(
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "C",
    *,
    device: Any = None,
) -> Type:
    wanted = shape_argument(shape)
    if not given(dtype):
        value = operand(fill_value)
        assignable(value.shape, wanted)
        return array(value.dtype, wanted)
    return array(dtype_argument(dtype, FLOAT64), wanted)


def _like(
    a: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Type:
    one = operand(a)
    wanted = shape_argument(shape) if given(shape) else one.shape
    return array(dtype_argument(dtype, one.dtype), wanted)


def _full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Type:
    return _like(a, dtype, order, subok, shape)


def _eye(
    N: Any,  # noqa: N803  # NumPy's name
    M: Any = None,  # noqa: N803
    k: Any = 0,
    dtype: Any = FLOAT64,
    order: Any = "C",
    *,
    device: Any = None,
) -> Type:
    (rows,) = shape_argument(N) or (None,)
    (columns,) = (shape_argument(M) or (None,)) if given(M) else (rows,)
    return array(dtype_argument(dtype, FLOAT64), (rows, columns))


def _identity(n: Any, dtype: Any = None) -> Type:
    return _eye(n, dtype=dtype)


def _tri(
    N: Any,  # noqa: N803  # NumPy's name
    M: Any = None,  # noqa: N803
    k: Any = 0,
    dtype: Any = np.float64,
) -> Type:
    sizes = (count(N), count(M) if given(M) else count(N))
    shape = tuple(None if size is None else max(size, 0) for size in sizes)
    return array(dtype_argument(dtype, FLOAT64), shape)


# Of a range


def _arange(
    start: Any,
    stop: Any = None,
    step: Any = None,
    dtype: Any = None,
    *,
    device: Any = None,
) -> Type:
    if not given(stop):
        start, stop = 0, start
    if not given(step):
        step = 1
    parts = operands((start, stop, step))
    if any(part.shape != () or part.dtype.kind not in "biuf" for part in parts):
        raise Unsure("a range of other things")
    # Scalars count by their dtype here, and an integer always widens.
    found = np.result_type(INTP, *(part.dtype for part in parts))
    return array(dtype_argument(dtype, found), (_range_length(start, stop, step),))


def _range_length(start: Any, stop: Any, step: Any) -> int | None:
    if is_symbolic((start, stop, step)):
        return None
    if not all(isinstance(bound, (int, float)) for bound in (start, stop, step)):
        return None
    if step == 0:
        raise TypeFailure("a step of zero")
    try:
        length: int = math.ceil((stop - start) / step)
        return max(length, 0)
    except (OverflowError, ValueError):
        return None


def _spaced(
    start: Number,
    stop: Number,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Type:
    result = dtype_argument(dtype, _spaced_dtype(start, stop))
    points = array(result, _spaced_shape(start, stop, num, axis))
    if retstep is False:
        return points
    if start.shape != () or stop.shape != () or _spaced_dtype(start, stop) != FLOAT64:
        return tuple_of([points, ANY])
    return tuple_of([points, join(FLOAT, scalar(FLOAT64))])


def _spaced_dtype(first: Operand, last: Operand) -> np.dtype:
    return floating(promote(first, last))


def _spaced_shape(first: Operand, last: Operand, num: Any, axis: Any) -> Shape:
    inner = broadcast(first.shape, last.shape)
    (number,) = shape_argument(num) or (None,)
    if inner is None:
        return None
    place = axis_argument(axis, len(inner) + 1)
    if place is None:
        return (None,) * (len(inner) + 1)
    return (*inner[:place], number, *inner[place:])


def _logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> Type:
    first, last, foot = operand(start), operand(stop), operand(base)
    numeric(first, last, foot)
    if foot.shape != () or foot.weak is None:
        raise Unsure("another base")
    result = dtype_argument(dtype, _spaced_dtype(first, last))
    return array(result, _spaced_shape(first, last, num, axis))


def _geomspace(
    start: Number,
    stop: Number,
    num: Any = 50,
    endpoint: Any = True,
    dtype: Any = None,
    axis: Any = 0,
) -> Type:
    found = _spaced_dtype(start, stop)
    if found.itemsize != 8 or found.kind != "f":
        raise Unsure("a dtype that may widen")
    return array(dtype_argument(dtype, found), _spaced_shape(start, stop, num, axis))


def _vander(
    x: Ranked,
    N: Any = None,  # noqa: N803  # NumPy's name
    increasing: Any = False,
) -> Type:
    if len(x.shape) != 1:
        raise TypeFailure("one dimension")
    columns = x.shape[0]
    if given(N):
        (columns,) = shape_argument((N,)) or (None,)
    return array(np.promote_types(x.dtype, int), (x.shape[0], columns))


# Of other values


def array_of(argument: Any, dtype: Any = None) -> Type:
    """Return the type of the array made of a value; float64 for an empty list."""
    if isinstance(argument, List):
        element = operand(argument.element)
        inner = None if element.shape is None else (None, *element.shape)
        return join(
            Array(_dtype_for(argument, dtype, FLOAT64), (0,)),
            Array(_dtype_for(argument, dtype, element.dtype), inner),
        )
    one = operand(argument)
    return array(_dtype_for(argument, dtype, one.dtype), one.shape)


def _dtype_for(argument: Any, dtype: Any, default: np.dtype) -> np.dtype:
    """Return the dtype of the array made of a value."""
    found = dtype_argument(dtype, default)
    if found.char == "c" and not isinstance(argument, Array):
        raise Unsure("each letter of a text is an item")
    return found


def _array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
    ndmax: Any = 0,
) -> Type:
    if ndmax != 0:
        raise Unsure("a rank that ends early")
    found = array_of(object, dtype)
    least = integer(ndmin)
    if least == 0:
        return found
    if least is None:
        raise Unsure("a rank known at run time only")
    if least > MOST_DIMENSIONS:
        raise TypeFailure("more dimensions than arrays have")
    return join_all([_of_rank(least, each) for each in members(found)])


def _of_rank(least: int, of: Type) -> Type:
    """Return the type of an array with ones before its shape, up to a rank."""
    if not isinstance(of, Array) or of.shape is None:
        raise Unsure("a rank known at run time only")
    return array(of.dtype, (1,) * (least - len(of.shape)) + of.shape)


def _asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: Any = None,
) -> Type:
    return array_of(a, dtype)


def _contiguous(a: Operand, dtype: Any = None) -> Type:
    found = _dtype_for(a, dtype, a.dtype)
    return array(found, None if a.shape is None else a.shape or (1,))


def _copy(a: Any, order: Any = "K", subok: Any = False) -> Type:
    return array_of(a)


def _copy_method(a: Any, order: Any = "C") -> Type:
    if isinstance(a, NumpyScalar):
        return a
    one = operand(a)
    return same_kind_of_zero(a, one.dtype, one.shape)


def _astype(
    a: Any,
    dtype: Any,
    order: Any = "K",
    casting: Any = "unsafe",
    subok: Any = True,
    copy: Any = True,
) -> Type:
    found = dtype_argument(dtype, FLOAT64)
    one = operand(a)
    if casting != "unsafe" and not isinstance(casting, Type):
        if not np.can_cast(one.dtype, found, casting):
            raise TypeFailure(f"cannot cast {one.dtype} to {found}")
    if isinstance(a, NumpyScalar):
        return scalar(found)
    return same_kind_of_zero(a, found, one.shape)


def _astype_function(
    x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None
) -> Type:
    if not isinstance(x, Array):
        raise Unsure("an array is asked for")
    return array(dtype_argument(dtype, FLOAT64), x.shape)


def _viewed_back(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
    """Undo a view of the bits as another dtype of the same size."""
    before, after = argument_type(a), argument_type(value)
    if not isinstance(before, Array) or not isinstance(after, Array):
        return None
    if before.dtype.itemsize != after.dtype.itemsize:
        return None
    return of.array_view(value, before.dtype)


def _view(a: Any, dtype: Any = None, type: Any = None) -> Type:
    if isinstance(a, NumpyScalar) and type is None and a.dtype.kind in "biufc":
        found = dtype_argument(dtype, a.dtype)
        if found.itemsize != a.dtype.itemsize:
            raise TypeFailure("the itemsize of a number cannot change")
        return scalar(found)
    if type is not None or not isinstance(a, Array):
        raise Unsure("another class")
    found = dtype_argument(dtype, a.dtype)
    if found.itemsize == a.dtype.itemsize:
        return array(found, a.shape)
    if a.shape is None:
        return array(found, None)
    if not a.shape:
        raise TypeFailure("the itemsize of a 0-d array cannot change")
    last = a.shape[-1]
    if last is None:
        return array(found, (*a.shape[:-1], None))
    if last * a.dtype.itemsize % found.itemsize:
        raise TypeFailure("the last axis does not divide")
    return array(found, (*a.shape[:-1], last * a.dtype.itemsize // found.itemsize))


# To Python

_PYTHON = {
    "b": BOOL,
    "i": INT,
    "u": INT,
    "f": FLOAT,
    "c": COMPLEX,
    "U": STR,
    "S": BYTES,
}


def python_scalar(dtype: np.dtype) -> Type:
    """Return the Python type of an element."""
    if dtype in (np.dtype(np.longdouble), np.dtype(np.clongdouble)):
        raise Unsure("long double has no Python type")
    return _PYTHON.get(dtype.kind, STR)


def _item(a: Any, *args: Any) -> Type:
    dtype = a.dtype if isinstance(a, NumpyScalar) else operand(a).dtype
    if not args and isinstance(a, Array) and size_of(a.shape) not in (1, None):
        raise TypeFailure("only an array of one element")
    return python_scalar(dtype)


def _tolist(a: Any) -> Type:
    if isinstance(a, NumpyScalar):
        return python_scalar(a.dtype)
    one = operand(a)
    if one.shape is None:
        raise Unsure("an unknown rank")
    found = python_scalar(one.dtype)
    for _ in one.shape:
        found = List(found)
    return found


def _bytes(a: Any, order: Any = "C") -> Type:
    return BYTES


def _copies_unless_told(node: Node) -> bool:
    """Whether a call has no ``copy=`` option but, maybe, ``copy=True``."""
    named = dict(node.kwargs)
    told = named.get("copy", Constant(True))
    return len(node.args) <= 2 and told == Constant(True)


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])


ROWS: tuple[Row, ...] = (
    *function_rows(
        (np.zeros, np.ones, np.empty),
        _filled(FLOAT64),
        call((2, 3)),
        call(4, np.int8),
        call((), dtype="complex64"),
        bad=call(-1),
        ordered=True,
    ),
    function_row(
        np.full,
        _full,
        call((2, 3), 1),
        call(2, np.float32(1)),
        call((2, 3), _VECTOR),
        call(2, 1, dtype=float),
        bad=call((2, 2), _VECTOR),
        ordered=True,
    ),
    *function_rows(
        (np.zeros_like, np.ones_like, np.empty_like),
        _like,
        call(_MATRIX),
        call(_MATRIX, np.int8),
        call(_VECTOR, shape=(2, 2)),
        call(3),
        bad=call(_MATRIX, shape=-1),
    ),
    function_row(
        np.full_like, _full_like, call(_MATRIX, 1), bad=call(_MATRIX, 1, shape=-1)
    ),
    function_row(
        np.eye, _eye, call(2), call(2, 3, dtype=int), bad=call(-1), ordered=True
    ),
    function_row(np.identity, _identity, call(2), call(2, np.int8), bad=call(-1)),
    function_row(np.tri, _tri, call(2, 3), call(-1), bad=call("a")),
    function_row(
        np.arange,
        _arange,
        call(5),
        call(1, 6, 2),
        call(0.0, 1.0, 0.1),
        call(np.int8(3)),
        call(3, dtype=np.float32),
        call(5, 1, -1),
        bad=call(1, 5, 0),
        ordered=True,
    ),
    function_row(
        np.linspace,
        _spaced,
        call(0, 1, 5),
        call(np.zeros(2), 1, 3, axis=-1),
        call(np.float32(0), np.float32(1)),
        bad=call(0, 1, -1),
    ),
    function_row(np.logspace, _logspace, call(0, 1, 5), bad=call(0, 1, -1)),
    function_row(np.geomspace, _geomspace, call(1, 8, 4), bad=call(1, 8, -1)),
    function_row(
        np.vander, _vander, call(_VECTOR), call(_MATRIX[0], 2), bad=call(_MATRIX)
    ),
    function_row(
        np.array,
        _array,
        call(_MATRIX),
        call([1, 2.0]),
        call([_VECTOR, _VECTOR], dtype=float),
        call(((1, 2), (3, 4))),
        call(3, ndmin=2),
        bad=call([[1], [2, 3]]),
        returns="same",  # with copy=None
        copies=_copies_unless_told,
    ),
    *function_rows(
        (np.asarray, np.asanyarray),
        _asarray,
        call(_MATRIX),
        call([1, 2]),
        call(3.0),
        call(_MATRIX, np.int8),
        bad=call([[1], [2, 3]]),
        returns="same",
        undo=lambda of, a, rest, options, value: value,
    ),
    *function_rows(
        (np.ascontiguousarray, np.asfortranarray),
        _contiguous,
        call(_MATRIX.T),
        call(1),
        bad=call([[1], [2, 3]]),
        returns="same",
    ),
    function_row(np.copy, _copy, call(_MATRIX), call(1), bad=call([[1], [2, 3]])),
    method_row(
        "copy",
        _copy_method,
        call(_MATRIX),
        call(np.float64(1)),
        bad=call(_MATRIX, "Z"),
        ordered=True,
    ),
    method_row(
        "astype",
        _astype,
        call(_MATRIX, np.int8),
        call(np.float64(1), int),
        call(_VECTOR, complex, copy=False),
        bad=call(_MATRIX, np.int8, casting="safe"),
        returns="same",  # with copy=False
        copies=_copies_unless_told,
    ),
    *function_rows(
        present("astype"),
        _astype_function,
        call(_MATRIX, np.int32),
        bad=call(_MATRIX, "no dtype"),
        returns="same",  # with copy=False
        copies=_copies_unless_told,
    ),
    method_row(
        "view",
        _view,
        call(_MATRIX),
        call(_MATRIX, np.int64),
        call(_MATRIX, np.float32),
        bad=call(np.array(1.0), np.int8),
        returns="shares",
        reads=False,
        barred=taking(2, "dtype"),
        undo=_viewed_back,
    ),
    method_row(
        "item",
        _item,
        call(np.array([2.0])),
        call(_MATRIX, 0, 1),
        call(np.int8(1)),
        bad=call(_MATRIX),
    ),
    method_row(
        "tolist",
        _tolist,
        call(_MATRIX),
        call(np.array(1)),
        call(np.float64(1)),
        bad=call(_MATRIX, 1),
    ),
    method_row("tobytes", _bytes, call(_MATRIX), bad=call(_MATRIX, "Z")),
)
