"""What methods give for arrays of strings of class `np.char.chararray`.

The lengths of the strings are seldom known before the run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.array_classes import Rules, class_arrays, table
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import BOOLEAN, INTP, Unsure, array_or_scalar
from runtime.ops.options import given
from runtime.ops.subscripts import select
from runtime.types import (
    BYTES,
    STR,
    Array,
    ClassArray,
    NumpyScalar,
    PythonScalar,
    Shape,
    Type,
    type_of,
)


def _shape(*arguments: Any) -> Shape:
    """Return the shape that strings and what is given with them broadcast to."""
    return broadcast(*[_shape_of(one) for one in arguments if given(one)])


def _shape_of(argument: Any) -> Shape:
    of = argument if isinstance(argument, Type) else type_of(argument)
    if isinstance(of, (Array, ClassArray)):
        return of.shape
    if isinstance(of, (NumpyScalar, PythonScalar)):
        return ()
    raise Unsure("a sequence, or any value")


def _strings(self: Any, *more: Any, **options: Any) -> Type:
    """Return the type of new strings, one for each."""
    shape = _shape(self, *more, *options.values())
    return ClassArray("chararray", None, shape)


def _changed(self: Any, *more: Any, **options: Any) -> Type:
    return ClassArray("chararray", None, _shape(self))


def _numbers(dtype: np.dtype) -> Callable[..., Type]:
    def rule(self: Any, *more: Any, **options: Any) -> Type:
        return array_or_scalar(dtype, _shape(self, *more, *options.values()))

    return rule


def _parts(self: Any, sep: Any) -> Type:
    shape = _shape(self, sep)
    return ClassArray("chararray", None, None if shape is None else (*shape, 3))


def _plain(self: Any, *more: Any, **options: Any) -> Type:
    """Return the type of an array of lists, or of strings of another alphabet."""
    return ClassArray("ndarray", None, None)


def _order(self: Any, axis: Any = -1, *more: Any, **options: Any) -> Type:
    if axis is None:
        return Array(INTP, (None,))
    if not isinstance(axis, int) or not self.shape:
        raise Unsure("a number, or an axis known at run time only")
    return Array(INTP, self.shape)


def _compared(left: Any, right: Any) -> Type:
    kinds = {getattr(one, "dtype", None) and one.dtype.kind for one in (left, right)}
    if len(kinds) != 1 or None in kinds:
        raise Unsure("strings of two kinds do not meet")
    return array_or_scalar(BOOLEAN, _shape(left, right))


def _getitem(self: Any, index: Any) -> Type:
    if not isinstance(self, ClassArray) or any(class_arrays(index)):
        raise Unsure("the index is an array of strings")
    found = select(self.shape, index)
    if found.element and self.dtype is not None:
        return STR if self.dtype.kind == "U" else BYTES
    if found.element or not found.shape:
        raise Unsure("a string of either alphabet")
    return ClassArray("chararray", self.dtype, found.shape)


_NAMES: dict[Callable[..., Type], str] = {
    _strings: "center ljust rjust zfill",
    _changed: "capitalize expandtabs lower lstrip replace rstrip strip swapcase title "
    "translate upper",
    _numbers(INTP): "count find index rfind rindex",
    _numbers(BOOLEAN): "endswith startswith isalnum isalpha isdecimal isdigit islower "
    "isnumeric isspace istitle isupper",
    _parts: "partition rpartition",
    _plain: "decode encode join rsplit split splitlines",
    _order: "argsort",
}
RULES: Rules = table(
    {
        **{
            f".{name}": rule for rule, names in _NAMES.items() for name in names.split()
        },
        **dict.fromkeys(
            "equal not_equal less less_equal greater greater_equal".split(), _compared
        ),
        "getitem": _getitem,
    }
)
