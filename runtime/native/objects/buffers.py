"""Lists that a kernel makes for itself: numbers side by side, in memory that grows.

A list that nobody outside has seen needs no objects for its items. It becomes a list of
Python when the kernel returns it. Its memory is a `bytearray`, so that whoever holds
the list sees what happens to it: the number of items, then the items, 8 bytes each.
"""

from __future__ import annotations

from runtime.native.arrays.elements import bounded
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.registers import machine as kind_of
from runtime.native.assembly.values import (
    Buffer,
    Items,
    ListRef,
    Machine,
    NotNative,
    Scalar,
)
from runtime.native.objects.objects import make
from runtime.native.objects.sequences import index_of
from runtime.native.scalars.conversions import as_integer
from runtime.native.scalars.nans import nan_among
from runtime.types import List, NumpyScalar, PythonScalar

_WIDTH = 8
_FIRST = 16
"""How many items there is room for at first."""


def may_hold(of: List) -> bool:
    """Whether the items of a list are numbers of one type."""
    return isinstance(of.element, (PythonScalar, NumpyScalar))


def new(w: Writer, items: Items, of: List, owner: str) -> Buffer:
    """Return a new list of some numbers, held by an owner."""
    kind_of(of.element)
    size = str(_WIDTH * (1 + max(_FIRST, len(items.items))))
    given = (("ptr", "null"), ("i64", size))
    made = w.call("ptr", "PyByteArray_FromStringAndSize", *given)
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    w.act("autograph_own", ("ptr", owner), ("ptr", made))
    value = Buffer(of, made)
    w.store("i64", "0", _start(w, value))
    for each in items.items:
        append(w, value, each)
    return value


def repeated(w: Writer, value: Buffer, count: str, owner: str) -> Buffer:
    """Return ``value * count``, held by an owner."""
    made = new(w, Items(()), value.type, owner)
    with w.turns(count), w.turns(length(w, value)) as turn:
        share(w, made, item(w, value, turn))
    return made


def joined(w: Writer, value: Buffer, other: Buffer, owner: str) -> Buffer:
    """Return ``value + other``, held by an owner."""
    if value.type.element != other.type.element:
        raise NotNative("lists of two types joined")
    made = new(w, Items(()), value.type, owner)
    for each in (value, other):
        with w.turns(length(w, each)) as turn:
            share(w, made, item(w, each, turn))
    return made


def _start(w: Writer, value: Buffer) -> str:
    return w.load("ptr", w.at(value.object, OFFSETS["bytearray_start"]))


def length(w: Writer, value: Buffer) -> str:
    """Return the number of items."""
    return w.load("i64", _start(w, value))


def _address(w: Writer, value: Buffer, position: str) -> str:
    far = w.put(f"mul nsw i64 {position}, {_WIDTH}")
    return w.at(w.at(_start(w, value), far), _WIDTH)


def item(w: Writer, value: Buffer, position: str) -> Scalar:
    """Return the item at a position that is in bounds."""
    of = value.type.element
    return Scalar(of, w.load(kind_of(of), _address(w, value, position)))


def getitem(w: Writer, value: Buffer, index: Machine) -> Scalar:
    """Return ``value[index]``."""
    code = as_integer(w, index_of(index))
    return item(w, value, bounded(w, code, length(w, value), caught=True))


def setitem(w: Writer, value: Buffer, index: Machine, new: Machine) -> None:
    """Write ``value[index] = new``."""
    code = as_integer(w, index_of(index))
    position = bounded(w, code, length(w, value), caught=True)
    address = _address(w, value, position)
    w.store(kind_of(value.type.element), _number(value, new), address)


def _number(value: Buffer, new: Machine) -> str:
    if not isinstance(new, Scalar) or new.type != value.type.element:
        raise NotNative("an item of another type")
    return new.code


def append(w: Writer, value: Buffer, new: Machine) -> None:
    """Write ``value.append(new)``."""
    code = _number(value, new)
    count = length(w, value)
    more = w.put(f"add i64 {count}, 1")
    needed = w.put(f"add i64 {w.put(f'mul i64 {more}, {_WIDTH}')}, {_WIDTH}")
    size = w.load("i64", w.at(value.object, OFFSETS["size"]))
    grow, room = w.label("grow"), w.label("room")
    w.branch(w.put(f"icmp ugt i64 {needed}, {size}"), grow, room)
    w.begin(grow)
    twice = w.put(f"shl i64 {size}, 1")
    given = (("ptr", value.object), ("i64", twice))
    status = w.call("i32", "PyByteArray_Resize", *given)
    w.fault_if(w.put(f"icmp ne i32 {status}, 0"))
    w.begin(room)
    w.store(kind_of(value.type.element), code, _address(w, value, count))
    w.store("i64", more, _start(w, value))


def share(w: Writer, value: Buffer, item: Scalar) -> None:
    """Append the item of another list; fault if it is a NaN, which is one object."""
    w.fault_if(nan_among(w, item))
    append(w, value, item)


def pop(w: Writer, value: Buffer) -> Scalar:
    """Write ``value.pop()``, and return the item."""
    count = length(w, value)
    w.raise_unless(w.put(f"icmp ne i64 {count}, 0"), IndexError)
    last = w.put(f"sub i64 {count}, 1")
    found = item(w, value, last)
    w.store("i64", last, _start(w, value))
    return found


def as_list(w: Writer, value: Buffer, owner: str) -> ListRef:
    """Return a list of Python of the same items, held by an owner."""
    count = length(w, value)
    made = w.call("ptr", "PyList_New", ("i64", count))
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    w.act("autograph_own", ("ptr", owner), ("ptr", made))
    with w.turns(count) as turn:
        found = make(w, item(w, value, turn))
        items = w.load("ptr", w.at(made, OFFSETS["list_items"]))
        far = w.put(f"mul nsw i64 {turn}, 8")
        w.store("ptr", found, w.at(items, far))
    return ListRef(value.type, made)
