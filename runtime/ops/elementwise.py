"""Elementwise functions that are not ufuncs, and queries about arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ir.nodes import argument_type, is_named
from runtime.ops.arrays import Out, function_row, function_rows, method_row
from runtime.ops.dimensions import broadcast, broadcasts_to
from runtime.ops.operands import (
    BOOLEAN,
    FLOAT64,
    Number,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    floating,
    numeric,
    operand,
    operands,
    promote,
    real_part,
    tuple_of,
)
from runtime.ops.options import axis_argument, given, written
from runtime.ops.row import Row, TypeFailure, call
from runtime.ops.ufuncs import ufunc_dtypes
from runtime.ops.versions import FIX_MAKES_FLOATS
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    OBJECT,
    Array,
    NumpyScalar,
    Type,
    join,
    scalar,
    type_of,
)


def _python_number(argument: Any) -> Type | None:
    """Return the type of an argument that is a Python number; else None."""
    of = argument if isinstance(argument, Type) else None
    if of is None and not isinstance(argument, (list, tuple)):
        of = type_of(argument)
    return of if of in (BOOL, INT, FLOAT, COMPLEX) else None


# Parts of complex numbers

_PART: dict[Type, Type] = {BOOL: INT, INT: INT, FLOAT: FLOAT, COMPLEX: FLOAT}


def _part(val: Any) -> Type:
    """Return the type of the real or imaginary part: of a scalar, a scalar."""
    python = _python_number(val)
    if python is not None:
        return _PART[python]
    if isinstance(val, NumpyScalar):
        return scalar(real_part(operand(val).dtype))
    one = operand(val)
    numeric(one)
    return array(real_part(one.dtype), one.shape)


def _angle(z: Number, deg: Any = False) -> Type:
    if z.dtype.kind == "c":
        return array_or_scalar(real_part(z.dtype), z.shape)
    if z.dtype.kind == "f" and deg is False:
        return array_or_scalar(z.dtype, z.shape)
    if z.dtype.kind in "iu" and z.dtype.itemsize >= 4 and deg is False:
        return array_or_scalar(FLOAT64, z.shape)
    raise Unsure("small integers, or degrees")


def _conj_method(a: Any) -> Type:
    if isinstance(a, NumpyScalar):
        numeric(operand(a))
        return a
    if not isinstance(a, Array):
        raise Unsure("the method of a Python number")
    numeric(operand(a))
    if a.dtype.kind == "c" and not a.shape:
        return array_or_scalar(a.dtype, a.shape)
    return a


# Rounding and limits


def _round(a: Number, decimals: Any = 0, out: Out = None) -> Type:
    if a.dtype == BOOLEAN:
        raise Unsure("a rounded truth value")
    return array_or_scalar(a.dtype, a.shape)


def _clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,  # NumPy's name
    max: Any = None,
) -> Type:
    bounds = [bound for bound in (a_min, a_max, min, max) if given(bound)]
    parts = [operand(a).strong, *operands(bounds)]
    numeric(*parts)
    shape = broadcast(*(part.shape for part in parts))
    target = written(out)
    if target is not None:
        if isinstance(target, Array):
            broadcasts_to(shape, target.shape)
        return target
    return array_or_scalar(promote(*parts), shape)


def _clip_method(
    a: Any,
    min: Any = None,  # NumPy's name
    max: Any = None,
    out: Any = None,
    **options: Any,
) -> Type:
    return _clip(a, min, max, out, **options)


def _nan_to_num(
    x: Number, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None
) -> Type:
    return array_or_scalar(x.dtype, x.shape)


def _real_if_close(a: Number, tol: Any = 100) -> Type:
    found = array(a.dtype, a.shape)
    if a.dtype.kind != "c":
        return found
    return join(found, array(real_part(a.dtype), a.shape))


def _fix(x: Operand, out: Out = None) -> Type:
    if x.dtype.kind not in "iuf":
        raise Unsure("a truth value or a complex number")
    if FIX_MAKES_FLOATS:
        (dtype,) = ufunc_dtypes(np.rint, x)
        return array_or_scalar(dtype, x.shape)
    return array_or_scalar(x.dtype, x.shape)


def _sinc(x: Number) -> Type:
    return array_or_scalar(floating(x.dtype), x.shape)


def _i0(x: Operand) -> Type:
    if x.dtype.kind not in "iuf":
        raise Unsure("other numbers")
    return array(floating(x.dtype), x.shape)


def _unwrap(
    p: Operand, discont: Any = None, axis: Any = -1, *, period: Any = ...
) -> Type:
    if period is not ... or p.dtype.kind not in "iuf":
        raise Unsure("another period")
    if p.shape == ():
        raise TypeFailure("at least one dimension")
    if p.shape is not None:
        axis_argument(axis, len(p.shape))
    return array(floating(p.dtype), p.shape)


# Tests of elements


def _isclose(
    a: Any, b: Any, rtol: Any = 0, atol: Any = 0, equal_nan: Any = False
) -> Type:
    parts = operands((a, b, rtol, atol))
    numeric(*parts)
    return array_or_scalar(BOOLEAN, broadcast(*(part.shape for part in parts)))


def _predicate(x: Any) -> Type:
    if _python_number(x) is not None:
        raise Unsure("of a Python number it may be Python's")
    one = operand(x)
    numeric(one)
    return array_or_scalar(BOOLEAN, one.shape)


def _infinite(x: Operand, out: Out = None) -> Type:
    if x.dtype.kind == "c":
        raise TypeFailure("complex numbers have no sign")
    numeric(x)
    return array_or_scalar(BOOLEAN, x.shape)


# Questions, answered by Python values


def _all_close(
    a: Any, b: Any, rtol: Any = 0, atol: Any = 0, equal_nan: Any = False
) -> Type:
    _isclose(a, b, rtol, atol)
    return BOOL


def _shape(a: Any) -> Type:
    one = operand(a)
    if one.shape is None:
        raise Unsure("an unknown rank")
    return tuple_of([INT] * len(one.shape))


def _number_of(a: Operand, axis: Any = None) -> Type:
    if isinstance(axis, int) and a.rank is not None and not -a.rank <= axis < a.rank:
        raise TypeFailure("an axis out of bounds")
    return INT


def _part_back(name: str) -> Any:
    """Return what puts a part of complex numbers back into them."""

    def undo(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
        kind = getattr(argument_type(a), "dtype", np.dtype(bool)).kind
        if kind == "c":
            return getattr(of, name)(a, value)
        return value if name == "with_real" and kind in "biuf" else None

    return undo


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])
_COMPLEX = np.array([1 + 2j, 3 - 1j])
_UNEVEN = call([[1], [2, 3]])
_UNEQUAL = call(_MATRIX, np.ones(4))
_TEXT = call("text")


ROWS: tuple[Row, ...] = (
    function_row(
        np.real,
        _part,
        call(_COMPLEX),
        call(_MATRIX),
        call(np.complex64(1j)),
        call(2j),
        bad=_UNEVEN,
        attribute="real",
        reads=False,
        returns="shares",
        undo=_part_back("with_real"),
    ),
    function_row(
        np.imag,
        _part,
        call(_COMPLEX),
        call(_MATRIX),
        call(np.complex64(1j)),
        call(2),
        bad=_UNEVEN,
        attribute="imag",
        reads=False,
        returns="shares",
        undo=_part_back("with_imag"),
    ),
    function_row(np.angle, _angle, call(_COMPLEX), call(_MATRIX), bad=_TEXT),
    *(
        method_row(
            name,
            _conj_method,
            call(_COMPLEX),
            call(_MATRIX),
            call(np.complex64(1j)),
            bad=call(_MATRIX, 1, 2, 3),
            returns="same",
        )
        for name in ("conj", "conjugate")
    ),
    function_row(
        np.round,
        _round,
        call(_MATRIX),
        call(2.5),
        call(_VECTOR, 1),
        bad=call(_MATRIX, "a"),
        also=(np.around,),
        returns="same",  # of integers
    ),
    method_row(
        "round",
        _round,
        call(_MATRIX),
        call(_MATRIX[0], 1),
        bad=call(_MATRIX, "a"),
        returns="same",
    ),
    function_row(
        np.clip,
        _clip,
        call(_MATRIX, 2, 4),
        call(_VECTOR, 2, None),
        call(_MATRIX[0], _VECTOR, _VECTOR),
        call(3, 1, 2),
        bad=_UNEQUAL,
    ),
    method_row(
        "clip",
        _clip_method,
        call(_MATRIX, 2, 4),
        call(_VECTOR, max=2),
        bad=_UNEQUAL,
    ),
    function_row(
        np.nan_to_num,
        _nan_to_num,
        call(_MATRIX),
        call(1.0),
        bad=_UNEVEN,
        returns="same",
        copies=lambda node: (
            len(node.args) == 1 and not is_named(node, "copy")
        ),  # with copy=False, when it also writes
        writes=(0,),
        twin="nan_to_num",
    ),
    function_row(
        np.real_if_close,
        _real_if_close,
        call(_MATRIX),
        call(_COMPLEX),
        bad=_UNEVEN,
        returns="shares",
    ),
    function_row(np.fix, _fix, call(_MATRIX), call(2.5), bad=_TEXT),
    function_row(np.sinc, _sinc, call(_MATRIX), call(1), bad=_TEXT),
    function_row(np.i0, _i0, call(_MATRIX), call(2.0), bad=call(_COMPLEX)),
    function_row(np.unwrap, _unwrap, call(_MATRIX), call(_VECTOR), bad=call(1.0)),
    function_row(
        np.isclose, _isclose, call(_MATRIX, _VECTOR), call(1, 2.0), bad=_UNEQUAL
    ),
    function_row(np.isreal, _predicate, call(_MATRIX), bad=_UNEVEN),
    function_row(np.iscomplex, _predicate, call(_MATRIX), bad=_UNEVEN),
    function_row(np.isneginf, _infinite, call(_MATRIX), bad=call(_COMPLEX)),
    function_row(np.isposinf, _infinite, call(_MATRIX), bad=call(_COMPLEX)),
    function_row(np.allclose, _all_close, call(_MATRIX, _MATRIX), bad=_UNEQUAL),
    function_row(np.array_equal, BOOL, call(_MATRIX, _VECTOR), bad=call(_MATRIX)),
    function_row(np.array_equiv, BOOL, call(_MATRIX, _VECTOR), bad=call(_MATRIX)),
    function_row(np.iscomplexobj, BOOL, call(_MATRIX), bad=_UNEVEN),
    function_row(np.isrealobj, BOOL, call(_MATRIX), bad=_UNEVEN),
    function_row(np.isscalar, BOOL, call(_MATRIX), call(1), bad=call()),
    function_row(np.iterable, BOOL, call(_MATRIX), bad=call()),
    # These look at where arrays lie, not at what is in them.
    *function_rows(
        (np.may_share_memory, np.shares_memory),
        BOOL,
        call(_MATRIX, _MATRIX),
        bad=call(_MATRIX),
        reads=False,
    ),
    function_row(np.shape, _shape, call(_MATRIX), call(1), bad=_UNEVEN, reads=False),
    function_row(np.ndim, _number_of, call(_MATRIX), call(1), bad=_UNEVEN, reads=False),
    function_row(
        np.size,
        _number_of,
        call(_MATRIX),
        call(_MATRIX, 1),
        bad=call(_MATRIX, 2),
        reads=False,
    ),
    # dtypes are Python objects to the graph.
    function_row(np.result_type, OBJECT, call(_MATRIX, 1), bad=call("no dtype")),
    function_row(np.promote_types, OBJECT, call(int, float), bad=call("no dtype", int)),
    function_row(np.min_scalar_type, OBJECT, call(_VECTOR), bad=_UNEVEN),
    function_row(np.can_cast, BOOL, call(int, float), bad=call("no dtype", int)),
    function_row(
        np.issubdtype,
        BOOL,
        call(float, np.floating),
        bad=call("no dtype", np.floating),
    ),
)
