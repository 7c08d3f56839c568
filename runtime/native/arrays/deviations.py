"""Variances and standard deviations of all elements, step by step as NumPy does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.native.arrays import fresh
from runtime.native.arrays.array_reductions import SUM, dtype_of, of_all
from runtime.native.arrays.assignments import each_of
from runtime.native.arrays.elements import fault_unless_like_rows
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import Machine, Nothing, NotNative, Scalar, View
from runtime.native.scalars.conversions import as_integer, is_float
from runtime.types import Array, Type


def _variance(w: Writer, result: Type, operands: list[Machine]) -> Scalar:
    """Write ``np.var``: the mean of the squares of what is left without the mean."""
    array, axis, ddof = operands
    if not isinstance(array, View) or not array.sizes:
        raise NotNative("a deviation of something other than an array")
    if not isinstance(axis, Nothing):
        raise NotNative("a deviation along an axis")
    if array.type.dtype != np.dtype(float) or dtype_of(result) != np.dtype(float):
        raise NotNative("a deviation of other than an array of float64")
    fault_unless_like_rows(w, array)
    count = "1"
    for size in array.sizes:
        count = w.put(f"mul i64 {count}, {size}")
    freedom = w.put(f"sub i64 {count}, {_integer(w, ddof)}")
    w.fault_if(w.put(f"icmp slt i64 {freedom}, 1"))
    total = of_all(w, SUM, array)
    number = w.put(f"sitofp i64 {count} to double")
    mean = w.put(f"fdiv double {total.code}, {number}")
    of = Array(np.dtype(float), array.type.shape)
    squares = fresh.array(w, of, array.sizes)

    def square(at: Sequence[str]) -> None:
        left = w.put(f"fsub double {w.load('double', at[0])}, {mean}")
        w.store("double", w.put(f"fmul double {left}, {left}"), at[1])

    each_of(w, array.sizes, [array, squares], square)
    rest = w.put(f"sitofp i64 {freedom} to double")
    code = w.put(f"fdiv double {of_all(w, SUM, squares).code}, {rest}")
    return Scalar(result, code)


def _integer(w: Writer, ddof: Machine) -> str:
    if isinstance(ddof, Nothing):
        return "0"
    if not isinstance(ddof, Scalar) or is_float(ddof.type):
        raise NotNative("a deviation with ddof= other than an integer")
    code = as_integer(w, ddof)
    w.fault_if(w.put(f"icmp ugt i64 {code}, {2**40}"))
    return code


def _deviation(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.std``: the square root of the variance."""
    found = _variance(w, result, operands)
    root = w.intrinsic("double", "llvm.sqrt.f64", ("double", found.code))
    return Scalar(result, root)


RULES: dict[str, Rule] = {
    "array_std": _deviation,
    "array_var": _variance,
    "std": _deviation,
    "var": _variance,
}
KEYWORDS = dict.fromkeys(RULES, "axis * ddof")
"""What the operations take behind an array: see `instructions.KEYWORDS`."""
