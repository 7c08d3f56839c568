"""Items and views of arrays, each index tested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from runtime.native.assembly import undo_log
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import COMPLEX128, in_memory
from runtime.native.assembly.values import (
    ComplexNumber,
    Items,
    Machine,
    NotNative,
    Scalar,
    View,
)
from runtime.native.scalars.conversions import (
    as_integer,
    cast_to,
    is_float,
    is_truth,
    to_complex,
    truth,
)
from runtime.types import FLOAT, INT, Array, scalar


def indexes(index: Machine) -> list[Scalar]:
    """Return the indexes in a subscript, if they are all integers."""
    found = list(index.items) if isinstance(index, Items) else [index]
    for one in found:
        if not isinstance(one, Scalar) or is_float(one.type) or is_truth(one.type):
            raise NotNative("a subscript other than integers")
    return [one for one in found if isinstance(one, Scalar)]


def place(w: Writer, view: View, found: Sequence[Scalar]) -> str:
    """Return the address of the element, or the first of the row, at some indexes."""
    if len(found) > len(view.sizes):
        raise NotNative("too many indexes")
    address = view.data
    for one, size, stride in zip(found, view.sizes, view.strides, strict=False):
        position = bounded(w, as_integer(w, one), size, caught=True)
        distance = w.put(f"mul nsw i64 {position}, {stride}")
        address = w.at(address, distance)
    return address


def bounded(w: Writer, index: str, size: str, caught: bool = False) -> str:
    """Return an index from the start; fault if it is out of bounds.

    Parameters
    ----------
    w : Writer
        The function.
    index, size : str
        The index, and how many items there are.
    caught : bool
        Whether a handler of an IndexError may go on: nothing has been done so far.
    """
    if index.lstrip("-").isdigit():
        position = index if int(index) >= 0 else w.put(f"add i64 {index}, {size}")
    else:
        below = w.put(f"icmp slt i64 {index}, 0")
        wrapped = w.put(f"add i64 {index}, {size}")
        position = w.put(f"select i1 {below}, i64 {wrapped}, i64 {index}")
    test = w.put(f"icmp ult i64 {position}, {size}")
    if caught:
        w.raise_unless(test, IndexError)
    else:
        w.fault_unless(test)
    return position


def fault_unless_ordered(
    w: Writer, arrays: Iterable[Sequence[str]], backwards: bool
) -> None:
    """Fault where NumPy would not lay out a result row by row, given some strides.

    Parameters
    ----------
    w : Writer
        The function.
    arrays : iterable of sequence of str
        The strides of the operands.
    backwards : bool
        Whether elements may lie backwards. NumPy may go through such from their end,
        and an inner loop may compute other bits then.
    """
    for steps in arrays:
        if not backwards:
            for step in steps:
                if not step.isdigit():
                    w.fault_if(w.put(f"icmp slt i64 {step}, 0"))
        elif len(steps) > 1:
            steps = [_size(w, step) for step in steps]
        for axis, step in enumerate(steps):
            for later in steps[axis + 1 :]:
                if step.isdigit() and later.isdigit() and int(later) <= int(step):
                    continue
                some = w.put(f"icmp ne i64 {step}, 0")
                less = w.put(f"icmp slt i64 {step}, {later}")
                w.fault_if(w.put(f"and i1 {some}, {less}"))


def are_columns(w: Writer, arrays: Iterable[Sequence[str]], rank: int) -> str:
    """Return whether NumPy would lay out a result column by column, given strides.

    Each array either has but one axis, or all of them, each closer than the next. What
    is broadcast otherwise may have results in rows, which then decide.
    """
    found, some = "true", "false"
    for steps in arrays:
        if len(steps) == 1:
            continue
        if len(steps) < rank:
            return "false"
        some = "true"
        for step, later in pairwise(("0", *steps)):
            found = w.put(f"and i1 {found}, {w.put(f'icmp slt i64 {step}, {later}')}")
    return found if some == "true" else "false"


def _size(w: Writer, number: str) -> str:
    if number.isdigit():
        return number
    return w.intrinsic("i64", "llvm.abs.i64", ("i64", number), ("i1", "false"))


def fault_unless_like_rows(w: Writer, array: View) -> None:
    """Fault where NumPy would not lay out an array like this one row by row."""
    if len(array.sizes) < 2:
        return
    close = ordered = "true"
    expected = side_by_side(w, array.type.dtype, array.sizes)
    for size, own, one in zip(array.sizes, array.strides, expected, strict=True):
        if own != one:
            single = w.put(f"icmp eq i64 {size}, 1")
            here = w.put(f"icmp eq i64 {own}, {one}")
            close = w.put(f"and i1 {close}, {w.put(f'or i1 {single}, {here}')}")
    if close == "true":
        return
    for step, later in pairwise((*array.strides, "0")):
        falls = w.put(f"icmp sge i64 {step}, {later}")
        ordered = w.put(f"and i1 {ordered}, {falls}")
    w.fault_unless(w.put(f"or i1 {close}, {ordered}"))


def side_by_side(w: Writer, dtype: np.dtype, sizes: Sequence[str]) -> tuple[str, ...]:
    """Return the strides of elements that lie side by side, in the order of C."""
    strides: list[str] = []
    step = str(dtype.itemsize)
    for size in reversed(sizes):
        strides.insert(0, step)
        if step.isdigit() and size.isdigit():
            step = str(int(step) * int(size))
        else:
            step = w.put(f"mul nsw i64 {step}, {size}")
    return tuple(strides)


def count(w: Writer, sizes: Sequence[str]) -> str:
    """Return the number of elements of an array of some sizes."""
    total = "1"
    for size in sizes:
        total = size if total == "1" else w.put(f"mul nsw i64 {total}, {size}")
    return total


def is_side_by_side(w: Writer, array: View) -> bool:
    """Whether it is known that elements lie side by side, in the order of C."""
    return side_by_side(w, array.type.dtype, array.sizes) == array.strides


def fault_unless_side_by_side(w: Writer, array: View) -> None:
    """Fault unless elements lie side by side, in the order of C."""
    expected = side_by_side(w, array.type.dtype, array.sizes)
    for own, one in zip(array.strides, expected, strict=True):
        if own != one:
            w.fault_unless(w.put(f"icmp eq i64 {own}, {one}"))


def row(view: View, address: str, count: int) -> View:
    """Return what is left of an array behind some indexes."""
    shape = (view.type.shape or ())[count:]
    of = Array(view.type.dtype, shape)
    sizes, strides = view.sizes[count:], view.strides[count:]
    return View(of, address, sizes, strides, view.base, "false", view.source)


def value_at(w: Writer, view: View, address: str) -> Scalar | ComplexNumber:
    """Return the number at an address."""
    if view.type.dtype == COMPLEX128:
        parts = w.load("double", address), w.load("double", w.at(address, 8))
        return ComplexNumber(scalar(COMPLEX128), *parts)
    return element(w, view, address)


def element(w: Writer, view: View, address: str) -> Scalar:
    """Return the element at an address, which is not complex."""
    dtype = view.type.dtype
    code = w.load(in_memory(dtype), address)
    if dtype.kind == "b":
        code = w.put(f"icmp ne i8 {code}, 0")
    return Scalar(scalar(dtype), code)


def getitem(w: Writer, view: View, index: Machine) -> Machine:
    """Return ``view[index]``: an element, or a row that is a view."""
    found = indexes(index)
    address = place(w, view, found)
    if len(found) == len(view.sizes):
        return value_at(w, view, address)
    return row(view, address, len(found))


def setitem(w: Writer, view: View, index: Machine, value: Machine) -> None:
    """Write ``view[index] = value`` for one element, or for a row and a tuple."""
    found = indexes(index)
    if isinstance(value, Items) and len(found) + 1 == len(view.sizes):
        _set_row(w, row(view, place(w, view, found), len(found)), value)
        return
    if len(found) != len(view.sizes):
        raise NotNative("an assignment of several elements")
    if view.type.dtype == COMPLEX128:
        _put_complex(w, view, value, place(w, view, found))
        return
    if not isinstance(value, Scalar):
        raise NotNative("an assignment of something other than a number")
    put(w, view, value, place(w, view, found))


def _put_complex(w: Writer, view: View, value: Machine, address: str) -> None:
    """Write a number at an address, as a complex one."""
    if not isinstance(value, (ComplexNumber, Scalar)):
        raise NotNative("an assignment of something other than a number")
    number = to_complex(w, value, scalar(COMPLEX128))
    for part, at in ((number.real, address), (number.imag, w.at(address, 8))):
        undo_log.word(w, view, "double", at)
        w.store("double", part, at)


def _set_row(w: Writer, view: View, value: Items) -> None:
    """Write the items of a tuple into a row of as many elements of their type."""
    dtype = view.type.dtype
    own = {np.dtype(float): FLOAT, np.dtype(np.int64): INT}.get(dtype)
    for item in value.items:
        if not isinstance(item, Scalar) or item.type not in (own, scalar(dtype)):
            raise NotNative("an assignment of numbers of another type to a row")
    w.fault_if(w.put(f"icmp ne i64 {view.sizes[0]}, {len(value.items)}"))
    for position, item in enumerate(value.items):
        assert isinstance(item, Scalar)
        far = w.put(f"mul nsw i64 {view.strides[0]}, {position}")
        put(w, view, item, w.at(view.data, far))


def put(w: Writer, view: View, value: Scalar, address: str) -> None:
    """Write a number at an address, as an element of an array."""
    dtype = view.type.dtype
    if dtype.kind == "b":
        code = w.put(f"zext i1 {truth(w, value)} to i8")
    else:
        code = cast_to(w, value, scalar(dtype)).code
    undo_log.word(w, view, in_memory(dtype), address)
    w.store(in_memory(dtype), code, address)
