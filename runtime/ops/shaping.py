"""Shapes changed, axes moved, elements repeated: views wherever NumPy returns them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display
from runtime.ops.arrays import array_row, function_row, method_row
from runtime.ops.dimensions import (
    add_dimensions,
    broadcast,
    broadcasts_to,
    size_of,
    with_axis,
)
from runtime.ops.operands import (
    Dimensions,
    Operand,
    Ranked,
    Unsure,
    array,
    array_or_scalar,
    items_of,
    operand,
    ranked,
    same_kind_of_zero,
    tuple_of,
)
from runtime.ops.options import (
    axes_argument,
    axis_argument,
    given,
    integer,
    is_symbolic,
    shape_argument,
)
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.types import INT, Array, NumpyScalar, Shape, Tuple, Type

# Reshaping


def reshaped(size: int | None, shape: Any) -> Shape:
    """Return the requested shape, with ``-1`` replaced by the open dimension.

    Examples
    --------
    >>> reshaped(6, (2, -1)), reshaped(None, (2, -1))
    ((2, 3), (2, None))
    """
    if isinstance(shape, (list, tuple, Tuple)):
        dimensions = [integer(item) for item in items_of(shape)]
    elif isinstance(shape, Type) and shape != INT and not _is_scalar(shape):
        return shape_argument(shape)
    else:
        dimensions = [integer(shape)]
    symbolic = any(dimension is None for dimension in dimensions)
    fixed = [size for size in dimensions if size is not None and size >= 0]
    if any(dimension is not None and dimension < 0 for dimension in dimensions):
        if len(fixed) + 1 < len(dimensions) and not symbolic:
            raise TypeFailure("only one unknown dimension")
        return tuple(
            _open(size, fixed, symbolic) if d is not None and d < 0 else d
            for d in dimensions
        )
    product = size_of(tuple(dimensions))
    if product is not None and size is not None and product != size:
        raise TypeFailure(f"{size} elements do not fit {tuple(dimensions)}")
    return tuple(dimensions)


def _is_scalar(of: Type) -> bool:
    return not isinstance(of, (Array, Tuple))


def _open(size: int | None, fixed: list[int], symbolic: bool) -> int | None:
    """Return the dimension that replaces ``-1``."""
    rest = size_of(tuple(fixed))
    if size is None or rest is None or symbolic:
        return None
    if rest == 0 or size % rest:
        raise TypeFailure(f"{size} elements do not fit {fixed}")
    return size // rest


def _reshape(
    a: Operand, /, shape: Any = None, order: Any = "C", *, copy: Any = None
) -> Type:
    return array(a.dtype, reshaped(size_of(a.shape), shape))


def _reshape_method(a: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Type:
    one = operand(a)
    wanted = shape[0] if len(shape) == 1 else shape
    found = reshaped(size_of(one.shape), wanted)
    return same_kind_of_zero(a, one.dtype, found)


def _flat(a: Operand, order: Any = "C") -> Type:
    return array(a.dtype, (size_of(a.shape),))


# Axes


def _transpose(a: Any, axes: Any = None) -> Type:
    if isinstance(a, NumpyScalar):
        return a
    one = operand(a)
    if one.shape is None:
        return same_kind_of_zero(a, one.dtype, None)
    if not given(axes):
        return same_kind_of_zero(a, one.dtype, one.shape[::-1])
    if isinstance(axes, Type):
        return same_kind_of_zero(a, one.dtype, (None,) * len(one.shape))
    order = axes_argument(axes, len(one.shape))
    if order is None:
        return same_kind_of_zero(a, one.dtype, (None,) * len(one.shape))
    if len(order) != len(one.shape):
        raise TypeFailure("axes do not match the array")
    return same_kind_of_zero(a, one.dtype, tuple(one.shape[axis] for axis in order))


def _transpose_method(a: Any, *axes: Any) -> Type:
    if not axes:
        return _transpose(a)
    if len(axes) == 1 and not isinstance(axes[0], int):
        return _transpose(a, axes[0])
    return _transpose(a, axes)


def _matrix_transpose(x: Operand, /) -> Type:
    if x.shape is None:
        return array(x.dtype, None)
    if len(x.shape) < 2:
        raise TypeFailure("a matrix has two dimensions at least")
    return array(x.dtype, (*x.shape[:-2], x.shape[-1], x.shape[-2]))


def _swapaxes(a: Ranked, axis1: Any, axis2: Any) -> Type:
    first = axis_argument(axis1, len(a.shape))
    second = axis_argument(axis2, len(a.shape))
    if first is None or second is None:
        return array(a.dtype, (None,) * len(a.shape))
    moved = list(a.shape)
    moved[first], moved[second] = moved[second], moved[first]
    return array(a.dtype, tuple(moved))


def _moveaxis(a: Ranked, source: Any, destination: Any) -> Type:
    sources = axes_argument(source, len(a.shape))
    goals = axes_argument(destination, len(a.shape))
    if sources is None or goals is None:
        return array(a.dtype, (None,) * len(a.shape))
    if len(sources) != len(goals):
        raise TypeFailure("source and destination differ in number")
    order = [axis for axis in range(len(a.shape)) if axis not in sources]
    for goal, origin in sorted(zip(goals, sources)):
        order.insert(goal, origin)
    return array(a.dtype, tuple(a.shape[axis] for axis in order))


def _rollaxis(a: Ranked, axis: Any, start: Any = 0) -> Type:
    origin, goal = axis_argument(axis, len(a.shape)), integer(start)
    if origin is None or goal is None:
        return array(a.dtype, (None,) * len(a.shape))
    goal += len(a.shape) if goal < 0 else 0
    goal -= origin < goal
    order = [position for position in range(len(a.shape)) if position != origin]
    order.insert(goal, origin)
    return array(a.dtype, tuple(a.shape[position] for position in order))


def _squeeze(a: Any, axis: Any = None) -> Type:
    one = operand(a)
    if one.shape is None:
        return same_kind_of_zero(a, one.dtype, None)
    if not one.shape:
        return same_kind_of_zero(a, one.dtype, ())
    if not given(axis):
        if None in one.shape:
            return array(one.dtype, None)
        return array(one.dtype, tuple(size for size in one.shape if size != 1))
    axes = axes_argument(axis, len(one.shape))
    if axes is None:
        raise Unsure("an axis known by type only")
    if any(one.shape[axis] not in (1, None) for axis in axes):
        raise TypeFailure("an axis of another size than one")
    return array(
        one.dtype, tuple(size for i, size in enumerate(one.shape) if i not in axes)
    )


def _expand_dims(a: Ranked, axis: Any) -> Type:
    count = len(axis) if isinstance(axis, (list, tuple)) else 1
    axes = axes_argument(axis, len(a.shape) + count)
    if axes is None:
        return array(a.dtype, (None,) * (len(a.shape) + count))
    rest = iter(a.shape)
    return array(
        a.dtype,
        tuple(1 if i in axes else next(rest) for i in range(len(a.shape) + count)),
    )


def _at_least(rank: int) -> Rule:
    """Return the rule of ``atleast_1d`` and similar functions."""

    def one_of(argument: Any) -> Type:
        one = ranked(argument)
        return array(one.dtype, _raised(one.shape, rank))

    def rule(*arrays: Any) -> Type:
        if len(arrays) == 1:
            return one_of(arrays[0])
        return tuple_of([one_of(argument) for argument in arrays])

    return rule


def _raised(shape: Dimensions, rank: int) -> Dimensions:
    if len(shape) >= rank:
        return shape
    if rank == 3:
        return {0: (1, 1, 1), 1: (1, *shape, 1), 2: (*shape, 1)}[len(shape)]
    return (1,) * (rank - len(shape)) + shape


def _broadcast_to(array: Any, shape: Any, subok: Any = False) -> Type:
    one, wanted = operand(array), shape_argument(shape)
    broadcasts_to(one.shape, wanted)
    return Array(one.dtype, wanted)


def _broadcast_arrays(*args: Any, subok: Any = False) -> Type:
    ones = [operand(argument) for argument in args]
    shape = broadcast(*(one.shape for one in ones))
    return tuple_of([array(one.dtype, shape) for one in ones])


# Order


def _flip(m: Operand, axis: Any = None) -> Type:
    if given(axis) and m.shape is not None:
        axes_argument(axis, len(m.shape))
    return array_or_scalar(m.dtype, m.shape)


def _flip_matrix(rank: int) -> Rule:
    """Return the rule of ``fliplr`` or ``flipud``."""

    def rule(m: Operand) -> Type:
        if m.shape is not None and len(m.shape) < rank:
            raise TypeFailure(f"{rank} dimensions at least")
        return array(m.dtype, m.shape)

    return rule


def _rot90(m: Ranked, k: Any = 1, axes: Any = (0, 1)) -> Type:
    turned = axes_argument(axes, len(m.shape))
    quarters = integer(k)
    if turned is None or quarters is None:
        return array(m.dtype, (None,) * len(m.shape))
    if len(turned) != 2:
        raise TypeFailure("two axes")
    result = list(m.shape)
    if quarters % 2:
        first, second = turned
        result[first], result[second] = result[second], result[first]
    return array(m.dtype, tuple(result))


def _roll(a: Operand, shift: Any, axis: Any = None) -> Type:
    if given(axis) and a.shape is not None:
        axes = axis if isinstance(axis, (list, tuple)) else (axis,)
        for one in axes:  # which may be there twice
            axis_argument(one, len(a.shape))
    return array(a.dtype, a.shape)


def _tile(A: Ranked, reps: Any) -> Type:  # noqa: N803  # NumPy's name
    shape = A.shape
    counts = shape_argument(reps)
    if counts is None:
        raise Unsure("any number of dimensions")
    rank = max(len(shape), len(counts))
    shape = (1,) * (rank - len(shape)) + shape
    counts = (1,) * (rank - len(counts)) + counts
    return array(A.dtype, tuple(map(_times, shape, counts)))


def _times(size: int | None, count: int | None) -> int | None:
    if size == 0 or count == 0:
        return 0
    return None if size is None or count is None else size * count


def _repeat(a: Operand, repeats: Any, axis: Any = None) -> Type:
    shape = a.shape
    if not given(axis):
        shape, axis = (size_of(shape),), 0
    if shape is None:
        raise Unsure("an unknown rank")
    shape = shape or (1,)  # of a number
    place = axis_argument(axis, len(shape))
    length = None if place is None else shape[place]
    return array(a.dtype, with_axis(shape, place, _repeated(length, repeats)))


def _repeated(length: int | None, repeats: Any) -> int | None:
    if isinstance(repeats, Type):
        return None
    if isinstance(repeats, (list, tuple)):
        if is_symbolic(repeats):
            return None
        if len(repeats) != 1:
            return sum(repeats)
        (repeats,) = repeats
    return _times(length, integer(repeats))


# Diagonals


def _diag(v: Ranked, k: Any = 0) -> Type:
    offset = integer(k)
    if len(v.shape) == 1:
        size = None if offset is None else add_dimensions(v.shape[0], abs(offset))
        return array(v.dtype, (size, size))
    if len(v.shape) != 2:
        raise TypeFailure("one dimension or two")
    return array(v.dtype, (diagonal_length(v.shape[0], v.shape[1], offset),))


def _diagflat(v: Any, k: Any = 0) -> Type:
    one, offset = operand(v), integer(k)
    size = None if offset is None else add_dimensions(size_of(one.shape), abs(offset))
    return array(one.dtype, (size, size))


def diagonal_length(
    rows: int | None, columns: int | None, offset: int | None
) -> int | None:
    """Return the length of a diagonal of a matrix."""
    if rows is None or columns is None or offset is None:
        return None
    if offset >= 0:
        return max(min(rows, columns - offset), 0)
    return max(min(rows + offset, columns), 0)


def _diagonal(a: Ranked, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Type:
    if len(a.shape) < 2:
        raise TypeFailure("two dimensions at least")
    axes = axes_argument((axis1, axis2), len(a.shape))
    if axes is None:
        return array(a.dtype, (None,) * (len(a.shape) - 1))
    length = diagonal_length(a.shape[axes[0]], a.shape[axes[1]], integer(offset))
    rest = tuple(size for i, size in enumerate(a.shape) if i not in axes)
    return array(a.dtype, (*rest, length))


def _triangle(m: Ranked, k: Any = 0) -> Type:
    if not m.shape:
        raise Unsure("a triangle of a number")
    return array(m.dtype, m.shape if len(m.shape) > 1 else (m.shape[0], m.shape[0]))


# Rows

_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])
_BLOCK = np.zeros((2, 1, 3))


def _shaped_back(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
    """Undo a change of shape that keeps the order of the elements."""
    return of.reshape_like(value, a)


def _turned_back(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
    """Undo a change of order by the same change."""
    return of.call(of.operation, (value, *rest), options)


def _transposed_back(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
    """Undo a permutation of the axes, which is known."""
    axes = options.get("axes", rest[0] if len(rest) == 1 else Display("tuple", rest))
    if axes == Constant(None) or axes == Display("tuple", ()):
        return of.transpose(value)
    found = _known_axes(axes)
    return None if found is None else of.transpose(value, tuple(np.argsort(found)))


def _known_axes(axes: Argument) -> list[int] | None:
    parts = axes.items if isinstance(axes, Display) else (axes,)
    values: list[Any] = [part.value for part in parts if isinstance(part, Constant)]
    if len(values) != len(parts):
        return None
    flat = list(values[0]) if values and isinstance(values[0], tuple) else values
    return [axis % len(flat) for axis in flat]


def _moved_back(of: Any, a: Any, rest: Any, options: Any, value: Any) -> Any:
    """Undo a move of axes."""
    return None if options else of.moveaxis(value, rest[1], rest[0])


_view = partial(function_row, returns="shares", reads=False)
"""The row of a function that always gives a view, and so reads nothing."""


ROWS: tuple[Row, ...] = (
    # A reshaped array may be a copy, so these read.
    function_row(
        np.reshape,
        _reshape,
        call(_MATRIX, (3, 2)),
        call(_MATRIX, -1),
        call(_MATRIX, (-1, 2), "F"),
        call(2.0, (1, 1)),
        bad=call(_MATRIX, (4, 2)),
        returns="shares",
        packed=True,
        undo=_shaped_back,
    ),
    method_row(
        "reshape",
        _reshape_method,
        call(_MATRIX, 3, 2),
        call(_MATRIX, (3, -1)),
        call(_MATRIX, -1, order="F"),
        bad=call(_MATRIX, 4, 2),
        returns="shares",
        packed=True,
        undo=_shaped_back,
    ),
    function_row(
        np.ravel,
        _flat,
        call(_MATRIX),
        call(_MATRIX, "F"),
        call(2),
        bad=call(_MATRIX, "Z"),
        method="ravel",
        returns="shares",
        packed=True,
        undo=_shaped_back,
    ),
    method_row("flatten", _flat, call(_MATRIX), bad=call(_MATRIX, "Z")),
    _view(
        np.transpose,
        _transpose,
        call(_MATRIX),
        call(_BLOCK, (1, 2, 0)),
        bad=call(_MATRIX, (0, 1, 2)),
        undo=_transposed_back,
    ),
    method_row(
        "transpose",
        _transpose_method,
        call(_MATRIX),
        call(_BLOCK, 2, 0, 1),
        call(_BLOCK, (2, 0, 1)),
        bad=call(_MATRIX, 0, 0),
        returns="shares",
        reads=False,
        undo=_transposed_back,
    ),
    array_row(
        lambda a: a.T,
        _transpose,
        call(_MATRIX),
        call(_BLOCK),
        call(np.float64(2)),
        bad=call("a"),
        name="T",
        attribute="T",
        reads=False,
        returns="shares",
        undo=_turned_back,
    ),
    _view(
        np.matrix_transpose,
        _matrix_transpose,
        call(_BLOCK),
        bad=call(_VECTOR),
        undo=_turned_back,
    ),
    array_row(
        lambda a: a.mT,
        _matrix_transpose,
        call(_BLOCK),
        bad=call(_VECTOR),
        name="mT",
        attribute="mT",
        reads=False,
        returns="shares",
        undo=_turned_back,
    ),
    _view(
        np.swapaxes,
        _swapaxes,
        call(_BLOCK, 0, -1),
        bad=call(_MATRIX, 0, 2),
        method="swapaxes",
        undo=_turned_back,
    ),
    _view(
        np.moveaxis,
        _moveaxis,
        call(_BLOCK, 0, -1),
        call(_BLOCK, (0, 1), (2, 0)),
        bad=call(_MATRIX, 0, 2),
        undo=_moved_back,
    ),
    _view(np.rollaxis, _rollaxis, call(_BLOCK, 2), bad=call(_MATRIX, 3)),
    _view(
        np.squeeze,
        _squeeze,
        call(_BLOCK),
        call(_BLOCK, axis=1),
        call(np.ones((1, 1))),
        bad=call(_BLOCK, axis=0),
        method="squeeze",
        undo=_shaped_back,
    ),
    _view(
        np.expand_dims,
        _expand_dims,
        call(_MATRIX, 0),
        call(_MATRIX, (0, -1)),
        bad=call(_MATRIX, 4),
        undo=_shaped_back,
    ),
    _view(
        np.atleast_1d,
        _at_least(1),
        call(2.0),
        call(_MATRIX),
        call(1, _MATRIX),
        bad=call([[1], [2, 3]]),
        undo=_shaped_back,
    ),
    _view(
        np.atleast_2d,
        _at_least(2),
        call(_VECTOR),
        bad=call([[1], [2, 3]]),
        undo=_shaped_back,
    ),
    _view(
        np.atleast_3d,
        _at_least(3),
        call(_VECTOR),
        call(_MATRIX),
        bad=call([[1], [2, 3]]),
    ),
    _view(
        np.broadcast_to,
        _broadcast_to,
        call(_VECTOR, (2, 3)),
        call(1.0, 4),
        bad=call(_VECTOR, (3, 2)),
    ),
    _view(
        np.broadcast_arrays,
        _broadcast_arrays,
        call(_VECTOR, _MATRIX, 1),
        bad=call(_VECTOR, np.ones(2)),
    ),
    _view(
        np.flip,
        _flip,
        call(_MATRIX),
        call(_MATRIX, 0),
        bad=call(_MATRIX, 2),
        undo=_turned_back,
    ),
    _view(
        np.fliplr,
        _flip_matrix(2),
        call(_MATRIX),
        bad=call(_VECTOR),
        undo=_turned_back,
    ),
    _view(np.flipud, _flip_matrix(1), call(_VECTOR), bad=call(1), undo=_turned_back),
    _view(np.rot90, _rot90, call(_MATRIX), call(_MATRIX, 2), bad=call(_VECTOR)),
    _view(
        np.diagonal,
        _diagonal,
        call(_MATRIX),
        call(_MATRIX, 1),
        call(_BLOCK, -1, 0, 2),
        bad=call(_VECTOR),
        method="diagonal",
    ),
    function_row(
        np.diag,
        _diag,
        call(_MATRIX),
        call(_VECTOR, -1),
        bad=call(_BLOCK),
        returns="shares",
    ),
    function_row(np.diagflat, _diagflat, call(_MATRIX), bad=call(_MATRIX, "a")),
    function_row(
        np.tril, _triangle, call(_MATRIX), call(_VECTOR), bad=call(_MATRIX, "a")
    ),
    function_row(
        np.triu, _triangle, call(_MATRIX), call(_VECTOR), bad=call(_MATRIX, "a")
    ),
    function_row(
        np.roll, _roll, call(_MATRIX, 1), call(_MATRIX, 1, 1), bad=call(_MATRIX, 1, 2)
    ),
    function_row(
        np.tile, _tile, call(_MATRIX, 2), call(_VECTOR, (2, 2)), bad=call(_VECTOR, -1)
    ),
    function_row(
        np.repeat,
        _repeat,
        call(_MATRIX, 2),
        call(_MATRIX, 2, axis=1),
        call(_MATRIX, [1, 2], axis=0),
        bad=call(_MATRIX, 2, axis=2),
        method="repeat",
    ),
)
