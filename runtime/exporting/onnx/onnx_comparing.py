"""Comparisons, truths, and what chooses by them."""

from __future__ import annotations

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_elementwise import check, operands
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Held,
    Known,
    Maybe,
    Refused,
    Stacked,
    Tensor,
)


def _compared(name: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        if any(isinstance(each, (Maybe, Bundle, Stacked)) for each in call.args):
            of.refuse(f"{call.name} compares what is no number", "compare the items")
        dtype = of.common(call.types)
        x, y = operands(of, call, dtype)
        return of.compared(name, x, y)

    return lower


def _largest(least: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        return of.largest(x, y, least)

    return lower


def _ignoring_nan(least: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        if x.dtype.kind != "f":
            return of.largest(x, y, least)
        first = of.compared("less_equal" if least else "greater_equal", x, y)
        first = of.either(first, of.unary("IsNaN", y, TRUTH))
        return of.choose(first, x, y)

    return lower


def _asking(operation: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        check(of, call)
        x = of.number(call.args[0])
        if x.dtype.kind == "f":
            return of.unary(operation, x, TRUTH)
        return of.spread_as(of.constant(False), x)

    return lower


def _is_finite(of: Context, call: Call) -> Held:
    check(of, call)
    x = of.number(call.args[0])
    if x.dtype.kind != "f":
        return of.spread_as(of.constant(True), x)
    odd = of.either(of.unary("IsNaN", x, TRUTH), of.unary("IsInf", x, TRUTH))
    return of.no(odd)


def _logical(name: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        check(of, call)
        x, y = [of.truth(of.number(each)) for each in call.args]
        return of.bits(name, x, y)

    return lower


def _not(of: Context, call: Call) -> Held:
    return of.no(truth_of(of, call.args[0]))


def _not_items(of: Context, call: Call) -> Held:
    return of.no(of.truth(of.number(call.args[0])))


def truth_of(of: Context, held: Held) -> Tensor:
    """Return whether Python takes a value for true."""
    if isinstance(held, Known):
        return of.constant(bool(held.value))
    if isinstance(held, Stacked):
        items = held.items.items[0] if isinstance(held.items, Bundle) else held.items
        first = of.number(items)
        return of.truth(of.whole(of.size_at(first, 0)))
    if isinstance(held, Bundle):
        return of.constant(bool(held.items))
    if isinstance(held, Maybe):
        return of.both(held.there, truth_of(of, held.value))
    x = of.number(held)
    if x.rank:
        x = of.reshape(x, ())
    return of.truth(x)


def _truth(of: Context, call: Call) -> Held:
    return truth_of(of, call.args[0])


def _is_none(negated: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        left, right = call.args
        if isinstance(left, Known) and left.value is None:
            left, right = right, left
        if not (isinstance(right, Known) and right.value is None):
            of.refuse("objects are compared by their identity", "use ==")
        if isinstance(left, Refused):
            return left
        if isinstance(left, Maybe):
            return left.there if negated else of.no(left.there)
        same = isinstance(left, Known) and left.value is None
        return Known(same != negated)

    return lower


def _clipped(of: Context, call: Call) -> Held:
    if not call.only(3, "a_min", "a_max", "min", "max"):
        of.refuse(f"{call.name} with out= has no form in ONNX")
    none = Known(None)
    low = call.operand(1, "a_min", call.kwargs.get("min", none))
    high = call.operand(2, "a_max", call.kwargs.get("max", none))
    dtype = call.dtype
    x = of.number(call.args[0], dtype)
    if not (isinstance(low, Known) and low.value is None):
        x = of.largest(x, of.number(low, dtype))
    if not (isinstance(high, Known) and high.value is None):
        x = of.largest(x, of.number(high, dtype), least=True)
    return x


def _where(of: Context, call: Call) -> Held:
    if len(call.args) != 3:
        of.refuse("where without values has no form in ONNX", "use np.nonzero")
    test = of.truth(of.number(call.args[0]))
    x, y = [of.number(each, call.dtype) for each in call.args[1:]]
    return of.choose(test, x, y)


def _largest_of(least: bool) -> Lower:
    """Return what writes ``max`` of Python: the first one, unless another is larger."""

    def lower(of: Context, call: Call) -> Held:
        items = call.args
        if call.kwargs:
            of.refuse(f"{call.name} with {', '.join(call.kwargs)} has no form in ONNX")
        dtype = call.dtype
        if len(items) == 1:
            only = items[0]
            if isinstance(only, Bundle):
                items = only.items
            else:
                return _largest_item(of, call, least)
        if any(isinstance(each, (Maybe, Bundle, Stacked)) for each in items):
            of.refuse("the largest of what is no number is taken", "compare the items")
        found, *others = [of.number(each, dtype) for each in items]
        for each in others:
            test = of.compared("less" if least else "greater", each, found)
            found = of.choose(test, each, found)
        return found

    return lower


def _largest_item(of: Context, call: Call, least: bool) -> Tensor:
    x = of.number(call.args[0], call.dtype)
    if x.rank != 1 or x.dtype.kind == "f":
        of.refuse(
            "the largest of a list of floats is taken, which NaN makes depend on the "
            "order",
            "use np.max of an array",
        )
    operation = "ReduceMin" if least else "ReduceMax"
    axes = of.constant(np.array([0]))
    return of.same(operation, [x], None, (), axes, keepdims=0)


def _isclose(of: Context, call: Call) -> Tensor:
    if not call.only(4, "rtol", "atol"):
        of.refuse("isclose with equal_nan has no form in ONNX")
    x, y = [of.number(each, np.float64) for each in call.args[:2]]
    rtol = of.number(call.operand(2, "rtol", Known(1e-5)), np.float64)
    atol = of.number(call.operand(3, "atol", Known(1e-8)), np.float64)
    far = of.unary("Abs", of.binary("Sub", x, y))
    bound = of.binary("Add", atol, of.binary("Mul", rtol, of.unary("Abs", y)))
    odd = of.either(of.unary("IsNaN", y, TRUTH), of.unary("IsInf", y, TRUTH))
    near = of.both(of.compared("less_equal", far, bound), of.no(odd))
    return of.either(near, of.equals(x, y))


def _all_close(of: Context, call: Call) -> Tensor:
    close = _isclose(of, call)
    if not close.rank:
        return close
    counted = of.cast(of.no(close), INT)
    axes = of.constant(np.arange(close.rank))
    total = of.same("ReduceSum", [counted], None, (), axes, keepdims=0)
    return of.equals(total, of.constant(0, INT))


def _near(of: Context, call: Call) -> Tensor:
    """Write ``math.isclose``: relative to the larger of two numbers."""
    x, y = [of.number(each, np.float64) for each in call.args]
    rtol = of.number(call.kwargs.get("rel_tol", Known(1e-9)), np.float64)
    atol = of.number(call.kwargs.get("abs_tol", Known(0.0)), np.float64)
    sizes = [of.unary("Abs", each) for each in (x, y)]
    far = of.unary("Abs", of.binary("Sub", x, y))
    bound = of.largest(of.binary("Mul", rtol, of.largest(sizes[0], sizes[1])), atol)
    infinite = of.either(*[of.unary("IsInf", each, TRUTH) for each in sizes])
    near = of.both(of.compared("less_equal", far, bound), of.no(infinite))
    return of.either(near, of.equals(x, y))


COMPARING: dict[str, Lower] = {
    **{
        name: _compared(name)
        for name in "less less_equal greater greater_equal equal not_equal".split()
    },
    "maximum": _largest(False),
    "minimum": _largest(True),
    "fmax": _ignoring_nan(False),
    "fmin": _ignoring_nan(True),
    "maximum_of": _largest_of(False),
    "minimum_of": _largest_of(True),
    **{f"logical_{name}": _logical(name) for name in ("and", "or", "xor")},
    "logical_not": _not_items,
    "isnan": _asking("IsNaN"),
    "isinf": _asking("IsInf"),
    "isfinite": _is_finite,
    "math_isnan": _asking("IsNaN"),
    "math_isinf": _asking("IsInf"),
    "math_isfinite": _is_finite,
    "not_": _not,
    "truth": _truth,
    "bool": _truth,
    "is_": _is_none(False),
    "is_not": _is_none(True),
    "clip": _clipped,
    "array_clip": _clipped,
    "where": _where,
    "isclose": _isclose,
    "allclose": _all_close,
    "math_isclose": _near,
}
"""What compares and chooses, by the names of rows."""
