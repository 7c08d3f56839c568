"""Where lists change, and which names of them may be taken for what they hold there."""

from __future__ import annotations

from collections import defaultdict

from runtime.constructs.carries import Loop
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Region, Value
from runtime.ops.row import Row
from runtime.types import Container, List, Type, members

FRESH = frozenset("list_new list_copy add multiply array_tolist sorted".split())
"""What gives a list that has no other name."""


class ListChanges:
    """Numbers the nodes of a graph, and finds where each list is made and changed.

    Parameters
    ----------
    graph : Graph
        The graph.
    """

    def __init__(self, graph: Graph) -> None:
        self.fresh: set[str] = set()
        self._made: dict[str, tuple[int, ...]] = {}
        self._changes: defaultdict[str, list[int]] = defaultdict(list)
        self._start: dict[int, int] = {}
        self._at: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._count = 0
        self._walk(graph.region, ())

    def _walk(self, region: Region, loops: tuple[int, ...]) -> None:
        for node in region.nodes:
            self._count += 1
            self._start[id(node)] = self._count
            for each in node.results:
                self._made[each.name] = loops
                if node.operation.name in FRESH:
                    self.fresh.add(each.name)
            for each in changed_lists(node):
                self._changes[each.name].append(self._count)
            within = loops
            if isinstance(node.operation, Loop):
                within = (*loops, id(node))
            for inner in node.regions:
                self._walk(inner, within)
            self._at[id(node)] = self._count, loops
        self._count += 1
        self._at[id(region)] = self._count, loops

    def changes(self, name: str) -> bool:
        """Whether a list changes after it was made."""
        return name in self._changes

    def changes_between(self, name: str, first: Node, last: Node) -> bool:
        """Whether a list changes after one node is begun, until another is done."""
        start, (end, _) = self._start[id(first)], self._at[id(last)]
        return any(start < each <= end for each in self._changes.get(name, ()))

    def are_in_one_turn(self, one: Node, other: Node) -> bool:
        """Whether two nodes run equally often, but for branches."""
        return self._at[id(one)][1] == self._at[id(other)][1]

    def is_settled(self, name: str, at: Node | Region) -> bool:
        """Whether a list stays as it is from some place on.

        It does if it changes only before, in the same turn of each loop.
        """
        count, loops = self._at[id(at)]
        if name not in self._changes:
            return True
        inside = self._made.get(name, ())[: len(loops)] == loops
        return name in self.fresh and inside and max(self._changes[name]) <= count


def changed_lists(node: Node) -> list[Value]:
    """Return the list that a node changes."""
    operation = node.operation
    if not isinstance(operation, Row) or 0 not in operation.writes:
        return []
    target = node.args[0] if node.args else None
    if not isinstance(target, Value):
        return []
    return [target] if any(map(_is_list, members(target.type))) else []


def _is_list(of: Type) -> bool:
    return isinstance(of, (List, Container))
