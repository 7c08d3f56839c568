"""Rows that calls of `np.vectorize` are written with, for functions of integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ops.arrays import array_row
from runtime.ops.creation import python_scalar
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import Operand, Unsure, operand
from runtime.ops.row import Row, call
from runtime.types import (
    BOOL,
    INT,
    Array,
    List,
    NumpyScalar,
    Tuple,
    Type,
    members,
    type_of,
)

_KINDS = "biu"
"""The kinds of dtypes of integers and truth values: see `tracer.calls.vectorized`."""


def first_items(*arrays: Any) -> tuple[Any, ...]:
    """Return the first item of each array.

    Raises
    ------
    ValueError
        If one has none.
    """
    given = [np.asarray(each) for each in arrays]
    if any(each.size == 0 for each in given):
        text = "cannot call `vectorize` on size 0 inputs unless `otypes` is set"
        raise ValueError(text)
    return tuple([each.flat[0] for each in given])


def items_in_order(*arrays: Any) -> tuple[list[Any], ...]:
    """Return the items of arrays, broadcast, in the order in which a ufunc sees them.

    Examples
    --------
    >>> items_in_order(np.array([[1, 2], [3, 4]], order="F"), True)
    ([1, 3, 2, 4], [True, True, True, True])
    """
    given = [np.asarray(each) for each in arrays]
    shape, axes = _order(given)
    laid = [np.broadcast_to(each, shape).transpose(axes) for each in given]
    return tuple([each.ravel().tolist() for each in laid])


def in_their_order(kind: Any, items: list[Any], *arrays: Any) -> Any:
    """Return an array of items, which stand in the order of `items_in_order`.

    Parameters
    ----------
    kind
        The character of the dtype, or a number that has it.
    items : list
        The items.
    arrays
        What `items_in_order` was given.
    """
    shape, axes = _order([np.asarray(each) for each in arrays])
    dtype = kind if isinstance(kind, str) else np.asarray(kind).dtype
    objects = np.empty(len(items), object)
    objects[:] = items
    laid = objects.reshape([shape[axis] for axis in axes])
    return laid.transpose(np.argsort(axes)).astype(dtype)


def _order(arrays: list[Any]) -> tuple[tuple[int, ...], list[int]]:
    """Return the common shape of arrays, and in which order a ufunc sees its axes."""
    try:
        shape = np.broadcast_shapes(*[each.shape for each in arrays])
    except ValueError:
        objects = [np.empty(each.shape, object) for each in arrays]
        np.frompyfunc(tuple, len(arrays), 1)(*objects)  # raises as NumPy's ufuncs do
        raise
    if all(each.ndim < 2 or each.flags.c_contiguous for each in arrays) or 0 in shape:
        return shape, list(range(len(shape)))
    laid: list[Any] = [np.empty_like(each, np.bool_) for each in arrays]
    flags: list[Any] = [*(["readonly"] for _ in laid), ["writeonly", "allocate"]]
    seen = np.nditer([*laid, None], [], flags, [np.dtype(bool)] * len(flags))
    made = seen.operands[-1]
    return shape, sorted(range(made.ndim), key=lambda axis: -made.strides[axis])


def _operands(arrays: Any) -> list[Operand]:
    found = [operand(each) for each in arrays]
    if not found or any(each.dtype.kind not in _KINDS for each in found):
        raise Unsure("no integers")
    return found


def _first(*arrays: Any) -> Type:
    return Tuple(tuple([NumpyScalar(each.dtype) for each in _operands(arrays)]))


def _items(*arrays: Any) -> Type:
    found = _operands(arrays)
    return Tuple(tuple([List(python_scalar(each.dtype)) for each in found]))


def _ordered(kind: Any, items: Any, *arrays: Any) -> Type:
    dtype = np.dtype(kind) if isinstance(kind, str) else operand(kind).dtype
    shapes = [each.shape for each in _operands(arrays)]
    of = items if isinstance(items, List) else type_of(items)
    if dtype.kind not in "biuf" or not isinstance(of, List):
        raise Unsure("no numbers")
    if not all(each in (INT, BOOL) for each in members(of.element)):
        raise Unsure("no integers")
    return Array(dtype, broadcast(*shapes))


_MATRIX = np.array([[1, 2, 3], [4, 5, 6]])
_TURNED = np.asfortranarray(_MATRIX)

ROWS: tuple[Row, ...] = (
    array_row(
        first_items,
        _first,
        call(_MATRIX),
        call(_TURNED, 2),
        bad=call(np.empty(0)),
    ),
    array_row(
        items_in_order,
        _items,
        call(_MATRIX),
        call(_TURNED, np.arange(3)),
        bad=call(_MATRIX, np.arange(2)),
    ),
    array_row(
        in_their_order,
        _ordered,
        call("d", [1, 2], np.arange(2)),
        call(np.int8(1), [1, 2, 3, 4, 5, 6], _TURNED),
        bad=call("d", [1], np.arange(2)),
    ),
)
