"""Products of vectors and matrices, by the inner loop of ``np.matmul``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.native.arrays.array_reductions import dtype_of, made_of_sizes
from runtime.native.arrays.assignments import assign
from runtime.native.arrays.elements import element, fault_unless_side_by_side
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import in_memory, machine
from runtime.native.assembly.rules import Rule, only
from runtime.native.assembly.ufunc_loops import call_loop, loop_of
from runtime.native.assembly.values import Machine, NotNative, Scalar, View
from runtime.native.scalars.conversions import constant
from runtime.types import INT, Array, Type


def _product(dot: bool) -> Rule:
    """Return the rule of ``np.matmul``, or of ``np.dot``."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = only(operands, 2)
        if not isinstance(left, View) or not isinstance(right, View):
            raise NotNative("a matrix product of something other than arrays")
        dtype = left.type.dtype
        fits = len(left.sizes) in (1, 2) and len(right.sizes) in (1, 2)
        if not fits or right.type.dtype != dtype or dtype.kind not in "fiu":
            raise NotNative("a matrix product of other than vectors and matrices")
        if dtype_of(result) != dtype:
            raise NotNative("a matrix product in another dtype")
        of_floats = dot and dtype.kind == "f"  # integers are the same in any order
        if of_floats:
            _fault_unless_alike(w, left)
            _fault_unless_alike(w, right)
        return _multiplied(w, left, right, result, of_floats)

    return rule


def _fault_unless_alike(w: Writer, operand: View) -> None:
    """Fault where ``np.dot`` would copy an operand, and ``np.matmul`` would not."""
    if len(operand.sizes) > 1:
        fault_unless_side_by_side(w, operand)
    else:
        w.fault_if(w.put(f"icmp sle i64 {operand.strides[0]}, 0"))


def _multiplied(w: Writer, left: View, right: View, result: Type, dot: bool) -> Machine:
    dtype = left.type.dtype
    kind = in_memory(dtype)
    *rows, inner = left.sizes
    other, *columns = right.sizes
    w.fault_if(w.put(f"icmp ne i64 {inner}, {other}"))
    sizes = [*rows, *columns]
    if sizes:
        made = made_of_sizes(w, result, sizes)
    else:
        one = Array(dtype, (1,))
        made = View(one, w.slot(kind), ("1",), ("0",), "null", "false")
    end = w.label("multiplied")
    nothing, some = w.label("nothing"), w.label("some")
    w.branch(_some_are(w, "0", [inner, *sizes]), nothing, some)
    w.begin(nothing)
    assign(w, made, constant(0, INT))
    w.jump(end)
    w.begin(some)
    if dot:  # which does not add the product of two numbers to zero
        single, many = w.label("single"), w.label("many")
        w.branch(_all_are(w, "1", [inner, *sizes]), single, many)
        w.begin(single)
        pair = [element(w, each, each.data).code for each in (left, right)]
        w.store(kind, w.put(f"fmul {kind} {', '.join(pair)}"), made.data)
        w.jump(end)
        w.begin(many)
    _call(w, left, right, made)
    w.begin(end)
    return made if sizes else Scalar(result, w.load(kind, made.data))


def _call(w: Writer, left: View, right: View, made: View) -> None:
    """Write the call of the inner loop; a vector is a matrix of one row or column."""
    *rows, inner = left.sizes
    *row_steps, inner_step = left.strides
    _, *columns = right.sizes
    other_step, *column_steps = right.strides
    counts = ["1", *(rows or ["1"]), inner, *(columns or ["1"])]
    far = made.strides[:1] if rows else ["0"]
    near = made.strides[-1:] if columns else ["0"]
    steps = [*(row_steps or ["0"]), inner_step, other_step, *(column_steps or ["0"])]
    data = [(each.data, "0") for each in (left, right, made)]
    loop = loop_of(np.matmul, left.type.dtype)
    call_loop(w, loop, data, counts, [*steps, *far, *near])


def _some_are(w: Writer, number: str, sizes: Sequence[str]) -> str:
    found = "false"
    for size in sizes:
        found = w.put(f"or i1 {found}, {w.put(f'icmp eq i64 {size}, {number}')}")
    return found


def _all_are(w: Writer, number: str, sizes: Sequence[str]) -> str:
    found = "true"
    for size in sizes:
        found = w.put(f"and i1 {found}, {w.put(f'icmp eq i64 {size}, {number}')}")
    return found


def _norm(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.linalg.norm`` of a vector or all elements of a matrix."""
    (array,) = only(operands, 1)
    if not isinstance(array, View) or not array.sizes:
        raise NotNative("the norm of something other than an array")
    dtype = array.type.dtype
    if dtype.kind != "f" or dtype_of(result) != dtype:
        raise NotNative("a norm in another dtype")
    fault_unless_side_by_side(w, array)
    total = array.sizes[0]
    for size in array.sizes[1:]:
        total = w.put(f"mul i64 {total}, {size}")
    flat = Array(dtype, (None,)), array.data, (total,), (str(dtype.itemsize),)
    row = View(*flat, array.base, "false", array.source)
    square = _multiplied(w, row, row, result, True)
    assert isinstance(square, Scalar)
    kind = machine(result)
    suffix = "f64" if kind == "double" else "f32"
    root = w.intrinsic(kind, f"llvm.sqrt.{suffix}", (kind, square.code))
    return Scalar(result, root)


def _outer(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.outer`` of two vectors."""
    left, right = only(operands, 2)
    if not isinstance(left, View) or not isinstance(right, View):
        raise NotNative("an outer product of something other than arrays")
    dtype = dtype_of(result)
    same = left.type.dtype == right.type.dtype == dtype and dtype.kind in "if"
    if not same or len(left.sizes) != 1 or len(right.sizes) != 1:
        raise NotNative("an outer product of other than vectors of one dtype")
    made = made_of_sizes(w, result, [left.sizes[0], right.sizes[0]])
    verb = "fmul" if dtype.kind == "f" else "mul"
    kind = in_memory(dtype)
    with w.turns(left.sizes[0]) as row:
        far = w.put(f"mul nsw i64 {row}, {left.strides[0]}")
        one = w.load(kind, w.at(left.data, far))
        start = w.at(made.data, w.put(f"mul nsw i64 {row}, {made.strides[0]}"))
        with w.turns(right.sizes[0]) as column:
            far = w.put(f"mul nsw i64 {column}, {right.strides[0]}")
            other = w.load(kind, w.at(right.data, far))
            place = w.at(start, w.put(f"mul nsw i64 {column}, {made.strides[1]}"))
            w.store(kind, w.put(f"{verb} {kind} {one}, {other}"), place)
    return made


RULES: dict[str, Rule] = {
    "dot": _product(True),
    "matmul": _product(False),
    "norm": _norm,
    "outer": _outer,
}
