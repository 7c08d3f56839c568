"""Sums, products and extrema of arrays, by NumPy's inner loops.

A loop is called for the same elements in the same order as by NumPy, so that a sum is
rounded alike. Where NumPy would go through the elements in another order, there is a
fault.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np

from runtime.native.arrays import fresh
from runtime.native.arrays.assignments import copy, each_of
from runtime.native.arrays.elements import (
    element,
    fault_unless_side_by_side,
    is_side_by_side,
    put,
)
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import in_memory
from runtime.native.assembly.rules import Rule, only
from runtime.native.assembly.ufunc_loops import call_loop, loop_of
from runtime.native.assembly.values import Machine, Nothing, NotNative, Scalar, View
from runtime.native.scalars.conversions import known, literal
from runtime.types import Array, NumpyScalar, Type


@dataclass(frozen=True)
class Reduction:
    """A ufunc, and what its reduction begins with; None is the first element."""

    ufunc: np.ufunc
    start: float | None


_ZERO = float(np.add.reduce(np.array([-0.0])))
"""What a sum of floats begins with: of which sign depends on the version of NumPy."""
SUM = Reduction(np.add, _ZERO)


def _reduced(reduction: Reduction) -> Rule:
    """Return the rule of a reduction of all elements, or along one axis."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        array, axis = _operands(operands)
        if reduction is SUM and array.type.dtype.kind == "b":
            return _counted(w, result, array, axis)
        if dtype_of(result) != array.type.dtype:
            raise NotNative("a reduction in another dtype")
        if axis is None:
            return of_all(w, reduction, array)
        return _along(w, reduction, array, axis, result)

    return rule


def _operands(operands: list[Machine]) -> tuple[View, int | None]:
    array, axis, keeps = operands
    if not isinstance(array, View) or not array.sizes:
        raise NotNative("a reduction of something other than an array")
    if isinstance(axis, Nothing):
        if not isinstance(keeps, Nothing):
            raise NotNative("a reduction of all elements with keepdims=")
        return array, None if len(array.sizes) > 1 else 0
    number = known(axis) if isinstance(axis, Scalar) else None
    if number is None or not -len(array.sizes) <= number < len(array.sizes):
        raise NotNative("a reduction along an axis that is not known")
    return array, number % len(array.sizes)


def dtype_of(of: Type) -> np.dtype:
    """Return the dtype of a result that has one."""
    if not isinstance(of, (Array, NumpyScalar)):
        raise NotNative(f"a value of type {of}")
    return of.dtype


def of_all(w: Writer, reduction: Reduction, array: View) -> Scalar:
    """Return the reduction of all elements."""
    dtype = array.type.dtype
    width = str(dtype.itemsize)
    if len(array.sizes) == 2 and not is_side_by_side(w, array):
        return _of_window(w, reduction, array)
    fault_unless_side_by_side(w, array)
    total = array.sizes[0]
    for size in array.sizes[1:]:
        total = w.put(f"mul i64 {total}, {size}")
    return _of_row(w, reduction, dtype, array.data, total, width)


def _of_window(w: Writer, reduction: Reduction, array: View) -> Scalar:
    """Return the reduction of a part of a matrix, which NumPy copies before it adds."""
    if not _copies_windows():
        raise NotNative("a reduction of a part of a matrix")
    (rows, columns), (far, near) = array.sizes, array.strides
    total = w.put(f"mul i64 {rows}, {columns}")
    w.fault_if(w.put(f"icmp ugt i64 {total}, {_BUFFER}"))
    falls = w.put(f"icmp sgt i64 {far}, {near}")
    forward = w.put(f"icmp sgt i64 {near}, 0")
    w.fault_unless(w.put(f"and i1 {falls}, {forward}"))
    dtype = array.type.dtype
    flat = fresh.array(w, Array(dtype, (None, None)), array.sizes)
    copy(w, flat, array)
    return _of_row(w, reduction, dtype, flat.data, total, str(dtype.itemsize))


_BUFFER = 8192
"""The most elements that NumPy copies at once."""


@functools.cache
def _copies_windows() -> bool:
    """Whether this version of NumPy copies parts of matrices before it adds them."""
    if np.getbufsize() != _BUFFER:
        return False
    matrix = np.sin(np.arange(20_000.0)).reshape(100, 200)
    windows = [matrix[1 : 1 + n, 2 : 2 + m] for n in (2, 3, 7, 80) for m in (3, 9, 99)]
    return all(np.add.reduce(each, None) == each.ravel().sum() for each in windows)


def _of_row(
    w: Writer,
    reduction: Reduction,
    dtype: np.dtype,
    data: str,
    count: str,
    stride: str,
) -> Scalar:
    """Return the reduction of elements at a distance from each other."""
    slot = w.slot(in_memory(dtype))
    if reduction.start is None:
        w.fault_if(w.put(f"icmp eq i64 {count}, 0"))
        w.store(in_memory(dtype), w.load(in_memory(dtype), data), slot)
        data = w.at(data, stride)
        count = w.put(f"sub i64 {count}, 1")
    else:
        w.store(in_memory(dtype), _start(reduction, dtype), slot)
    given = [(slot, "0"), (data, stride), (slot, "0")]
    call_loop(w, loop_of(reduction.ufunc, dtype, reduces=True), given, [count])
    of = Array(dtype, (1,))
    return element(w, View(of, slot, ("1",), ("0",), "null", "false"), slot)


def _start(reduction: Reduction, dtype: np.dtype) -> str:
    assert reduction.start is not None
    return literal(dtype.type(reduction.start))


def _along(
    w: Writer, reduction: Reduction, array: View, axis: int, result: Type
) -> Machine:
    """Return the reduction along one axis."""
    dtype = array.type.dtype
    if len(array.sizes) == 1:
        stride = array.strides[0]
        if not stride.isdigit():
            w.fault_if(w.put(f"icmp slt i64 {stride}, 0"))
        return _of_row(w, reduction, dtype, array.data, array.sizes[0], stride)
    _fault_unless_rows(w, array)
    if axis == len(array.sizes) - 1:
        return _of_rows(w, reduction, array, result)
    if len(array.sizes) == 2:
        return _of_columns(w, reduction, array, result)
    raise NotNative("a reduction along another axis than the last")


def _fault_unless_rows(w: Writer, array: View) -> None:
    """Fault where NumPy would not go through an array row by row."""
    if is_side_by_side(w, array):
        return
    if len(array.sizes) != 2:
        fault_unless_side_by_side(w, array)
        return
    far, near = array.strides
    falls = w.put(f"icmp sgt i64 {far}, {near}")
    forward = w.put(f"icmp sgt i64 {near}, 0")
    w.fault_unless(w.put(f"and i1 {falls}, {forward}"))


def made_of_sizes(w: Writer, result: Type, sizes: list[str]) -> View:
    """Return a new array of some sizes for a result."""
    if not isinstance(result, Array) or len(result.shape or ()) != len(sizes):
        raise NotNative(f"a value of type {result}")
    return fresh.array(w, result, sizes)


def _made_without(w: Writer, result: Type, array: View, axis: int) -> tuple[View, View]:
    """Return a new array for a result, and the same without the axis that is kept."""
    sizes = [size for at, size in enumerate(array.sizes) if at != axis]
    if not isinstance(result, Array) or len(result.shape or ()) == len(sizes):
        made = made_of_sizes(w, result, sizes)
        return made, made
    made = made_of_sizes(w, result, [*sizes[:axis], "1", *sizes[axis:]])
    shape, strides = list(made.type.shape or ()), list(made.strides)
    del shape[axis], strides[axis]
    of = Array(made.type.dtype, tuple(shape))
    flat = replace(made, type=of, sizes=tuple(sizes), strides=tuple(strides))
    return made, flat


def _of_rows(w: Writer, reduction: Reduction, array: View, result: Type) -> View:
    whole, made = _made_without(w, result, array, len(array.sizes) - 1)
    data, out = array.data, made.data
    with ExitStack() as loops:
        for axis, size in enumerate(array.sizes[:-1]):
            turn = loops.enter_context(w.turns(size))
            data = w.at(data, w.put(f"mul nsw i64 {turn}, {array.strides[axis]}"))
            out = w.at(out, w.put(f"mul nsw i64 {turn}, {made.strides[axis]}"))
        ends = array.sizes[-1], array.strides[-1]
        put(w, made, _of_row(w, reduction, array.type.dtype, data, *ends), out)
    return whole


def _of_columns(w: Writer, reduction: Reduction, array: View, result: Type) -> View:
    rows, columns = array.sizes
    dtype = array.type.dtype
    width = str(dtype.itemsize)
    w.fault_if(w.put(f"icmp eq i64 {columns}, 1"))  # NumPy adds such in pairs
    whole, made = _made_without(w, result, array, 0)
    kind = in_memory(dtype)
    data, near = array.data, array.strides[1]
    if reduction.start is None:
        w.fault_if(w.put(f"icmp eq i64 {rows}, 0"))
    with w.turns(columns) as turn:
        far = w.put(f"mul nsw i64 {turn}, {width}")
        if reduction.start is None:
            code = w.load(kind, w.at(data, w.put(f"mul nsw i64 {turn}, {near}")))
        else:
            code = _start(reduction, dtype)
        w.store(kind, code, w.at(made.data, far))
    if reduction.start is None:
        data = w.at(data, array.strides[0])
        rows = w.put(f"sub i64 {rows}, 1")
    loop = loop_of(reduction.ufunc, dtype, reduces=True)
    with w.turns(rows) as turn:
        here = w.at(data, w.put(f"mul nsw i64 {turn}, {array.strides[0]}"))
        given = [(made.data, width), (here, near), (made.data, width)]
        call_loop(w, loop, given, [columns])
    return whole


def _counted(w: Writer, result: Type, array: View, axis: int | None) -> Machine:
    """Return how many elements of an array of truth values are true."""
    if not isinstance(result, NumpyScalar) or result.dtype != np.dtype(np.int64):
        raise NotNative("a sum of truth values along an axis")
    total = w.slot("i64")
    w.store("i64", "0", total)
    data = array.data
    with ExitStack() as loops:
        for size, stride in zip(array.sizes, array.strides, strict=True):
            turn = loops.enter_context(w.turns(size))
            data = w.at(data, w.put(f"mul nsw i64 {turn}, {stride}"))
        one = w.put(f"zext i1 {element(w, array, data).code} to i64")
        w.store("i64", w.put(f"add i64 {w.load('i64', total)}, {one}"), total)
    return Scalar(result, w.load("i64", total))


def _mean(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.mean``: sums by their number."""
    array, axis = _operands(operands)
    if array.type.dtype != np.dtype(float) or dtype_of(result) != np.dtype(float):
        raise NotNative("a mean of other than an array of float64")
    total = _reduced(SUM)(w, result, operands)
    sizes = array.sizes if axis is None else array.sizes[axis : axis + 1]
    count = sizes[0]
    for size in sizes[1:]:
        count = w.put(f"mul i64 {count}, {size}")
    w.fault_if(w.put(f"icmp eq i64 {count}, 0"))
    number = w.put(f"sitofp i64 {count} to double")
    if isinstance(total, Scalar):
        return Scalar(result, w.put(f"fdiv double {total.code}, {number}"))
    assert isinstance(total, View)

    def divide(at: Sequence[str]) -> None:
        one = w.load("double", at[0])
        w.store("double", w.put(f"fdiv double {one}, {number}"), at[0])

    each_of(w, total.sizes, [total], divide)
    return total


def _truth(name: str) -> Rule:
    """Return the rule of ``np.any`` or ``np.all`` of truth values."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        array, _ = _operands(operands)
        all_of_them = isinstance(result, NumpyScalar)
        if array.type.dtype.kind != "b" or not all_of_them:
            raise NotNative(f"{name} of other than truth values")
        found = w.slot("i1")
        w.store("i1", "false" if name == "or" else "true", found)
        data = array.data
        with ExitStack() as loops:
            for size, stride in zip(array.sizes, array.strides, strict=True):
                turn = loops.enter_context(w.turns(size))
                data = w.at(data, w.put(f"mul nsw i64 {turn}, {stride}"))
            one = element(w, array, data).code
            before = w.load("i1", found)
            w.store("i1", w.put(f"{name} i1 {before}, {one}"), found)
        return Scalar(result, w.load("i1", found))

    return rule


def _cumulative(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.cumsum`` of a vector."""
    (array,) = only(operands, 1)
    if not isinstance(array, View) or len(array.sizes) != 1:
        raise NotNative("a cumulative sum of other than a vector")
    dtype = array.type.dtype
    if dtype_of(result) != dtype or dtype.kind not in "if":
        raise NotNative("a cumulative sum in another dtype")
    made = made_of_sizes(w, result, [array.sizes[0]])
    kind = in_memory(dtype)
    total = w.slot(kind)
    verb = "fadd" if dtype.kind == "f" else "add"
    first, on = w.label("first"), w.label("on")
    done = w.label("done")
    with w.turns(array.sizes[0]) as turn:
        here = w.at(array.data, w.put(f"mul nsw i64 {turn}, {array.strides[0]}"))
        one = w.load(kind, here)
        w.branch(w.put(f"icmp eq i64 {turn}, 0"), first, on)
        w.begin(first)
        w.store(kind, one, total)
        w.jump(done)
        w.begin(on)
        w.store(kind, w.put(f"{verb} {kind} {w.load(kind, total)}, {one}"), total)
        w.begin(done)
        far = w.put(f"mul nsw i64 {turn}, {made.strides[0]}")
        w.store(kind, w.load(kind, total), w.at(made.data, far))
    return made


def _extreme_place(test: str) -> Rule:
    """Return the rule of ``np.argmax`` or ``np.argmin`` of a vector."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        array, axis = _operands(operands)
        if not isinstance(operands[2], Nothing):
            raise NotNative("the places of extrema with keepdims=")
        dtype = array.type.dtype
        if (len(array.sizes) > 1 and axis is not None) or dtype.kind not in "if":
            raise NotNative("the places of extrema along an axis")
        size, stride = array.sizes[0], array.strides[0]
        if len(array.sizes) > 1:
            fault_unless_side_by_side(w, array)
            stride = array.strides[-1]
            for other in array.sizes[1:]:
                size = w.put(f"mul i64 {size}, {other}")
        w.fault_if(w.put(f"icmp eq i64 {size}, 0"))
        kind = in_memory(dtype)
        best, place = w.slot(kind), w.slot("i64")
        w.store(kind, w.load(kind, array.data), best)
        w.store("i64", "0", place)
        with w.turns(size) as turn:
            here = w.at(array.data, w.put(f"mul nsw i64 {turn}, {stride}"))
            one, before = w.load(kind, here), w.load(kind, best)
            if dtype.kind == "f":
                w.fault_if(w.put(f"fcmp uno {kind} {one}, {one}"))
                better = w.put(f"fcmp o{test} {kind} {one}, {before}")
            else:
                better = w.put(f"icmp s{test} {kind} {one}, {before}")
            w.store(
                kind, w.put(f"select i1 {better}, {kind} {one}, {kind} {before}"), best
            )
            at = w.load("i64", place)
            w.store("i64", w.put(f"select i1 {better}, i64 {turn}, i64 {at}"), place)
        return Scalar(result, w.load("i64", place))

    return rule


RULES: dict[str, Rule] = {
    "all": _truth("and"),
    "any": _truth("or"),
    "argmax": _extreme_place("gt"),
    "argmin": _extreme_place("lt"),
    "array_mean": _mean,
    "cumsum": _cumulative,
    "max": _reduced(Reduction(np.maximum, None)),
    "mean": _mean,
    "min": _reduced(Reduction(np.minimum, None)),
    "prod": _reduced(Reduction(np.multiply, 1.0)),
    "sum": _reduced(SUM),
}
_SINGLE = ("cumsum",)
KEYWORDS = {name: "axis * keepdims" for name in RULES if name not in _SINGLE}
"""What the operations take behind an array: see `instructions.KEYWORDS`."""
