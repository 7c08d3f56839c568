"""What results with masked elements are: arrays, numbers, or `np.ma.masked`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops import BY_FUNCTION, OPS
from runtime.ops.array_classes import (
    class_arrays,
    data,
    each_array,
    plain,
)
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import FLOAT64, Unsure, operand
from runtime.ops.options import given
from runtime.ops.ufuncs import ufunc_dtypes
from runtime.types import (
    Array,
    ClassArray,
    NumpyScalar,
    PythonScalar,
    Shape,
    Type,
    join,
    scalar,
    type_of,
)

CONSTANT = ClassArray("MaskedConstant", FLOAT64, ())


SOME = ClassArray("MaskedArray", None, None)


ASIDE = frozenset(
    "fill_value subok hard_mask keep_mask shrink copy strict propagate_mask "
    "allow_masked endwith mask".split()
)
"""Options that decide about masks alone."""


def masked(dtype: np.dtype | None, shape: Shape) -> Type:
    """Return the type of masked arrays; one of no dimensions may be a number.

    It may be made of `np.ma.masked` as well, whose dtype is another.
    """
    if shape:
        return ClassArray("MaskedArray", dtype, shape)
    several = join(ClassArray("MaskedArray", None, shape), CONSTANT)
    if dtype is None:
        return several
    return join(several, scalar(dtype))


def element(dtype: np.dtype) -> Type:
    """Return the type of one element, which may be masked."""
    return join(CONSTANT, scalar(dtype))


def masked_like(of: Array | NumpyScalar) -> Type:
    """Return the type of what has the dtype and shape of a plain result, with masks."""
    return masked(of.dtype, of.shape if isinstance(of, Array) else ())


def one_or_many(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of a reduction: of all elements it is a number, or masked."""
    return element(dtype) if shape == () else masked(dtype, shape)


def elements_of(argument: Any) -> Array:
    """Return the elements of an argument as an array, or be unsure."""
    found = operand(data(argument))
    return Array(found.dtype, found.shape)


def strong(argument: Any) -> Any:
    """Return an argument as the functions of `np.ma` promote it: as an array."""
    one = data(argument)
    of = one if isinstance(one, Type) else type_of(one)
    if isinstance(of, (NumpyScalar, PythonScalar)):
        return elements_of(one)
    return one


def plain_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options without those about masks, and those that are not given."""
    kept = {}
    for name, value in options.items():
        if name == "out" and given(value):
            raise Unsure("an array to be written")
        if name not in ASIDE and not (name == "out" or value is np._NoValue):
            kept[name] = value
    return kept


def like(name: str, count: int | None = None) -> Callable[..., Type]:
    """Return the rule of what does the same with the elements as a plain function.

    Parameters
    ----------
    name : str
        The name of its row.
    count : int, optional
        How many of the arguments it takes by position; all without.
    """

    def rule(*args: Any, **options: Any) -> Type:
        found = plain(OPS[name], *args[:count], **plain_options(options))
        return each_array(found, masked_like)

    return rule


def unmasked(name: str) -> Callable[..., Type]:
    """Return the rule of what gives plain arrays, as a plain function does."""

    def rule(*args: Any, **options: Any) -> Type:
        return plain(OPS[name], *args, **plain_options(options))

    return rule


def elementwise(ufunc: Callable[..., Any]) -> Callable[..., Type]:
    """Return the rule of a function of `np.ma` that calls a ufunc."""
    count = getattr(ufunc, "nin", 1)

    def rule(*args: Any, **options: Any) -> Type:
        if options or len(args) != count:
            raise Unsure("an option of the ufunc")
        shapes = [elements_of(one).shape for one in args]
        found = plain(BY_FUNCTION[ufunc], *map(strong, args))
        dtypes = {each.dtype for each in arrays_in(found)}
        if len(dtypes) != 1:
            raise Unsure("several results")
        return masked(dtypes.pop(), broadcast(*shapes))

    return rule


def arrays_in(of: Type) -> list[Array | NumpyScalar]:
    """Return the types of the arrays and numbers in a result."""
    found: list[Array | NumpyScalar] = []

    def add(each: Array | NumpyScalar) -> Type:
        found.append(each)
        return each

    each_array(of, add)
    return found


def ufunc_call(ufunc: Any, *args: Any, **options: Any) -> Type:
    """Return the type of a call of NumPy's own ufunc, which promotes as it does."""
    if not isinstance(ufunc, np.ufunc) or ufunc.nout > 1 or ufunc.signature:
        raise Unsure("a ufunc of another kind")
    if options or len(args) != ufunc.nin:
        raise Unsure("an option of the ufunc")
    parts = [operand(data(one)) for one in args]
    (dtype,) = ufunc_dtypes(ufunc, *parts)
    shape = broadcast(*(one.shape for one in parts))
    return masked(dtype, shape)


def same(a: Any, *more: Any, **options: Any) -> Type:
    """Return the type of a masked array of the same dtype and shape."""
    if CONSTANT in class_arrays(a):
        raise Unsure("it may stay what it is")
    one = elements_of(a)
    return ClassArray("MaskedArray", one.dtype, one.shape)


def reduction(name: str) -> Callable[..., Type]:
    """Return the rule of a reduction with the dtype of the plain one."""

    def rule(a: Any, *args: Any, **options: Any) -> Type:
        found = plain(OPS[name], elements_of(a), *args, **plain_options(options))
        return each_array(found, lambda of: one_or_many(of.dtype, shape_in(of)))

    return rule


def shape_in(of: Array | NumpyScalar) -> Shape:
    """Return the shape of an array or a number."""
    return of.shape if isinstance(of, Array) else ()


def stacked(name: str) -> Callable[..., Type]:
    """Return the rule of what joins the elements of a sequence, or an array's rows."""

    def rule(tup: Any, *args: Any, **options: Any) -> Type:
        found = plain(OPS[name], tup, *args, **plain_options(options))
        return each_array(found, lambda of: masked_array(of.dtype, shape_in(of)))

    return rule


def joined(name: str) -> Callable[..., Type]:
    """Return the rule of what joins the items of a sequence, or of an array.

    Those of a masked array may be `np.ma.masked`, whose dtype is another.
    """

    def rule(arrays: Any, *args: Any, **options: Any) -> Type:
        if isinstance(arrays, ClassArray) and None in (arrays.shape or (None,))[:1]:
            return masked_array(None, None)  # of so many rows
        found = stacked(name)(arrays, *args, **options)
        if isinstance(arrays, ClassArray) and isinstance(found, ClassArray):
            if arrays.rank in (None, 1) and "dtype" not in options:
                return masked_array(None, found.shape)
        return found

    return rule


def masked_array(dtype: np.dtype | None, shape: Shape) -> Type:
    """Return the type of masked arrays, those of no dimensions included."""
    return ClassArray("MaskedArray", dtype, shape)


def of_arrays(rule: Callable[..., Type], name: str) -> Callable[..., Type]:
    """Return the rule of a function that calls the method of what it is given."""

    def either(a: Any, *args: Any, **options: Any) -> Type:
        if isinstance(a, ClassArray):
            return rule(a, *args, **options)
        if not isinstance(a, Array):
            raise Unsure("a number, or a sequence")
        return plain(OPS[name], a, *args, **plain_options(options))

    return either


def constant(of: Type) -> Callable[..., Type]:
    """Return the rule of what always gives the same type."""
    return lambda *args, **options: of
