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
from runtime.ir.nodes import Argument, Display, Node, Value, values_in
from runtime.ops.row import Row
from runtime.types import Array, Tuple

Places = frozenset[int]
Sources = frozenset[str]
"""The names of the values that a value may be a part of."""
NOTHING: Sources = frozenset()


@dataclass(frozen=True)
class Summary:
    """What a graph does with its arguments, by their positions.

    Attributes
    ----------
    returns : frozenset of int
        Those of which the result may be a part.
    writes : frozenset of int
        Those that it may write.
    together : bool
        Whether two parts of the result may be parts of one array.
    """

    returns: Places = frozenset()
    writes: Places = frozenset()
    together: bool = False


def summary(callee: CalledGraph) -> Summary:
    """Return what a called graph does with its arguments."""
    known: Summary | None = callee.found.get(Summary)
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
        each.found[Summary] = said
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
        # What each value may be a part of, by its name.
        self._parts: dict[str, Sources] = {
            value.name: frozenset([value.name])
            for value in graph.inputs
            if can_hold(value.type)
        }
        self._written = NOTHING

    def summary(self) -> Summary:
        """Return what the graph does with its arguments."""
        before: object = None
        while before != (self._parts, self._written):
            before = dict(self._parts), self._written
            for node in self._graph.nodes():
                self._visit(node)
        yields = self._graph.region.yields or ()
        returns, writes = map(self._places, (self._of(yields), self._written))
        return Summary(returns, writes, self._is_together(yields))

    def _places(self, sources: Sources) -> Places:
        """Return the positions of the arguments among sources."""
        inputs = enumerate(self._graph.inputs)
        return frozenset([place for place, value in inputs if value.name in sources])

    def _is_together(self, yields: Iterable[Argument]) -> bool:
        """Whether two parts of the result may be parts of one array."""
        known: Sources = NOTHING
        waiting = [*yields]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Display):
                waiting += part.items
                continue
            sources = self._of((part,))
            if sources & known or (sources and isinstance(part.type, Tuple)):
                return True
            known |= sources
        return False

    def _of(self, arguments: Iterable[Argument]) -> Sources:
        values = (value for each in arguments for value in values_in(each))
        parts = (self._parts.get(value.name, NOTHING) for value in values)
        return NOTHING.union(*parts)

    def _add(self, values: Iterable[Value], parts: Sources) -> None:
        for value in values if parts else ():
            if can_hold(value.type):
                self._parts[value.name] = self._parts.get(value.name, NOTHING) | parts

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
        for result in node.results:
            self._add((result,), frozenset([result.name]))
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
