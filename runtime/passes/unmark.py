"""Marks of derivatives go where a graph runs: what is watched, and what is constant.

Identity: both rows return their operand, and nothing that runs asks what varies.

Must not touch a graph that is still to be differentiated: only what is about to run.
"""

from __future__ import annotations

from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, argument_type
from runtime.passes.rewrite import Rewriter

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3]) -> float64[3] {
             a: float64[3] = watched(x)
             b: float64[3] = stop_gradient(a)
             c: float64[3] = multiply(a, b)
             return c
           }""",
        """graph f(x: float64[3]) -> float64[3] {
             c: float64[3] = multiply(x, x)
             return c
           }""",
    ),
    (
        """graph f(x: float64[3]) -> float64[3] {
             y: float64[3] = multiply(x, 2.0)
             return y
           }""",
        None,
    ),
]

_MARKS = ("watched", "stop_gradient")


def run(graph: Graph) -> Graph:
    """Return a graph without marks."""
    if not any(node.operation.name in _MARKS for node in graph.nodes()):
        return graph
    return _Unmark().graph(graph)


class _Unmark(Rewriter):
    def call(self, node: Node) -> Node | None:
        if node.operation.name not in _MARKS or len(node.args) != 1:
            return node
        if argument_type(node.args[0]) != node.results[0].type:
            return node
        self.replace(node.results, node.args)
        return None
