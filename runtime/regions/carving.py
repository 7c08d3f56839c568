"""Carves out of a graph what runs otherwise; all around it stays with the plan.

A loop is tried as a whole, outermost first. One that something stands in the way of
is searched within. A region is a graph of its own: its inputs are the values that it
reads, and it returns those that are read behind it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.errors import Span
from runtime.ir.behavior import behavior
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, Value, values_in
from runtime.ops.row import Row, constant
from runtime.regions.crossing import may_raise
from runtime.regions.fields import OpenedLoop
from runtime.regions.opening import opened
from runtime.regions.parts import graph_of, read_by, read_outside
from runtime.types import ANY
from runtime.types import Iterable as IterableType

LOOPS = (WHILE, FOR)
"""The operations that are loops."""
SHARED = frozenset(("enumerate", "iter", "itertools_count", "range", "reversed", "zip"))
"""What goes into a loop with what is made of it there, if nothing else reads it."""


class Refused(Exception):
    """Something stays with the plan.

    Attributes
    ----------
    reason : str
        What it is.
    span : Span or None
        Where it is in the user's source.
    """

    def __init__(self, reason: str, span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


@dataclass(frozen=True)
class Blocker:
    """Something that keeps a loop with the plan.

    Parameters
    ----------
    reason : str
        What it is.
    span : Span or None
        Where it is in the user's source.
    loop : Span or None
        Where the loop is, if it is one.
    """

    reason: str
    span: Span | None
    loop: Span | None = None


class Part(Protocol):
    """A region that runs otherwise."""

    @property
    def graph(self) -> Graph:
        """What it computes."""

    @property
    def opened(self) -> OpenedLoop | None:
        """How it runs on fields of its inputs, if it does."""

    @property
    def span(self) -> Span | None:
        """Where it begins in the user's source."""

    @property
    def writes(self) -> bool:
        """Whether it writes into its inputs."""


Kind = TypeVar("Kind", bound=Part)
Stand = Callable[[Kind], Callable[..., Any]]
"""Makes the function that a graph calls in place of a region."""


@dataclass
class Carved(Generic[Kind]):
    """A graph, and what was carved out of it.

    Parameters
    ----------
    graph : Graph
        The graph with a call in place of each region.
    regions : list of Part
        The regions in order.
    blockers : list of Blocker
        What stood in the way of other loops.
    """

    graph: Graph
    regions: list[Kind] = field(default_factory=list)
    blockers: list[Blocker] = field(default_factory=list)


def _call(function: Callable[..., Any], *inputs: Any) -> Any:
    return function(*inputs)


READS = Row("native", _call, constant(ANY), template="call", takes_any=True)
"""The operation of a region that only computes. Its first operand is the function."""
WRITES = replace(READS, name="native_writing", effect=True, returns="shares")
"""The operation of a region that may write into its operands, or raise."""


class Carver(Generic[Kind]):
    """Carves regions out of a graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    stand : callable
        Makes the function that the graph calls in place of a region.
    """

    def __init__(self, graph: Graph, stand: Stand[Kind]) -> None:
        self.graph = graph
        self.found: Carved[Kind] = Carved(graph)
        self._stand = stand
        self._uses: Counter[str] = Counter()
        for node in graph.nodes():
            self._uses.update(value.name for value in node.operands())
            for region in node.regions:
                for argument in region.yields or ():
                    self._uses.update(value.name for value in values_in(argument))

    @abstractmethod
    def part(
        self, graph: Graph, span: Span | None, opened: OpenedLoop | None = None
    ) -> Kind:
        """Return a loop as a region.

        Parameters
        ----------
        graph, span
            The loop, and where it begins.
        opened : OpenedLoop, optional
            The same on fields of its inputs, to be run in its place.

        Raises
        ------
        Refused
            If something in it stays with the plan.
        """

    def made_before(self, taken: Sequence[Node], before: Sequence[Node]) -> list[Node]:
        """Return nodes before a loop that may be made with it, and returned by it.

        Parameters
        ----------
        taken : sequence of Node
            The loop, and what goes with it.
        before : sequence of Node
            The nodes before it.
        """
        return []

    def part_with(self, graph: Graph, span: Span | None) -> Kind:
        """Return a loop, and what is made before it, as a region.

        Parameters
        ----------
        graph, span
            Both, and where the loop begins.

        Raises
        ------
        Refused
            If something in it stays with the plan.
        """
        return self.part(graph, span)

    def groups(self, nodes: list[Node], region: Region) -> bool:
        """Replace nodes that are no loops by calls of regions; whether there were any.

        Parameters
        ----------
        nodes : list of Node
            The nodes of a region, to be changed in place.
        region : Region
            The region.
        """
        return False

    def carved(self) -> Carved[Kind]:
        """Return the graph with its regions carved out."""
        region = self.carve(self.graph.region)
        self.found.graph = replace(self.graph, region=region)
        return self.found

    def carve(self, region: Region) -> Region:
        """Return a region of the graph with the loops in it carved out."""
        nodes = list(region.nodes)
        changed = False
        position = len(nodes)
        while position:
            position -= 1
            node = nodes[position]
            if node.operation in LOOPS:
                made = self._loop(node, nodes, position, region)
                if made is not None:
                    first, placed = made
                    nodes[first : position + 1] = placed
                    position = first + len(placed) - 1
                    changed = True
                    continue
            if node.regions:
                inner = tuple(map(self.carve, node.regions))
                if any(a is not b for a, b in zip(inner, node.regions, strict=True)):
                    nodes[position] = replace(node, regions=inner)
                    changed = True
        changed = self.groups(nodes, region) or changed
        return replace(region, nodes=tuple(nodes)) if changed else region

    def name(self) -> str:
        """Return the name of the next region."""
        return f"{self.graph.name}_{len(self.found.regions) + 1}"

    def call(
        self, made: Kind, writes: bool, outputs: tuple[Value, ...], fails: bool
    ) -> Node:
        """Return the call of a region.

        Parameters
        ----------
        made : Part
            The region.
        writes : bool
            Whether it may write into its inputs, or raise.
        outputs : tuple of Value
            What it returns.
        fails : bool
            Whether it may fail by type.
        """
        self.found.regions.append(made)
        function = Constant(self._stand(made))
        row = WRITES if writes else READS
        arguments: tuple[Argument, ...] = (function, *made.graph.inputs)
        return Node(row, arguments, (), outputs, fails=fails, span=made.span)

    def _loop(
        self, node: Node, nodes: list[Node], position: int, region: Region
    ) -> tuple[int, list[Node]] | None:
        """Return what replaces a loop and nodes before it, and where these begin.

        The last one is the call; the ranges that only the loop reads go with it.
        """
        first = position
        taken = [node]
        own = {value.name for value in node.operands() if _counts(value)}
        wanted = {value.name for value in read_by(node) if _counts(value)}
        uses = Counter(value.name for value in read_by(node))
        crossed = False
        for before in range(position - 1, -1, -1):
            made = {value.name for value in nodes[before].results}
            if not made & wanted:
                crossed = crossed or may_raise(nodes[before])
                continue
            if crossed and may_raise(nodes[before]):
                break  # its error comes first
            if nodes[before].operation.name != "range" and any(
                self._uses[name] > uses[name] for name in made
            ):
                continue  # an iterator, which others go through as well
            if not made & own and nodes[before].operation.name not in SHARED:
                continue
            taken.insert(0, nodes[before])
            uses.update(value.name for value in nodes[before].operands())
            own |= {v.name for v in nodes[before].operands() if _counts(v)}
            wanted |= own
            first = before
        made_with = self._loop_with(taken, nodes, position, region)
        if made_with is not None:
            return made_with
        graph = graph_of(self.name(), taken, node.results)
        try:
            loop = self.part(graph, node.span, opened(graph))
        except Refused as reason:
            blocker = Blocker(reason.reason, reason.span, node.span)
            self.found.blockers.append(blocker)
            return None
        writes = loop.writes or acts(taken)
        one = self.call(loop, writes, node.results, node.fails)
        return first, [*_kept(nodes[first:position], one, nodes, position, region), one]

    def _loop_with(
        self, taken: list[Node], nodes: list[Node], position: int, region: Region
    ) -> tuple[int, list[Node]] | None:
        """Return the same for a loop with what may be made for it alone."""
        own = self.made_before(taken, nodes[:position])
        if not own:
            return None
        firsts = [each for each in nodes if each is own[0] or each is taken[0]]
        start = next(n for n, each in enumerate(nodes) if each is firsts[0])
        group = [*own, *taken]
        names = {value.name for each in own for value in each.results}
        others = [each for each in nodes[start:position] if not _among(each, group)]
        if any(value.name in names for each in others for value in read_by(each)):
            group = nodes[start : position + 1]
        outer = [each for each in nodes if not _among(each, group)]
        read = read_outside(group, outer, region)
        outputs = tuple(value for value in read if not _counts(value))
        shared = {value.name for value in read if _counts(value)}
        left = [
            each
            for each in nodes[start:position]
            if not _among(each, group) or any(v.name in shared for v in each.results)
        ]
        graph = graph_of(self.name(), group, outputs)
        try:
            loop = self.part_with(graph, taken[-1].span)
        except Refused:
            return None
        fails = any(each.fails for each in group)
        one = self.call(loop, loop.writes or acts(group), outputs, fails)
        return start, [*left, one]


def _among(node: Node, nodes: Iterable[Node]) -> bool:
    return any(each is node for each in nodes)


def _kept(
    before: Sequence[Node],
    call: Node,
    nodes: Sequence[Node],
    position: int,
    region: Region,
) -> list[Node]:
    """Return the nodes before a loop that others than the loop read as well."""
    read = {value.name for value in call.operands()}
    for node in [*before, *nodes[position + 1 :]]:
        read |= {value.name for value in read_by(node)}
    read |= {v.name for each in region.yields or () for v in values_in(each)}
    return [
        node
        for node in before
        if not any(map(_counts, node.results))
        or any(value.name in read for value in node.results)
    ]


def acts(nodes: Iterable[Node]) -> bool:
    """Whether nodes have to run, in order: they may raise what the user says."""
    region = Region((), tuple(nodes), ())
    return any(node.fails or behavior(node).effect for node in region.walk())


def _counts(value: Value) -> bool:
    """Whether a value is a range or the like, which a loop counts through."""
    return isinstance(value.type, IterableType)
