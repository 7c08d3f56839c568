"""Carves out of a graph what runs as machine code.

A graph is tried as a whole, then its loops, and its elementwise operations in groups.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.native.assembly.settings import EXACT, Settings
from runtime.native.assembly.values import NotNative
from runtime.native.elementwise.fused import lower_fused
from runtime.native.elementwise.groups import groups
from runtime.native.entry import Module, module
from runtime.native.nodes.lowering import lower, lower_resuming
from runtime.regions.carving import LOOPS, Blocker, Carved, Carver, Stand, acts
from runtime.regions.fields import OpenedLoop
from runtime.regions.number_tables import with_tables
from runtime.regions.parts import (
    MOST_RESULTS,
    gives_items,
    graph_of,
    read_by,
    read_outside,
    result_types,
)
from runtime.regions.table_operations import NumberTable, is_table
from runtime.regions.tested import with_truths
from runtime.regions.unshared import asks_identity
from runtime.types import Array

MOST_NODES = 2000
"""Above how many nodes a graph is not compiled: LLVM would take seconds."""


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
    opened : OpenedLoop or None
        What the module computes, if not `graph`: the same on fields of its inputs.
    resuming : callable or None
        Makes the same region so that it goes on after a fault.
    guarded : callable or None
        Makes the same region so that no arm sets flags that is not taken.
    """

    graph: Graph
    module: Module
    span: Span | None
    strided: Callable[[], Module] | None = None
    opened: OpenedLoop | None = None
    resuming: Callable[[], NativeRegion] | None = None
    guarded: Callable[[], NativeRegion] | None = None

    @property
    def writes(self) -> bool:
        """Whether it writes into its inputs."""
        return self.module.writes


def native_region(graph: Graph, span: Span | None, settings: Settings) -> NativeRegion:
    """Return a graph as a region.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    guarded = _guarded(native_region, graph, span, settings)
    typed, tables = with_tables(graph)
    if tables:
        with suppress(NotNative):  # else they are Python's, and called
            made = _lowered(typed, span, settings, tables)
            return replace(made, graph=graph, guarded=guarded)
    made = _lowered(graph, span, settings, {})
    resuming = partial(resuming_region, graph, span, settings, False)
    return replace(made, resuming=resuming, guarded=guarded)


def _guarded(
    make: Callable[[Graph, Span | None, Settings], NativeRegion],
    graph: Graph,
    span: Span | None,
    settings: Settings,
) -> Callable[[], NativeRegion] | None:
    """Return what makes a region so that no arm sets flags that is not taken."""
    if settings.guards:
        return None
    return partial(make, graph, span, replace(settings, guards=True))


def _lowered(
    graph: Graph,
    span: Span | None,
    settings: Settings,
    tables: Mapping[str, NumberTable],
) -> NativeRegion:
    def made(contiguous: bool) -> Module:
        return module(graph, lower(graph, contiguous, settings, tables))

    return _region(graph, made, span)


def resuming_region(
    graph: Graph, span: Span | None, settings: Settings, has_to_pay: bool = True
) -> NativeRegion:
    """Return a graph as a region that may call anything, and goes on after a fault.

    Parameters
    ----------
    graph, span, settings
        The graph, where it begins, and what the user asked for.
    has_to_pay : bool
        Whether it must be worth it by what it calls.

    Raises
    ------
    NotNative
        If it is not worth it, or something in it stays with the Python plan.
    """
    tested = with_truths(graph)

    def made(contiguous: bool) -> Module:
        return module(graph, lower_resuming(tested, contiguous, settings, has_to_pay))

    guarded = _guarded(
        partial(resuming_region, has_to_pay=False), graph, span, settings
    )
    return replace(_region(graph, made, span), guarded=guarded)


def _opened_region(
    graph: Graph, span: Span | None, settings: Settings, opened: OpenedLoop
) -> NativeRegion:
    """Return a loop as a region that computes it on fields of its inputs."""
    made = native_region(opened.graph, span, settings)
    guarded = _guarded(partial(_opened_region, opened=opened), graph, span, settings)
    return replace(made, graph=graph, opened=opened, guarded=guarded)


def _fused_region(graph: Graph, span: Span | None, settings: Settings) -> NativeRegion:
    """Return a graph of elementwise operations alone as a region.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """

    def made(contiguous: bool) -> Module:
        return module(graph, lower_fused(graph, settings, contiguous=contiguous))

    return _region(graph, made, span)


def _region(
    graph: Graph, made: Callable[[bool], Module], span: Span | None
) -> NativeRegion:
    """Return a region, which at first takes only arrays without gaps."""
    if any(isinstance(value.type, Array) for value in graph.inputs):
        return NativeRegion(graph, made(True), span, partial(made, False))
    return NativeRegion(graph, made(False), span)


def carve(
    graph: Graph, stand: Stand[NativeRegion], settings: Settings = EXACT
) -> Carved[NativeRegion]:
    """Return a graph with what can be machine code carved out."""
    return _NativeCarver(graph, stand, settings).carved()


class _NativeCarver(Carver[NativeRegion]):
    def __init__(
        self, graph: Graph, stand: Stand[NativeRegion], settings: Settings
    ) -> None:
        super().__init__(graph, stand)
        self._settings = settings

    def carved(self) -> Carved[NativeRegion]:
        """Return the graph with its regions carved out."""
        if sum(1 for _ in self.graph.nodes()) > MOST_NODES:
            return self.found
        for node in self.graph.nodes():
            if asks_identity(node):  # machine code makes numbers anew
                blocker = Blocker("the identity of numbers", node.span)
                self.found.blockers.append(blocker)
                return self.found
        whole = self._whole()
        if whole is None:
            return super().carved()
        self.found.graph = replace(self.graph, region=whole)
        return self.found

    def part(
        self,
        graph: Graph,
        span: Span | None,
        opened: OpenedLoop | None = None,
        whole: bool = False,
    ) -> NativeRegion:
        """Return a loop as a region, or the whole graph."""
        try:
            if opened is None:
                return native_region(graph, span, self._settings)
            return _opened_region(graph, span, self._settings, opened=opened)
        except NotNative as reason:
            if whole:
                raise
            return self._resuming(graph, span, reason)

    def part_with(self, graph: Graph, span: Span | None) -> NativeRegion:
        """Return a loop, and dicts of numbers that are made before it, as a region."""
        return native_region(graph, span, self._settings)

    def made_before(self, taken: Sequence[Node], before: Sequence[Node]) -> list[Node]:
        """Return the dicts and sets of numbers that are made for a loop."""
        wanted = {value.name for node in taken for value in read_by(node)}
        return [
            node
            for node in before
            if is_table(node)
            and node.results[0].name in wanted
            and not any(node.operands())
        ]

    def _resuming(
        self, graph: Graph, span: Span | None, reason: NotNative
    ) -> NativeRegion:
        """Return a loop as a region that calls what it has no instructions for."""
        try:
            return resuming_region(graph, span, self._settings)
        except NotNative as other:
            told = f"{other.reason}: {reason.reason}"
            raise NotNative(told, reason.span or other.span) from None

    def _whole(self) -> Region | None:
        """Return a region of one call, if all of a graph is native, and worth it."""
        graph = self.graph
        nodes = graph.region.nodes
        pays = any(node.operation in LOOPS for node in nodes) or any(groups(nodes))
        if not pays or graph.result is None:
            return None
        try:
            made = self.part(graph, nodes[0].span, whole=True)
        except NotNative:
            return None  # the loops are tried by themselves
        types = result_types(graph)
        several = gives_items(graph) and len(types) != 1
        if not several:  # the call of a region with one result gives that alone
            types = [argument_type(graph.result)]
        outputs = tuple(Value(f"native.{n}", of) for n, of in enumerate(types))
        fails = any(node.fails for node in graph.region.nodes)
        call = self.call(made, made.writes or acts(nodes), outputs, fails)
        result: Argument = Display("tuple", outputs) if several else outputs[0]
        return replace(graph.region, nodes=(call,), yields=(result,))

    def groups(self, nodes: list[Node], region: Region) -> bool:
        """Replace groups of elementwise operations; whether there were any."""
        changed = False
        for group in groups(nodes):
            call = self._group(group, nodes, region)
            if call is not None:
                members = set(map(id, group))
                last = next(n for n, each in enumerate(nodes) if each is group[-1])
                nodes[last] = call
                nodes[:] = [each for each in nodes if id(each) not in members]
                changed = True
        return changed

    def _group(
        self, group: list[Node], nodes: list[Node], region: Region
    ) -> Node | None:
        """Return the call that replaces a group of elementwise operations."""
        outputs = read_outside(group, nodes, region)
        if not 1 <= len(outputs) <= MOST_RESULTS:
            return None
        part = graph_of(self.name(), group, outputs)
        try:
            made = _fused_region(part, group[0].span, self._settings)
        except NotNative as reason:
            self.found.blockers.append(Blocker(reason.reason, reason.span))
            return None
        return self.call(made, False, outputs, False)
