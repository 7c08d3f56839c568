"""Graphs whose tests are truth values: an operation of its own says what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.building import Builder, Names
from runtime.constructs.cond import COND
from runtime.constructs.while_loop import WHILE
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, argument_type
from runtime.ops import OPS
from runtime.types import BOOL, NumpyScalar


def with_truths(graph: Graph) -> Graph:
    """Return a graph whose branches and loops test truth values alone.

    Parameters
    ----------
    graph : Graph
        The graph.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> print(with_truths(read_graph('''
    ... graph first(x: any) -> int {
    ...   y: int = cond x { yield 1 } else { yield 2 }
    ...   return y
    ... }''')), end="")
    graph first(x: any) -> int {
      truth.1: bool = truth!(x)
      y: int = cond truth.1 {
        yield 1
      } else {
        yield 2
      }
      return y
    }
    """
    region = _Tests(graph).region(graph.region)
    return graph if region is graph.region else replace(graph, region=region)


class _Tests:
    """Writes the tests of a graph anew."""

    def __init__(self, graph: Graph) -> None:
        self._names = Names(graph)

    def region(self, region: Region) -> Region:
        """Return a region whose tests are truth values."""
        nodes: list[Node] = []
        for node in region.nodes:
            nodes += self._written(node)
        if len(nodes) == len(region.nodes):
            if all(map(_is, nodes, region.nodes)):
                return region
        return replace(region, nodes=tuple(nodes))

    def _written(self, node: Node) -> Sequence[Node]:
        if node.operation not in (COND, WHILE):
            if not node.regions:
                return [node]
        regions = tuple(map(self.region, node.regions))
        if not all(map(_is, regions, node.regions)):
            node = replace(node, regions=regions)
        if node.operation is COND and _is_unclear(node.args[0]):
            truth, asked = self._asked(node.args[0], node)
            return [asked, replace(node, args=(truth,))]
        if node.operation is WHILE:
            test, body = node.regions
            if test.yields is not None and _is_unclear(test.yields[0]):
                truth, asked = self._asked(test.yields[0], node)
                test = replace(test, nodes=(*test.nodes, asked), yields=(truth,))
                return [replace(node, regions=(test, body))]
        return [node]

    def _asked(self, value: Argument, node: Node) -> tuple[Argument, Node]:
        """Return the truth of a value, and the operation that gives it."""
        of = Builder(self._names)
        of.span = node.span
        truth = of.call(OPS["truth"], (value,), of=BOOL, name="truth")
        return truth, of.nodes[0]


def _is(one: object, other: object) -> bool:
    return one is other


def _is_unclear(test: Argument) -> bool:
    """Whether a test is something else than a number, or known."""
    of = argument_type(test)
    number = of == BOOL or isinstance(of, NumpyScalar)
    return not (number or isinstance(test, Constant))
