"""Lists that a kernel makes: of some items, of another list, of two."""

from __future__ import annotations

from runtime.native.arrays.views import bounds
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import (
    Buffer,
    Items,
    ListRef,
    Machine,
    NotNative,
    Scalar,
    Slice,
)
from runtime.native.objects import buffers, sequences
from runtime.native.objects.turns import item_of, length_of, scalars
from runtime.native.scalars.conversions import as_integer
from runtime.types import List

OPERATORS = frozenset(("add", "multiply"))
"""The operators that make a list."""
IN_PLACE = frozenset(("iadd", "imul"))
"""The operators that change a list."""


def list_of(w: Writer, value: Machine, of: List, alone: bool) -> Buffer | ListRef:
    """Return a new list of some items, or of those of another list.

    Parameters
    ----------
    w : Writer
        The function.
    value : Machine
        The items.
    of : List
        The type of the list.
    alone : bool
        Whether nobody but the kernel knows the list.
    """
    if isinstance(value, Items):
        make = buffers.new if alone and buffers.may_hold(of) else sequences.new
        return make(w, value, of, w.owner())
    if isinstance(value, ListRef):
        return sequences.copy(w, value, w.owner())
    raise NotNative(f"a list of a value of type {value.type}")


def of_operator(w: Writer, name: str, operands: list[Machine]) -> Buffer | ListRef:
    """Return the sum of two lists, or a list times an integer."""
    left, right = operands
    if name == "multiply":
        return _times(w, left, right)
    if isinstance(left, Buffer) and isinstance(right, Buffer):
        return buffers.joined(w, left, right, w.owner())
    if isinstance(left, ListRef) and isinstance(right, ListRef):
        return sequences.joined(w, left, right, w.owner())
    raise NotNative("a list and something else joined")


def part_of(w: Writer, value: Buffer | ListRef, index: Slice) -> Buffer | ListRef:
    """Return ``value[start:stop:step]``, a new list."""
    size = length_of(w, value)
    start, count, step = bounds(w, index, size)
    if isinstance(value, ListRef) and step == "1":
        return sequences.part(w, value, start, w.put(f"add i64 {start}, {count}"))
    made = list_of(w, Items(()), value.type, isinstance(value, Buffer))
    with w.turns(count) as turn:
        far = w.put(f"add i64 {start}, {w.put(f'mul i64 {turn}, {step}')}")
        if isinstance(made, Buffer):
            (number,) = scalars([item_of(w, value, far)])
            buffers.share(w, made, number)
        else:
            sequences.append(w, made, item_of(w, value, far))
    return made


def changed_by_operator(w: Writer, name: str, operands: list[Machine]) -> Machine:
    """Write ``value += more`` or ``value *= count``, and return the list."""
    target, other = operands
    if not isinstance(target, ListRef):
        raise NotNative("a list changed by an operator")
    if name == "iadd":
        sequences.extend(w, target, other)
    else:
        (count,) = scalars([other])
        sequences.repeat(w, target, as_integer(w, sequences.index_of(count)))
    return target


def assign_part(w: Writer, target: ListRef, index: Slice, new: Machine) -> None:
    """Write ``target[start:stop] = new``."""
    start, count, step = bounds(w, index, length_of(w, target))
    if step != "1":
        raise NotNative("an assignment to a part of a list in steps")
    sequences.assign_part(w, target, start, w.put(f"add i64 {start}, {count}"), new)


def _times(w: Writer, left: Machine, right: Machine) -> Buffer | ListRef:
    value, times = (left, right) if isinstance(right, Scalar) else (right, left)
    count = as_integer(w, sequences.index_of(times))
    if isinstance(value, Buffer):
        return buffers.repeated(w, value, count, w.owner())
    if isinstance(value, ListRef):
        return sequences.repeated(w, value, count, w.owner())
    raise NotNative("something other than a list repeated")
