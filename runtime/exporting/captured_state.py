"""Captured arrays that a graph changes: of them an export has copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from runtime.exporting.refusing import refusal
from runtime.ir.behavior import behavior, structure, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Value, values_in
from runtime.saving.saved import Saved


def check_captures(saved: Saved, graph: Graph) -> None:
    """Refuse a graph that changes an array which no call gives.

    Raises
    ------
    NotExportable
        If it does, with the line.
    """
    pairs = zip(graph.inputs, saved.sources, strict=True)
    for value, source in pairs:
        if isinstance(source, np.ndarray):
            node = _writer(graph, value)
            if node is not None:
                raise refusal(
                    graph,
                    f"it changes {value.base}, of which an export has a copy",
                    span=node.span,
                    hint=f"pass {value.base} as an argument",
                )


def _writer(graph: Graph, value: Value) -> Node | None:
    """Return a node that writes an array, or what shares its memory."""
    shared = {value.name}
    size = 0
    while size < len(shared):
        size = len(shared)
        for node in graph.nodes():
            for target, sources in _sharing(node):
                if any(each.name in shared for each in _values(sources)):
                    shared.add(target.name)
    return next(
        (
            node
            for node in graph.nodes()
            if not node.regions
            and any(each.name in shared for each in _values(written_arguments(node)))
        ),
        None,
    )


def _sharing(node: Node) -> Iterator[tuple[Value, tuple[Argument, ...]]]:
    """Yield values of a node, and what each may share memory with."""
    construct = structure(node)
    if construct is None:
        if not behavior(node).fresh(node):
            arguments = (*node.args, *(each for _, each in node.kwargs))
            for result in node.results:
                yield result, arguments
        return
    for column in (*construct.columns(node), *construct.fixed(node)):
        for target in column.targets:
            yield target, column.sources
    for target, source in construct.aliases(node):
        yield target, (source,)


def _values(arguments: Iterable[Argument]) -> Iterator[Value]:
    for each in arguments:
        yield from values_in(each)
