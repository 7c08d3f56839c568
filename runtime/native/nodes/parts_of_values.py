"""Items and parts of arrays, lists and tuples, and how many there are."""

from __future__ import annotations

from runtime.native.arrays import elements, views
from runtime.native.arrays.assignments import assign
from runtime.native.arrays.selections import assign_selected, selected, selects
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import (
    Buffer,
    Count,
    Items,
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Slice,
    Static,
    View,
)
from runtime.native.objects import buffers, made_lists, sequences
from runtime.native.objects.turns import length_of
from runtime.native.scalars.conversions import known
from runtime.types import INT, NONE, Type


def _len(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (items,) = operands
    if isinstance(items, Items):
        return Scalar(INT, str(len(items.items)), literal=True)
    if not isinstance(items, (View, Count, Buffer, ListRef)):
        raise NotNative("the length of something other than an array or list")
    return Scalar(INT, length_of(w, items))


def _dimension(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    array, axis = operands
    number = known(axis) if isinstance(axis, Scalar) else None
    if number is None or not isinstance(array, View) or number >= len(array.sizes):
        raise NotNative("a dimension that is not known")
    return Scalar(INT, array.sizes[number])


def _attribute(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write an attribute of an array that is a number, or some of them."""
    array, name = operands
    if not isinstance(array, View) or not isinstance(name, Static):
        raise NotNative("an attribute of something other than an array")
    if name.value == "size":
        return Scalar(INT, elements.count(w, array.sizes))
    if name.value == "shape":
        return Items(tuple([Scalar(INT, size) for size in array.sizes]))
    raise NotNative(f"the attribute {name.value} of an array")


def _getitem(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    items, index = operands
    if isinstance(items, View):
        if _is_of_integers(index):
            return elements.getitem(w, items, index)
        if isinstance(index, View) and selects(index):
            return selected(w, items, index, result)
        return views.viewed(w, items, index, result)
    if isinstance(items, ListRef):
        return sequences.getitem(w, items, index)
    if isinstance(items, Buffer):
        return buffers.getitem(w, items, index)
    position = known(index) if isinstance(index, Scalar) else None
    if isinstance(items, Items) and position is not None:
        if -len(items.items) <= position < len(items.items):
            return items.items[position]
    raise NotNative("an item of something other than an array")


def _is_of_integers(index: Machine) -> bool:
    items = index.items if isinstance(index, Items) else (index,)
    return all(isinstance(each, Scalar) for each in items)


def _setitem(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    target, index, value = operands
    if isinstance(target, View):
        count = len(index.items) if isinstance(index, Items) else 1
        one = count == len(target.sizes) or isinstance(value, Items)
        if one and _is_of_integers(index):
            elements.setitem(w, target, index, value)
        elif isinstance(index, View) and selects(index):
            assign_selected(w, target, index, value)
        else:
            assign(w, views.viewed(w, target, index), value)
    elif isinstance(target, ListRef) and isinstance(index, Slice):
        made_lists.assign_part(w, target, index, value)
    elif isinstance(target, ListRef):
        sequences.setitem(w, target, index, value)
    elif isinstance(target, Buffer):
        buffers.setitem(w, target, index, value)
    else:
        raise NotNative("an assignment to an item of something other than an array")
    return Nothing(NONE)


def _unpack(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    items, count = operands
    if isinstance(items, Items) and isinstance(count, Scalar):
        if len(items.items) == known(count):
            return items
    raise NotNative("unpacking something other than a tuple")


RULES: dict[str, Rule] = {
    "dimension": _dimension,
    "getitem": _getitem,
    "load_attribute": _attribute,
    "len": _len,
    "setitem": _setitem,
    "unpack": _unpack,
}
