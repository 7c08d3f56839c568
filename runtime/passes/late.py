"""Numbers that only the result needs are computed last.

Identity: nothing that comes later needs them, and in a graph of values nothing changes
what they are computed from. So the operations on arrays around a sum, as that of a loss
before its gradient, stay together, and can be computed in one go.

Must not touch what has effects, fails, or gives arrays: those would live longer.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.ir.behavior import behavior, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node
from runtime.passes.functional.functional_values import split_stores
from runtime.passes.reads import reads_of
from runtime.types import Array, NumpyScalar, PythonScalar

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3]) -> (np.float64; float64[3]) {
             y: float64[3] = sin(x)
             s: np.float64 = sum(y)
             t: np.float64 = negative(s)
             g: float64[3] = cos(x)
             return (t, g)
           }""",
        """graph f(x: float64[3]) -> (np.float64; float64[3]) {
             y: float64[3] = sin(x)
             g: float64[3] = cos(x)
             s: np.float64 = sum(y)
             t: np.float64 = negative(s)
             return (t, g)
           }""",
    ),
    (
        """graph f(x: float64[3]) -> (np.float64; float64[3]) {
             s: np.float64 = sum(x)
             g: float64[3] = multiply(x, s)
             print(s)
             return (s, g)
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return a functional graph with its numbers as late as possible."""
    nodes, stored = split_stores(graph)
    needed: set[str] = set()
    late: list[Node] = []
    rest: list[Node] = []
    for node in reversed(nodes):
        if _may_wait(node) and needed.isdisjoint(each.name for each in node.results):
            late.append(node)
            continue
        rest.append(node)
        needed |= reads_of(node)
    ordered = (*reversed(rest), *reversed(late), *stored)
    if ordered == graph.region.nodes:
        return graph
    return replace(graph, region=replace(graph.region, nodes=ordered))


def _may_wait(node: Node) -> bool:
    """Whether a call gives numbers alone, of arrays and numbers, and does no more."""
    row = behavior(node)
    if node.regions or node.fails or row.effect or written_arguments(node):
        return False
    values = (*node.results, *node.operands())
    numbers = all(isinstance(each.type, _NUMBERS) for each in node.results)
    return numbers and all(isinstance(v.type, (Array, *_NUMBERS)) for v in values)


_NUMBERS = (NumpyScalar, PythonScalar)
