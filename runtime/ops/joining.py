"""Joining, splitting, lengthening and shortening arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.ops.arrays import Out, function_row, function_rows, present
from runtime.ops.dimensions import (
    add_dimensions,
    agree,
    size_of,
    with_axis,
    without_axis,
)
from runtime.ops.operands import (
    Dimensions,
    Operand,
    Ranked,
    Unsure,
    array,
    array_or_scalar,
    items_of,
    list_of,
    operand,
    operands,
)
from runtime.ops.options import (
    axis_argument,
    dtype_argument,
    given,
    is_symbolic,
    shape_argument,
)
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.types import Array, List, Shape, Type, repeated


def _strong(parts: Sequence[Operand], dtype: Any = None) -> np.dtype:
    """Return the dtype of a join, for which Python numbers become arrays."""
    if not parts:
        raise TypeFailure("need at least one array")
    if any(part.dtype.kind in "T" for part in parts):
        raise Unsure("variable strings")
    return dtype_argument(dtype, np.result_type(*(part.dtype for part in parts)))


def _shapes(parts: Sequence[Operand]) -> list[Dimensions]:
    shapes = [part.shape for part in parts if part.shape is not None]
    if len(shapes) < len(parts):
        raise Unsure("an unknown rank")
    return shapes


def _joined(shapes: Sequence[Dimensions], axis: Any) -> Shape:
    """Return the shape of arrays joined along an existing axis."""
    rank = len(shapes[0])
    if any(len(shape) != rank for shape in shapes):
        raise TypeFailure("all arrays must have the same number of dimensions")
    if not rank:
        raise TypeFailure("zero-dimensional arrays cannot be concatenated")
    place = axis_argument(axis, rank)
    if place is None:
        return (None,) * rank
    result = list(shapes[0])
    for shape in shapes[1:]:
        for position in range(rank):
            if position != place:
                result[position] = agree(result[position], shape[position])
    result[place] = add_dimensions(*(shape[place] for shape in shapes))
    return tuple(result)


def _concatenate(
    arrays: Any,
    /,
    axis: Any = 0,
    out: Out = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> Type:
    if isinstance(arrays, List):
        return _concatenated_list(arrays, axis, dtype)
    parts = operands(items_of(arrays))
    found = _strong(parts, dtype)
    if not given(axis):
        if any(part.weak for part in parts) and len({p.dtype for p in parts}) > 1:
            raise Unsure("Python numbers among arrays")
        return array(found, (add_dimensions(*(size_of(p.shape) for p in parts)),))
    return array(found, _joined(_shapes(parts), axis))


def _concatenated_list(arrays: List, axis: Any, dtype: Any) -> Type:
    """Return the type of the join of a list of one or more arrays."""
    element = operand(arrays.element)
    found = dtype_argument(dtype, element.dtype)
    if not given(axis):
        return array(found, (None,))
    if element.shape is None:
        return array(found, None)
    place = axis_argument(axis, len(element.shape))
    return array(found, with_axis(element.shape, place, None))


def _stack(
    arrays: Any,
    axis: Any = 0,
    out: Out = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> Type:
    if isinstance(arrays, List):
        element = operand(arrays.element)
        return array(
            dtype_argument(dtype, element.dtype), _stacked(None, element.shape, axis)
        )
    parts = operands(items_of(arrays))
    found = _strong(parts, dtype)
    shapes = _shapes(parts)
    shape = list(shapes[0])
    for other in shapes[1:]:
        if len(other) != len(shape):
            raise TypeFailure("all input arrays must have the same shape")
        shape = [agree(left, right) for left, right in zip(shape, other)]
    return array(found, _stacked(len(parts), tuple(shape), axis))


def _stacked(count: int | None, shape: Shape, axis: Any) -> Shape:
    if shape is None:
        return None
    place = axis_argument(axis, len(shape) + 1)
    if place is None:
        return (None,) * (len(shape) + 1)
    return (*shape[:place], count, *shape[place:])


def _at_least_1(shape: Dimensions) -> Dimensions:
    return shape or (1,)


def _at_least_2(shape: Dimensions) -> Dimensions:
    return shape if len(shape) > 1 else (1, *(shape or (1,)))


def _at_least_3(shape: Dimensions) -> Dimensions:
    if len(shape) > 2:
        return shape
    return (*_at_least_2(shape), 1)


def _as_columns(shape: Dimensions) -> Dimensions:
    return shape if len(shape) > 1 else (*(shape or (1,)), 1)


def _stacks(
    raised: Callable[[Dimensions], Dimensions], axis: Callable[[Dimensions], int]
) -> Rule:
    """Return the rule of a stack that first raises the rank of its arrays."""

    def rule(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Type:
        if isinstance(tup, List):
            element = operand(tup.element)
            if element.shape is None:
                raise Unsure("an unknown rank")
            shape = raised(element.shape)
            found = dtype_argument(dtype, element.dtype)
            return array(found, with_axis(shape, axis(shape), None))
        parts = operands(items_of(tup))
        found = _strong(parts, dtype)
        shapes = [raised(shape) for shape in _shapes(parts)]
        return array(found, _joined(shapes, axis(shapes[0])))

    return rule


def _column_stack(tup: Any) -> Type:
    return _stacks(_as_columns, lambda shape: 1)(tup)


def _append(arr: Any, values: Any, axis: Any = None) -> Type:
    parts = operands((arr, values))
    found = _strong(parts)
    if not given(axis):
        return array(found, (add_dimensions(*(size_of(p.shape) for p in parts)),))
    return array(found, _joined(_shapes(parts), axis))


def _changed_length(arr: Any, obj: Any, values: Any = None, axis: Any = None) -> Type:
    """Return the type of an insertion, which keeps the dtype."""
    one = operand(arr)
    if not given(axis):
        return array(one.dtype, (None,))
    if not one.shape:
        raise Unsure("an unknown rank")
    place = axis_argument(axis, len(one.shape))
    return array(one.dtype, with_axis(one.shape, place, None))


def _delete(arr: Any, obj: Any, axis: Any = None) -> Type:
    return _changed_length(arr, obj, None, axis)


def _block(arrays: Any) -> Type:
    leaves: list[Operand] = []
    depth = _block_leaves(arrays, leaves)
    if not leaves:
        raise Unsure("an empty block")
    ranks = [len(shape) for shape in _shapes(leaves)]
    if depth == 0:
        return array(leaves[0].dtype, leaves[0].shape)
    return array(_strong(leaves), (None,) * max(depth, *ranks))


def _block_leaves(nested: Any, leaves: list[Operand]) -> int:
    """Collect the arrays of nested lists, and return the depth of the nesting."""
    if not isinstance(nested, list):
        if isinstance(nested, List):
            raise Unsure("a list made at run time")
        leaves.append(operand(nested))
        return 0
    return 1 + max((_block_leaves(item, leaves) for item in nested), default=0)


def _pad(
    array: Operand, pad_width: Any, mode: Any = "constant", **options: Any
) -> Type:
    if array.shape is None:
        return Array(array.dtype, None)
    if is_symbolic(pad_width) or isinstance(mode, Type) or callable(mode):
        return Array(array.dtype, (None,) * len(array.shape))
    if isinstance(pad_width, dict):
        raise Unsure("widths by axis")
    widths = np.broadcast_to(np.asarray(pad_width), (len(array.shape), 2))
    if widths.dtype.kind not in "iu":
        raise TypeFailure("pad_width must be of integral type")
    if (widths < 0).any():
        raise TypeFailure("pad_width cannot be negative")
    return Array(
        array.dtype,
        tuple(
            add_dimensions(size, int(before), int(after))
            for size, (before, after) in zip(array.shape, widths)
        ),
    )


def _resize(a: Any, new_shape: Any) -> Type:
    return array(operand(a).dtype, shape_argument(new_shape))


def _trim_zeros(filt: Any, trim: Any = "fb", axis: Any = None) -> Type:
    if not isinstance(filt, Array) or filt.rank != 1:
        raise Unsure("what is trimmed comes back in its own kind")
    return array(filt.dtype, (None,))


# Splitting: the parts come in a list.


def _split(even: bool) -> Rule:
    """Return the rule of ``split`` or ``array_split``."""

    def rule(ary: Operand, indices_or_sections: Any, axis: Any = 0) -> Type:
        if ary.shape is None:
            return list_of([array(ary.dtype, None)])
        place = axis_argument(axis, len(ary.shape))
        length = None
        if isinstance(indices_or_sections, int) and place is not None and ary.shape:
            length = _part(ary.shape[place], indices_or_sections, even)
        return list_of([array(ary.dtype, with_axis(ary.shape, place, length))])

    return rule


def _part(size: int | None, sections: int, even: bool) -> int | None:
    if sections <= 0:
        raise TypeFailure("number sections must be larger than 0")
    if size is None:
        return None
    if size % sections:
        if even:
            raise TypeFailure("array split does not result in an equal division")
        return None
    return size // sections


def _split_along(least: int, axis: Callable[[int], int]) -> Rule:
    """Return the rule of ``hsplit`` and similar functions."""

    def rule(ary: Operand, indices_or_sections: Any) -> Type:
        if ary.rank is None:
            return list_of([array(ary.dtype, None)])
        if ary.rank < least:
            raise TypeFailure(f"{least} dimensions at least")
        return _split(even=True)(ary, indices_or_sections, axis(ary.rank))

    return rule


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])
_UNEQUAL = call([_MATRIX, np.ones((3, 2))])


def _unstack(x: Ranked, /, *, axis: Any = 0) -> Type:
    if not x.shape:
        raise TypeFailure("at least one dimension")
    place = axis_argument(axis, len(x.shape))
    count = None if place is None else x.shape[place]
    if count is None:
        raise Unsure("any number of parts")
    return repeated(array_or_scalar(x.dtype, without_axis(x.shape, place)), count)


def _pads_by_function(
    array: Any, pad_width: Any, mode: Any = "constant", **options: Any
) -> str | None:
    """Return why padding may call something; None if its mode is known by name."""
    return None if type(mode) is str else "its mode may be a function"


ROWS: tuple[Row, ...] = (
    function_row(
        np.concatenate,
        _concatenate,
        call([_MATRIX, _MATRIX]),
        call((_MATRIX, _MATRIX[:, :1]), axis=1),
        call((_VECTOR, _MATRIX), axis=None),
        call((_VECTOR, _MATRIX[0])),
        call(_MATRIX),
        bad=_UNEQUAL,
    ),
    function_row(
        np.stack,
        _stack,
        call([_VECTOR, _MATRIX[0]]),
        call([_VECTOR, _VECTOR], axis=-1),
        call([1, 2.0]),
        bad=_UNEQUAL,
    ),
    function_row(
        np.vstack,
        _stacks(_at_least_2, lambda shape: 0),
        call([_VECTOR, _MATRIX]),
        call((1, 2)),
        bad=_UNEQUAL,
    ),
    function_row(
        np.hstack,
        _stacks(_at_least_1, lambda shape: 0 if len(shape) == 1 else 1),
        call([_VECTOR, _VECTOR]),
        call([_MATRIX, _MATRIX]),
        call([1, 2.0]),
        bad=_UNEQUAL,
    ),
    function_row(
        np.dstack,
        _stacks(_at_least_3, lambda shape: 2),
        call([_MATRIX, _MATRIX]),
        call([_VECTOR, _VECTOR]),
        bad=_UNEQUAL,
    ),
    function_row(
        np.column_stack,
        _column_stack,
        call([_VECTOR, _VECTOR]),
        call([_VECTOR[:2], _MATRIX]),
        bad=_UNEQUAL,
    ),
    *function_rows(
        present("unstack"),
        _unstack,
        call(_MATRIX),
        call(_MATRIX, axis=1),
        bad=call(np.array(1.0)),
        returns="shares",
    ),
    function_row(
        np.append,
        _append,
        call(_VECTOR, 1.5),
        call(_MATRIX, _MATRIX, axis=0),
        bad=call(_MATRIX, _VECTOR, axis=0),
    ),
    function_row(
        np.insert,
        _changed_length,
        call(_VECTOR, 1, 9),
        call(_MATRIX, 1, 9.0, axis=1),
        bad=call(_MATRIX, 0, 1.0, axis=2),
    ),
    function_row(
        np.delete,
        _delete,
        call(_VECTOR, 1),
        call(_MATRIX, [0, 2], axis=1),
        bad=call(_MATRIX, 0, axis=2),
    ),
    function_row(
        np.block,
        _block,
        call([[_MATRIX, _MATRIX], [_MATRIX, _MATRIX]]),
        call([_VECTOR, 1.0]),
        bad=call([[_MATRIX, _VECTOR[:2]]]),
    ),
    function_row(
        np.pad,
        _pad,
        call(_MATRIX, 1),
        call(_MATRIX, ((1, 0), (0, 2))),
        call(_VECTOR, (1, 2), mode="edge"),
        bad=call(_MATRIX, -1),
        barred=_pads_by_function,
    ),
    function_row(
        np.resize,
        _resize,
        call(_MATRIX, (3, 3)),
        call(_VECTOR, 5),
        bad=call(_VECTOR, -1),
    ),
    function_row(
        np.trim_zeros,
        _trim_zeros,
        call(np.array([0, 1, 0])),
        bad=call(np.array([0, 1, 0]), 3),
        returns="shares",
    ),
    *(
        function_row(
            function,
            _split(even=function is np.split),
            call(_MATRIX, 2),
            call(_MATRIX, [1], axis=1),
            bad=call(_MATRIX, 2, axis=2),
            returns="shares",
            reads=False,
        )
        for function in (np.split, np.array_split)
    ),
    *(
        function_row(
            function,
            _split_along(least, axis),
            call(np.ones((2, 2, 2)), 2),
            bad=call(np.ones(()), 2),
            returns="shares",
            reads=False,
        )
        for function, least, axis in (
            (np.hsplit, 1, lambda rank: 0 if rank == 1 else 1),
            (np.vsplit, 2, lambda rank: 0),
            (np.dsplit, 3, lambda rank: 2),
        )
    ),
)
