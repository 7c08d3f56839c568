"""Elementwise functions of one item, computed for a whole batch at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type, values_in
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import Array, NumpyScalar, PythonScalar, Type
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def whole_batch(
    trace: Trace,
    nodes: Sequence[Node],
    batches: Mapping[str, Symbol],
    results: Sequence[Argument],
) -> list[Symbol] | None:
    """Return what nodes give for all items of a batch; None if they need a loop.

    Each element of the result is computed from the same elements of the items, by the
    same operations as alone.

    Parameters
    ----------
    trace : Trace
        The trace.
    nodes : sequence of Node
        What was recorded for the first item.
    batches : mapping
        By the name of a part of the first item the batch of it, along its first axis.
    results : sequence of argument
        What the nodes give for the first item.
    """
    ranks: dict[str, int] = {}
    for name in batches:
        rank = _rank(argument_type(batches[name]._ag_value))
        if rank is None:
            return None
        ranks[name] = rank - 1
    steps = []
    for node in nodes:
        if node.results and node.results[0].name in batches:
            continue
        if any(value.name in ranks for value in _operands(node)):
            rank = _rank_of_elements(node, ranks)
            if rank is None:
                return None
            ranks[node.results[0].name] = rank
            steps.append(node)
        elif node.regions or getattr(node.operation, "effect", False):
            return None
    if not all(isinstance(each, Value) and each.name in ranks for each in results):
        return None
    found, fresh = dict(batches), set()
    for node in steps:
        rank = ranks[node.results[0].name]
        args = [_aligned(trace, each, rank, ranks, found) for each in node.args]
        assert isinstance(node.operation, Row)
        made: Symbol = trace.record(node.operation, tuple(args), span=node.span)
        found[node.results[0].name] = made
        if node.operation.fresh(node):
            fresh.add(node.results[0].name)
    names = [each.name for each in results if isinstance(each, Value)]
    # Each result is an array of its own, whatever the function hands on.
    own = [name in fresh and names.count(name) == 1 for name in names]
    return [
        found[name] if alone else trace.emit("array_copy", found[name])
        for name, alone in zip(names, own, strict=True)
    ]


_BY_LAYOUT = frozenset(("power", "pow", "float_power", "arctan2", "atan2"))
"""Rows that NumPy rounds otherwise for single numbers, and by how an array lies."""


def _operands(node: Node) -> list[Value]:
    arguments = (*node.args, *(each for _, each in node.kwargs))
    yields = (each for body in node.regions for each in body.yields or ())
    inner = (each for body in node.regions for n in body.nodes for each in _operands(n))
    return [*(v for each in (*arguments, *yields) for v in values_in(each)), *inner]


def _rank_of_elements(node: Node, ranks: Mapping[str, int]) -> int | None:
    """Return how many dimensions an elementwise call gives; None of another call."""
    row = node.operation
    if not isinstance(row, Row) or node.kwargs or node.regions or len(node.results) > 1:
        return None
    if any(isinstance(each, int) for each in row.writes):
        return None
    if not (_is_elementwise(row, len(node.args)) or _is_where(row, node)):
        return None
    own = []
    for each in node.args:
        of = argument_type(each)
        known = _rank(of) if _is_number(of) else None
        if known is None:
            return None
        inner = isinstance(each, Value) and each.name in ranks
        if inner and not isinstance(of, (Array, NumpyScalar)):
            return None  # the number of an item may be Python's
        own.append(known)
    return None if row.name in _BY_LAYOUT else max(own)


def _is_elementwise(row: Row, count: int) -> bool:
    if row.name in ("stop_gradient", "watched"):
        return True
    ufuncs = [each for each in row.functions if isinstance(each, np.ufunc)]
    return any(
        ufunc.signature is None and ufunc.nout == 1 and ufunc.nin == count
        for ufunc in ufuncs
    )


def _is_where(row: Row, node: Node) -> bool:
    return row is OPS["where"] and len(node.args) == 3


def _is_number(of: Type) -> bool:
    """Whether values are floats or truths, of which single ones warn as arrays do."""
    if isinstance(of, (Array, NumpyScalar)):
        # NumPy rounds a single float16 otherwise than one in an array, at times.
        return of.dtype.kind in "fb" and of.dtype != np.float16
    return isinstance(of, PythonScalar) and of.kind in ("float", "int", "bool")


def _rank(of: Type) -> int | None:
    if isinstance(of, Array):
        return of.rank
    return 0 if isinstance(of, (NumpyScalar, PythonScalar)) else None


def _aligned(
    trace: Trace,
    argument: Argument,
    rank: int,
    ranks: Mapping[str, int],
    found: Mapping[str, Symbol],
) -> Argument:
    """Return an operand for the whole batch, with as many dimensions as the result."""
    if not isinstance(argument, Value) or argument.name not in found:
        return argument
    batch, missing = found[argument.name], rank - ranks[argument.name]
    if missing:
        axes = Constant(tuple(range(1, 1 + missing)))
        batch = trace.record(OPS["expand_dims"], (batch._ag_value, axes))
    return batch._ag_value
