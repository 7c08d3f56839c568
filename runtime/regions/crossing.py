"""Which nodes of a graph others can be moved across."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.ir.nodes import Argument, Constant, Display, Node, Value, argument_type
from runtime.ops.row import Row
from runtime.types import Array, List, NumpyScalar, PythonScalar


def may_raise(node: Node) -> bool:
    """Whether a node may raise, warn or change memory, as far as is known here."""
    row = node.operation
    if not isinstance(row, Row) or row.effect or row.writes or node.fails:
        return True
    if row.name in ("getitem", "array_transpose", "T"):
        array, *index = node.args
        whole = isinstance(array, Value) and isinstance(array.type, Array)
        return not (whole and all(map(_is_slice, index)))
    if row.name in ("add", "subtract", "multiply", "negative"):
        operands = [each for each in node.args if isinstance(each, (Value, Constant))]
        return not all(isinstance(each.type, PythonScalar) for each in operands)
    if row.name == "range":
        return not all(map(_is_integer, node.args)) or _is_zero(node.args[2:])
    if row.name == "iter":
        (of,) = map(argument_type, node.args)
        return not isinstance(of, List) and not (isinstance(of, Array) and of.rank)
    if row.name == "list_new":
        return not all(isinstance(each, Display) for each in node.args)
    return row.name not in ("dimension", "len", "shape", "zip", "enumerate")


def _is_integer(argument: Argument) -> bool:
    of = argument.type if isinstance(argument, (Value, Constant)) else None
    if isinstance(of, NumpyScalar):
        return of.dtype.kind in "iu"
    return isinstance(of, PythonScalar) and of.kind in ("int", "bool")


def _is_zero(step: Sequence[Argument]) -> bool:
    """Whether the step of a range, if there is one, may be zero."""
    return any(not (isinstance(one, Constant) and one.value) for one in step)


def _is_slice(index: Argument) -> bool:
    """Whether a subscript is of slices alone, which no bounds limit."""
    if isinstance(index, Display) and index.kind == "tuple":
        return all(map(_is_slice, index.items))
    if not isinstance(index, Display) or index.kind != "slice":
        return False
    step = index.items[2]
    return isinstance(step, Constant) and step.value != 0
