"""Linear algebra, products, polynomials, differences and integrals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from runtime.ops.arrays import function_row, function_rows, method_row, present
from runtime.ops.dimensions import (
    add_dimensions,
    agree,
    broadcast,
    size_of,
    with_axis,
    without_axis,
)
from runtime.ops.operands import (
    BOOLEAN,
    COMPLEX128,
    FLOAT64,
    INTP,
    Dimensions,
    Number,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    complex_part,
    floating,
    items_of,
    numeric,
    operand,
    operands,
    real_part,
    tuple_of,
)
from runtime.ops.options import axes_argument, axis_argument, given, integer
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.ops.subscript_letters import letters_of
from runtime.ops.ufuncs import reduced, reduction_dtype, resolve, ufunc_dtypes
from runtime.types import Shape, Type, join, scalar


def _strong(*parts: Operand) -> np.dtype:
    """Return the dtype of a product, for which Python numbers become arrays."""
    numeric(*parts)
    return np.result_type(*(part.dtype for part in parts))


# Products


def _dot(a: Operand, b: Operand, out: None = None) -> Type:
    dtype = _strong(a, b)
    if a.shape is None or b.shape is None:
        return array_or_scalar(dtype, None)
    if not a.shape or not b.shape:
        return array_or_scalar(dtype, a.shape + b.shape)
    agree(a.shape[-1], b.shape[-2:][0])
    return array_or_scalar(dtype, a.shape[:-1] + b.shape[:-2] + b.shape[1:][-1:])


def _multi_dot(arrays: Any, *, out: None = None) -> Type:
    several = operands(items_of(arrays))
    dtype = _strong(*several)
    shapes = [one.shape for one in several if one.shape]
    if len(shapes) < max(len(several), 2):
        raise Unsure("fewer than two arrays, or one of unknown rank")
    if any(len(shape) != 2 for shape in shapes[1:-1]):
        raise TypeFailure("an inner array that is no matrix")
    if any(len(shape) > 2 for shape in (shapes[0], shapes[-1])):
        raise TypeFailure("an array of more than two dimensions")
    for left, right in pairwise(shapes):
        agree(left[-1], right[0])
    return array_or_scalar(dtype, shapes[0][:-1] + shapes[-1][1:])


def _vdot(a: Operand, b: Operand, /) -> Type:
    agree(size_of(a.shape), size_of(b.shape))
    return array_or_scalar(_strong(a, b), ())


def _inner(a: Operand, b: Operand, /) -> Type:
    dtype = _strong(a, b)
    if a.shape is None or b.shape is None:
        return array_or_scalar(dtype, None)
    if not a.shape or not b.shape:
        return array_or_scalar(dtype, a.shape + b.shape)
    agree(a.shape[-1], b.shape[-1])
    return array_or_scalar(dtype, a.shape[:-1] + b.shape[:-1])


def _outer(a: Operand, b: Operand, out: None = None) -> Type:
    return array(_strong(a, b), (size_of(a.shape), size_of(b.shape)))


def _tensordot(a: Operand, b: Operand, axes: Any = 2) -> Type:
    dtype = _strong(a, b)
    if a.shape is None or b.shape is None:
        return array(dtype, None)
    left, right = _contracted(axes, len(a.shape), len(b.shape))
    if len(left) != len(right):
        raise TypeFailure("axes differ in number")
    for first, second in zip(left, right):
        agree(a.shape[first], b.shape[second])
    kept = [size for i, size in enumerate(a.shape) if i not in left]
    kept += [size for i, size in enumerate(b.shape) if i not in right]
    return array(dtype, tuple(kept))


def _contracted(axes: Any, left: int, right: int) -> tuple[list[int], list[int]]:
    """Return the axes of either operand that ``tensordot`` sums over."""
    if isinstance(axes, int):
        if axes > min(left, right):
            raise TypeFailure("more axes than dimensions")
        if axes < 0:
            raise Unsure("a negative number of axes")
        return list(range(left - axes, left)), list(range(axes))
    first, second = items_of(axes)
    found = axes_argument(first, left), axes_argument(second, right)
    if found[0] is None or found[1] is None:
        raise Unsure("axes known by type only")
    return found[0], found[1]


def _einsum(
    subscripts: Any, *operands_: Any, out: None = None, optimize: Any = False
) -> Type:
    if not isinstance(subscripts, str):
        raise Unsure("another form")
    parts = operands(operands_)
    ranks = [part.rank for part in parts if part.rank is not None]
    if "." in subscripts and len(ranks) < len(parts):
        return array_or_scalar(_strong(*parts), None)
    terms, output = letters_of(subscripts, ranks)
    if len(terms) != len(parts):
        raise TypeFailure("as many subscripts as operands")
    sizes: dict[str, int | None] = {}
    for term, part in zip(terms, parts):
        if part.shape is None:
            raise Unsure("an unknown rank")
        if len(term) != len(part.shape):
            raise TypeFailure("as many letters as dimensions")
        for letter, size in zip(term, part.shape):
            (merged,) = broadcast((sizes.get(letter, 1),), (size,)) or (None,)
            sizes[letter] = merged
    if any(letter not in sizes for letter in output):
        raise TypeFailure("an output letter that no operand has")
    shape = tuple(sizes[letter] for letter in output)
    found = array_or_scalar(_strong(*parts), shape)
    if optimize is False or shape:
        return found
    return join(found, array(_strong(*parts), ()))  # by the way that it is computed


def _kron(a: Operand, b: Operand) -> Type:
    (dtype,) = ufunc_dtypes(np.multiply, a, b)
    if a.weak or b.weak:
        dtype = _strong(a, b)
    if a.shape is None or b.shape is None:
        raise Unsure("an unknown rank")
    rank = max(len(a.shape), len(b.shape))
    left = (1,) * (rank - len(a.shape)) + a.shape
    right = (1,) * (rank - len(b.shape)) + b.shape
    shape = tuple(size_of((first, second)) for first, second in zip(left, right))
    if not a.shape or not b.shape:
        raise Unsure("a product with a number")
    return array(dtype, shape)


def _cross(
    a: Operand,
    b: Operand,
    axisa: Any = -1,
    axisb: Any = -1,
    axisc: Any = -1,
    axis: Any = None,
) -> Type:
    if not a.shape or not b.shape:
        raise Unsure("an unknown rank")
    places = (axisa, axisb, axisc) if axis is None else (axis,) * 3
    left = axis_argument(places[0], len(a.shape))
    right = axis_argument(places[1], len(b.shape))
    if left is None or right is None:
        raise Unsure("axes known at run time only")
    if a.shape[left] != 3 or b.shape[right] != 3:
        raise Unsure("vectors of two elements, or of an unknown number")
    outer = broadcast(without_axis(a.shape, left), without_axis(b.shape, right))
    if outer is None:
        raise Unsure("an unknown rank")
    place = axis_argument(places[2], len(outer) + 1)
    if place is None:
        raise Unsure("axes known at run time only")
    return array(_strong(a, b), (*outer[:place], 3, *outer[place:]))


def _trace(
    a: Number,
    offset: Any = 0,
    axis1: Any = 0,
    axis2: Any = 1,
    dtype: Any = None,
    out: None = None,
) -> Type:
    found = reduction_dtype(np.add, a.dtype, dtype)
    if a.shape is None:
        return array_or_scalar(found, None)
    if len(a.shape) < 2:
        raise TypeFailure("two dimensions at least")
    axes = axes_argument((axis1, axis2), len(a.shape))
    if axes is None:
        return array_or_scalar(found, (None,) * (len(a.shape) - 2))
    return array_or_scalar(
        found, tuple(size for i, size in enumerate(a.shape) if i not in axes)
    )


# Linear algebra


def _linear(*parts: Operand) -> np.dtype:
    """Return the dtype in which LAPACK computes."""
    numeric(*parts)
    if any(part.dtype.kind in "f" and part.dtype.itemsize == 2 for part in parts):
        raise TypeFailure("array type float16 is unsupported in linalg")
    if any(part.dtype in _LONG for part in parts):
        raise TypeFailure("long double is unsupported in linalg")
    return np.result_type(*(floating(part.dtype) for part in parts))


_LONG = (
    ()
    if np.dtype(np.longdouble) == FLOAT64
    else (np.dtype(np.longdouble), np.dtype(np.clongdouble))
)


def _matrix(argument: Any) -> tuple[np.dtype, Dimensions]:
    """Return the dtype and the shape of an argument as a stack of matrices."""
    one = operand(argument)
    if one.shape is None:
        raise Unsure("an unknown rank")
    if len(one.shape) < 2:
        raise TypeFailure("two dimensions at least")
    return _linear(one), one.shape


def _square(argument: Any) -> tuple[np.dtype, Dimensions, int | None]:
    """Return the dtype, the outer shape and the size of a stack of square matrices."""
    dtype, shape = _matrix(argument)
    return dtype, shape[:-2], agree(shape[-1], shape[-2])


def _norm(x: Number, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Type:
    if x.dtype in _LONG:
        raise Unsure("long double")
    if given(ord) and x.dtype.kind == "f" and x.dtype.itemsize < 8:
        raise Unsure("a norm that may widen")
    dtype = real_part(floating(x.dtype))
    return array_or_scalar(dtype, reduced(x.shape, axis, keepdims))


def _det(a: Any) -> Type:
    dtype, outer, _ = _square(a)
    return array_or_scalar(dtype, outer)


def _slogdet(a: Any) -> Type:
    dtype, outer, _ = _square(a)
    return tuple_of(
        [array_or_scalar(dtype, outer), array_or_scalar(real_part(dtype), outer)]
    )


def _inv(a: Any) -> Type:
    dtype, outer, size = _square(a)
    return array(dtype, (*outer, size, size))


def _solve(a: Any, b: Any) -> Type:
    _, outer, size = _square(a)
    right = operand(b)
    dtype = _linear(operand(a), right)
    if not right.shape:
        raise Unsure("an unknown rank")
    if len(right.shape) == 1:
        return array(dtype, (*outer, agree(size, right.shape[0])))
    rest = broadcast(outer, right.shape[:-2])
    assert rest is not None
    return array(dtype, (*rest, agree(size, right.shape[-2]), right.shape[-1]))


def _tensorsolve(a: Operand, b: Operand, axes: Any = None) -> Type:
    if a.shape is None or b.shape is None or axes is not None:
        raise Unsure("axes that are not known")
    if len(b.shape) >= len(a.shape):
        raise Unsure("more right sides than NumPy means")
    rest = a.shape[len(b.shape) :]
    return array(_linear(a, b), rest)


def _real_or_complex(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of a result that is complex only if the values require it."""
    return join(array(dtype, shape), array(complex_part(dtype), shape))


def _eig(a: Any) -> Type:
    dtype, outer, size = _square(a)
    return tuple_of(
        [
            _real_or_complex(dtype, (*outer, size)),
            _real_or_complex(dtype, (*outer, size, size)),
        ]
    )


def _eigvals(a: Any) -> Type:
    dtype, outer, size = _square(a)
    return _real_or_complex(dtype, (*outer, size))


def _eigh(a: Any, UPLO: Any = "L") -> Type:  # noqa: N803  # NumPy's name
    dtype, outer, size = _square(a)
    return tuple_of(
        [array(real_part(dtype), (*outer, size)), array(dtype, (*outer, size, size))]
    )


def _eigvalsh(a: Any, UPLO: Any = "L") -> Type:  # noqa: N803  # NumPy's name
    dtype, outer, size = _square(a)
    return array(real_part(dtype), (*outer, size))


def _smaller(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else min(left, right)


def _svd(
    a: Any, full_matrices: Any = True, compute_uv: Any = True, hermitian: Any = False
) -> Type:
    dtype, (*outer, rows, columns) = _matrix(a)
    least = _smaller(rows, columns)
    values = array(real_part(dtype), (*outer, least))
    if compute_uv is False:
        return values
    if compute_uv is not True or not isinstance(full_matrices, bool):
        raise Unsure("an option known at run time only")
    left, right = (rows, columns) if full_matrices else (least, least)
    return tuple_of(
        [
            array(dtype, (*outer, rows, left)),
            values,
            array(dtype, (*outer, right, columns)),
        ]
    )


def _svdvals(x: Any, /) -> Type:
    return _svd(x, compute_uv=False)


def _qr(a: Any, mode: Any = "reduced") -> Type:
    dtype, (*outer, rows, columns) = _matrix(a)
    least = _smaller(rows, columns)
    if mode == "r":
        return array(dtype, (*outer, least, columns))
    if mode not in ("reduced", "complete"):
        raise Unsure("another form")
    size = least if mode == "reduced" else rows
    return tuple_of(
        [array(dtype, (*outer, rows, size)), array(dtype, (*outer, size, columns))]
    )


def _cholesky(a: Any, /, *, upper: Any = False) -> Type:
    return _inv(a)


def _lstsq(a: Operand, b: Operand, rcond: Any = None) -> Type:
    dtype = _linear(a, b)
    if a.shape is None or not b.shape:
        raise Unsure("an unknown rank")
    if len(a.shape) != 2:
        raise TypeFailure("two dimensions")
    rows, columns = a.shape
    agree(rows, b.shape[0])
    real = real_part(dtype)
    return tuple_of(
        [
            array(dtype, (columns, *b.shape[1:])),
            array(real, (None,)),
            scalar(np.dtype(np.intc)),
            array(real, (_smaller(rows, columns),)),
        ]
    )


def _matrix_power(a: Number, n: Any) -> Type:
    power = integer(n)
    if a.shape is None or power is None or power < 0:
        raise Unsure("a power that may invert")
    if len(a.shape) < 2:
        raise TypeFailure("two dimensions at least")
    agree(a.shape[-1], a.shape[-2])
    return array(a.dtype, a.shape)


def _pinv(a: Any, *options: Any, **more: Any) -> Type:
    dtype, (*outer, rows, columns) = _matrix(a)
    if options or more:
        raise Unsure("a limit that may widen")
    if operand(a).dtype != dtype and not (rows and columns and all(outer)):
        raise Unsure("an empty array keeps its dtype")
    return array(dtype, (*outer, columns, rows))


def _matrix_rank(A: Operand, *options: Any, **more: Any) -> Type:  # noqa: N803  # NumPy's name
    if A.shape is None or len(A.shape) < 2 or options or more:
        raise Unsure("the rank of a vector")
    _linear(A)
    return array_or_scalar(INTP, A.shape[:-2])


def _cond(x: Any, p: Any = None) -> Type:
    dtype, shape = _matrix(x)
    if given(p):
        raise Unsure("another norm")
    return array_or_scalar(real_part(dtype), shape[:-2])


# Signals and interpolation


def _convolve(default: str) -> Rule:
    """Return the type rule of ``convolve`` or ``correlate``."""

    def rule(a: Operand, v: Operand, mode: Any = default) -> Type:
        dtype = _strong(a, v)
        if any(part.rank is None for part in (a, v)):
            raise Unsure("an unknown rank")
        if any((part.rank or 0) > 1 for part in (a, v)):
            raise TypeFailure("arrays of one dimension")
        left, right = size_of(a.shape), size_of(v.shape)  # a number has the length 1
        if 0 in (left, right):
            raise TypeFailure("an array cannot be empty")
        if left is None or right is None:
            return array(dtype, (None,))
        length = {
            "full": left + right - 1,
            "same": max(left, right),
            "valid": max(left, right) - min(left, right) + 1,
        }.get(mode)
        return array(dtype, (length,))

    return rule


def _interp(
    x: Operand,
    xp: Any,
    fp: Operand,
    left: Any = None,
    right: Any = None,
    period: Any = None,
) -> Type:
    if fp.dtype.kind not in "biuf" or x.dtype.kind not in "biuf":
        raise Unsure("complex values")
    return array_or_scalar(FLOAT64, x.shape)


# Polynomials


def _polyval(p: Number, x: Number) -> Type:
    dtype = np.result_type(p.dtype, x.dtype)
    if p.rank != 1 or not size_of(p.shape):
        raise Unsure("coefficients that may be none")
    return array_or_scalar(dtype, x.shape)


def _products(a1: Operand, a2: Operand) -> Type:
    """Return the type of a product of polynomials, without leading zeros."""
    if a1.shape is None or a2.shape is None:
        raise Unsure("an unknown rank")
    if len(a1.shape) > 1 or len(a2.shape) > 1:
        raise TypeFailure("polynomials of several dimensions")
    return array(np.result_type(a1.dtype, a2.dtype), (None,))


def _abscissas(deg: Any) -> Type:
    found = array(FLOAT64, (deg if type(deg) is int else None,))
    return tuple_of((found, found))


def _polyfit(x: Operand, y: Operand, deg: Any) -> Type:
    degree = integer(deg)
    if any(part.dtype != FLOAT64 and part.dtype.kind not in "iu" for part in (x, y)):
        raise Unsure("another precision")
    if x.shape is None or y.shape is None:
        raise Unsure("an unknown rank")
    if len(x.shape) != 1 or len(y.shape) not in (1, 2):
        raise TypeFailure("a vector, and one or more to fit")
    agree(x.shape[0], y.shape[0])
    count = None if degree is None else degree + 1
    return array(FLOAT64, (count, *y.shape[1:]))


def _poly(seq_of_zeros: Operand) -> Type:
    if seq_of_zeros.rank == 2 and seq_of_zeros.dtype == FLOAT64:
        length = add_dimensions(agree(*(seq_of_zeros.shape or ())), 1)
        if length == 1:
            raise Unsure("a matrix without elements")
        return join(array(FLOAT64, (length,)), array(COMPLEX128, (length,)))
    if (
        seq_of_zeros.rank != 1
        or seq_of_zeros.dtype != FLOAT64
        or not size_of(seq_of_zeros.shape)
    ):
        raise Unsure("zeros of another kind")
    return array(FLOAT64, (add_dimensions(size_of(seq_of_zeros.shape), 1),))


def _roots(p: Operand) -> Type:
    if p.rank not in (0, 1, None):
        raise TypeFailure("coefficients of one dimension")
    if p.dtype != FLOAT64 and p.dtype.kind not in "iu":
        raise Unsure("another precision")
    return _real_or_complex(FLOAT64, (None,))


# Differences and integrals


def _diff(
    a: Number, n: Any = 1, axis: Any = -1, prepend: Any = ..., append: Any = ...
) -> Type:
    times = integer(n)
    if prepend is not ... or append is not ...:
        raise Unsure("values before or after")
    if times is None or times < 1:
        raise Unsure("no difference at all")
    if a.shape is None:
        return array(_difference_dtype(a.dtype), None)
    if not a.shape:
        raise TypeFailure("at least one dimension")
    place = axis_argument(axis, len(a.shape))
    size = None if place is None else a.shape[place]
    shorter = None if size is None else max(size - times, 0)
    return array(_difference_dtype(a.dtype), with_axis(a.shape, place, shorter))


def _difference_dtype(dtype: np.dtype) -> np.dtype:
    return BOOLEAN if dtype == BOOLEAN else resolve(np.subtract, (dtype, dtype))[0]


def _ediff1d(ary: Number, to_end: None = None, to_begin: None = None) -> Type:
    size = size_of(ary.shape)
    shorter = None if size is None else max(size - 1, 0)
    return array(resolve(np.subtract, (ary.dtype,) * 2)[0], (shorter,))


def _gradient(f: Number, *varargs: Any, axis: Any = None, edge_order: Any = 1) -> Type:
    if f.shape is None or f.dtype == BOOLEAN:
        raise Unsure("an unknown rank")
    if any(operand(spacing).weak is None for spacing in varargs):
        if f.dtype.itemsize != 8 or f.dtype.kind == "c":
            raise Unsure("a spacing that may widen")
    result = array(floating(f.dtype), f.shape)
    if isinstance(axis, (int, np.integer)):
        axis_argument(axis, len(f.shape))
        return result
    if given(axis) or not f.shape:
        raise Unsure("several axes")
    if len(f.shape) == 1:
        return result
    return tuple_of([result] * len(f.shape))


def _trapezoid(y: Number, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Type:
    steps = operand(x if given(x) else dx)
    if y.dtype == BOOLEAN or not y.shape:
        raise Unsure("an unknown rank")
    if steps.shape is None or len(steps.shape) > 1:
        raise Unsure("steps of an unknown rank")
    small = y.dtype in (np.float16, np.float32, np.complex64)
    if small and steps.weak is None:
        raise Unsure("steps that may widen")
    if steps.dtype.kind not in "biuf" or steps.dtype.itemsize > 8:
        raise Unsure("steps that may widen")
    place = axis_argument(axis, len(y.shape))
    return array_or_scalar(floating(y.dtype), without_axis(y.shape, place))


# Statistics


def _covariance(m: Number) -> Type:
    dtype = np.result_type(m.dtype, FLOAT64)
    if m.shape is None:
        raise Unsure("an unknown rank")
    if len(m.shape) > 2:
        raise TypeFailure("more than two dimensions")
    if len(m.shape) < 2:
        return array(dtype, ())
    if m.shape[0] in (None, 0, 1):
        raise Unsure("one variable gives a number")
    return array(dtype, (m.shape[0],) * 2)


def _correlation(x: Number) -> Type:
    if x.shape is not None and len(x.shape) < 2:
        return array_or_scalar(np.result_type(x.dtype, FLOAT64), ())
    return _covariance(x)


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])
_VECTOR = np.array([1, 2, 3])
_POSITIVE = np.array([[2.0, 1.0], [1.0, 3.0]])
_STACK = np.stack([_POSITIVE, _POSITIVE.T * 2])

_NOT_SQUARE = call(_MATRIX)
_EIGEN = ("eigenvalues", "eigenvectors")
_ONE_MATRIX = (call(_POSITIVE), call(_STACK), call(_POSITIVE.astype(np.float32)))


ROWS: tuple[Row, ...] = (
    function_row(
        np.dot,
        _dot,
        call(_MATRIX, _VECTOR),
        call(_MATRIX, _MATRIX.T),
        call(_VECTOR, _VECTOR),
        call(_MATRIX, 2),
        call(_STACK, _STACK),
        bad=call(_MATRIX, _MATRIX),
        method="dot",
        squares=True,
    ),
    function_row(
        np.vdot, _vdot, call(_MATRIX, _MATRIX), call(2, 3), bad=call(_MATRIX, _VECTOR)
    ),
    function_row(
        np.inner,
        _inner,
        call(_MATRIX, _VECTOR),
        bad=call(_MATRIX, _VECTOR[:2]),
        squares=True,
    ),
    function_row(
        np.outer,
        _outer,
        call(_MATRIX, _VECTOR),
        call(2.0, _VECTOR),
        bad=call([[1], [2, 3]], 1),
    ),
    function_row(
        np.tensordot,
        _tensordot,
        call(_MATRIX, _MATRIX),
        call(_MATRIX, _MATRIX, ([0], [0])),
        call(_MATRIX, _VECTOR, 1),
        bad=call(_MATRIX, _MATRIX.T, 2),
        squares=True,
    ),
    function_row(
        np.einsum,
        _einsum,
        call("ij,j->i", _MATRIX, _VECTOR),
        call("ij,kj", _MATRIX, _MATRIX),
        call("ii", _POSITIVE),
        call("...j,j->...", _MATRIX, _VECTOR),
        call("...ij,jk", _STACK, _POSITIVE),
        bad=call("ij,i->j", _MATRIX, _VECTOR),
        returns="shares",  # of one operand it may be a view
        squares=True,
    ),
    function_row(
        np.kron, _kron, call(_MATRIX, _VECTOR), bad=call([[1], [2, 3]], _VECTOR)
    ),
    function_row(
        np.cross,
        _cross,
        call(_VECTOR, _MATRIX),
        call(_MATRIX.T, _VECTOR, 0),
        call(_MATRIX.T, _MATRIX.T, axis=0),
        bad=call(_VECTOR, np.ones(4)),
    ),
    function_row(
        np.trace,
        _trace,
        call(_MATRIX),
        call(_STACK, axis1=1, axis2=2),
        bad=call(_VECTOR),
    ),
    method_row("trace", _trace, call(_MATRIX), bad=call(_VECTOR)),
    function_row(
        np.linalg.norm,
        _norm,
        call(_MATRIX),
        call(_VECTOR),
        call(_MATRIX, axis=1),
        call(_MATRIX, 2),
        call(_MATRIX, np.inf, axis=0, keepdims=True),
        bad=call(_MATRIX, axis=2),
    ),
    function_row(np.linalg.det, _det, *_ONE_MATRIX, bad=_NOT_SQUARE),
    function_row(
        np.linalg.slogdet,
        _slogdet,
        *_ONE_MATRIX,
        bad=_NOT_SQUARE,
        names=("sign", "logabsdet"),
    ),
    function_row(np.linalg.inv, _inv, *_ONE_MATRIX, bad=_NOT_SQUARE),
    function_row(
        np.linalg.solve,
        _solve,
        call(_POSITIVE, [1, 2]),
        call(_STACK, _POSITIVE),
        bad=call(_POSITIVE, _VECTOR),
    ),
    function_row(
        np.linalg.tensorsolve,
        _tensorsolve,
        call(_POSITIVE, [1, 2]),
        bad=call(_MATRIX, _VECTOR),
    ),
    function_row(np.linalg.eig, _eig, *_ONE_MATRIX, bad=_NOT_SQUARE, names=_EIGEN),
    function_row(np.linalg.eigvals, _eigvals, *_ONE_MATRIX, bad=_NOT_SQUARE),
    function_row(np.linalg.eigh, _eigh, *_ONE_MATRIX, bad=_NOT_SQUARE, names=_EIGEN),
    function_row(np.linalg.eigvalsh, _eigvalsh, *_ONE_MATRIX, bad=_NOT_SQUARE),
    function_row(
        np.linalg.svd,
        _svd,
        call(_MATRIX),
        call(_MATRIX, full_matrices=False),
        call(_MATRIX, compute_uv=False),
        bad=call(_VECTOR),
        names=("U", "S", "Vh"),
    ),
    function_row(
        np.linalg.svdvals, _svdvals, call(_MATRIX), call(_STACK), bad=call(_VECTOR)
    ),
    function_row(
        np.linalg.qr,
        _qr,
        call(_MATRIX.T),
        call(_MATRIX.T, "complete"),
        call(_MATRIX, "r"),
        bad=call(_VECTOR),
        names=("Q", "R"),
    ),
    function_row(np.linalg.cholesky, _cholesky, call(_POSITIVE), bad=_NOT_SQUARE),
    function_row(
        np.linalg.lstsq,
        _lstsq,
        call(_MATRIX.T, _VECTOR),
        bad=call(_MATRIX, _VECTOR),
    ),
    function_row(
        np.linalg.matrix_power,
        _matrix_power,
        call(_POSITIVE, 3),
        bad=call(_MATRIX, 2),
        returns="same",  # to the power of one
    ),
    function_row(np.linalg.pinv, _pinv, call(_MATRIX), bad=call(_VECTOR)),
    function_row(
        np.linalg.matrix_rank,
        _matrix_rank,
        call(_MATRIX),
        bad=call(_MATRIX.astype(np.float16)),
    ),
    function_row(
        np.linalg.cond, _cond, call(_POSITIVE), bad=call(_VECTOR), name="cond_number"
    ),
    function_row(
        np.linalg.multi_dot,
        _multi_dot,
        call([_MATRIX, _VECTOR]),
        call([_VECTOR, _MATRIX.T, _MATRIX, _VECTOR]),
        bad=call([_MATRIX, _MATRIX]),
        squares=True,
    ),
    function_row(
        np.convolve,
        _convolve("full"),
        call(_VECTOR, _MATRIX[0, :2]),
        call(_VECTOR, _VECTOR, "same"),
        bad=call(_MATRIX, _VECTOR),
    ),
    function_row(
        np.correlate,
        _convolve("valid"),
        call(_VECTOR, _MATRIX[0, :2]),
        call(_VECTOR, _VECTOR, "full"),
        bad=call(_MATRIX, _VECTOR),
    ),
    function_row(
        np.interp,
        _interp,
        call(2.5, _VECTOR, _MATRIX[0]),
        call(_MATRIX, _VECTOR, _VECTOR),
        bad=call(2.5, _VECTOR, [1, 2]),
    ),
    function_row(
        np.polyval,
        _polyval,
        call([1, 2.0], 3),
        call(_VECTOR, _MATRIX),
        bad=call([[1], [2, 3]], 3),
    ),
    function_row(
        np.polyfit,
        _polyfit,
        call(_VECTOR, _MATRIX[0], 1),
        bad=call(_VECTOR, [1, 2], 1),
    ),
    function_row(np.poly, _poly, call(_MATRIX[0]), bad=call(_MATRIX)),
    function_row(
        np.polymul, _products, call(_VECTOR, [1, 2]), bad=call(_MATRIX, _VECTOR)
    ),
    *function_rows(
        (np.polynomial.legendre.leggauss, np.polynomial.laguerre.laggauss),
        _abscissas,
        call(3),
        bad=call(0),
    ),
    function_row(np.roots, _roots, call(_VECTOR), call(_MATRIX[0]), bad=call(_MATRIX)),
    function_row(
        np.diff,
        _diff,
        call(_MATRIX),
        call(_VECTOR, 2),
        call(_MATRIX > 2, axis=0),
        bad=call(np.array(1.0)),
        returns="same",  # with n=0
    ),
    function_row(np.ediff1d, _ediff1d, call(_MATRIX), bad=call([[1], [2, 3]])),
    function_row(
        np.gradient,
        _gradient,
        call(_VECTOR),
        call(_MATRIX),
        call(_MATRIX, axis=1),
        call(_VECTOR, 0.5),
        bad=call(_MATRIX, axis=2),
    ),
    *function_rows(
        present("trapezoid"),
        _trapezoid,
        call(_MATRIX),
        call(_VECTOR),
        call(_MATRIX, x=_VECTOR),
        bad=call(_MATRIX, axis=2),
    ),
    function_row(
        np.cov, _covariance, call(_MATRIX), call(_VECTOR), bad=call(np.ones((2, 2, 2)))
    ),
    function_row(
        np.corrcoef,
        _correlation,
        call(_MATRIX),
        call(_VECTOR),
        bad=call(np.ones((2, 2, 2))),
    ),
)
