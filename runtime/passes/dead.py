"""Dead code: whatever neither the result nor a visible effect needs.

Needed are the result, effects, calls that may fail by type or never return, loops over
what may not be iterable or that wait for others, and writes to live memory. Memory is
live if it is outside, returned, or read by a needed node. So a write that is never read
is dropped, and with it the memory it wrote; so are unused states of constructs.

Needs alias classes. Must not touch what is left: no operand, name or order changes.
Errors by value and warnings of dead calls are lost with them: the documented exception.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import cast

from runtime.constructs import Construct
from runtime.ir.behavior import Column, behavior, structure
from runtime.ir.graph import Graph
from runtime.ir.memory import OUTSIDE, Memory, can_hold
from runtime.ir.nodes import Argument, Display, Node, Region, Value, values_in
from runtime.types import Never

EXAMPLES = [
    (
        """graph f(x: float64[3], n: int) -> np.float64 {
             y: float64[3] = add(x, 1.0)
             setitem(y, 0, 2.0)
             z: float64[3] = copy(x)
             setitem(z, 0, 2.0)
             s: np.float64 = getitem(z, 0)
             a: int, b: int = while (a.1 = n, b.1 = 0) {
               t: bool = less(a.1, 10)
               test t
             } do {
               a.2: int = add(a.1, 1)
               b.2: int = add(b.1, a.1)
               setitem(x, 0, 1.0)
               yield a.2, b.2
             }
             return s
           }""",
        """graph f(x: float64[3], n: int) -> np.float64 {
             z: float64[3] = copy(x)
             setitem(z, 0, 2.0)
             s: np.float64 = getitem(z, 0)
             a: int = while (a.1 = n) {
               t: bool = less(a.1, 10)
               test t
             } do {
               a.2: int = add(a.1, 1)
               setitem(x, 0, 1.0)
               yield a.2
             }
             return s
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> int {
             y: float64[?] = getitem(x, slice(0, n, None))
             for i: int in const (0, 1) { yield }
             u: {int | np.int64} = cond n { yield 1 } else { yield np.int64(1) }
             setitem(y, 0, 1.0)
             w: float64[3] = add!(x, u)
             return n
           }""",
        """graph f(x: float64[3], n: int) -> int {
             y: float64[?] = getitem(x, slice(0, n, None))
             u: {int | np.int64} = cond n { yield 1 } else { yield np.int64(1) }
             setitem(y, 0, 1.0)
             w: float64[3] = add!(x, u)
             return n
           }""",
    ),
    (
        """graph f(x: float64[...], n: int) -> int {
             for v: any in x { yield }
             return n
           }""",
        None,
    ),
    (
        """graph f(x: float64[3], n: int) -> int {
             while {
               t: np.float64 = getitem(x, 0)
               s: np.bool = greater(t, 1000000.0)
               test s
             } do { yield }
             return n
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Drop dead nodes, dead writes and dead states."""
    if _is_alive(graph):
        return graph
    while True:
        liveness = _Liveness(graph)
        region = liveness.region(graph.region)
        if region is not graph.region:
            graph = replace(graph, region=region)
        # What is gone may have been all that joined two alias classes.
        if not liveness.dropped_memory:
            return graph


def _is_alive(graph: Graph) -> bool:
    """Whether a graph has no constructs, and all its calls are plainly needed.

    Most short graphs are so, and need no alias classes.
    """
    nodes, yields = graph.region.nodes, graph.region.yields or ()
    if any(node.regions for node in nodes):
        return False
    used = {each.name for node in nodes for each in node.operands()}
    used.update(each.name for given in yields for each in values_in(given))
    return all(
        _is_rooted(node) or any(each.name in used for each in node.results)
        for node in nodes
    )


def _is_rooted(node: Node) -> bool:
    """Whether a call must run whatever becomes of its results."""
    return (
        node.fails
        or behavior(node).effect
        or any(isinstance(result.type, Never) for result in node.results)
    )


def dropped(before: Graph, after: Graph) -> tuple[Node, ...]:
    """Return the nodes that `run` dropped, without those inside dropped constructs.

    Parameters
    ----------
    before, after : Graph
        The argument and the result of `run`.
    """
    # Calls stay the objects they are. A construct may be rebuilt, but then something
    # in it is left, or one of its own values.
    nodes = {id(node) for node in after.nodes()}
    names = {value.name for node in after.nodes() for value in _own_values(node)}
    found: list[Node] = []
    stack = list(reversed(before.region.nodes))
    while stack:
        node = stack.pop()
        if id(node) in nodes:
            continue
        if any(value.name in names for value in _own_values(node)) or any(
            id(inner) in nodes for region in node.regions for inner in region.walk()
        ):
            for region in reversed(node.regions):
                stack += reversed(region.nodes)
        else:
            found.append(node)
    return tuple(found)


def _own_values(node: Node) -> Iterator[Value]:
    yield from node.results
    for region in node.regions:
        yield from region.parameters


class _Liveness:
    def __init__(self, graph: Graph) -> None:
        self.dropped_memory = False
        self._memory = Memory(graph)
        self._makers: dict[str, Node] = {}
        self._columns: dict[str, Column] = {}
        self._holders: dict[int, Node] = {}
        self._writers: defaultdict[str, list[Node]] = defaultdict(list)
        self._reads: dict[int, Collection[str]] = {}
        self._live_nodes: set[int] = set()
        self._live_names: set[str] = set()
        self._live_classes: set[str] = set()
        self._work: list[Node | str] = []
        for node in _nodes(graph.region, self._holders):
            self._enter(node)
        for node in graph.nodes():
            if self._waits(node):
                self._need_node(node)
        result = graph.region.yields or ()
        self._need(result)
        self._need_classes({OUTSIDE} | self._memory.classes(result))
        while self._work:
            item = self._work.pop()
            if isinstance(item, str):
                self._spread_name(item)
            else:
                self._spread_node(item)

    def region(self, region: Region) -> Region:
        """Return a region without its dead nodes and states."""
        nodes: list[Node] = []
        changed = False
        for node in region.nodes:
            if id(node) not in self._live_nodes:
                changed = True
                self._note(node.results)
                for body in node.regions:
                    for inner in body.walk():
                        self._note(inner.results)
                continue
            if not node.regions:
                nodes.append(node)
                continue
            bodies = list(map(self.region, node.regions))
            kept = self._kept(node)
            if any(new is not old for new, old in zip(bodies, node.regions)):
                node = replace(node, regions=tuple(bodies))
                changed = True
            if not all(kept):
                node = cast(Construct, node.operation).keep(node, kept)
                changed = True
            nodes.append(node)
        return replace(region, nodes=tuple(nodes)) if changed else region

    def _kept(self, node: Node) -> list[bool]:
        kept = []
        for column in cast(Construct, node.operation).columns(node):
            live = any(one.name in self._live_names for one in column.targets)
            kept.append(live)
            if not live:
                self._note(column.targets)
        return kept

    def _note(self, dropped: tuple[Value, ...]) -> None:
        if any(can_hold(value.type) for value in dropped):
            self.dropped_memory = True

    def _enter(self, node: Node) -> None:
        """Record the makers and writers of values, and the nodes needed themselves."""
        construct = structure(node)
        for result in node.results:
            self._makers[result.name] = node
        read, written = self._memory.touched(node)
        if read:
            self._reads[id(node)] = read
        for one in written:
            self._writers[one].append(node)
        if construct is None:
            rooted = _is_rooted(node)
        else:
            rooted = construct.demanded(node)
            if construct.guards(node):
                for inner in node.regions[0].walk():
                    self._need_node(inner)
            for region in node.regions:
                for parameter in region.parameters:
                    self._makers[parameter.name] = node
            for column in construct.columns(node):
                for target in column.targets:
                    self._columns[target.name] = column
        if rooted:
            self._need_node(node)

    def _waits(self, node: Node) -> bool:
        """Whether memory that others may write decides when a loop ends.

        Without the loop, what comes after it would not wait for them.
        """
        construct = structure(node)
        if construct is None or not construct.waits:
            return False
        inside = {id(inner) for region in node.regions for inner in region.walk()}
        seen: set[str] = set()
        waiting = list(construct.controls(node))
        while waiting:
            for value in values_in(waiting.pop()):
                if value.name in seen:
                    continue
                seen.add(value.name)
                maker = self._makers.get(value.name)
                if maker is None or (maker is not node and id(maker) not in inside):
                    continue  # it stays what it is while the loop runs
                column = self._columns.get(value.name)
                if column is not None:
                    waiting += column.sources
                if maker is node:
                    continue
                for part in (maker, *(n for r in maker.regions for n in r.walk())):
                    if OUTSIDE in self._reads.get(id(part), ()):
                        return True
                    waiting += part.operands()
        return False

    def _need(self, arguments: Iterable[Argument]) -> None:
        for argument in arguments:
            if isinstance(argument, Value):
                if argument.name not in self._live_names:
                    self._live_names.add(argument.name)
                    self._work.append(argument.name)
            elif isinstance(argument, Display):
                self._need(argument.items)

    def _need_node(self, node: Node) -> None:
        if id(node) not in self._live_nodes:
            self._live_nodes.add(id(node))
            self._work.append(node)

    def _need_classes(self, classes: Iterable[str]) -> None:
        for one in classes:
            if one not in self._live_classes:
                self._live_classes.add(one)
                for writer in self._writers[one]:
                    self._need_node(writer)

    def _spread_name(self, name: str) -> None:
        maker = self._makers.get(name)
        if maker is not None:
            self._need_node(maker)
        column = self._columns.get(name)
        if column is not None:
            self._need(column.sources)

    def _spread_node(self, node: Node) -> None:
        holder = self._holders.get(id(node))
        if holder is not None:
            self._need_node(holder)
        construct = structure(node)
        if construct is None:
            self._need(node.args)
            if node.kwargs:
                self._need(argument for _, argument in node.kwargs)
        else:
            self._need(construct.controls(node))
        self._need_classes(self._reads.get(id(node), ()))


def _nodes(region: Region, holders: dict[int, Node]) -> Iterator[Node]:
    """Yield all nodes, and record the construct that contains each of them."""
    stack: list[Node] = list(reversed(region.nodes))
    while stack:
        node = stack.pop()
        yield node
        for body in reversed(node.regions):
            for inner in reversed(body.nodes):
                holders[id(inner)] = node
                stack.append(inner)
