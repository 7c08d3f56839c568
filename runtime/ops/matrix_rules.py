"""What operations and methods give for matrices, which always have two dimensions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from runtime.ops import BY_INFIX, BY_PREFIX, OPS
from runtime.ops.array_classes import Rules, class_arrays, data, plain, table
from runtime.ops.dimensions import broadcast, size_of
from runtime.ops.operands import Unsure, operand
from runtime.ops.options import given
from runtime.ops.subscripts import select
from runtime.ops.ufuncs import reduced, ufunc_dtypes
from runtime.types import (
    BYTES,
    INT,
    NONE,
    Array,
    ClassArray,
    NumpyScalar,
    Shape,
    Type,
    scalar,
)


def _of(argument: Any) -> Array:
    """Return the elements of an argument as an array, or be unsure."""
    found = operand(data(argument))
    return Array(found.dtype, found.shape)


def matrix(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of matrices; a row is made of what has one dimension."""
    if shape is None or len(shape) > 2:
        return ClassArray("matrix", dtype, None)
    return ClassArray("matrix", dtype, (*(1,) * (2 - len(shape)), *shape))


def _reduction(name: str) -> Callable[..., Type]:
    """Return the rule of a reduction: of all elements a number, else a matrix."""

    def rule(
        a: Any, axis: Any = None, dtype: Any = None, out: Any = None, **options: Any
    ) -> Type:
        if name in ("std", "var"):
            options.pop("ddof", None)
        if given(out) or options or (given(dtype) and name not in _WITH_DTYPE):
            raise Unsure("an array to be written, or another option")
        kept = {"dtype": dtype} if given(dtype) else {}
        found = plain(OPS[name], _of(a), axis, **kept)
        if not isinstance(found, (Array, NumpyScalar)):
            raise Unsure("several types")
        shape = reduced(_of(a).shape, axis, True)
        if shape is not None and not given(axis):
            return scalar(found.dtype)
        return matrix(found.dtype, shape)

    return rule


_WITH_DTYPE = ("sum", "prod", "mean", "std", "var")


def _extreme(name: str) -> Callable[..., Type]:
    rule = _reduction(name)
    return lambda a, axis=None, out=None: rule(a, axis, None, out)


def _like(name: str) -> Callable[..., Type]:
    """Return the rule of a method that gives a matrix of the same elements."""

    def rule(a: Any, *args: Any, **options: Any) -> Type:
        found = plain(OPS[name], _of(a), *args, **options)
        if not isinstance(found, Array):
            raise Unsure("a number, or several arrays")
        return matrix(found.dtype, found.shape)

    return rule


def _row(a: Any, order: Any = "C") -> Type:
    return matrix(_of(a).dtype, (1, size_of(_of(a).shape)))


def _inverse(a: Any) -> Type:
    one = _of(a)
    if one.dtype not in (np.float64, np.complex128):
        raise Unsure("inverted in another dtype")
    rows, columns = one.shape or (None, None)
    return matrix(one.dtype, (columns, rows))


def _flat(a: Any) -> Type:
    return Array(_of(a).dtype, (size_of(_of(a).shape),))


def _elementwise(ufunc: Any, *args: Any, **options: Any) -> Type:
    """Return the type of a ufunc, which gives matrices."""
    if options or len(args) != ufunc.nin or ufunc.nout > 1 or ufunc.signature:
        raise Unsure("an option of the ufunc, or another kind")
    parts = [operand(data(one)) for one in args]
    shape = broadcast(*(one.shape for one in parts))
    return matrix(ufunc_dtypes(ufunc, *parts)[0], shape)


def _product(left: Any, right: Any) -> Type:
    """Return the type of the product, which is that of linear algebra."""
    if any(one.rank != 2 for one in class_arrays((left, right))):
        raise Unsure("an unknown rank")
    parts = [_of(left), _of(right)]
    if any(one.rank is None or one.rank > 2 for one in parts):
        raise Unsure("no matrices")
    if not all(
        isinstance(one, ClassArray) or _of(one).rank in (0, 2) for one in (left, right)
    ):
        raise Unsure("a row is made of it first")
    if any(one.rank == 0 for one in parts):
        return _elementwise(np.multiply, *parts)
    found = plain(OPS["matmul"], *parts)
    assert isinstance(found, Array)
    return matrix(found.dtype, found.shape)


def _in_place(self: Any, other: Any) -> Type:
    if not isinstance(self, ClassArray):
        raise Unsure("a matrix comes second")
    return self


def _getitem(self: Any, index: Any) -> Type:
    if not isinstance(self, ClassArray) or self.dtype is None:
        raise Unsure("the index is a matrix")
    found = select(self.shape, data(index))
    if found.element or found.shape == ():
        return scalar(self.dtype)
    rank = None if found.shape is None else len(found.shape)
    return ClassArray(
        "matrix",
        self.dtype,
        found.shape if rank == 2 else (None, None) if rank == 1 else None,
    )


def _tolist(a: Any) -> Type:
    return plain(OPS["array_tolist"], _of(a))


def _same(a: Any, *more: Any, **options: Any) -> Type:
    one = _of(a)
    return matrix(one.dtype, one.shape)


def _itself(a: Any) -> Type:
    return _of(a)


def _constant(of: Type) -> Callable[..., Type]:
    return lambda *args, **options: of


_OPERATORS = {
    row.name: partial(_elementwise, row.functions[0])
    for row in (*BY_INFIX.values(), *BY_PREFIX.values(), OPS["absolute"])
    if row.functions and row.name not in ("multiply", "matmul", "power")
}
METHODS: dict[str, Callable[..., Type]] = {
    **{name: _reduction(name) for name in ("sum", "prod", "mean", "std", "var")},
    **{name: _extreme(name) for name in "all any argmax argmin max min ptp".split()},
    **dict.fromkeys(("flatten", "ravel"), _row),
    "T": _like("T"),
    "astype": _like("array_astype"),
    "copy": _same,
    "getA": _itself,
    "getA1": _flat,
    "getH": _like("T"),
    "getI": _inverse,
    "getT": _like("T"),
    "squeeze": lambda a, axis=None: ClassArray("matrix", _of(a).dtype, (None, None)),
    "tobytes": _constant(BYTES),
    "tolist": _tolist,
    "transpose": _like("array_transpose"),
    **{name: _constant(NONE) for name in ("fill", "sort", "partition", "put")},
}
ATTRIBUTES: dict[str, Callable[..., Type]] = {
    **{name: METHODS[f"get{name}"] for name in ("A", "A1", "H", "I", "T")},
    **{name: _like(name) for name in ("real", "imag")},
    **{name: _constant(INT) for name in ("size", "nbytes", "itemsize")},
}
RULES: Rules = table(
    {
        **_OPERATORS,
        **{row.name: _in_place for row in BY_INFIX.values() if row.returns == "same"},
        **{f".{name}": rule for name, rule in METHODS.items()},
        **{f"={name}": rule for name, rule in ATTRIBUTES.items()},
        "getitem": _getitem,
        "matmul": _product,
        "multiply": _product,
        "ufunc_call": _elementwise,
    }
)
