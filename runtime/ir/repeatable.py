"""Whether a run that met a larger integer than its graph takes may begin again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runtime.ir.behavior import behavior, may_do_anything, structure
from runtime.ir.called_graph import CalledGraph
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.memory import OUTSIDE, Memory
from runtime.ir.nodes import Node

TEST = "of_64_bits"
"""The row that tests an integer."""
ENDING = frozenset((TEST, "raise_error", "reraise"))
"""Rows whose effect is to end a run."""


def is_repeatable(graph: Graph) -> bool:
    r"""Whether nothing before a test changes, asks or shows what is outside a graph.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph("graph f(x: float64[3]) -> float64[3] {\n  return x\n}")
    >>> is_repeatable(graph)
    True
    """
    return _is_repeatable(graph, set())


def _is_repeatable(graph: Graph, running: set[int]) -> bool:
    if id(graph) in running:
        return True  # as far as it is asked about already
    running.add(id(graph))
    memory = Memory(graph)
    before = _before_tests(graph.region.nodes)
    return not any(_acts(node, memory, running) for node in before)


def _before_tests(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield what may run before the last test, in order."""
    ends = [place for place, node in enumerate(nodes) if _tests(node)]
    if not ends:
        return
    for node in nodes[: ends[-1]]:
        yield from _all(node)
    last = nodes[ends[-1]]
    construct = structure(last)
    if construct is None or construct.loops:
        yield from _all(last)
        return
    inside = [any(map(_tests, region.nodes)) for region in last.regions]
    final = len(inside) - 1 - inside[::-1].index(True)
    for region in last.regions[:final]:
        yield from region.walk()
    yield from _before_tests(last.regions[final].nodes)


def _tests(node: Node) -> bool:
    return any(
        each.operation.name == TEST or callee_of(each) is not None
        for each in _all(node)
    )


def _all(node: Node) -> Iterator[Node]:
    yield node
    for region in node.regions:
        yield from region.walk()


def _acts(node: Node, memory: Memory, running: set[int]) -> bool:
    """Whether a node does something outside of the graph, or may do it."""
    if node.regions or node.operation.name in ENDING:
        return False
    callee = callee_of(node)
    if callee is not None:
        graph = callee.graph if isinstance(callee, CalledGraph) else None
        return graph is None or not _is_repeatable(graph, running)
    operation = behavior(node)
    shown = operation.effect and not operation.writes
    if shown or may_do_anything(node):
        return True
    return OUTSIDE in memory.writes(node)
