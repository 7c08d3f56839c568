"""Carves out of a graph what runs as machine code; all around it stays Python.

A loop is tried as a whole, outermost first. One that something stands in the way of
is searched within. A region is a graph of its own: its inputs are the values that it
reads, and it returns those that are read behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.errors import Span
from runtime.ir.behavior import behavior
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    values_in,
)
from runtime.native.crossing import may_raise
from runtime.native.entry import Module, module
from runtime.native.fused import lower_fused
from runtime.native.groups import groups
from runtime.native.lowering import lower
from runtime.native.parts import (
    MOST_RESULTS,
    graph_of,
    read_by,
    read_outside,
    result_types,
)
from runtime.native.settings import EXACT, Settings
from runtime.native.values import NotNative
from runtime.ops.row import Row, constant
from runtime.types import ANY, Array
from runtime.types import Iterable as IterableType

MOST_NODES = 2000
"""Above how many nodes a graph is not compiled: LLVM would take seconds."""
LOOPS = (WHILE, FOR)
"""The operations that are loops."""


@dataclass(frozen=True)
class Blocker:
    """Something that keeps a loop from machine code.

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


@dataclass
class Carved:
    """A graph, and what was carved out of it.

    Parameters
    ----------
    graph : Graph
        The graph with a call in place of each region.
    regions : list of Graph
        The regions in order.
    blockers : list of Blocker
        What stood in the way of other loops.
    whole : bool
        Whether the graph is one region, and nothing else.
    """

    graph: Graph
    regions: list[NativeRegion] = field(default_factory=list)
    blockers: list[Blocker] = field(default_factory=list)
    whole: bool = False


@dataclass(frozen=True)
class NativeRegion:
    """A part of a graph in LLVM's assembly language.

    Parameters
    ----------
    graph : Graph
        The part.
    module : Module
        Its machine code, as text.
    span : Span or None
        Where it begins in the user's source.
    strided : callable or None
        Makes a module that takes any arrays, where the first one only takes those whose
        elements lie side by side.
    """

    graph: Graph
    module: Module
    span: Span | None
    strided: Callable[[], Module] | None = None


Stand = Callable[[NativeRegion], Callable[..., Any]]
"""Makes the function that a graph calls in place of a region."""


def native_region(graph: Graph, span: Span | None, settings: Settings) -> NativeRegion:
    """Return a graph as a region.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """

    def made(contiguous: bool) -> Module:
        return module(graph, lower(graph, contiguous, settings))

    loops = any(node.operation in LOOPS for node in graph.region.nodes)
    if loops and any(isinstance(value.type, Array) for value in graph.inputs):
        return NativeRegion(graph, made(True), span, partial(made, False))
    return NativeRegion(graph, made(False), span)


def carve(graph: Graph, stand: Stand, settings: Settings = EXACT) -> Carved:
    """Return a graph with its loops carved out."""
    carver = _Carver(graph, stand, settings)
    return carver.carved()


def _call(function: Callable[..., Any], *inputs: Any) -> Any:
    return function(*inputs)


READS = Row("native", _call, constant(ANY), template="call", takes_any=True)
"""The operation of a region that only computes. Its first operand is the function."""
WRITES = replace(READS, name="native_writing", effect=True, returns="shares")
"""The operation of a region that may write into its operands, or raise."""


class _Carver:
    def __init__(self, graph: Graph, stand: Stand, settings: Settings) -> None:
        self._graph = graph
        self._stand = stand
        self._settings = settings
        self._found = Carved(graph)
        self._uses: Counter[str] = Counter()
        for node in graph.nodes():
            self._uses.update(value.name for value in node.operands())
            for region in node.regions:
                for argument in region.yields or ():
                    self._uses.update(value.name for value in values_in(argument))

    def carved(self) -> Carved:
        """Return the graph with its regions carved out."""
        if sum(1 for _ in self._graph.nodes()) <= MOST_NODES:
            region = self._whole() or self._region(self._graph.region)
            self._found.graph = replace(self._graph, region=region)
        return self._found

    def _whole(self) -> Region | None:
        """Return a region of one call, if all of a graph is native, and worth it."""
        graph = self._graph
        nodes = graph.region.nodes
        pays = any(node.operation in LOOPS for node in nodes) or any(groups(nodes))
        if not pays or graph.result is None:
            return None
        try:
            made = native_region(graph, nodes[0].span, self._settings)
        except NotNative:
            return None  # the loops are tried by themselves
        types = enumerate(result_types(graph))
        outputs = tuple(Value(f"native.{n}", of) for n, of in types)
        fails = any(node.fails for node in graph.region.nodes)
        writes = made.module.writes or _acts(graph.region.nodes)
        call = self._call(made, writes, outputs, fails)
        self._found.whole = True
        several = isinstance(graph.result, Display) and graph.result.kind == "tuple"
        result: Argument = Display("tuple", outputs) if several else outputs[0]
        return replace(graph.region, nodes=(call,), yields=(result,))

    def _region(self, region: Region) -> Region:
        nodes = list(region.nodes)
        changed = False
        for position in range(len(nodes) - 1, -1, -1):
            node = nodes[position]
            if node.operation in LOOPS:
                made = self._loop(node, nodes, position, region)
                if made is not None:
                    first, one = made
                    nodes[first : position + 1] = [
                        *_kept(nodes[first:position], one, nodes, position, region),
                        one,
                    ]
                    changed = True
                    continue
            if node.regions:
                inner = tuple(map(self._region, node.regions))
                if any(a is not b for a, b in zip(inner, node.regions, strict=True)):
                    nodes[position] = replace(node, regions=inner)
                    changed = True
        for group in groups(nodes):
            call = self._group(group, nodes, region)
            if call is not None:
                members = set(map(id, group))
                last = next(n for n, each in enumerate(nodes) if each is group[-1])
                nodes[last] = call
                nodes[:] = [each for each in nodes if id(each) not in members]
                changed = True
        return replace(region, nodes=tuple(nodes)) if changed else region

    def _group(
        self, group: list[Node], nodes: list[Node], region: Region
    ) -> Node | None:
        """Return the call that replaces a group of elementwise operations."""
        outputs = read_outside(group, nodes, region)
        if not 1 <= len(outputs) <= MOST_RESULTS:
            return None
        part = graph_of(self._name(), group, outputs)
        try:
            code = module(part, lower_fused(part, self._settings))
        except NotNative as reason:
            self._found.blockers.append(Blocker(reason.reason, reason.span))
            return None
        made = NativeRegion(part, code, group[0].span)
        return self._call(made, False, outputs, False)

    def _name(self) -> str:
        return f"{self._graph.name}_{len(self._found.regions) + 1}"

    def _call(
        self,
        made: NativeRegion,
        writes: bool,
        outputs: tuple[Value, ...],
        fails: bool,
    ) -> Node:
        """Return the call of a region."""
        self._found.regions.append(made)
        function = Constant(self._stand(made))
        arguments: tuple[Argument, ...] = (function, *made.graph.inputs)
        row = WRITES if writes else READS
        return Node(row, arguments, (), outputs, fails=fails, span=made.span)

    def _loop(
        self, node: Node, nodes: list[Node], position: int, region: Region
    ) -> tuple[int, Node] | None:
        """Return the call that replaces a loop and the ranges before it."""
        first = position
        taken = [node]
        wanted = {value.name for value in node.operands() if _counts(value)}
        crossed = False
        for before in range(position - 1, -1, -1):
            made = {value.name for value in nodes[before].results}
            if not made & wanted:
                crossed = crossed or may_raise(nodes[before])
                continue
            if crossed and may_raise(nodes[before]):
                break  # its error comes first
            if nodes[before].operation.name != "range" and any(
                self._uses[name] > 1 for name in made
            ):
                continue  # an iterator, which others go through as well
            taken.insert(0, nodes[before])
            wanted |= {v.name for v in nodes[before].operands() if _counts(v)}
            first = before
        part = graph_of(self._name(), taken, node.results)
        try:
            loop = native_region(part, node.span, self._settings)
        except NotNative as reason:
            blocker = Blocker(reason.reason, reason.span, node.span)
            self._found.blockers.append(blocker)
            return None
        writes = loop.module.writes or _acts(taken)
        return first, self._call(loop, writes, node.results, node.fails)


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


def _acts(nodes: Iterable[Node]) -> bool:
    """Whether nodes have to run, in order: they may raise what the user says."""
    region = Region((), tuple(nodes), ())
    return any(node.fails or behavior(node).effect for node in region.walk())


def _counts(value: Value) -> bool:
    """Whether a value is a range or the like, which a loop counts through."""
    return isinstance(value.type, IterableType)
