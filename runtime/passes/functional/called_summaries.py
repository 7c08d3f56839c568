"""What graphs that are called do with the memory of their arguments.

The least sets that agree with each other: a graph that calls itself writes and returns
what its own calls do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from runtime.constructs.carries import Loop
from runtime.ir.behavior import is_unknown, structure, written_arguments
from runtime.ir.called_graph import CalledGraph
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.memory import can_hold
from runtime.ir.nodes import Argument, Node, Value, values_in
from runtime.ops.row import Row
from runtime.types import Array

Places = frozenset[int]
NONE: Places = frozenset()


@dataclass(frozen=True)
class Summary:
    """What a graph does with its arguments, by their positions.

    Attributes
    ----------
    returns : frozenset of int
        Those of which the result may be a part.
    writes : frozenset of int
        Those that it may write.
    """

    returns: Places = NONE
    writes: Places = NONE


def summary(callee: CalledGraph) -> Summary:
    """Return what a called graph does with its arguments."""
    known: Summary | None = vars(callee).get("_summary")
    if known is not None:
        return known
    found = {callee: Summary()}
    before: dict[CalledGraph, Summary] = {}
    while found != before:
        before = dict(found)
        for each in before:
            assert each.graph is not None
            found[each] = _Walk(each.graph, found).summary()
    for each, said in found.items():
        vars(each)["_summary"] = said
    return found[callee]


class _Walk:
    """Follows the arguments of one graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    found : dict
        What is known of the graphs that are called, to which those met are added.
    """

    def __init__(self, graph: Graph, found: dict[CalledGraph, Summary]) -> None:
        self._graph = graph
        self._found = found
        # The arguments of which each value may be a part, by its name.
        self._parts: dict[str, Places] = {
            value.name: frozenset([place])
            for place, value in enumerate(graph.inputs)
            if can_hold(value.type)
        }
        self._written = NONE

    def summary(self) -> Summary:
        """Return what the graph does with its arguments."""
        before: object = None
        while before != (self._parts, self._written):
            before = dict(self._parts), self._written
            for node in self._graph.nodes():
                self._visit(node)
        return Summary(self._of(self._graph.region.yields or ()), self._written)

    def _of(self, arguments: Iterable[Argument]) -> Places:
        values = (value for each in arguments for value in values_in(each))
        return NONE.union(*(self._parts.get(value.name, NONE) for value in values))

    def _add(self, values: Iterable[Value], parts: Places) -> None:
        for value in values if parts else ():
            if can_hold(value.type):
                self._parts[value.name] = self._parts.get(value.name, NONE) | parts

    def _visit(self, node: Node) -> None:
        construct = structure(node)
        if construct is None:
            self._call(node)
            return
        if isinstance(construct, Loop):
            source = node.args[: construct.leading]
            self._add(construct.elements(node), self._of(source))
        for column in construct.columns(node):
            self._add(column.targets, self._of(column.sources))

    def _call(self, node: Node) -> None:
        arguments = (*node.args, *(each for _, each in node.kwargs))
        callee = callee_of(node)
        if isinstance(callee, CalledGraph) and callee.graph is not None:
            said = self._found.setdefault(callee, Summary())
            taken = node.args[1:]
            self._add(node.results, self._of([taken[k] for k in said.returns]))
            self._written |= self._of([taken[k] for k in said.writes])
            return
        everything = self._of(arguments)
        row = cast(Row, node.operation)
        if is_unknown(node):
            self._written |= everything
        if row.writes:
            written = written_arguments(node)
            self._written |= self._of(written)
            self._add((v for each in written for v in values_in(each)), everything)
        for result in node.results:
            if not isinstance(result.type, Array) or not row.fresh(node):
                self._add((result,), everything)
