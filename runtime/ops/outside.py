"""NumPy's functions that write texts, and those that reach outside of the program.

Those that read or set NumPy's own options, or files, run in order at each run.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.lib import stride_tricks

from runtime.ops.arrays import function_row, function_rows
from runtime.ops.operands import (
    FLOAT64,
    Operand,
    Ranked,
    Unsure,
    array,
)
from runtime.ops.options import axis_argument, dtype_argument, given, shape_argument
from runtime.ops.row import Row, TypeFailure, call
from runtime.types import BOOL, INT, NONE, STR, Type

_MATRIX = np.array([[0.5, 1.5, 2.5], [3.5, 4.5, 5.5]])
_VECTOR = np.arange(5)


def _buffer(
    buffer: Any, dtype: Any = float, count: Any = -1, *more: Any, **options: Any
) -> Type:
    return array(dtype_argument(dtype, FLOAT64), (None,))


def _strided(
    x: Operand,
    shape: Any = None,
    strides: Any = None,
    subok: Any = False,
    writeable: Any = True,
) -> Type:
    if subok is not False:
        raise Unsure("a subclass")
    return array(x.dtype, shape_argument(shape) if given(shape) else x.shape)


def _windows(
    x: Ranked,
    window_shape: Any,
    axis: Any = None,
    *,
    subok: Any = False,
    writeable: Any = False,
) -> Type:
    window = shape_argument(window_shape)
    rank = len(x.shape)
    if window is None:
        raise Unsure("windows of unknown rank")
    given_axes = axis if isinstance(axis, (list, tuple)) else (axis,)
    places = given_axes if given(axis) else range(rank)
    axes = [axis_argument(one, rank) for one in places]  # one may be there twice
    if len(axes) != len(window):
        raise TypeFailure("as many axes as sizes")
    shape = list(x.shape)
    for one, size in zip(axes, window):
        if one is None:
            raise Unsure("axes known by type only")
        have = shape[one]
        shape[one] = None if have is None or size is None else have - size + 1
        if (shape[one] or 0) < 0:
            raise TypeFailure("a window larger than the array")
    return array(x.dtype, (*shape, *window))


ROWS: tuple[Row, ...] = (
    *function_rows(
        (np.array2string, np.array_repr, np.array_str),
        STR,
        call(_MATRIX),
        bad=call(),
        effect=True,
        closed=False,
    ),
    *function_rows(
        (np.format_float_positional, np.format_float_scientific),
        STR,
        call(2.5),
        call(np.float32(0.1), precision=3),
        bad=call("2"),
    ),
    *function_rows(
        (np.base_repr, np.binary_repr), STR, call(5), call(-5), bad=call("x")
    ),
    function_row(np.isfortran, BOOL, call(_MATRIX), bad=call([1])),
    function_row(np.getbufsize, INT, call(), bad=call(1), effect=True, closed=False),
    function_row(
        stride_tricks.sliding_window_view,
        _windows,
        call(_VECTOR, 3),
        call(_MATRIX, (2, 2)),
        call(_MATRIX, 2, axis=1),
        call(_MATRIX, (1, 2), (0, 1)),
        call(_MATRIX, (2, 2), (1, 1)),
        bad=(call(_VECTOR, 9), call(_MATRIX, 2)),
        returns="shares",
    ),
    function_row(
        stride_tricks.as_strided,
        _strided,
        call(_VECTOR, (2,)),
        call(_VECTOR, (2, 2), (8, 8)),
        bad=call(_VECTOR, "x"),
        returns="shares",
        closed=False,  # it reads whatever memory the strides lead to
    ),
    function_row(
        np.frombuffer,
        _buffer,
        call(bytes(16)),
        call(b"abc", np.uint8),
        bad=call(b"abc"),
        returns="shares",
        closed=False,
    ),
    function_row(
        np.fromstring,
        _buffer,
        call("1 2", sep=" "),
        call("1,2", int, -1, sep=","),
        bad=call("1"),
        closed=False,
    ),
    *function_rows(
        (np.savez, np.savez_compressed),
        NONE,
        lambda: ((io.BytesIO(), _MATRIX), {}),
        bad=call(),
        effect=True,
        closed=False,
    ),
    *function_rows(
        (np.save, np.savetxt),
        NONE,
        lambda: ((io.BytesIO(), _MATRIX), {}),
        bad=call("/dev/null"),
        effect=True,
        closed=False,
    ),
)
