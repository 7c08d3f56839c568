"""Linear equations in ONNX: elimination with the largest pivot of each column."""

from __future__ import annotations

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_values import Held, Tensor


def eliminated(of: Context, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Return rows whose first columns are an identity, and the determinant of those.

    A matrix that has no inverse gives infinities and NaN, where NumPy raises.
    """
    count = of.size_at(rows, 0)
    places = of.numbers_to(count)
    with of.within("turn") as block:
        number = Tensor(of.fresh("turn_number"), INT, ())
        before = Tensor(of.fresh("rows_before"), rows.dtype, rows.shape)
        product = Tensor(of.fresh("product"), rows.dtype, ())
        going = Tensor(of.fresh("going_on"), TRUTH, ())
        block.inputs += [number, going, before, product]
        here = of.equals(places, number)
        sizes = of.absolute(of.gathered(before, number, 1))
        done = of.compared("less", places, number)
        sizes = of.choose(done, of.like(-1, rows), sizes)
        best = of.step("ArgMax", [sizes], INT, (), axis=0, keepdims=0)
        there = of.equals(places, best)
        order = of.choose(here, best, of.choose(there, number, places))
        swapped = of.gathered(before, order, 0)
        row = of.gathered(swapped, number, 0)
        column = of.gathered(swapped, number, 1)
        pivot = of.gathered(row, number, 0)
        row = of.expanded(of.binary("Div", row, pivot), [0])
        less = of.binary("Mul", of.expanded(column, [1]), row)
        rest = of.binary("Sub", swapped, less)
        after = of.choose(of.expanded(here, [1]), row, rest)
        sign = of.choose(of.equals(best, number), of.like(1, rows), of.like(-1, rows))
        grown = of.binary("Mul", product, of.binary("Mul", sign, pivot))
        of.give(block, [going, after, grown])
    shapes = [(rows.dtype, rows.shape), (rows.dtype, ())]
    begin = [of.whole(count), of.constant(True), rows, of.like(1, rows)]
    found, determinant = of.steps("Loop", begin, shapes, body=block)
    return found, determinant


def _matrix(of: Context, call: Call) -> Tensor:
    matrix = of.number(call.args[0], call.dtype)
    if matrix.rank != 2 or matrix.dtype.kind != "f":
        of.refuse(f"{call.name} of several matrices has no form in ONNX", "use a loop")
    return matrix


def _identity(of: Context, matrix: Tensor) -> Tensor:
    places = of.numbers_to(of.size_at(matrix, 0))
    same = of.equals(of.expanded(places, [1]), of.expanded(places, [0]))
    return of.cast(same, matrix.dtype)


def _right_of(of: Context, rows: Tensor, matrix: Tensor, shape: Tensor) -> Tensor:
    """Return the columns that stand to the right of a matrix."""
    start = of.reshape(of.whole(of.size_at(matrix, 1)), (1,))
    end = of.constant([np.iinfo(np.int64).max])
    axis = of.constant([1])
    return of.step("Slice", [rows, start, end, axis], rows.dtype, shape.shape)


def _solved(of: Context, call: Call) -> Held:
    matrix = _matrix(of, call)
    right = of.number(call.args[1], matrix.dtype)
    if right.rank not in (1, 2):
        of.refuse("solve of several matrices has no form in ONNX", "use a loop")
    columns = of.expanded(right, [1]) if right.rank == 1 else right
    rows, _ = eliminated(of, of.joined([matrix, columns], 1))
    found = _right_of(of, rows, matrix, columns)
    return of.squeezed(found, [1]) if right.rank == 1 else found


def _inverse(of: Context, call: Call) -> Held:
    matrix = _matrix(of, call)
    identity = _identity(of, matrix)
    rows, _ = eliminated(of, of.joined([matrix, identity], 1))
    return _right_of(of, rows, matrix, matrix)


def _determinant(of: Context, call: Call) -> Held:
    _, found = eliminated(of, _matrix(of, call))
    return found


ELIMINATION: dict[str, Lower] = {
    "solve": _solved,
    "inv": _inverse,
    "det": _determinant,
}
"""What solves linear equations, by the names of rows."""
