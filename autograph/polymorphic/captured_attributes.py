"""Arrays that a graph reads from attributes of an object: inputs, where it is saved.

The graph of a method reads ``self.scale`` from the object at each run. In a file there
is no object: its arrays, as they are now, are values that the graph captures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Value, values_in
from runtime.passes.rewrite import Rewriter
from runtime.types import accepts, type_of


def with_captured_attributes(
    graph: Graph, objects: Mapping[str, object]
) -> tuple[Graph, dict[str, np.ndarray]]:
    """Return a graph in which arrays of objects are inputs, and the arrays by name.

    Parameters
    ----------
    graph : Graph
        Any graph.
    objects : mapping
        Objects that the graph captures, by the names of its inputs.

    Returns
    -------
    tuple
        The graph, without the inputs that it no longer uses, and the new inputs.
    """
    rewriter = _Reads(objects)
    rewritten = rewriter.graph(graph)
    if not rewriter.arrays:
        return graph, {}
    region = rewritten.region
    used = {value.name for value in values_in_all(rewritten)}
    kept = [
        (value, captured)
        for number, value in enumerate(region.parameters)
        if value.name not in objects or value.name in used
        for captured in [number >= len(region.parameters) - graph.captures]
    ]
    parameters = (*(value for value, _ in kept), *rewriter.inputs)
    captures = sum(captured for _, captured in kept) + len(rewriter.inputs)
    made = replace(region, parameters=parameters)
    return replace(rewritten, region=made, captures=captures), rewriter.arrays


def values_in_all(graph: Graph) -> set[Value]:
    """Return the values that something in a graph uses."""
    found = set(values_in(graph.result)) if graph.result is not None else set()
    for node in graph.nodes():
        found.update(node.operands())
        for region in node.regions:
            for argument in region.yields or ():
                found.update(values_in(argument))
    return found


class _Reads(Rewriter):
    def __init__(self, objects: Mapping[str, object]) -> None:
        super().__init__()
        self.inputs: list[Value] = []
        self.arrays: dict[str, np.ndarray] = {}
        self._objects = objects
        self._known: dict[tuple[str, str], Value] = {}

    def call(self, node: Node) -> Node | None:
        match node.operation.name, node.args:
            case "load_attribute", (Value() as target, Constant() as name):
                if target.name in self._objects and isinstance(name.value, str):
                    return self._read(node, target.name, name.value)
        return node

    def _read(self, node: Node, target: str, name: str) -> Node | None:
        # What a property or a descriptor would do is not run now.
        array = getattr(self._objects[target], "__dict__", {}).get(name)
        (result,) = node.results
        if type(array) is not np.ndarray or not accepts(result.type, type_of(array)):
            return node
        known = self._known.get((target, name))
        if known is None:
            known = self._known[target, name] = result
            self.inputs.append(result)
            self.arrays[result.name] = array
        elif known.type != result.type:
            return node
        else:
            self.replaced[result.name] = known
        return None
