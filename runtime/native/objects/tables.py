"""Dicts and sets of numbers that a kernel makes for itself.

One that nobody outside has seen needs no objects for its keys and items. It becomes a
dict or set of Python when the kernel returns it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.registers import packed, registers, unpacked
from runtime.native.assembly.table_values import Table
from runtime.native.assembly.values import (
    Handle,
    Items,
    Machine,
    NotNative,
    Scalar,
)
from runtime.native.objects.objects import fitting, make, named
from runtime.native.scalars.conversions import as_integer, constant, is_float
from runtime.native.scalars.indexes import as_one_integer
from runtime.native.scalars.unions import objects_in
from runtime.types import FLOAT, Container, Type


def new(w: Writer, of: Table, owner: str) -> Table:
    """Return an empty table of some types, held by an owner."""
    if objects_in(of.item):
        raise NotNative(f"a dict of values of type {of.item}")
    made = w.call("ptr", "autograph_table", ("i64", _width(of)))
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    w.act("autograph_own", ("ptr", owner), ("ptr", made))
    return replace(of, object=made)


def _width(table: Table) -> str:
    """Return the number of words of an entry."""
    return str(1 + len(registers(table.item)))


def _start(w: Writer, table: Table) -> str:
    return w.load("ptr", w.at(table.object, OFFSETS["bytearray_start"]))


def length(w: Writer, table: Table) -> str:
    """Return the number of entries."""
    return w.load("i64", _start(w, table))


def _as_key(w: Writer, value: Machine) -> str:
    """Return the number that a key is, as it is compared."""
    if not isinstance(value, Scalar) or is_float(value.type):
        raise NotNative("a key other than an integer")
    return as_integer(w, value)


def _find(w: Writer, table: Table, key: Machine) -> str:
    """Return the address of the entry of a key; null if there is none."""
    code = _as_key(w, as_one_integer(w, key))
    given = (("ptr", table.object), ("i64", code), ("i64", _width(table)))
    return w.call("ptr", "autograph_table_find", *given)


def contains(w: Writer, table: Table, key: Machine) -> str:
    """Return whether a table has a key."""
    return w.put(f"icmp ne ptr {_find(w, table, key)}, null")


def getitem(w: Writer, table: Table, key: Machine) -> Machine:
    """Return ``table[key]``."""
    found = _find(w, table, key)
    w.raise_unless(w.put(f"icmp ne ptr {found}, null"), KeyError)
    return _item(w, table, found)


def get(
    w: Writer, table: Table, key: Machine, of: Type, default: Callable[[], Machine]
) -> Machine:
    """Return ``table.get(key, default)`` as a value of a type."""
    found = _find(w, table, key)
    slots = [(kind, w.slot(kind)) for kind in registers(of)]
    there, none, end = map(w.label, ("there", "none", "got"))
    w.branch(w.put(f"icmp ne ptr {found}, null"), there, none)
    for label in (there, none):
        w.begin(label)
        value = _item(w, table, found) if label == there else default()
        codes = packed(fitting(w, value, of))
        for code, (kind, slot) in zip(codes, slots, strict=True):
            w.store(kind, code, slot)
        w.jump(end)
    w.begin(end)
    return unpacked(of, [w.load(kind, slot) for kind, slot in slots])


def or_zero(w: Writer, table: Table, key: Machine, of: Type) -> Machine:
    """Return ``table[key]`` of a dict that gives zero where it has no key."""
    assert table.missing is not None
    zero = constant(0.0 if table.missing == FLOAT else 0, table.missing)

    def missed() -> Machine:
        if table.keeps:
            setitem(w, table, key, zero)
        return zero

    return get(w, table, key, of, missed)


def setitem(w: Writer, table: Table, key: Machine, item: Machine) -> None:
    """Write ``table[key] = item``, or ``table.add(key)``."""
    if key.type != table.key:
        raise NotNative("keys of several types")
    fits = fitting(w, item, table.item)
    code = _as_key(w, key)
    given = (("ptr", table.object), ("i64", code), ("i64", _width(table)))
    entry = w.call("ptr", "autograph_table_entry", *given)
    w.fault_if(w.put(f"icmp eq ptr {entry}, null"))
    words = zip(registers(table.item), packed(fits), strict=True)
    for place, (kind, code) in enumerate(words, 1):
        w.store(kind, code, w.at(entry, 8 * place))


def _item(w: Writer, table: Table, entry: str) -> Machine:
    """Return the item of an entry."""
    kinds = enumerate(registers(table.item), 1)
    codes = [w.load(kind, w.at(entry, 8 * place)) for place, kind in kinds]
    return unpacked(table.item, codes)


def _entry(w: Writer, table: Table, position: str) -> str:
    """Return the address of the entry at a position."""
    start = _start(w, table)
    mask = w.load("i64", w.at(start, 8))
    words = w.put(f"mul i64 {position}, {_width(table)}")
    far = w.put(f"add i64 {w.put(f'add i64 {mask}, 3')}, {words}")
    return w.at(start, w.put(f"shl i64 {far}, 3"))


def item(w: Writer, table: Table, position: str) -> Machine:
    """Return what a loop over a table, or its keys or items, binds in a turn."""
    entry = _entry(w, table, position)
    key = _key(w, table, entry)
    if table.part == "keys":
        return key
    found = _item(w, table, entry)
    return found if table.part == "values" else Items((key, found))


def _key(w: Writer, table: Table, entry: str) -> Scalar:
    kind = registers(table.key)[0]
    return Scalar(table.key, w.load(kind, entry))


def turns(w: Writer, table: Table) -> str:
    """Return the number of turns of a loop over a table; fault if it has grown."""
    w.fault_if(w.put(f"icmp ne i64 {length(w, table)}, {table.first}"))
    return table.first


def _empty(w: Writer, table: Table) -> str:
    """Return a new object of Python for a table; null if there is no memory."""
    if table.type == Container("set"):
        return w.call("ptr", "PySet_New", ("ptr", "null"))
    if table.missing is None:
        return w.call("ptr", "PyDict_New")
    arguments = w.slot("ptr")
    if table.keeps:
        factory = float if table.missing == FLOAT else int
        w.store("ptr", named(w, factory).object, arguments)
    kind = named(w, defaultdict if table.keeps else Counter).object
    count = str(int(table.keeps))
    given = (("ptr", kind), ("ptr", arguments), ("i64", count))
    return w.call("ptr", "autograph_call", *given)


def as_object(w: Writer, table: Table, owner: str) -> Handle:
    """Return a dict or set of Python of the same entries, held by an owner."""
    is_set = table.type == Container("set")
    made = _empty(w, table)
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    w.act("autograph_own", ("ptr", owner), ("ptr", made))
    with w.turns(length(w, table)) as turn:
        entry = _entry(w, table, turn)
        key = make(w, _key(w, table, entry))
        if is_set:
            status = w.call("i32", "PySet_Add", ("ptr", made), ("ptr", key))
        else:
            value = make(w, _item(w, table, entry))
            pair = (("ptr", key), ("ptr", value))
            status = w.call("i32", "PyDict_SetItem", ("ptr", made), *pair)
            w.act("Py_DecRef", ("ptr", value))
        w.act("Py_DecRef", ("ptr", key))
        w.fault_if(w.put(f"icmp ne i32 {status}, 0"))
    return Handle(table.type, made)
