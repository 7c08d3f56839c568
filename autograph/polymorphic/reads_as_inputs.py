"""What a graph reads from an object at each run: inputs, where it is saved.

The graph of a method reads ``self.scale`` from the object, and ``options["by"]`` from a
dict that is passed. In a file there is no object: its arrays, as they are now, are
values that the graph captures. Items of a dict come with the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Value, values_in
from runtime.passes.rewrite import Rewriter
from runtime.types import Type

Find = Callable[[str, str, Any, Type], Any]
"""Takes the name of a value, the reading operation, the attribute or key, and the type.

It returns what the input is given, or None if it has to be read at run time.
"""


def with_reads_as_inputs(
    graph: Graph, objects: set[str], find: Find
) -> tuple[Graph, dict[str, Any]]:
    """Return a graph that is given what it reads, and what the new inputs are given.

    Parameters
    ----------
    graph : Graph
        Any graph.
    objects : set of str
        The inputs that are left out where nothing else uses them.
    find : callable
        Says what a read gives.
    """
    # What the graph changes, or hands on, is read when its turn comes.
    rewriter = _Reads(objects - _used_otherwise(graph), find)
    rewritten = rewriter.graph(graph)
    region = rewritten.region
    used = {value.name for value in _used(rewritten)}
    first = len(region.parameters) - graph.captures
    kept = [
        (value, number >= first)
        for number, value in enumerate(region.parameters)
        if value.name not in objects or value.name in used
    ]
    parameters = (*(value for value, _ in kept), *rewriter.inputs)
    if parameters == region.parameters:
        return graph, {}
    captures = sum(captured for _, captured in kept) + len(rewriter.inputs)
    made = replace(region, parameters=parameters)
    return replace(rewritten, region=made, captures=captures), rewriter.given


def _used_otherwise(graph: Graph) -> set[str]:
    """Return the values that something else uses than reads of a known key."""
    return {value.name for value in _used(graph, _read_key)}


def _used(
    graph: Graph, but: Callable[[Node], object] = lambda node: None
) -> set[Value]:
    """Return the values that something in a graph uses, but for some nodes."""
    found = set(values_in(graph.result)) if graph.result is not None else set()
    for node in graph.nodes():
        if but(node) is None:
            found.update(node.operands())
        for region in node.regions:
            for argument in region.yields or ():
                found.update(values_in(argument))
    return found


def _read_key(node: Node) -> tuple[str, int | str] | None:
    """Return the value that a node reads from, and the key; None if it does not."""
    match node.operation.name, node.args:
        case "load_attribute" | "load_item", (Value() as target, Constant() as key):
            found = key.value
            if isinstance(found, (int, str)) and type(found) in (int, str):
                return target.name, found
    return None


class _Reads(Rewriter):
    def __init__(self, objects: set[str], find: Find) -> None:
        super().__init__()
        self.inputs: list[Value] = []
        self.given: dict[str, Any] = {}
        self._objects = set(objects)
        self._find = find
        self._known: dict[tuple[str, str, Any], Value] = {}

    def call(self, node: Node) -> Node | None:
        read = _read_key(node)
        if read is not None and read[0] in self._objects and len(node.results) == 1:
            return self._read(node, read[0], node.operation.name, read[1])
        return node

    def _read(self, node: Node, target: str, operation: str, key: Any) -> Node | None:
        (result,) = node.results
        known = self._known.get((target, operation, key))
        if known is not None and known.type == result.type:
            self.replaced[result.name] = known
            return None
        source = self._find(target, operation, key, result.type)
        if known is not None or source is None:
            return node
        self._known[target, operation, key] = result
        self.inputs.append(result)
        self.given[result.name] = source
        return None
