"""Sums and other reductions, and sorting."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_shapes import Size
from runtime.exporting.onnx.onnx_values import (
    Dims,
    Held,
    Known,
    Tensor,
)

_NONE = Known(None)


def _reduced_shape(x: Tensor, axes: Sequence[int], keep: bool) -> Dims:
    shape: list[int | None] = []
    for axis, size in enumerate(x.shape):
        if axis not in axes:
            shape.append(size)
        elif keep:
            shape.append(1)
    return tuple(shape)


def reduced(
    of: Context, operation: str, x: Tensor, axes: Sequence[int], keep: bool = False
) -> Tensor:
    """Return a reduction along axes."""
    if not x.rank or not axes:
        return x
    if operation in ("ReduceSum", "ReduceProd") and x.dtype.kind in "iu":
        if operation == "ReduceProd":
            of.refuse(
                "a product of whole numbers is one of floats in onnxruntime",
                "multiply in a loop, or use floats",
            )
        return _whole_sum(of, x, axes, keep)
    places = of.constant(np.array(axes, np.int64))
    shape = _reduced_shape(x, axes, keep)
    return of.same(operation, [x], None, shape, places, keepdims=int(keep))


def _whole_sum(of: Context, x: Tensor, axes: Sequence[int], keep: bool) -> Tensor:
    """Return a sum of whole numbers, which onnxruntime's ReduceSum has as floats.

    Its product of matrices is exact, and wraps as NumPy's sums do.
    """
    kept = [axis for axis in range(x.rank) if axis not in axes]
    sizes = [of.size_at(x, axis) for axis in kept]
    turned = of.turned(x, [*kept, *axes])
    rows = of.reshape(turned, [_product(of, sizes), _product_of(of, x, axes)])
    within = of.cast(rows, np.int64)
    count = of.size_at(within, 1)
    ones = of.filled(of.constant(1, INT), [count, 1])
    found = of.step("MatMul", [within, ones], INT, (within.shape[0], 1))
    found = of.reshape(of.cast(found, x.dtype), sizes)
    return of.expanded(found, list(axes)) if keep else found


def _product_of(of: Context, x: Tensor, axes: Sequence[int]) -> Size:
    return _product(of, [of.size_at(x, axis) for axis in axes])


def _product(of: Context, sizes: Sequence[Size]) -> Size:
    known = [each for each in sizes if isinstance(each, int)]
    if len(known) == len(sizes):
        return math.prod(known)
    found = of.constant(1, INT)
    for each in sizes:
        found = of.binary("Mul", found, of.whole(each))
    return found


def _count(of: Context, x: Tensor, axes: Sequence[int]) -> Tensor:
    found = None
    for axis in axes:
        size = of.whole(of.size_at(x, axis))
        found = size if found is None else of.binary("Mul", found, size)
    return of.constant(1, INT) if found is None else found


def _given(of: Context, call: Call) -> tuple[Tensor, list[int], bool]:
    if not call.only(3, "axis", "keepdims", "dtype", "ddof", "correction"):
        more = ", ".join(set(call.kwargs) - {"axis", "keepdims", "dtype"})
        of.refuse(f"{call.name} with {more} has no form in ONNX")
    x = of.number(call.args[0])
    axes = of.axes_of(call.operand(1, "axis", _NONE), x.rank)
    keep = bool(of.value_of(call.kwargs.get("keepdims", Known(False)), "keepdims"))
    if len(call.args) > 2 and call.name in ("max", "min"):
        of.refuse(f"{call.name} with out= has no form in ONNX")
    return x, axes, keep


def _summed(operation: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, axes, keep = _given(of, call)
        return reduced(of, operation, of.cast(x, call.dtype), axes, keep)

    return lower


def _extreme(operation: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, axes, keep = _given(of, call)
        return extreme(of, operation, x, axes, keep)

    return lower


def extreme(
    of: Context, operation: str, x: Tensor, axes: Sequence[int], keep: bool = False
) -> Tensor:
    """Return the largest or smallest items: NaN where one is among them."""
    if x.dtype == np.uint64:
        of.refuse("the largest of uint64 has no form in ONNX", "use int64")
    if not x.rank:
        return x
    found = reduced(of, operation, x, axes, keep)
    if x.dtype.kind == "f":
        odd = reduced(of, "ReduceMax", of.unary("IsNaN", x, TRUTH), axes, keep)
        found = of.choose(odd, of.like(np.nan, x), found)
    return found


def _mean(of: Context, call: Call) -> Held:
    x, axes, keep = _given(of, call)
    return mean(of, of.cast(x, call.dtype), axes, keep)


def mean(of: Context, x: Tensor, axes: Sequence[int], keep: bool = False) -> Tensor:
    """Return the mean along axes."""
    count = of.cast(_count(of, x, axes), x.dtype)
    return of.binary("Div", reduced(of, "ReduceSum", x, axes, keep), count)


def _variance(root: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        if len(call.args) > 2:
            of.refuse(
                f"{call.name} with out= has no form in ONNX", "name the arguments"
            )
        x, axes, keep = _given(of, call)
        x = of.cast(x, call.dtype)
        less = of.number(
            call.kwargs.get("ddof", call.kwargs.get("correction", Known(0)))
        )
        far = of.binary("Sub", x, mean(of, x, axes, True))
        total = reduced(of, "ReduceSum", of.binary("Mul", far, far), axes, keep)
        count = of.cast(_count(of, x, axes), x.dtype)
        count = of.binary("Sub", count, of.cast(less, x.dtype))
        count = of.largest(count, of.like(0, x))
        found = of.binary("Div", total, count)
        return of.unary("Sqrt", found) if root else found

    return lower


def _truths(every: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, axes, keep = _given(of, call)
        truths = of.truth(x)
        if not x.rank:
            return truths
        # Of nothing all are true, and none is: sums say so.
        counted = of.cast(of.no(truths) if every else truths, INT)
        total = reduced(of, "ReduceSum", counted, axes, keep)
        zero = of.constant(0, INT)
        return of.equals(total, zero) if every else of.truth(total)

    return lower


def _counted(of: Context, call: Call) -> Held:
    x, axes, keep = _given(of, call)
    return reduced(of, "ReduceSum", of.cast(of.truth(x), INT), axes, keep)


def _ptp(of: Context, call: Call) -> Held:
    x, axes, keep = _given(of, call)
    large = extreme(of, "ReduceMax", x, axes, keep)
    return of.binary("Sub", large, extreme(of, "ReduceMin", x, axes, keep))


def _place(operation: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, axes, keep = _given(of, call)
        if len(axes) > 1 or not x.rank:
            if keep:
                of.refuse(f"{call.name} of all with keepdims= has no form in ONNX")
            x, axes = of.flat(x) if x.rank else of.reshape(x, [1]), [0]
        if x.dtype == np.uint64:
            of.refuse(f"{call.name} of uint64 has no form in ONNX", "use int64")
        shape = _reduced_shape(x, axes, keep)
        more = {"axis": axes[0], "keepdims": int(keep), "select_last_index": 0}
        found = of.same(operation, [x], INT, shape, **more)
        if x.dtype.kind != "f":
            return found
        odd = of.cast(of.unary("IsNaN", x, TRUTH), np.int32)
        first = of.same("ArgMax", [odd], INT, shape, **more)
        some = of.truth(reduced(of, "ReduceMax", odd, axes, keep))
        return of.choose(some, first, found)

    return lower


def _accumulated(of: Context, call: Call) -> Held:
    if not call.only(2, "axis", "dtype"):
        of.refuse(f"{call.name} with out= has no form in ONNX")
    x = of.number(call.args[0], call.dtype)
    axis = of.value_of(call.operand(1, "axis", _NONE), "an axis")
    if axis is None:
        x, axis = of.flat(x) if x.rank else of.reshape(x, [1]), 0
    place = of.constant(axis % x.rank, INT)
    return of.same("CumSum", [x], None, x.shape, place)


def sorted_places(of: Context, x: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """Return items in order, NaN last, and where they were; equal ones keep theirs."""
    if x.dtype == np.uint64:
        of.refuse("uint64 is sorted, for which ONNX has no form", "use int64")
    count = of.reshape(of.whole(of.size_at(x, axis)), [1])
    key = x
    if x.dtype.kind == "f":
        odd = of.unary("IsNaN", x, TRUTH)
        key = of.choose(odd, of.like(np.inf, x), x)
    places = _order(of, key, count, axis)
    if x.dtype.kind == "f":
        late = _pick(of, of.cast(odd, np.int32), places, axis)
        places = _pick(of, places, _order(of, late, count, axis), axis)
    return _pick(of, x, places, axis), places


def _order(of: Context, key: Tensor, count: Tensor, axis: int) -> Tensor:
    within = of.cast(key, np.int64 if key.dtype.kind in "iub" else key.dtype)
    results = [(within.dtype, key.shape), (INT, key.shape)]
    more = {"axis": axis, "largest": 0, "sorted": 1}
    return of.steps("TopK", [within, count], results, **more)[1]


def _pick(of: Context, x: Tensor, places: Tensor, axis: int) -> Tensor:
    return of.step("GatherElements", [x, places], x.dtype, x.shape, axis=axis)


def _sorted(places: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        if not call.only(2, "axis", "kind", "stable"):
            of.refuse(f"{call.name} with order= has no form in ONNX")
        x = of.number(call.args[0])
        axis = of.value_of(call.operand(1, "axis", Known(-1)), "an axis")
        if axis is None:
            x, axis = of.flat(x), 0
        if not x.rank:
            of.refuse(f"{call.name} of a single value has no form in ONNX")
        return sorted_places(of, x, axis % x.rank)[places]

    return lower


def _median(of: Context, call: Call) -> Held:
    x, axes, keep = _given(of, call)
    dtype = call.dtype
    if keep or len(axes) != 1 or dtype is None:
        of.refuse("median of several axes has no form in ONNX", "ravel the array")
    (axis,) = axes
    x = of.cast(x, dtype)
    ordered, _ = sorted_places(of, x, axis)
    count = of.whole(of.size_at(x, axis))
    two, one = of.constant(2, INT), of.constant(1, INT)
    count = of.largest(count, one)
    more = [(0, 1) if place == axis else (0, 0) for place in range(x.rank)]
    # Of nothing the median is NaN: one stands behind all items.
    pads = of.constant(np.array(more).T.reshape(-1))
    nan = of.like(np.nan, x)
    ordered = of.step("Pad", [ordered, pads, nan], x.dtype, (None,) * x.rank)
    upper = of.binary("Div", count, two)
    lower = of.binary("Div", of.binary("Sub", count, one), two)
    parts = [of.gathered(ordered, each, axis) for each in (lower, upper)]
    last = of.gathered(ordered, of.binary("Sub", count, one), axis)
    middle = of.binary("Div", of.binary("Add", *parts), of.like(2, x))
    middle = of.choose(of.equals(*parts), parts[0], middle)
    return of.choose(of.unary("IsNaN", last, TRUTH), last, middle)


def _found_places(of: Context, call: Call) -> Held:
    side = of.value_of(call.operand(2, "side", Known("left")), "side")
    if not call.only(3, "side"):
        of.refuse("searchsorted with sorter= has no form in ONNX")
    dtype = of.common(call.types[:2])
    x, y = [of.number(each, dtype) for each in call.args[:2]]
    name = "less" if side == "left" else "less_equal"
    below = of.compared(name, x, of.expanded(y, [y.rank]))
    if dtype.kind == "f":
        # NaN stands behind all numbers, and beside NaN.
        late = of.expanded(of.unary("IsNaN", y, TRUTH), [y.rank])
        number = of.no(of.unary("IsNaN", x, TRUTH))
        if side == "right":
            number = of.either(number, of.no(number))
        below = of.either(below, of.both(late, number))
    return reduced(of, "ReduceSum", of.cast(below, INT), [y.rank])


REDUCTIONS: dict[str, Lower] = {
    "sum": _summed("ReduceSum"),
    "array_sum": _summed("ReduceSum"),
    "prod": _summed("ReduceProd"),
    "array_prod": _summed("ReduceProd"),
    "max": _extreme("ReduceMax"),
    "min": _extreme("ReduceMin"),
    "mean": _mean,
    "array_mean": _mean,
    "var": _variance(False),
    "array_var": _variance(False),
    "std": _variance(True),
    "array_std": _variance(True),
    "any": _truths(False),
    "all": _truths(True),
    "count_nonzero": _counted,
    "ptp": _ptp,
    "argmax": _place("ArgMax"),
    "argmin": _place("ArgMin"),
    "cumsum": _accumulated,
    "array_cumsum": _accumulated,
    "sort": _sorted(False),
    "argsort": _sorted(True),
    "median": _median,
    "searchsorted": _found_places,
}
"""What makes fewer items of many, by the names of rows."""
