"""Elements that an array of truth values, or one of integers, selects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from runtime.native.arrays import fresh
from runtime.native.arrays.assignments import copy
from runtime.native.arrays.elements import (
    bounded,
    element,
    fault_unless_like_rows,
    put,
    row,
)
from runtime.native.arrays.views import times
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.registers import in_memory
from runtime.native.assembly.values import Machine, NotNative, Scalar, View
from runtime.types import Array, Type


def selects(index: View) -> bool:
    """Whether an array selects elements one by one."""
    return bool(index.sizes) and index.type.dtype.kind in "bi"


def selected(w: Writer, array: View, index: View, result: Type) -> View:
    """Return ``array[index]``, a new array."""
    if not isinstance(result, Array):
        raise NotNative(f"a value of type {result}")
    if index.type.dtype.kind == "b":
        return _where_true(w, array, index, result)
    return _at_places(w, array, index, result)


def assign_selected(w: Writer, target: View, index: View, value: Machine) -> None:
    """Write ``target[index] = value``, for a number or a vector."""
    if isinstance(value, View):
        if len(value.sizes) != 1 or len(index.sizes) != 1 or len(target.sizes) != 1:
            raise NotNative("an assignment of an array to selected elements")
        if value.type.dtype.kind != target.type.dtype.kind:
            raise NotNative("an assignment of elements of another kind")
        value = _apart(w, value, target)
    elif not isinstance(value, Scalar):
        raise NotNative("an assignment of something other than numbers")
    index = _apart(w, index, target)
    if index.type.dtype.kind == "b":
        _assign_where_true(w, target, index, value)
    else:
        _assign_at_places(w, target, index, value)


def _apart(w: Writer, view: View, target: View) -> View:
    """Return an array that stays as it is while another is written."""
    if view.source == OWN and target.source not in (OWN, ""):
        return view
    made = fresh.array(w, view.type, view.sizes)
    copy(w, made, view)
    return made


def _like(w: Writer, array: View, index: View) -> None:
    """Fault unless there is a truth value for each element."""
    if len(array.sizes) != len(index.sizes):
        raise NotNative("truth values for rows of an array")
    for own, size in zip(array.sizes, index.sizes, strict=True):
        if own != size:
            w.fault_if(w.put(f"icmp ne i64 {own}, {size}"))


@contextmanager
def _each_true(w: Writer, array: View, index: View) -> Iterator[str]:
    """Write a loop over elements, and give the address of each with a true value."""
    with ExitStack() as loops:
        data, test = array.data, index.data
        for axis, size in enumerate(index.sizes):
            turn = loops.enter_context(w.turns(size))
            data = w.at(data, times(w, turn, array.strides[axis]))
            test = w.at(test, times(w, turn, index.strides[axis]))
        true, on = w.label("true"), w.label("on")
        w.branch(element(w, index, test).code, true, on)
        w.begin(true)
        yield data
        w.begin(on)


def _count(w: Writer, index: View) -> str:
    """Return how many truth values are true."""
    total = w.slot("i64")
    w.store("i64", "0", total)
    with _each_true(w, index, index):
        w.store("i64", w.put(f"add i64 {w.load('i64', total)}, 1"), total)
    return w.load("i64", total)


def _where_true(w: Writer, array: View, index: View, result: Array) -> View:
    _like(w, array, index)
    made = _new(w, result, [_count(w, index)])
    place = w.slot("ptr")
    w.store("ptr", made.data, place)
    kind = in_memory(array.type.dtype)
    with _each_true(w, array, index) as data:
        here = w.load("ptr", place)
        w.store(kind, w.load(kind, data), here)
        w.store("ptr", w.at(here, array.type.dtype.itemsize), place)
    return made


def _assign_where_true(
    w: Writer, target: View, index: View, value: Scalar | View
) -> None:
    _like(w, target, index)
    if isinstance(value, Scalar):
        with _each_true(w, target, index) as data:
            put(w, target, value, data)
        return
    w.fault_if(w.put(f"icmp ne i64 {_count(w, index)}, {value.sizes[0]}"))
    place = w.slot("ptr")
    w.store("ptr", value.data, place)
    with _each_true(w, target, index) as data:
        here = w.load("ptr", place)
        put(w, target, element(w, value, here), data)
        w.store("ptr", w.at(here, value.strides[0]), place)


def _at_places(w: Writer, array: View, index: View, result: Array) -> View:
    if len(index.sizes) != 1 or len(array.sizes) > 2:
        raise NotNative("a subscript of several dimensions")
    fault_unless_like_rows(w, array)
    made = _new(w, result, [index.sizes[0], *array.sizes[1:]])
    with w.turns(index.sizes[0]) as turn:
        data = w.at(array.data, _distance(w, array, index, turn))
        place = w.at(made.data, times(w, turn, made.strides[0]))
        if len(array.sizes) == 1:
            put(w, made, element(w, array, data), place)
        else:
            copy(w, row(made, place, 1), row(array, data, 1))
    return made


def _assign_at_places(
    w: Writer, target: View, index: View, value: Scalar | View
) -> None:
    if len(index.sizes) != 1 or len(target.sizes) != 1:
        raise NotNative("a subscript of several dimensions")
    if isinstance(value, View):
        w.fault_if(w.put(f"icmp ne i64 {index.sizes[0]}, {value.sizes[0]}"))
    with w.turns(index.sizes[0]) as turn:
        data = w.at(target.data, _distance(w, target, index, turn))
        if isinstance(value, View):
            here = w.at(value.data, times(w, turn, value.strides[0]))
            put(w, target, element(w, value, here), data)
        else:
            put(w, target, value, data)


def _distance(w: Writer, array: View, index: View, turn: str) -> str:
    """Return how far from the start of an array the chosen element or row is."""
    chosen = element(w, index, w.at(index.data, times(w, turn, index.strides[0])))
    code = chosen.code
    kind = in_memory(index.type.dtype)
    if kind != "i64":
        code = w.put(f"sext {kind} {code} to i64")
    return times(w, bounded(w, code, array.sizes[0]), array.strides[0])


def _new(w: Writer, result: Array, sizes: list[str]) -> View:
    if len(result.shape or ()) != len(sizes):
        raise NotNative(f"a value of type {result}")
    return replace(fresh.array(w, result, sizes), type=result)
