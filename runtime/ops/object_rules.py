"""What operations give for arrays of dates, objects or records, by their shape.

Of one element any value may come; so these rules tell of arrays alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.ops import BY_INFIX, BY_PREFIX, OPS
from runtime.ops.array_classes import Rules, class_arrays, plain, table
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import BOOLEAN, FLOAT64, Unsure, array_or_scalar, operand
from runtime.ops.options import dtype_argument
from runtime.ops.subscripts import select
from runtime.types import (
    INT,
    NONE,
    Array,
    ClassArray,
    NumpyScalar,
    Shape,
    Type,
    join,
)


def _array(shape: Shape) -> Type:
    if not shape:
        raise Unsure("one element, perhaps")
    return ClassArray("ndarray", None, shape)


def _shape_of(argument: Any) -> Shape:
    """Return the shape of an argument of which an operation makes no other class."""
    if isinstance(argument, ClassArray):
        if argument.kind != "ndarray":
            raise Unsure("an array of another class")
        return argument.shape
    return operand(argument).shape


def _tested(x: Any, /, **options: Any) -> Type:
    """Return the type of a test of each element, such as whether it is no date."""
    if set(options) - {"casting", "order", "dtype", "subok"}:
        raise Unsure("an option of the ufunc")
    return array_or_scalar(BOOLEAN, _shape_of(x))


def _elementwise(*args: Any) -> Type:
    return _array(broadcast(*map(_shape_of, args)))


def _call(ufunc: Any, *args: Any, **options: Any) -> Type:
    """Return the type of a call of a ufunc."""
    if options or ufunc.signature or ufunc.nout > 1 or len(args) != ufunc.nin:
        raise Unsure("an option of the ufunc, or another kind")
    return _elementwise(*args)


def _in_place(self: Any, other: Any) -> Type:
    if not isinstance(self, ClassArray) or self.kind != "ndarray":
        raise Unsure("it comes second")
    return self


def _getitem(self: Any, index: Any) -> Type:
    if not isinstance(self, ClassArray) or any(class_arrays(index)):
        raise Unsure("the index is an array of objects")
    names = isinstance(index, list) and any(isinstance(each, str) for each in index)
    if self.kind != "ndarray" or names:
        raise Unsure("fields of records")
    found = select(self.shape, index)
    if found.element:
        raise Unsure("one element")
    return _array(found.shape)


def _like(name: str) -> Callable[..., Type]:
    """Return the rule of what has the shape that a plain operation gives."""

    def rule(self: Any, *args: Any, **options: Any) -> Type:
        placeholder = Array(FLOAT64, _shape_of(self))
        found = plain(OPS[name], placeholder, *args, **options)
        if not isinstance(found, Array):
            raise Unsure("one element, or several arrays")
        return _array(found.shape)

    return rule


def _astype(self: Any, dtype: Any, *more: Any, **options: Any) -> Type:
    shape = _shape_of(self)
    if more or set(options) - {"copy"}:
        raise Unsure("another option")
    return Array(dtype_argument(dtype, FLOAT64), shape)


def _field(self: Any, attr: Any, val: Any = None) -> Type:
    """Return the type of a field of records, which may hold records itself."""
    if val is not None:
        return NONE
    return join(
        ClassArray("ndarray", None, self.shape),
        ClassArray("recarray", None, self.shape),
    )


def _texts(a: Any, *more: Any, **options: Any) -> Type:
    """Return the type of strings made of strings, whose lengths are not known."""
    if any(class_arrays((*more, *options.values()))):
        raise Unsure("two arrays of strings")
    for each in more:
        if isinstance(each, (Array, NumpyScalar)):
            raise Unsure("an array of numbers or strings")
    return _array(_shape_of(a))


_SHAPED = {
    "copy": "array_copy",
    "flatten": "array_flatten",
    "ravel": "ravel",
    "repeat": "repeat",
    "reshape": "array_reshape",
    "squeeze": "squeeze",
    "swapaxes": "swapaxes",
    "transpose": "array_transpose",
}
_TEXTS = (
    "capitalize center decode encode expandtabs ljust lower lstrip replace rjust "
    "rstrip strip swapcase title translate upper zfill"
).split()
_BINARY = [row for row in BY_INFIX.values() if row.functions and row.name != "matmul"]
_UNARY = [*BY_PREFIX.values(), OPS["absolute"]]
RULES: Rules = table(
    {
        **{row.name: _elementwise for row in (*_BINARY, *_UNARY)},
        **{row.name: _in_place for row in BY_INFIX.values() if row.returns == "same"},
        **dict.fromkeys(("isnat", "isnan", "isinf", "isfinite"), _tested),
        **{f"strings_{name}": _texts for name in _TEXTS},
        **{f".{name}": _like(row) for name, row in _SHAPED.items()},
        **{f"={name}": lambda of: INT for name in ("size", "nbytes", "itemsize")},
        ".astype": _astype,
        ".field": _field,
        "=T": _like("T"),
        "T": _like("T"),
        "getitem": _getitem,
        "ufunc_at": lambda *args, **options: NONE,
        "ufunc_call": _call,
    }
)
