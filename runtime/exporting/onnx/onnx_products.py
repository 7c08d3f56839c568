"""Products of matrices, and norms."""

from __future__ import annotations

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_numbers import TRUTH
from runtime.exporting.onnx.onnx_reductions import extreme, reduced
from runtime.exporting.onnx.onnx_values import (
    Held,
    Known,
    Tensor,
    broadcast_shape,
)

_NONE = Known(None)


def product(of: Context, x: Tensor, y: Tensor) -> Tensor:
    """Return the product of matrices."""
    if x.dtype == TRUTH:
        counted = product(of, of.cast(x, np.int32), of.cast(y, np.int32))
        return of.truth(counted)
    if x.dtype.kind == "u":
        of.refuse("matrices without a sign are multiplied", "use int64")
    # onnxruntime multiplies a transposed matrix and a vector wrongly: see the tests.
    lone = [x.rank == 1, y.rank == 1]
    x = of.expanded(x, [0]) if lone[0] else x
    y = of.expanded(y, [1]) if lone[1] else y
    batch = broadcast_shape(x.shape[:-2], y.shape[:-2])
    shape = (*batch, x.shape[-2], y.shape[-1])
    found = of.same("MatMul", [x, y], None, shape)
    axes = [found.rank - 2 + place for place in (0, 1) if lone[place]]
    return of.squeezed(found, axes)


def _multiplied(of: Context, call: Call) -> Held:
    if call.kwargs or len(call.args) != 2:
        of.refuse(f"{call.name} with out= has no form in ONNX")
    x, y = [of.number(each, call.dtype) for each in call.args]
    if not (x.rank and y.rank):
        return of.arithmetic("multiply", x, y)
    if call.name in ("dot", "array_dot", "inner") and max(x.rank, y.rank) > 2:
        of.refuse(f"{call.name} of more than two dimensions has no form in ONNX")
    if call.name == "inner" and y.rank == 2:
        y = of.turned(y, [1, 0])
    if call.name == "vdot":
        x, y = of.flat(x), of.flat(y)
    return product(of, x, y)


def _outer(of: Context, call: Call) -> Held:
    x, y = [of.number(each, call.dtype) for each in call.args[:2]]
    if not call.only(2) or not (x.rank and y.rank):
        of.refuse("outer with out= has no form in ONNX")
    return of.arithmetic(
        "multiply", of.expanded(of.flat(x), [1]), of.expanded(of.flat(y), [0])
    )


def _norm(of: Context, call: Call) -> Held:
    order = of.value_of(call.operand(1, "ord", _NONE), "the order of a norm")
    x = of.number(call.args[0], call.dtype)
    if not call.only(2, "axis", "keepdims") or (order is not None and x.rank != 1):
        of.refuse("norm with ord= has no form in ONNX", "write it with sums")
    if order not in (None, 1, 2, np.inf):
        of.refuse(f"norm with ord={order} has no form in ONNX", "write it with sums")
    axes = of.axes_of(call.kwargs.get("axis", _NONE), x.rank)
    keep = bool(of.value_of(call.kwargs.get("keepdims", Known(False)), "keepdims"))
    if order == np.inf:
        return extreme(of, "ReduceMax", of.absolute(x), axes, keep)
    if order == 1:
        return reduced(of, "ReduceSum", of.absolute(x), axes, keep)
    square = of.binary("Mul", x, x)
    return of.unary("Sqrt", reduced(of, "ReduceSum", square, axes, keep))


def _trace(of: Context, call: Call) -> Held:
    x = of.number(call.args[0], call.dtype)
    if x.rank != 2 or not call.only(1):
        of.refuse("trace with an offset has no form in ONNX")
    rows, columns = [of.numbers_to(of.size_at(x, axis)) for axis in (0, 1)]
    mask = of.equals(of.expanded(rows, [1]), of.expanded(columns, [0]))
    return reduced(of, "ReduceSum", of.choose(mask, x, of.like(0, x)), [0, 1])


PRODUCTS: dict[str, Lower] = {
    "matmul": _multiplied,
    "dot": _multiplied,
    "array_dot": _multiplied,
    "inner": _multiplied,
    "vdot": _multiplied,
    "outer": _outer,
    "norm": _norm,
    "trace": _trace,
}
"""What multiplies matrices, by the names of rows."""
