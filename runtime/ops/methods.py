"""Methods of arrays and NumPy scalars that no function of NumPy corresponds to."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from runtime.ops.arrays import method_row
from runtime.ops.operands import Unsure
from runtime.ops.options import dtype_argument
from runtime.ops.row import Row, TypeFailure, call
from runtime.types import (
    BOOL,
    BYTES,
    INT,
    NONE,
    STR,
    Array,
    NumpyScalar,
    Tuple,
    Type,
    scalar,
)


def _byteswap(self: Any, inplace: Any = False) -> Type:
    if not isinstance(self, (Array, NumpyScalar)):
        raise Unsure("no array")
    if self.dtype.kind in "UST":
        raise Unsure("strings")
    return self


def _field(self: Any, dtype: Any, offset: Any = 0) -> Type:
    found = dtype_argument(dtype, np.dtype(float))
    if isinstance(self, Array):
        return Array(found, self.shape)
    if isinstance(self, NumpyScalar):
        return scalar(found)
    raise Unsure("no array")


def _wrapped(self: Any, array: Any, *more: Any) -> Type:
    if more or not isinstance(self, Array) or not isinstance(array, Array):
        raise Unsure("a number may be made of the array")
    return array


def _of_numbers(kinds: str, result: Type) -> Any:
    """Return the rule of a method that scalars of some kinds have."""

    def rule(self: Any) -> Type:
        if not isinstance(self, NumpyScalar) or self.dtype.kind not in kinds:
            raise TypeFailure("no such method")
        return result

    return rule


def _from_text(self: Any, string: Any) -> Type:
    """Return the type of a number from its text; each class makes its own."""
    if not isinstance(self, NumpyScalar) or self.dtype != np.dtype(float):
        raise Unsure("another number")
    return self


def _itself(self: Any, device: Any, **options: Any) -> Type:
    if not isinstance(self, (Array, NumpyScalar)) or options:
        raise Unsure("no array")
    return self


_MATRIX = np.array([[0.5, 1.5], [2.5, 3.5]])
_NUMBER = np.float64(2.5)
_ON_DEVICES = [_NUMBER] if hasattr(_NUMBER, "to_device") else []  # since NumPy 2.1

ROWS: tuple[Row, ...] = (
    method_row(
        "byteswap",
        _byteswap,
        call(_MATRIX),
        call(_NUMBER),
        bad=call(_MATRIX, 1, 2, 3),
        writes=(0,),
        returns="same",
    ),
    method_row(
        "getfield",
        _field,
        call(_MATRIX, np.float32),
        call(_NUMBER, np.int16, 2),
        bad=call(_MATRIX, np.complex128),
        returns="shares",
    ),
    method_row(
        "__array_wrap__",
        _wrapped,
        call(_MATRIX, _MATRIX[0]),
        bad=call(_MATRIX),
        returns="shares",
        closed=False,
    ),
    method_row(
        "dumps",
        BYTES,
        call(_MATRIX),
        call(_NUMBER),
        bad=call(_MATRIX, "no"),
        closed=False,
    ),
    method_row(
        "setflags",
        NONE,
        call(_MATRIX, write=False),
        bad=call(_MATRIX, wrong=1),
        effect=True,
        writes=(0,),
        closed=False,
    ),
    method_row(
        "tofile",
        NONE,
        call(_MATRIX, "/dev/null"),
        bad=call(_MATRIX, io.BytesIO()),
        effect=True,
        closed=False,
    ),
    method_row(
        "dump",
        NONE,
        lambda: ((_MATRIX, io.BytesIO()), {}),
        bad=call(_MATRIX),
        effect=True,
        closed=False,
    ),
    method_row(
        "to_device",
        _itself,
        call(_MATRIX, "cpu"),
        *(call(each, "cpu") for each in _ON_DEVICES),
        bad=call(_MATRIX, "no"),
        returns="same",
        closed=False,
    ),
    method_row(
        "setfield",
        NONE,
        call(_MATRIX, 1, "f4"),
        bad=call(_MATRIX, 1, "no"),
        writes=(0,),
        closed=False,
    ),
    method_row(
        "bit_count", _of_numbers("iu", INT), call(np.int64(5)), bad=call(_MATRIX)
    ),
    method_row(
        "fromhex",
        _from_text,
        call(_NUMBER, "0x1p3"),
        bad=call(_MATRIX),
    ),
    method_row(
        "is_integer", _of_numbers("fiub", BOOL), call(_NUMBER), bad=call(_MATRIX)
    ),
    method_row("hex", _of_numbers("f", STR), call(_NUMBER), bad=call(_MATRIX)),
    method_row(
        "as_integer_ratio",
        _of_numbers("f", Tuple((INT, INT))),
        call(_NUMBER),
        bad=call(np.float64("inf")),
    ),
)
