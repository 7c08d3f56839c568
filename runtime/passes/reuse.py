"""Values become writes again where nobody can tell: the way back from functional form.

Identity: ``b = updated(a, i, v)`` copies `a` and writes into the copy. Where `a` is a
buffer that the graph made, and nobody reads it afterwards, writing into `a` itself
leaves the same. Without it a loop of ``x[i] = ...`` copies `x` in each turn. The same
holds for ``b = add(a, v)`` of equal types: ``a += v``. A state of a loop owns its
buffer if each turn yields one that nobody else has; where it starts with one that
somebody else has, or reads later, it starts with a copy.

Values that are computed once are left alone: several such are better computed together.

Needs to know where each array comes from: its *origins*, the nodes that made the
buffers that it may be, or be a part of. Must not touch arguments of the graph, and what
a list, a tuple or an iterator may hold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from runtime.building import Builder, Names
from runtime.constructs import FINALLY, TRY, Construct
from runtime.constructs.carries import Loop
from runtime.ir.behavior import structure
from runtime.ir.graph import Graph
from runtime.ir.memory import can_hold, holds_array
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.facts import is_plain
from runtime.ops.row import Row
from runtime.passes.reads import (
    bound_inside,
    names_in,
    reads_of,
    reads_of_region,
    reads_of_regions,
)
from runtime.passes.rewrite import Rewriter
from runtime.types import Array, NumpyScalar, PythonScalar, members

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[?]) -> (float64[?]; float64[?]) {
             y.1: float64[?] = multiply(x, 2.0)
             t.1: iter<int> = range(1, 3)
             y.2: float64[?], z.1: float64[?] = for i.1: int
               in t.1 (y.3 = y.1, z.2 = x) {
               t.2: int = subtract(i.1, 1)
               t.3: np.float64 = getitem(y.3, t.2)
               y.4: float64[?] = updated(y.3, i.1, t.3)
               z.3: float64[?] = index_add(z.2, t.2, t.3)
               yield y.4, z.3
             }
             return (y.2, z.1)
           }""",
        """graph f(x: float64[?]) -> (float64[?]; float64[?]) {
             y.1: float64[?] = multiply(x, 2.0)
             t.1: iter<int> = range(1, 3)
             z.4: float64[?] = array_copy(x, "K")
             y.2: float64[?], z.1: float64[?] = for i.1: int
                          in t.1 (y.3 = y.1, z.2 = z.4) {
               t.2: int = subtract(i.1, 1)
               t.3: np.float64 = getitem(y.3, t.2)
               setitem(y.3, i.1, t.3)
               add_item(z.2, t.2, t.3)
               yield y.3, z.2
             }
             return (y.2, z.1)
           }""",
    ),
    (
        """graph f(x: float64[3]) -> np.float64 {
             y: float64[3] = multiply(x, 2.0)
             z: float64[3] = updated(y, 0, 1.0)
             w: float64[3] = updated(y, 1, 1.0)
             v: float64[3] = add(z, w)
             s: np.float64 = sum(v)
             return s
           }""",
        """graph f(x: float64[3]) -> np.float64 {
             y: float64[3] = multiply(x, 2.0)
             z: float64[3] = updated(y, 0, 1.0)
             setitem(y, 1, 1.0)
             v: float64[3] = add(z, y)
             s: np.float64 = sum(v)
             return s
           }""",
    ),
    (
        """graph f(x: float64[3]) -> (float64[3]; float64[3]; float64[3]) {
             y: float64[3] = multiply(x, 2.0)
             z: float64[3] = updated(y, 0, 1.0)
             w: float64[3] = updated(x, 0, 1.0)
             v: float64[3] = add(z, y)
             return (v, w, z)
           }""",
        None,
    ),
    (
        """graph f(x: np.float64) -> float64[1] {
             y: float64[1] = getitem(array(float64[1], "0000000000000040"),
               slice(0, 1, None))
             z: float64[1] = add(y, x)
             return z
           }""",
        None,
    ),
]

_IN_PLACE = {
    "updated": "setitem",
    "index_add": "add_at",
    "add": "iadd",
    "subtract": "isub",
}
"""Rows that make a new value of their first operand, and the rows that write it."""


def run(graph: Graph) -> Graph:
    """Write where a copy would be made of what nobody reads again."""
    if not any(node.operation.name in _IN_PLACE for node in graph.nodes()):
        return graph
    return _Reuse(graph).graph(graph)


class _Reuse:
    def __init__(self, graph: Graph) -> None:
        self._of = Builder(Names(graph))
        self._origins: dict[str, frozenset[str]] = {}
        # The states of loops, and the buffers that somebody writes.
        self._states: set[str] = set()
        self._written: set[str] = set()
        self._escaped: set[str] = set()
        for value in graph.inputs:
            self._origins[value.name] = frozenset((_OUTSIDE,))
        self._find(graph.region)

    def graph(self, graph: Graph) -> Graph:
        """Rewrite a graph."""
        region = self._region(graph.region, [])
        return graph if region is graph.region else replace(graph, region=region)

    # Where arrays come from

    def _find(self, region: Region) -> None:
        """Record the origins of all values, until nothing new is found."""
        while True:
            before = dict(self._origins), len(self._escaped)
            self._visit(region)
            if (self._origins, len(self._escaped)) == before:
                return

    def _of_all(self, arguments: tuple[Argument, ...]) -> frozenset[str]:
        found: set[str] = set()
        for argument in arguments:
            if _holds_constant(argument):
                found.add(_OUTSIDE)
            for value in values_in(argument):
                found |= self._origins.get(value.name, frozenset())
        return frozenset(found)

    def _visit(self, region: Region) -> None:
        for node in region.nodes:
            construct = structure(node)
            if construct is None:
                self._visit_call(node)
                continue
            for body in node.regions:
                self._visit(body)
            if isinstance(construct, Loop):
                self._visit_loop(node, construct)
            else:
                for column in construct.columns(node):
                    self._enter(column.targets, self._of_all(column.sources))

    def _enter(self, values: tuple[Value, ...], origins: frozenset[str]) -> None:
        for value in values:
            if can_hold(value.type):
                known = self._origins.get(value.name, frozenset())
                self._origins[value.name] = known | origins
                if not isinstance(value.type, Array):
                    self._escaped |= origins

    def _visit_call(self, node: Node) -> None:
        row = cast(Row, node.operation)
        everything = (*node.args, *(each for _, each in node.kwargs))
        origins = self._of_all(everything)
        fresh = row.fresh(node) and not row.holds
        for result in node.results:
            if not can_hold(result.type):
                continue
            if fresh and isinstance(result.type, Array):
                self._origins[result.name] = frozenset((result.name,))
            else:
                self._enter((result,), origins | {result.name})
        keeps = (
            row.keeps
            or (bool(row.writes) and row.effect)
            or not (fresh or all(isinstance(each.type, Array) for each in node.results))
        )
        if keeps and (row.writes or any(can_hold(each.type) for each in node.results)):
            self._escaped |= origins

    def _visit_loop(self, node: Node, construct: Loop) -> None:
        leading = node.args[: construct.leading]
        for element in construct.elements(node):
            self._enter((element,), self._of_all(leading))
        for column in construct.columns(node):
            state = column.targets[0]
            self._states.add(state.name)
            if isinstance(state.type, Array):
                # A state is a buffer of its own, or else those that it may be.
                for value in column.targets:
                    self._enter((value,), frozenset((value.name,)))
                # Without a turn it is what it was at the start.
                self._enter(column.targets[1:], self._of_all(column.sources[:1]))
                if not self._owns(node, construct, state):
                    self._enter(column.targets, self._of_all(column.sources))
            else:
                self._enter(column.targets, self._of_all(column.sources))

    def _owns(self, node: Node, construct: Loop, state: Value) -> bool:
        """Whether each turn yields for a state a buffer that nobody else has."""
        yields = node.regions[-1].yields
        if yields is None:
            return False
        following = yields[construct.stops(node) :]
        states = construct.states(node)
        place = states.index(state)
        mine = self._of_all((following[place],))
        others = self._of_all((*following[:place], *following[place + 1 :]))
        inside = {value.name for value in bound_inside(node)}
        return mine <= inside and not mine & others and not mine & self._escaped

    # Writing

    def _region(self, region: Region, after: list[set[str]]) -> Region:
        """Rewrite a region; `after` holds what is read behind it, and around it."""
        later: list[set[str]] = []
        rest = names_in(region.yields or ())
        for node in reversed(region.nodes):
            # What is bound from here on takes its contents from what is bound before.
            rest -= {result.name for result in node.results}
            later.append(set(rest))
            rest |= reads_of(node)
        later.reverse()
        nodes: list[Node] = []
        changed = False
        replaced = _Renamed()
        for node, behind in zip(region.nodes, later):
            new = replaced.node(node)
            if not node.regions:
                written = self._call(new, node, [*after, behind])
                if written is not None:
                    nodes.append(written)
                    replaced.replace(node.results, (new.args[0],))
                    # From here on the old name stands for the new one too.
                    both = (new.args[0], *node.results)
                    self._enter(tuple(values_in(new.args[0])), self._of_all(both))
                    changed = True
                    continue
            else:
                new = self._construct(new, node, [*after, behind], nodes)
            changed = changed or new is not node
            nodes.append(new)
        if not changed:
            return region
        yields = region.yields
        told = None if yields is None else replaced.arguments(yields)
        return Region(region.parameters, tuple(nodes), told)

    def _construct(
        self, new: Node, node: Node, after: list[set[str]], nodes: list[Node]
    ) -> Node:
        construct = cast(Construct, node.operation)
        inner = list(after)
        if isinstance(construct, Loop):
            # What comes from around the loop is read again in the next turn.
            inside = {value.name for value in bound_inside(node)}
            inner.append({name for name in reads_of(node) if name not in inside})
        regions = []
        for position, body in enumerate(new.regions):
            behind = list(inner)
            if construct.chained or construct in (TRY, FINALLY):
                behind += map(reads_of_region, node.regions[position + 1 :])
            regions.append(self._region(body, behind))
        if all(one is other for one, other in zip(regions, new.regions)):
            return new
        new = replace(new, regions=tuple(regions))
        if isinstance(construct, Loop):
            new = self._started(new, node, construct, after, nodes)
        return new

    def _started(
        self,
        new: Node,
        node: Node,
        construct: Loop,
        after: list[set[str]],
        nodes: list[Node],
    ) -> Node:
        """Let states that are written start with buffers of their own."""
        starts = list(construct.starts(new))
        old = construct.starts(node)
        around = [*after, reads_of_regions(node.regions)]
        for place, state in enumerate(construct.states(node)):
            if state.name not in self._written:
                continue
            others = self._of_all((*old[:place], *old[place + 1 :]))
            mine = self._of_all((old[place],))
            if not self._is_free(mine, around) or mine & others:
                self._of.nodes, self._of.span = [], node.span
                of = argument_type(old[place])
                copied = self._of.call(
                    OPS["array_copy"], (starts[place], "K"), of=of, name=state.base
                )
                nodes += self._of.nodes
                starts[place] = copied
            elif isinstance(old[place], Value):
                self._written |= mine
        return replace(new, args=(*new.args[: construct.leading], *starts))

    def _call(self, new: Node, node: Node, after: list[set[str]]) -> Node | None:
        """Return the call that writes instead, if nobody can tell."""
        name = _IN_PLACE.get(node.operation.name)
        target = node.args[0] if node.args else None
        if name is None or not isinstance(target, Value) or node.fails or node.kwargs:
            return None
        (result,) = node.results
        if result.type != target.type or not isinstance(target.type, Array):
            return None
        if len(node.args) == 2:
            if target.name not in self._states:
                return None
            if not _keeps_type(target.type, node.args[1]):
                return None
        origins = self._of_all((target,))
        if not self._is_free(origins, after):
            return None
        self._written |= origins
        if name == "add_at" and is_plain(node.args[1]):
            name = "add_item"
        results = (
            ()
            if name in ("setitem", "add_at", "add_item")
            else (Value(self._of.names.new(result.name), result.type),)
        )
        return replace(new, operation=OPS[name], results=results)

    def _is_free(self, origins: frozenset[str], after: list[set[str]]) -> bool:
        """Whether the graph made buffers, and reads nothing of them any more."""
        if _OUTSIDE in origins or origins & self._escaped or not origins:
            return False
        return not any(
            origins & self._origins.get(name, frozenset())
            for names in after
            for name in names
        )


_OUTSIDE = ""


def _holds_constant(argument: Argument) -> bool:
    """Whether an array that belongs to the graph is in an argument."""
    if isinstance(argument, Display):
        return any(map(_holds_constant, argument.items))
    return isinstance(argument, Constant) and holds_array(argument.value)


class _Renamed(Rewriter):
    """Replaces values in nodes, their regions included."""

    def node(self, node: Node) -> Node:
        """Return a node with its values replaced."""
        if not self.replaced:
            return node
        region = self.region(Region((), (node,), ()))
        return region.nodes[0]


def _keeps_type(of: Array, other: Argument) -> bool:
    """Whether an operator surely keeps the shape of its first operand."""
    if all(
        isinstance(one, (PythonScalar, NumpyScalar))
        for one in members(argument_type(other))
    ):
        return bool(of.shape)
    known = of.shape is not None and None not in of.shape
    return argument_type(other) == of and bool(of.shape) and known
