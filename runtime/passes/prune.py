"""Pruning: paths known before the run, and states that never change.

Identities: a `cond` with a constant test is one of its arms; a `while` whose test is
constantly false is its test region; a state with one source beside itself, a value from
outside, is this value. Examples are a carry that is its own parameter, and a result for
which both arms yield the same. What follows a node that never returns is dropped.

Needs nothing. Must not touch the order of nodes, nor drop a node of a path that may be
taken: `dead` drops unused nodes.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.constructs import Construct, Settled
from runtime.ir.behavior import Column
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Node, Value
from runtime.passes.rewrite import Rewriter

EXAMPLES = [
    (
        """graph f(x: float64[3], t: bool) -> (float64[3]; int; int) {
             y: float64[3], k: int = cond True {
               setitem(x, 0, 1.0)
               yield x, 1
             } else {
               z: float64[3] = add(x, 1.0)
               yield z, 2
             }
             a: int, b: int = cond t { yield k, 3 } else { yield k, 4 }
             return (y, a, b)
           }""",
        """graph f(x: float64[3], t: bool) -> (float64[3]; int; int) {
             setitem(x, 0, 1.0)
             b: int = cond t { yield 3 } else { yield 4 }
             return (x, 1, b)
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> (float64[3]; int) {
             y: float64[3] = for i: int in const (0, 1) (y.1 = x) {
               setitem(y.1, i, 1.0)
               yield y.1
             }
             m: int = while (m.1 = n) { test False } do {
               m.2: int = add(m.1, 1)
               yield m.2
             }
             return (y, m)
           }""",
        """graph f(x: float64[3], n: int) -> (float64[3]; int) {
             for i: int in const (0, 1) {
               setitem(x, i, 1.0)
               yield
             }
             return (x, n)
           }""",
    ),
    (
        """graph f(n: int, t: bool) -> int {
             m: int = for i: int in const (0, 1) (m.1 = n) {
               m.2: int = cond t { yield m.1 } else { yield n }
               yield m.2
             }
             return m
           }""",
        None,
    ),
    (
        """graph f(n: int) -> any {
             e: any = try {
               a: never = raise_error!(type(ValueError), (n,))
             } except type(ValueError) as e.1: any {
               yield e.1
             }
             t: any = load_attribute!(e, "args")
             return t
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Prune until nothing is left to prune; a second walk is rare."""
    if not any(node.regions for node in graph.region.nodes):
        return graph
    while True:
        pruning = _Prune()
        graph = pruning.graph(graph)
        if not pruning.again:
            return graph


class _Prune(Rewriter):
    def __init__(self) -> None:
        super().__init__()
        self.again = False

    def enter(self, node: Node, construct: Construct) -> Node | Settled:
        settled = construct.settle(node)
        if settled is not None:
            self.replaced |= settled.parameters
            if settled.results is not None:
                self.replace(node.results, settled.results)
            return settled
        while True:
            columns = construct.columns(node)
            constants = [self._only_source(column, node) for column in columns]
            if all(source is None for source in constants):
                return node
            for column, source in zip(columns, constants):
                if source is not None:
                    self.replace(column.targets, (source,) * len(column.targets))
            node = construct.keep(node, [source is None for source in constants])

    def leave(self, node: Node, construct: Construct) -> Node:
        # What the regions turned out to be may settle the node itself, or tell more of
        # its states; they have been walked, so that is for another walk.
        if construct.settle(node) is not None:
            self.again = True
        elif construct.endless(node):
            if node.results or not node.fails:
                node = replace(node, results=(), fails=True)
        elif any(self._only_source(one, node) for one in construct.columns(node)):
            self.again = True
        return node

    def is_last(self, node: Node, construct: Construct) -> bool:
        return construct.endless(node)

    def _only_source(self, column: Column, node: Node) -> Argument | None:
        """Return the one argument from outside that the state always equals, if any."""
        found: Argument | None = None
        for source in column.sources:
            source = self.argument(source)
            if source in column.targets or source == found:
                continue
            if found is not None or isinstance(source, Display):
                return None
            found = source
        if isinstance(found, Value) and len(column.sources) == 1:
            # The other arm never ends: the source may be a value of this one.
            for region in node.regions:
                born = (inner.results for inner in region.nodes)
                if found in region.parameters or any(found in one for one in born):
                    return None
        return found
