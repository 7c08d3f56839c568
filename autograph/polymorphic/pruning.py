"""What a function says and its graph does not do, since nobody needs it."""

from __future__ import annotations

from typing import NamedTuple

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.passes import dead, dropped


class Pruned(NamedTuple):
    """An operation that a graph leaves out.

    Attributes
    ----------
    operation : str
        Its name in the graph.
    file, line : str, int
        Its position in the user's code.
    """

    operation: str
    file: str
    line: int


def pruned(graph: Graph) -> tuple[Pruned, ...]:
    """Return the operations of a graph that are not run, in order."""
    found = []
    for node in dropped(graph, dead.run(graph)):
        span = node.span or Span("", 0)
        found.append(Pruned(node.operation.name, span.file, span.line))
    return tuple(found)
