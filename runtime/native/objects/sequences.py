"""Lists of numbers, arrays, lists and tuples: read and changed in place."""

from __future__ import annotations

from runtime.native.arrays.elements import bounded
from runtime.native.assembly import undo_log
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.registers import is_opaque
from runtime.native.assembly.values import Items, ListRef, Machine, NotNative, Scalar
from runtime.native.objects.objects import make, take
from runtime.native.scalars.conversions import as_integer, is_float, is_truth
from runtime.native.scalars.unions import objects_in, owned
from runtime.types import (
    Array,
    List,
    Never,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
)

ALL = str(2**63 - 1)
"""The end of a list, whatever its length."""


def may_be_items(of: Type) -> bool:
    """Whether a kernel takes values of a type out of lists."""
    if isinstance(of, Tuple):
        return all(map(may_be_items, of.items))
    if isinstance(of, Union):
        return all(map(may_be_items, of.members))
    if isinstance(of, List):
        return may_be_items(of.element)
    numbers = (PythonScalar, NumpyScalar, NoneType, Never)
    return isinstance(of, (Array, *numbers)) or is_opaque(of)


def checked(value: ListRef) -> ListRef:
    """Return a list, if a kernel takes its items out of it."""
    if not may_be_items(value.type.element):
        raise NotNative(f"a value of type {value.type}")
    return value


def length(w: Writer, value: ListRef) -> str:
    """Return the number of items at this moment."""
    return w.load("i64", w.at(value.object, OFFSETS["size"]))


def _address(w: Writer, value: ListRef, position: str) -> str:
    items = w.load("ptr", w.at(value.object, OFFSETS["list_items"]))
    return w.put(f"getelementptr ptr, ptr {items}, i64 {position}")


def index_of(index: Machine) -> Scalar:
    """Return the index of a subscript, if it is an integer."""
    if not isinstance(index, Scalar) or is_float(index.type) or is_truth(index.type):
        raise NotNative("a subscript other than an integer")
    return index


def item(w: Writer, value: ListRef, position: str) -> Machine:
    """Return the item at a position that is in bounds."""
    found = w.load("ptr", _address(w, checked(value), position))
    if objects_in(value.type.element):  # it may be taken out of the list, and freed
        w.act("autograph_hold", ("ptr", w.owner()), ("ptr", found))
    taken = take(w, found, value.type.element)
    return owned(taken) if value.source == OWN else taken


def getitem(w: Writer, value: ListRef, index: Machine) -> Machine:
    """Return ``value[index]``."""
    code = as_integer(w, index_of(index))
    return item(w, value, bounded(w, code, length(w, value), caught=True))


def setitem(w: Writer, value: ListRef, index: Machine, new: Machine) -> None:
    """Write ``value[index] = new``."""
    code = as_integer(w, index_of(index))
    position = bounded(w, code, length(w, value), caught=True)
    made = make(w, new)
    address = _address(w, checked(value), position)
    undo_log.item(w, value, position, address)
    w.act("autograph_replace", ("ptr", address), ("ptr", made))


def append(w: Writer, value: ListRef, new: Machine) -> None:
    """Write ``value.append(new)``."""
    made = make(w, new)
    undo_log.appended(w, value.object)
    _must(w, "PyList_Append", ("ptr", checked(value).object), ("ptr", made))
    w.act("Py_DecRef", ("ptr", made))


def insert(w: Writer, value: ListRef, index: Machine, new: Machine) -> None:
    """Write ``value.insert(index, new)``."""
    code = as_integer(w, index_of(index))
    made = make(w, new)
    given = (("ptr", checked(value).object), ("i64", code), ("ptr", made))
    undo_log.changed(w, value)
    _must(w, "PyList_Insert", *given)
    w.act("Py_DecRef", ("ptr", made))


def pop(w: Writer, value: ListRef, index: Machine | None) -> Machine:
    """Write ``value.pop(index)``, and return the item."""
    if index is None:
        size = length(w, value)
        w.raise_unless(w.put(f"icmp ne i64 {size}, 0"), IndexError)
        found = item(w, value, w.put(f"sub i64 {size}, 1"))
        if w.logs:
            there = w.put(f"sub i64 {size}, 1")
            undo_log.popped(w, value, w.load("ptr", _address(w, value, there)))
        last = w.call("ptr", "autograph_last", ("ptr", value.object))
        w.act("Py_DecRef", ("ptr", last))
        return found
    code = as_integer(w, index_of(index))
    position = bounded(w, code, length(w, value), caught=True)
    found = item(w, value, position)
    behind = w.put(f"add i64 {position}, 1")
    _replace(w, value, position, behind, "null")
    return found


def clear(w: Writer, value: ListRef) -> None:
    """Write ``value.clear()``."""
    _replace(w, checked(value), "0", ALL, "null")


def reverse(w: Writer, value: ListRef) -> None:
    """Write ``value.reverse()``."""
    undo_log.changed(w, value)
    _must(w, "PyList_Reverse", ("ptr", checked(value).object))


def extend(w: Writer, value: ListRef, more: Machine) -> None:
    """Write ``value.extend(more)``, for a list or a tuple."""
    if isinstance(more, Items):
        for each in more.items:
            append(w, value, each)
        return
    if not isinstance(more, ListRef):
        raise NotNative("a list extended by something other than a list")
    size = length(w, checked(value))
    _replace(w, value, size, size, checked(more).object)


def repeat(w: Writer, value: ListRef, count: str) -> None:
    """Write ``value *= count``."""
    made = repeated(w, value, count, w.owner())
    _replace(w, value, "0", ALL, made.object)


def assign_part(w: Writer, value: ListRef, start: str, stop: str, new: Machine) -> None:
    """Write ``value[start:stop] = new``, for a list; the ends are in bounds."""
    if not isinstance(new, ListRef):
        raise NotNative("a part of a list assigned something other than a list")
    _replace(w, checked(value), start, stop, checked(new).object)


def copy(w: Writer, value: ListRef, owner: str) -> ListRef:
    """Return a copy of a list, held by an owner."""
    given = (("ptr", checked(value).object), ("i64", "0"), ("i64", ALL))
    made = w.call("ptr", "PyList_GetSlice", *given)
    return _owned(w, made, value.type, owner)


def part(w: Writer, value: ListRef, start: str, stop: str) -> ListRef:
    """Return ``value[start:stop]``, held by an owner; the ends are in bounds."""
    given = (("ptr", checked(value).object), ("i64", start), ("i64", stop))
    return _owned(w, w.call("ptr", "PyList_GetSlice", *given), value.type, w.owner())


def repeated(w: Writer, value: ListRef, count: str, owner: str) -> ListRef:
    """Return ``value * count``, held by an owner."""
    given = (("ptr", checked(value).object), ("i64", count))
    return _owned(w, w.call("ptr", "PySequence_Repeat", *given), value.type, owner)


def joined(w: Writer, value: ListRef, other: ListRef, owner: str) -> ListRef:
    """Return ``value + other``, held by an owner."""
    given = (("ptr", checked(value).object), ("ptr", checked(other).object))
    return _owned(w, w.call("ptr", "PySequence_Concat", *given), value.type, owner)


def new(w: Writer, items: Items, of: List, owner: str) -> ListRef:
    """Return a new list of some items, held by an owner."""
    value = _owned(w, w.call("ptr", "PyList_New", ("i64", "0")), of, owner)
    checked(value)
    with w.unlogged():
        for each in items.items:
            append(w, value, each)
    return value


def _owned(w: Writer, made: str, of: List, owner: str) -> ListRef:
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    w.act("autograph_own", ("ptr", owner), ("ptr", made))
    return ListRef(of, made, OWN)


def _replace(w: Writer, value: ListRef, start: str, stop: str, by: str) -> None:
    """Replace some items of a list by those of another, or by none."""
    given = (("ptr", value.object), ("i64", start), ("i64", stop), ("ptr", by))
    undo_log.changed(w, value)
    _must(w, "PyList_SetSlice", *given)


def _must(w: Writer, name: str, *arguments: tuple[str, str]) -> None:
    """Call a function of Python that fails only if there is no memory."""
    status = w.call("i32", name, *arguments)
    w.fault_if(w.put(f"icmp ne i32 {status}, 0"))
