"""Lists and dicts that a loop only reads: made once, before the loop.

The graph has them as displays where they are read, since nothing in them depends on the
turn: ``letters[i]`` of a list that Python knew while tracing. Written so into the plan,
each turn would make the list again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from runtime.ir.behavior import structure
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display, Node, Region, Value, values_in
from runtime.ops import OPS
from runtime.types import ANY, Container, List

_READS = {
    "getitem": 0,
    "load_item": 0,
    "list_index": 0,
    "list_count": 0,
    "contains": 1,
    "contains_not": 1,
}
"""The rows that only look into an operand, and its place: any that is equal will do."""
_MADE = {"list": ("items", OPS["list_new"]), "dict": ("table", OPS["dict_new"])}
"""The name and the row of a container that is made once, by the kind of its display."""

Made = Mapping[Display, Value]
"""The containers that have been made, by their displays."""


def with_containers_made_once(graph: Graph) -> Graph:
    """Return a graph for the plan alone, in which loops make no list that they read."""
    loops = [node for node in graph.nodes() if _is_loop(node)]
    if not any(True for loop in loops for _ in _read_in(loop)):
        return graph
    return replace(graph, region=_Making(graph).region(graph.region, {}))


class _Making:
    def __init__(self, graph: Graph) -> None:
        self._taken = {value.name for value in graph.inputs} | {
            name for node in graph.nodes() for name in _bound_by(node)
        }

    def region(self, region: Region, made: Made) -> Region:
        """Rewrite a region, where these containers have been made."""
        nodes: list[Node] = []
        for node in region.nodes:
            if _is_loop(node):
                displays = _invariant(node, made)
                new = [self._making(each) for each in displays]
                nodes += new
                made = {
                    **made,
                    **dict(zip(displays, (each.results[0] for each in new))),
                }
            if node.regions:
                inner = tuple([self.region(each, made) for each in node.regions])
                node = replace(node, regions=inner)
            elif made:
                node = _with_made(node, made)
            nodes.append(node)
        return replace(region, nodes=tuple(nodes))

    def _making(self, display: Display) -> Node:
        """Return the node that makes a container."""
        base, row = _MADE[display.kind]
        number = 1
        while (name := f"{base}.{number}") in self._taken:
            number += 1
        self._taken.add(name)
        of = List(ANY) if display.kind == "list" else Container("dict")
        return Node(row, (display,), results=(Value(name, of),))


def _is_loop(node: Node) -> bool:
    construct = structure(node)
    return construct is not None and construct.loops


def _read_in(loop: Node) -> Iterator[Display]:
    """Yield the displays that the body of a loop only reads."""
    for region in loop.regions:
        for node in region.walk():
            display = _read_by(node)
            if display is not None:
                yield display


def _read_by(node: Node) -> Display | None:
    """Return the list or dict that a node makes to read it, and for nothing else."""
    place = _READS.get(node.operation.name)
    display = None if place is None else node.args[place]
    if not isinstance(display, Display):
        return None
    if display.kind == "dict":  # others may call the user's `__hash__`
        keys = display.items[::2]
        return display if all(isinstance(key, Constant) for key in keys) else None
    return display if display.kind == "list" else None


def _invariant(loop: Node, made: Made) -> list[Display]:
    """Return the displays read in a loop that are the same in each of its turns."""
    bound: set[str] = set()
    for region in loop.regions:
        bound.update(value.name for value in region.parameters)
        for node in region.walk():
            bound.update(_bound_by(node))
    return [
        display
        for display in dict.fromkeys(_read_in(loop))
        if display not in made
        and not any(value.name in bound for value in values_in(display))
    ]


def _bound_by(node: Node) -> Iterator[str]:
    """Yield the names of the values that a node and its regions take."""
    for value in node.results:
        yield value.name
    for region in node.regions:
        for value in region.parameters:
            yield value.name


def _with_made(node: Node, made: Made) -> Node:
    display = _read_by(node)
    if display is None or display not in made:
        return node
    args = [made[display] if each is display else each for each in node.args]
    return replace(node, args=tuple(args))
