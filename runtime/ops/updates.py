"""Rows that return what a write would leave, instead of writing; and their way back.

The functional form of a graph (`runtime.passes.functional.functionalize`) is made of
these: a row that writes names its *twin* here, or among the operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.errors import ArgumentsOverlap
from runtime.ops.arrays import array_row
from runtime.ops.asking import nothing
from runtime.ops.dimensions import broadcast, broadcasts_to
from runtime.ops.operands import (
    COMPLEX128,
    FLOAT64,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    operand,
)
from runtime.ops.row import Row, acting, call
from runtime.ops.selection import ROWS as SELECTION
from runtime.ops.subscripts import set_item
from runtime.ops.ufuncs import ROWS as UFUNCS
from runtime.ops.ufuncs import ufunc_dtypes
from runtime.types import NONE, Array, NoneType, Shape, Type, Unbound, scalar


def updated(a: Any, index: Any, value: Any) -> Any:
    """Return a copy of an array in which ``copy[index] = value`` was done.

    Examples
    --------
    >>> updated(np.zeros(3), slice(1, None), 7.0)
    array([0., 7., 7.])
    """
    new = a.copy("K")
    new[index] = value
    return new


def index_add(a: Any, index: Any, value: Any) -> Any:
    """Return a copy of an array to which values were added where an index points.

    What an index names twice is added to twice.

    Examples
    --------
    >>> index_add(np.zeros(3), np.array([0, 0, 2]), 1.0)
    array([2., 0., 1.])
    """
    new = a.copy("K")
    add_at(new, index, value)
    return new


def add_at(a: Any, index: Any, value: Any) -> None:
    """Add values in place where an index points, as often as it does."""
    if _is_basic(index):
        a[index] += value
    else:
        np.add.at(a, index, value)


def add_item(a: Any, index: Any, value: Any) -> None:
    """Add a value in place where an index of numbers and slices points."""
    a[index] += value


def _is_basic(index: Any) -> bool:
    parts = index if type(index) is tuple else (index,)
    return all(
        part is None
        or part is Ellipsis
        or isinstance(part, (slice, np.integer))
        or type(part) is int
        for part in parts
    )


def spread(value: Any, like: Any) -> Any:
    """Return a value repeated to the shape of another one.

    Examples
    --------
    >>> spread(2.0, np.zeros(3))
    array([2., 2., 2.])
    """
    shape = np.shape(like)
    if not shape and not isinstance(like, np.ndarray):
        return np.broadcast_to(value, shape)[()]
    return np.array(np.broadcast_to(value, shape))


def sum_to(value: Any, like: Any) -> Any:
    """Return a value summed to the shape of another one: the way back from a broadcast.

    Examples
    --------
    >>> sum_to(np.ones((2, 3)), np.zeros((2, 1)))
    array([[3.],
           [3.]])
    """
    shape = np.shape(like)
    found = np.asarray(value)
    if found.shape != shape:
        extra = found.ndim - len(shape)
        if extra < 0 or any(
            one not in (1, size) for one, size in zip(shape, found.shape[extra:])
        ):
            raise ValueError(f"shape {found.shape} is no broadcast of shape {shape}")
        axes = tuple(
            axis
            for axis, size in enumerate(found.shape)
            if axis < extra or (shape[axis - extra] == 1 and size != 1)
        )
        found = found.sum(axis=axes, dtype=found.dtype, keepdims=True).reshape(shape)
    return found if shape or isinstance(like, np.ndarray) else found[()]


def cast_like(value: Any, like: Any) -> Any:
    """Return the result of an operation as the array that it was to be written to.

    Raises
    ------
    ValueError
        If it has another shape.
    """
    shape = np.shape(value)
    if shape != like.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {like.shape} doesn't match "
            f"the broadcast shape {shape}"
        )
    return np.asarray(value, like.dtype)


def written_part(a: Any, index: Any, value: Any) -> Any:
    """Return what stands where a value was written, summed to the value's shape.

    Of places that an index names more than once only the last write counts.

    Examples
    --------
    >>> written_part(np.array([1.0, 2.0]), np.array([0, 0, 1]), np.zeros(3))
    array([0., 1., 2.])
    """
    part = a[index]
    if not _is_basic(index):
        places = np.arange(part.size).reshape(part.shape)
        last = np.zeros(a.shape, int)
        last[index] = places
        part = np.where(last[index] == places, part, np.zeros((), a.dtype))
    shape = np.shape(value)
    while len(shape) > np.ndim(part) and shape[0] == 1:
        shape = shape[1:]  # NumPy drops leading dimensions of 1
    found = sum_to(part, np.empty(shape))
    return found.reshape(np.shape(value)) if np.ndim(value) else found[()]


def zero_of(value: Any) -> Any:
    """Return zeros of a value's shape: the derivative of what nothing varies with.

    Examples
    --------
    >>> zero_of(np.ones(2, np.float32)), zero_of(3)
    (array([0., 0.], dtype=float32), np.float64(0.0))
    """
    return _filled(value, 0)


def one_of(value: Any) -> Any:
    """Return ones of a value's shape: the derivative of a value by itself."""
    return _filled(value, 1)


def _filled(value: Any, number: int) -> Any:
    known = isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc"
    other = np.dtype(complex if isinstance(value, complex) else float)
    dtype = value.dtype if known else other
    if isinstance(value, np.ndarray):
        return np.full(value.shape, number, dtype)
    return dtype.type(number)


def masked_product(g: Any, partial: Any) -> Any:
    """Return a product that is 0 where its first factor is, whatever the second is.

    Examples
    --------
    >>> masked_product(np.array([0.0, 2.0]), np.array([np.inf, 3.0]))
    array([0., 6.])
    """
    if isinstance(g, np.floating) and isinstance(partial, float | np.floating):
        return g * (partial if g != 0 else type(partial)(0))
    partial = np.asarray(partial)
    product = np.multiply(g, np.where(np.equal(g, 0), partial.dtype.type(0), partial))
    return product[()]


def ufunc_filled(ufunc: np.ufunc, a: Any, /, *operands: Any, **options: Any) -> Any:
    """Return a copy of an array to which a ufunc wrote, where its options say.

    Examples
    --------
    >>> over = np.array([0.0, 2.0])
    >>> ufunc_filled(np.divide, np.full(2, -1.0), 1.0, over, where=over != 0)
    array([-1. ,  0.5])
    """
    new = a.copy("K")
    ufunc(*operands, out=new, **options)
    return new


def reshape_like(value: Any, like: Any) -> Any:
    """Return the elements of an array, in C order, in the shape of another value."""
    return np.reshape(np.asarray(value), np.shape(like))


def check_apart(written: Any, *others: Any) -> None:
    """Raise unless arrays that are written share no memory with others, or themselves.

    Parameters
    ----------
    written : list of array
        The arrays that are written.
    *others
        Arrays, and sequences of them, that are not.
    """
    seen: list[np.ndarray] = []
    for each in written:
        if any(np.may_share_memory(each, one) for one in seen):
            raise _overlap()
        seen.append(each)
    for each in _arrays_in(others):
        if any(np.may_share_memory(each, one) for one in seen):
            raise _overlap()


def _arrays_in(values: Any) -> Iterator[np.ndarray]:
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _arrays_in(value)


def _overlap() -> ArgumentsOverlap:
    return ArgumentsOverlap(
        "an array that is written may share memory with another argument",
        hint="pass a copy of one of the two: a graph in functional form takes its "
        "arguments to be apart",
    )


def check_packed(*arrays: Any) -> None:
    """Raise unless arrays lie in C order: then a reshape of them is a view."""
    for each in arrays:
        if not each.flags.c_contiguous:
            raise ArgumentsOverlap(
                "an array that is reshaped and written does not lie in C order: "
                "whether the reshaped array is a view depends on it",
                hint="pass np.ascontiguousarray of it",
            )


# Type rules


def _updated(a: Any, index: Any, value: Any) -> Type:
    if not isinstance(a, Array):
        raise Unsure("no array")
    set_item(a, index, value)
    return a


def _shape_like(value: Operand, like: Any) -> tuple[np.dtype, Shape, bool]:
    if isinstance(like, Type):
        whole = isinstance(like, Array)
    else:
        whole = isinstance(like, np.ndarray)
    return value.dtype, operand(like).shape, whole


def _spread(value: Operand, like: Any) -> Type:
    dtype, shape, whole = _shape_like(value, like)
    broadcasts_to(value.shape, shape)
    return array(dtype, shape) if shape or whole else scalar(dtype)


def _sum_to(value: Operand, like: Any) -> Type:
    dtype, shape, whole = _shape_like(value, like)
    return array(dtype, shape) if shape or whole else scalar(dtype)


def _written_part(a: Any, index: Any, value: Any) -> Type:
    if not isinstance(a, Array):
        raise Unsure("no array")
    shape = operand(value).shape
    return array(a.dtype, shape) if shape != () else scalar(a.dtype)


def _cotangent(value: Any) -> Type:
    if isinstance(value, (Unbound, NoneType)):
        return scalar(FLOAT64)
    one = operand(value)
    other = COMPLEX128 if one.weak is complex else FLOAT64
    dtype = one.dtype if one.dtype.kind in "fc" and not one.weak else other
    if isinstance(value, Array) or one.shape != ():
        return array(dtype, one.shape)
    return scalar(dtype)


def _masked_product(g: Operand, partial: Operand) -> Type:
    (dtype,) = ufunc_dtypes(np.multiply, g, partial)
    return array_or_scalar(dtype, broadcast(g.shape, partial.shape))


def _ufunc_filled(ufunc: Any, a: Any, /, *operands: Any, **options: Any) -> Type:
    if not isinstance(a, Array):
        raise Unsure("no array")
    return a


def _reshape_like(value: Operand, like: Any) -> Type:
    return array(value.dtype, operand(like).shape)


def _cast_like(value: Operand, like: Any) -> Type:
    if not isinstance(like, Array):
        raise Unsure("no array")
    return like


# Rows

_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_INTEGERS = np.array([[1, 2, 3], [4, 5, 6]])
_ROW = np.array([1.0, 2.0, 3.0])
_PICK = np.array([0, 0, 1])


def _on_copy(row: Row) -> Row:
    """Return the twin of a row that writes: the same done to a copy."""
    (place,) = row.writes
    assert isinstance(place, int)
    kernel = row.kernel

    def on_copy(*args: Any, **kwargs: Any) -> Any:
        new = args[place].copy("K")
        kernel(*args[:place], new, *args[place + 1 :], **kwargs)
        return new

    def rule(*args: Any, **kwargs: Any) -> Type:
        of = args[place]
        if not isinstance(of, Array):
            raise Unsure("no array")
        return of

    on_copy.__name__ = on_copy.__qualname__ = f"{row.name}_on_copy"
    return array_row(on_copy, rule, *row.samples, bad=row.rejects)


def _with_part(name: str) -> Row:
    """Return the row that gives complex numbers another real or imaginary part."""

    def kernel(a: Any, value: Any) -> Any:
        new = a.copy("K")
        setattr(new, name, value)
        return new

    kernel.__name__ = kernel.__qualname__ = f"with_{name}"
    complexes = np.array([1 + 2j, 3 - 1j])
    bad = call(complexes, np.ones(3))
    return array_row(kernel, _updated_part, call(complexes, np.ones(2)), bad=bad)


def _updated_part(a: Any, value: Any) -> Type:
    if not isinstance(a, Array) or a.dtype.kind != "c":
        raise Unsure("no complex numbers")
    return a


WRITERS = frozenset(
    "put put_along_axis place putmask copyto fill_diagonal array_fill ufunc_at".split()
)
"""Rows whose twin does the same to a copy; the names of twins end in ``_on_copy``."""

ROWS: tuple[Row, ...] = (
    array_row(
        updated,
        _updated,
        call(_MATRIX, 0, 1.0),
        call(_MATRIX, (slice(None), 1), np.array([7.0, 8.0])),
        call(_MATRIX, _MATRIX > 2, 0),
        call(np.array(2.0), (), 3.0),
        bad=(call(_MATRIX, (0, 0, 0), 1.0), call(_MATRIX, 0, np.ones(2))),
    ),
    array_row(
        index_add,
        _updated,
        call(_MATRIX, 0, 1.0),
        call(_MATRIX, (slice(None), 1), np.array([7.0, 8.0])),
        call(_ROW, _PICK, _ROW),
        call(_MATRIX, _MATRIX > 2, 1.0),
        bad=(call(_MATRIX, (0, 0, 0), 1.0), call(_MATRIX, 0, np.ones(2))),
    ),
    array_row(
        add_item,
        NONE,
        call(_MATRIX, 0, 1.0),
        call(_MATRIX, (slice(None), 1), np.ones(2)),
        bad=call(_MATRIX, 0, np.ones(2)),
        template="{0}[{1}] += {2}",
        statement=True,
        writes=(0,),
        twin="index_add",
    ),
    array_row(
        add_at,
        NONE,
        call(_MATRIX, 0, 1.0),
        call(_ROW, _PICK, np.ones(3)),
        bad=call(_MATRIX, 0, np.ones(2)),
        writes=(0,),
        twin="index_add",
    ),
    _with_part("real"),
    _with_part("imag"),
    array_row(
        spread,
        _spread,
        call(2.0, _MATRIX),
        call(_ROW, _MATRIX),
        call(np.float64(2.0), 1.0),
        bad=call(np.ones(2), _MATRIX),
    ),
    array_row(
        sum_to,
        _sum_to,
        call(_MATRIX, _ROW),
        call(_MATRIX, np.ones((2, 1))),
        call(_MATRIX, 1.0),
        call(_MATRIX, _MATRIX),
        bad=call(_MATRIX, np.ones(2)),
        returns="same",
    ),
    array_row(
        cast_like,
        _cast_like,
        call(_MATRIX, np.ones((2, 3), np.float32)),
        call(np.float64(2.0), np.array(1.0)),
        bad=call(_ROW, _MATRIX),
        returns="same",
    ),
    array_row(
        written_part,
        _written_part,
        call(_MATRIX, 0, np.ones(3)),
        call(_ROW, _PICK, 1.0),
        call(_MATRIX, (slice(None), 1), np.ones(2)),
        call(_MATRIX, 0, np.ones((1, 3))),
        bad=call(_MATRIX, (0, 0, 0), 1.0),
        returns="shares",
    ),
    array_row(
        zero_of, _cotangent, call(_MATRIX), call(2.0), call(2j), bad=call("a", 2)
    ),
    array_row(one_of, _cotangent, call(_MATRIX), call(2.0), bad=call("a", 2)),
    array_row(
        masked_product,
        _masked_product,
        call(_MATRIX, _ROW),
        call(np.float64(0.0), np.float64(2.0)),
        bad=call(_MATRIX, np.ones(2)),
    ),
    array_row(
        ufunc_filled,
        _ufunc_filled,
        call(np.divide, _MATRIX, 1.0, _ROW, where=_MATRIX > 2),
        call(np.sqrt, _ROW, _ROW),
        bad=call(np.add, _ROW, _MATRIX, 1.0),
        closed=False,  # it takes a ufunc
    ),
    array_row(
        reshape_like,
        _reshape_like,
        call(_MATRIX, np.ones((3, 2))),
        call(_MATRIX, np.ones(6)),
        bad=call(_MATRIX, np.ones(4)),
        returns="shares",
    ),
    *(_on_copy(row) for row in (*SELECTION, *UFUNCS) if row.name in WRITERS),
    acting(
        check_apart,
        NONE,
        call([_MATRIX], _ROW, [_PICK]),
        bad=(call([_MATRIX, _MATRIX]), call([_ROW], [_ROW])),
        asks=nothing,
    ),
    acting(
        check_packed, NONE, call(_MATRIX), bad=call(np.ones((3, 2)).T), asks=nothing
    ),
)
