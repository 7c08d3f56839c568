"""What is left of a graph at a place in it: a graph that goes on from there.

A place is reached on a path through regions: into an arm of a branch, the test or the
body of a loop. What is left is built outward. The rest of the innermost region comes
first; then the turns that are left of the loop around it, or what follows the branch;
and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.building import Names
from runtime.constructs.carries import Loop
from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.graph import Graph
from runtime.ir.naming import bound_in, free, mapped, rebound
from runtime.ir.nodes import Argument, Constant, Node, Region, Value
from runtime.ops import OPS
from runtime.regions.ends import may_show_its_end
from runtime.types import Iterable, List


@dataclass(frozen=True)
class Step:
    """A step of the path to a place.

    Parameters
    ----------
    node : Node
        A branch or a loop.
    region : int
        In which of its regions the path goes on.
    """

    node: Node
    region: int


@dataclass(frozen=True)
class Place:
    """A place in a graph.

    Parameters
    ----------
    path : tuple of Step
        The way to the innermost region around it.
    position : int
        The node of that region with which one goes on.
    head : bool
        Whether that node is a loop that has made some turns already.
    """

    path: tuple[Step, ...]
    position: int
    head: bool = False

    def turning(self, graph: Graph) -> Iterator[Node]:
        """Yield the ``for`` loops that have turns left, the outermost first."""
        region = graph.region
        for step in self.path:
            if step.node.operation is FOR:
                yield step.node
            region = step.node.regions[step.region]
        if self.head and region.nodes[self.position].operation is FOR:
            yield region.nodes[self.position]


@dataclass(frozen=True)
class Residual:
    """What is left of a graph at a place.

    Parameters
    ----------
    graph : Graph
        It. Its inputs are the values that it reads, those that may show their ends each
        in a list, so that nobody else holds them; then, each in a list, what is left of
        what the ``for`` loops around the place go through.
    live : tuple of Value
        The values that it reads, by the names that they have in the whole graph.
    boxed : tuple of bool
        Which of them are in a list.
    rests : tuple of Node
        The loops that have turns left.
    """

    graph: Graph
    live: tuple[Value, ...]
    boxed: tuple[bool, ...]
    rests: tuple[Node, ...]


def residual(graph: Graph, place: Place) -> Residual:
    """Return what is left of a graph at a place."""
    return _Residual(graph, place).made()


def in_scope(graph: Graph, place: Place) -> Iterator[Value]:
    """Yield the values that are known at a place."""
    region = graph.region
    for step in (*place.path, None):
        yield from region.parameters
        stop = place.position if step is None else _index(region, step.node)
        for node in region.nodes[:stop]:
            yield from node.results
        if step is None:
            if place.head:
                node = region.nodes[stop]
                assert isinstance(node.operation, Loop)
                yield from node.operation.states(node)
            return
        if step.node.operation is WHILE and step.region == 1:
            test = step.node.regions[0]
            yield from test.parameters
            for node in test.nodes:
                yield from node.results
        region = step.node.regions[step.region]


def _index(region: Region, node: Node) -> int:
    return next(n for n, each in enumerate(region.nodes) if each is node)


class _Residual:
    """Builds what is left of a graph."""

    def __init__(self, graph: Graph, place: Place) -> None:
        self._graph = graph
        self._place = place
        self._names = Names(graph)
        self._mapping: dict[str, Argument] = {}
        self._rests: dict[int, Value] = {}
        self._turning = tuple(place.turning(graph))

    def made(self) -> Residual:
        """Return it."""
        nodes, told = self._rest(self._graph.region, 0)
        scope = {each.name: each for each in in_scope(self._graph, self._place)}
        read = [name for name in free(nodes, told or ()) if name in scope]
        live = tuple([scope[name] for name in read])
        # What never ends has no turns behind it.
        turning = tuple([node for node in self._turning if id(node) in self._rests])
        rests = [self._rests[id(node)] for node in turning]
        boxed = tuple([may_show_its_end(each.type) for each in live])
        inputs = [*live]
        taken = []
        for number in [number for number, box in enumerate(boxed) if box]:
            value = live[number]
            box = Value(self._names.new(value.base), List(value.type))
            taken.append(Node(OPS["list_pop"], (box,), (), (value,), fails=True))
            inputs[number] = box
        region = Region((*inputs, *rests), (*taken, *nodes), told)
        return Residual(Graph(self._graph.name, region), live, boxed, turning)

    def _rest(
        self, region: Region, depth: int
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return what is left of a region, and what it yields."""
        path = self._place.path
        if depth < len(path):
            step = path[depth]
            node = step.node
            behind = _index(region, node) + 1
            nodes, told = self._rest(node.regions[step.region], depth + 1)
            more, results = self._around(step, told)
        elif self._place.head:
            node = region.nodes[self._place.position]
            behind = self._place.position + 1
            assert isinstance(node.operation, Loop)
            nodes = []
            more, results = self._turns(node, node.operation.states(node))
        else:
            return self._following(region, self._place.position)
        nodes += more
        if results is None:
            return nodes, None
        self._mapping |= {
            value.name: each for value, each in zip(node.results, results, strict=True)
        }
        rest, told = self._following(region, behind)
        return nodes + rest, told

    def _following(
        self, region: Region, position: int
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return the nodes of a region from one on, and what it yields."""
        nodes = self._copied(region.nodes[position:])
        return nodes, self._all(region.yields)

    def _copied(self, nodes: Sequence[Node]) -> list[Node]:
        """Return nodes that bind new names."""
        inner = Region((), tuple(nodes), ())
        types = {value.name: value for value in _bound(inner)}
        for name in bound_in(inner):
            self._mapping[name] = self._new(types[name])
        return rebound(nodes, self._mapping)

    def _new(self, value: Value) -> Value:
        return Value(self._names.new(value.base), value.type)

    def _all(self, arguments: Sequence[Argument] | None) -> tuple[Argument, ...] | None:
        if arguments is None:
            return None
        return tuple([mapped(each, self._mapping) for each in arguments])

    def _around(
        self, step: Step, told: tuple[Argument, ...] | None
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return what is left of a branch or loop behind a region of it.

        Parameters
        ----------
        step : Step
            The region.
        told : tuple of Argument or None
            What it yields.
        """
        node = step.node
        if told is None or node.operation is COND:
            return [], told
        assert isinstance(node.operation, Loop)
        if node.operation is not WHILE or step.region == 1:
            return self._behind_a_turn(node, told)
        (truth,) = told
        states = self._all(node.regions[0].parameters) or ()
        body, following = self._following(node.regions[1], 0)
        results = None
        if following is not None:
            more, results = self._behind_a_turn(node, following)
            body += more
        false = (Constant(False),) * node.operation.stops(node)
        return self._choice(node, truth, (body, results), ([], (*false, *states)))

    def _behind_a_turn(
        self, node: Node, told: tuple[Argument, ...]
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return the turns that are left of a loop, if it does not stop."""
        assert isinstance(node.operation, Loop)
        if not node.operation.stops(node):
            return self._turns(node, told)
        stop, *states = told
        following = self._turns(node, states)
        return self._choice(node, stop, ([], (Constant(True), *states)), following)

    def _turns(
        self, node: Node, states: Sequence[Argument]
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return a loop that goes on with some states, and its results."""
        starts = tuple(states)
        before: list[Node] = []
        if node.operation is FOR:
            items = Iterable(node.regions[0].parameters[0].type)
            rest = Value(self._names.new("rest"), List(items))
            self._rests[id(node)] = rest
            # No name holds what a loop goes through: a generator ends with its loop.
            taken = Value(self._names.new("items"), items)
            pop = Node(OPS["list_pop"], (rest,), (), (taken,), fails=True)
            before = [replace(pop, span=node.span)]
            starts = (taken, *starts)
        (copied,) = self._copied([node])
        again = replace(copied, args=starts)
        assert isinstance(node.operation, Loop)
        if node.operation.endless(node):
            return [*before, again], None
        return [*before, again], again.results

    def _choice(
        self,
        node: Node,
        test: Argument,
        then: tuple[list[Node], tuple[Argument, ...] | None],
        other: tuple[list[Node], tuple[Argument, ...] | None],
    ) -> tuple[list[Node], tuple[Argument, ...] | None]:
        """Return a branch between two ways to the results of a loop."""
        arms = tuple([Region((), tuple(nodes), told) for nodes, told in (then, other)])
        ends = any(arm.yields is not None for arm in arms)
        results = tuple(map(self._new, node.results)) if ends else ()
        span = node.span
        made = Node(COND, (test,), (), results, arms, fails=not ends, span=span)
        return [made], results if ends else None


def _bound(region: Region) -> Iterator[Value]:
    """Yield the values that the nodes of a region bind."""
    for node in region.walk():
        yield from node.results
        for inner in node.regions:
            yield from inner.parameters
