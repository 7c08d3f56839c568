"""The type rules of `np.ma`, for functions and for methods of the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.ops.array_classes import (
    class_arrays,
    each_array,
    places,
    plain,
)
from runtime.ops.dimensions import broadcast
from runtime.ops.masked_results import (
    CONSTANT,
    elements_of,
    like,
    masked,
    masked_array,
    same,
    shape_in,
    stacked,
    strong,
    ufunc_call,
)
from runtime.ops.operands import BOOLEAN, FLOAT64, INTP, Unsure
from runtime.ops.options import dtype_argument, given
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    OBJECT,
    Array,
    ClassArray,
    List,
    Tuple,
    Type,
    join,
    join_all,
    scalar,
)


def second(condition: Any, a: Any, *more: Any, **options: Any) -> Type:
    """Return the type of the second argument, with another mask."""
    return same(a)


def compressed(x: Any) -> Type:
    """Return the type of the elements that are not masked."""
    return Array(elements_of(x).dtype, (None,))


def compress_lines(x: Any, axis: Any = None) -> Type:
    """Return the type of an array without the lines that are masked."""
    one = elements_of(x)
    if one.shape is None:
        raise Unsure("an unknown rank")
    return join(Array(one.dtype, (None,) * len(one.shape)), Array(FLOAT64, (None,)))


def fill(a: Any, fill_value: Any = None) -> Type:
    """Return the type of the elements, with a number for those that are masked."""
    if CONSTANT in class_arrays((a,)):
        raise Unsure("the fill value itself")
    one = elements_of(a)
    if isinstance(a, (list, tuple)):
        raise Unsure("an array that is made")
    return Array(one.dtype, one.shape)


def getmask(a: Any) -> Type:
    """Return the type of a mask, which may be `np.ma.nomask`."""
    elements_of(a)
    return join(scalar(BOOLEAN), Array(BOOLEAN, None))


def getmaskarray(a: Any) -> Type:
    """Return the type of a mask that is an array.

    That of an empty array may have another shape than the array.
    """
    elements_of(a)
    return Array(BOOLEAN, None)


def make_mask(m: Any, copy: Any = False, shrink: Any = True, dtype: Any = None) -> Type:
    """Return the type of a mask made of an array."""
    if dtype is not None:
        dtype_argument(dtype, BOOLEAN)
    return getmask(m)


def mask_or(m1: Any, m2: Any, copy: Any = False, shrink: Any = True) -> Type:
    """Return the type of two masks taken together."""
    pair = [elements_of(m1), elements_of(m2)]
    if any(one.dtype == BOOLEAN for one in class_arrays((m1, m2))):
        raise Unsure("a masked array of truth values is its own mask")
    shape = broadcast(*[one.shape for one in pair])
    several = any(class_arrays((m1, m2)))
    return join(scalar(BOOLEAN), Array(BOOLEAN, None if several else shape))


def make_mask_none(newshape: Any, dtype: Any = None) -> Type:
    """Return the type of a new mask."""
    found = plain(OPS["zeros"], newshape)
    dtype_argument(dtype, BOOLEAN)
    return each_array(found, lambda of: Array(BOOLEAN, shape_in(of)))


def where(condition: Any, x: Any = np._NoValue, y: Any = np._NoValue) -> Type:
    """Return the type of a choice between two arrays, or of places."""
    if CONSTANT in class_arrays((x, y)):
        raise Unsure("one of them is masked")
    if x is np._NoValue or y is np._NoValue:
        return plain(OPS["nonzero"], elements_of(condition))
    return like("where")(elements_of(condition), strong(x), strong(y))


def shift(ufunc: np.ufunc) -> Callable[..., Type]:
    """Return the rule of a shift of bits."""

    def rule(a: Any, n: Any) -> Type:
        return ufunc_call(ufunc, elements_of(a), n)

    return rule


def new(
    data: Any,
    dtype: Any = None,
    copy: Any = False,
    order: Any = None,
    *more: Any,
    ndmin: Any = 0,
    **options: Any,
) -> Type:
    """Return the type of a masked array made of anything."""
    if more or CONSTANT in class_arrays(data):
        raise Unsure("options by position")
    found = plain(OPS["array"], data, dtype, ndmin=ndmin)
    return each_array(found, lambda of: masked_array(of.dtype, shape_in(of)))


def made_by_class(
    data: Any = None,
    mask: Any = False,
    dtype: Any = None,
    copy: Any = False,
    subok: Any = True,
    ndmin: Any = 0,
    **options: Any,
) -> Type:
    """Return the type of what a call of the class of masked arrays gives."""
    return new(data, dtype, ndmin=ndmin)


def choose(indices: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Type:
    """Return the type of elements chosen from several arrays."""
    if given(out):
        raise Unsure("an array to be written")
    if not isinstance(choices, (list, tuple)) and elements_of(indices).shape:
        return masked_array(None, None)
    if not all(elements_of(one).shape for one in choices):
        raise Unsure("numbers to choose")
    return like("choose")(indices, choices)


def split_rows(a: Any, *more: Any) -> Type:
    """Return the type of parts, which make one array."""
    return masked_array(elements_of(a).dtype, None)


def atleast(name: str) -> Callable[..., Type]:
    """Return the rule of what adds dimensions."""

    def rule(*arrays: Any) -> Type:
        if len(arrays) != 1:
            raise Unsure("several results")
        return stacked(name)(elements_of(arrays[0]))

    return rule


def in_order(a: Any, axis: Any = -1, *more: Any, **options: Any) -> Type:
    """Return the type of a sorted copy."""
    one = elements_of(a)
    if not isinstance(a, ClassArray):
        return plain(OPS["sort"], one, axis)
    if axis is None:
        return masked_array(one.dtype, (None,))
    return masked_array(one.dtype, one.shape)


def fill_value(a: Any) -> Type:
    """Return the type of a default for masked elements: a Python number, usually."""
    if isinstance(a, (list, tuple)):
        raise Unsure("a dtype of several")
    kinds = {"b": BOOL, "i": INT, "u": INT, "f": FLOAT, "c": COMPLEX}
    dtype = elements_of(a).dtype
    found = kinds.get(dtype.kind)
    if found is None or dtype.itemsize > 16:
        raise Unsure("other dtypes")
    return found


def extreme_fill_value(a: Any) -> Type:
    """Return the type of the number that is no extreme of others."""
    dtype = elements_of(a).dtype
    if dtype.kind not in "iuf" or dtype.itemsize > 8:
        raise Unsure("other dtypes")
    return join(INT if dtype.kind in "iu" else FLOAT, scalar(dtype))


def common_fill_value(a: Any, b: Any) -> Type:
    """Return the type of the number that two arrays have for masked elements."""
    return join_all([NONE, own_fill_value(a), fill_value(a)])


def own_fill_value(a: Any) -> Type:
    """Return the type of the number that an array has for masked elements."""
    dtype = elements_of(a).dtype
    if dtype not in _AS_THEY_ARE:
        raise Unsure("a default may have a wider dtype")
    return scalar(dtype)


_AS_THEY_ARE = frozenset(map(np.dtype, ("?", "i8", "f8", "c16")))


def edges(a: Any) -> Type:
    """Return the type of the first and last place that is not masked."""
    return join(NONE, Array(INTP, (2,)))


def all_edges(a: Any, axis: Any = None) -> Type:
    """Return the type of the first and last places along an axis."""
    rank = elements_of(a).rank
    if rank is None:
        raise Unsure("an unknown rank")
    if axis is None or rank == 1:
        return edges(a)
    return List(Tuple((Array(INTP, (None,)),) * rank))


def contiguous(a: Any, axis: Any = None) -> Type:
    """Return the type of a list of slices, or one for each line."""
    rank = elements_of(a).rank
    if rank is None or not (axis is None or isinstance(axis, int)):
        raise Unsure("an unknown rank, or an axis known at run time only")
    return List(OBJECT if axis is None or rank == 1 else List(OBJECT))


def take(
    a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise"
) -> Type:
    """Return the type of elements by their places."""
    if given(out):
        raise Unsure("an array to be written")
    return like("take")(elements_of(a), places(indices), axis)


def compress(a: Any, condition: Any, axis: Any = None, out: Any = None) -> Type:
    """Return the type of the elements for which a condition holds."""
    if given(out):
        raise Unsure("an array to be written")
    return stacked("compress")(places(condition), elements_of(a), axis)


def compress_reversed(
    condition: Any, a: Any, axis: Any = None, out: Any = None
) -> Type:
    """Return the type of `compress`, whose function has the condition first."""
    return compress(a, condition, axis, out)


def vander(x: Any, n: Any = None) -> Type:
    """Return the type of a matrix of powers."""
    return plain(OPS["vander"], x, n)


def rounded(a: Any, decimals: Any = 0, out: Any = None) -> Type:
    """Return the type of rounded elements."""
    one = elements_of(a)
    if given(out) or one.dtype == BOOLEAN:
        raise Unsure("an array to be written, or truth values")
    return masked(one.dtype, one.shape)


def elements(a: Any, subok: Any = True) -> Type:
    """Return the type of the elements alone."""
    return elements_of(a)


def flatten_mask(mask: Any) -> Type:
    """Return the type of a mask in one dimension."""
    elements_of(mask)
    return Array(BOOLEAN, (None,))


def shape_of(obj: Any) -> Type:
    """Return the type of a shape."""
    rank = elements_of(obj).rank
    if rank is None:
        raise Unsure("an unknown rank")
    return Tuple((INT,) * rank)
