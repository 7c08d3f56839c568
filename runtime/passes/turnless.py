"""Loops without turns: what they begin with is what they give.

Identity: a `for` over a range that is known to be empty gives its starts.

Needs nothing. Must not touch loops over what the run makes.
"""

from __future__ import annotations

from runtime.constructs import FOR, Construct, Settled
from runtime.constructs.carries import Loop
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Value
from runtime.passes.rewrite import Rewriter

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[0]) -> (bool; float) {
             t.1: iter<int> = range(0)
             broke.1: bool, s.1: float = for i.1: int in t.1 (s.2 = 0.0) {
               t.2: np.float64 = getitem(x, i.1)
               t.3: float = float(t.2)
               yield True, t.3
             }
             return (broke.1, s.1)
           }""",
        """graph f(x: float64[0]) -> (bool; float) {
             t.1: iter<int> = range(0)
             return (False, 0.0)
           }""",
    ),
    (
        """graph f(n: int) -> int {
             t.1: iter<int> = range(n)
             s.1: int = for i.1: int in t.1 (s.2 = 0) {
               s.3: int = add(s.2, i.1)
               yield s.3
             }
             return s.1
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return a graph in which all loops over known ranges have turns."""
    return _Turnless().graph(graph)


class _Turnless(Rewriter):
    def __init__(self) -> None:
        super().__init__()
        self._empty: set[str] = set()

    def call(self, node: Node) -> Node | None:
        bounds = [each.value for each in node.args if isinstance(each, Constant)]
        whole = [each for each in bounds if type(each) is int]
        known = 0 < len(whole) == len(node.args) and whole[2:] != [0]
        if node.operation.name == "range" and known and not range(*whole):
            self._empty.add(node.results[0].name)
        return node

    def enter(self, node: Node, construct: Construct) -> Node | Settled:
        source = node.args[0] if node.args else None
        if construct is not FOR or not isinstance(source, Value):
            return node
        if source.name not in self._empty:
            return node
        assert isinstance(construct, Loop)
        begun = construct.before(node)
        self.replace(node.results, begun)
        return Settled((), begun)
