"""Operations that make arrays: of zeros, of one number, of what another one holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from runtime.native.arrays import fresh
from runtime.native.arrays.assignments import assign, copy
from runtime.native.arrays.elements import (
    fault_unless_like_rows,
    fault_unless_side_by_side,
    put,
    row,
    side_by_side,
)
from runtime.native.arrays.views import times
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule, only
from runtime.native.assembly.values import (
    Buffer,
    Count,
    Items,
    ListRef,
    Machine,
    NotNative,
    Scalar,
    Static,
    View,
)
from runtime.native.objects.turns import counted, item_of, length_of
from runtime.native.scalars.conversions import as_integer, constant, is_float
from runtime.types import INT, Array, Type


def _of_shape(number: int | None) -> Rule:
    """Return the rule of ``np.zeros`` and the like."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        shape, *dtype = operands
        if len(dtype) > 1:
            raise NotNative("an array of another order")
        made = _new(w, result, _sizes(w, shape))
        if number is not None:
            assign(w, made, constant(number, INT))
        return made

    return rule


def _full(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.full``."""
    shape, value = only(operands, 2)
    made = _new(w, result, _sizes(w, shape))
    assign(w, made, value)
    return made


def _like(number: int | None, in_rows: bool = False) -> Rule:
    """Return the rule of ``np.zeros_like`` and the like.

    They lay out the elements as the array does, or always row by row.
    """

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        array, *dtype = operands
        if len(dtype) > 1:
            raise NotNative("an array of another order")
        made = _in_rows(w, result, array) if in_rows else _new_like(w, result, array)
        if number is not None:
            assign(w, made, constant(number, INT))
        return made

    return rule


def _in_rows(w: Writer, result: Type, array: Machine) -> View:
    """Return a new array of the shape of another one."""
    if not isinstance(array, View):
        raise NotNative("an array like something other than an array")
    return _new(w, result, list(array.sizes))


def _full_like(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.full_like``."""
    array, value = only(operands, 2)
    made = _new_like(w, result, array)
    assign(w, made, value)
    return made


def _copied(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.copy``."""
    (array,) = only(operands, 1)
    made = _new_like(w, result, array)
    assign(w, made, array)
    return made


def _copied_in_rows(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``array.copy()``, which lays out the elements row by row."""
    array, *order = operands
    if order and isinstance(order[0], Static) and order[0].value == "K":
        return _copied(w, result, [array])
    if order or not isinstance(array, View):
        raise NotNative("a copy of something other than an array")
    made = _new(w, result, list(array.sizes))
    assign(w, made, array)
    return made


def _converted(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``array.astype(dtype)``."""
    array, dtype = only(operands, 2)
    made = _new_like(w, result, array)
    if not isinstance(dtype, Static) or not isinstance(array, View):
        raise NotNative("a conversion of something other than an array")
    copy(w, made, array)
    return made


def _arange(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.arange`` of integers."""
    for each in operands:
        if not isinstance(each, Scalar) or is_float(each.type):
            raise NotNative("arange of other than integers")
        if isinstance(result, Array) and result.dtype.kind == "f":
            # NumPy adds steps in this dtype, which may round.
            most = 2 ** (np.finfo(result.dtype).nmant + 1)
            far = w.put(f"add i64 {as_integer(w, each)}, {most}")
            w.fault_if(w.put(f"icmp ugt i64 {far}, {2 * most}"))
    count = counted(w, result, operands)
    assert isinstance(count, Count)
    made = _new(w, result, [count.length])
    with w.turns(count.length) as turn:
        far = w.put(f"mul i64 {turn}, {count.step}")
        value = Scalar(INT, w.put(f"add i64 {far}, {count.start}"))
        place = w.put(f"mul nsw i64 {turn}, {made.strides[0]}")
        put(w, made, value, w.at(made.data, place))
    return made


def _of_items(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.array([...])`` of some numbers, or of an array."""
    given, *dtype = operands
    if len(dtype) > 1:
        raise NotNative("an array of another order")
    if isinstance(given, View):
        return _copied(w, result, [given])
    if isinstance(given, (Buffer, ListRef)):
        return _of_list(w, result, given)
    if not isinstance(given, Items):
        raise NotNative("an array of something other than numbers")
    made = _new(w, result, _sizes_within(given, result))
    _put_items(w, made, given)
    return made


def _sizes_within(given: Items, result: Type) -> list[str]:
    """Return the sizes of an array of some items, as its first items tell."""
    sizes: list[str] = []
    first: Machine = given
    while isinstance(first, Items) and first.items:
        sizes.append(str(len(first.items)))
        first = first.items[0]
    return sizes + list(first.sizes if isinstance(first, View) else ())


def _put_items(w: Writer, target: View, items: Items) -> None:
    """Write items into an array, each into a row of its own."""
    if str(len(items.items)) != target.sizes[0]:
        raise NotNative("an array of rows of several lengths")
    for number, each in enumerate(items.items):
        place = w.at(target.data, times(w, target.strides[0], str(number)))
        if isinstance(each, Scalar) and len(target.sizes) == 1:
            put(w, target, each, place)
            continue
        inner = row(target, place, 1)
        if isinstance(each, Items) and inner.sizes:
            _put_items(w, inner, each)
        elif isinstance(each, View) and len(each.sizes) == len(inner.sizes):
            for own, size in zip(each.sizes, inner.sizes, strict=True):
                if own != size:
                    w.fault_if(w.put(f"icmp ne i64 {own}, {size}"))
            copy(w, inner, each)
        else:
            raise NotNative("an array of something other than numbers")


def _of_list(w: Writer, result: Type, given: Buffer | ListRef) -> Machine:
    """Write ``np.array(numbers)`` of a list of numbers."""
    count = length_of(w, given)
    made = _new(w, result, [count])
    with w.turns(count) as turn:
        found = item_of(w, given, turn)
        if not isinstance(found, Scalar):
            raise NotNative("an array of something other than numbers")
        put(w, made, found, w.at(made.data, times(w, turn, made.strides[0])))
    return made


def _spread(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write a number or an array in the shape of another array."""
    value, like = only(operands, 2)
    made = _in_rows(w, result, like)
    assign(w, made, value)
    return made


def _reshaped(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``array.reshape(...)`` of elements that lie side by side."""
    array = operands[0]
    if not isinstance(array, View) or not isinstance(result, Array):
        raise NotNative("a reshape of something other than an array")
    if any(isinstance(each, Static) for each in operands):
        raise NotNative("a reshape in another order")
    shape = result.shape or ()
    if None in shape or not shape or None in (array.type.shape or (None,)):
        raise NotNative("a reshape to a shape that is not known")
    fault_unless_side_by_side(w, array)
    sizes = tuple(map(str, shape))
    strides = side_by_side(w, result.dtype, sizes)
    return replace(array, type=result, sizes=sizes, strides=strides, whole="false")


def _sizes(w: Writer, shape: Machine) -> list[str]:
    items = shape.items if isinstance(shape, Items) else (shape,)
    found = []
    for each in items:
        if not isinstance(each, Scalar) or is_float(each.type):
            raise NotNative("a shape other than integers")
        size = as_integer(w, each)
        w.fault_if(w.put(f"icmp ugt i64 {size}, {2**40}"))
        found.append(size)
    return found


def _new_like(w: Writer, result: Type, array: Machine) -> View:
    if not isinstance(array, View):
        raise NotNative("an array like something other than an array")
    fault_unless_like_rows(w, array)
    return _new(w, result, list(array.sizes))


def _new(w: Writer, result: Type, sizes: list[str]) -> View:
    if not isinstance(result, Array) or len(result.shape or ()) != len(sizes):
        raise NotNative(f"a value of type {result}")
    known = zip(result.shape or (), sizes, strict=True)
    exact = [size if fixed is None else str(fixed) for fixed, size in known]
    return fresh.array(w, result, exact)


RULES: dict[str, Rule] = {
    "arange": _arange,
    "array": _of_items,
    "array_astype": _converted,
    "array_copy": _copied_in_rows,
    "array_reshape": _reshaped,
    "reshape": _reshaped,
    "copy": _copied,
    "empty": _of_shape(None),
    "empty_like": _like(None),
    "full": _full,
    "full_like": _full_like,
    "ones": _of_shape(1),
    "one_of": _like(1, in_rows=True),
    "ones_like": _like(1),
    "spread": _spread,
    "zero_of": _like(0, in_rows=True),
    "zeros": _of_shape(0),
    "zeros_like": _like(0),
}
NAMES = frozenset(
    "arange empty empty_like full full_like ones ones_like zeros zeros_like".split()
)
"""The operations that may be given a dtype, which is that of their result."""
