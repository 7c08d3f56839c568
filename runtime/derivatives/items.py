"""Items of containers that a graph takes as arguments: inputs of their own.

A dict or list of the caller's is one input of a graph, which loads its items. To be
differentiated by, an item has to be an input itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from runtime.building import Names
from runtime.errors import NotDifferentiable, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value, values_in
from runtime.passes.rewrite import Rewriter


def open_items(
    graph: Graph, containers: Mapping[str, str], wanted: Collection[str]
) -> tuple[Graph, list[str]]:
    """Return a graph that takes items of containers as inputs, and their places.

    Parameters
    ----------
    graph : Graph
        Any graph.
    containers : mapping
        Where the inputs stand in the arguments, by the names of the inputs.
    wanted : collection of str
        The places of the items.

    Raises
    ------
    NotDifferentiable
        If a container that holds one of them is used as a whole.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph('''graph f(p: obj) -> np.float64 {
    ...   w: np.float64 = load_item(p, "w")
    ...   y: np.float64 = multiply(w, 2.0)
    ...   return y
    ... }''')
    >>> opened, places = open_items(graph, {"p": "p"}, ["p['w']"])
    >>> print(opened, places)
    graph f(p: obj; captures item.1: np.float64) -> np.float64 {
      y: np.float64 = multiply(item.1, 2.0)
      return y
    }
     ["p['w']"]
    """
    held = {
        value: containers[value.name]
        for value in graph.inputs
        if value.name in containers
        and any(_is_within(place, containers[value.name]) for place in wanted)
    }
    if not held:
        return graph, []
    opening = _Opening(graph, {v.name: place for v, place in held.items()}, wanted)
    body = opening.graph(graph).region
    found = list(opening.inputs)
    region = Region(
        (*body.parameters, *opening.inputs.values()), body.nodes, body.yields
    )
    made = replace(graph, region=region, captures=graph.captures + len(found))
    return made, found


def _is_within(place: str, container: str) -> bool:
    return place.startswith((f"{container}[", f"{container}."))


class _Opening(Rewriter):
    def __init__(
        self, graph: Graph, containers: Mapping[str, str], wanted: Collection[str]
    ) -> None:
        super().__init__()
        self.inputs: dict[str, Value] = {}
        self._names = Names(graph)
        self._containers = containers
        self._wanted = wanted
        for value in self._yielded(graph.region):
            raise self._whole(value, "returned", None)
        for node in graph.nodes():
            for value in self._held(node):
                if self._place(node) is None:
                    raise self._whole(value, "used", node.span)

    def _whole(self, value: Value, done: str, span: Span | None) -> NotDifferentiable:
        return NotDifferentiable(
            f"{self._containers[value.name]!r} is {done} as a whole",
            span=span,
            hint="take its items one by one, or pass one array",
        )

    def _held(self, node: Node) -> Iterator[Value]:
        for value in node.operands():
            if value.name in self._containers:
                yield value
        for region in node.regions:
            yield from self._yielded(region)

    def _yielded(self, region: Region) -> Iterator[Value]:
        for argument in region.yields or ():
            yield from (v for v in values_in(argument) if v.name in self._containers)

    def _place(self, node: Node) -> str | None:
        """Return the place of the item that a call loads."""
        if node.operation.name != "load_item" or len(node.args) != 2:
            return None
        container, key = node.args
        if not isinstance(container, Value) or not isinstance(key, Constant):
            return None
        place = self._containers.get(container.name)
        found = f"{place}[{key.value!r}]"
        within = any(_is_within(each, found) for each in self._wanted)
        return None if place is None or within else found

    def call(self, node: Node) -> Node | None:
        place = self._place(node) if any(True for _ in self._held(node)) else None
        if place is None or place not in self._wanted:
            return node
        (result,) = node.results
        if place not in self.inputs:
            self.inputs[place] = Value(self._names.new("item"), result.type)
        self.replace(node.results, (self.inputs[place],))
        return None
