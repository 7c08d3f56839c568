"""Unpacking into targets: ``a, b = items`` where each item of a value gets a name.

The graph has one value for what was unpacked, and takes its items one by one. In the
plan the node assigns all items itself, as Python does it fastest. So does a loop whose
turns take each a tuple apart: ``for x, y in zip(a, b)`` makes one tuple for all turns,
and one for each where the loop holds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from runtime.constructs import FOR, For
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value, values_in
from runtime.ops import OPS
from runtime.types import ANY, Tuple

_INTO_TARGETS = replace(OPS["unpack"], template="{0}")
"""The row of an unpacking that assigns the items."""


class ForTargets(For):
    """The loop over tuples of this many items, each with a parameter of its own."""

    def __init__(self, count: int) -> None:
        self.count = count

    def elements(self, node: Node) -> tuple[Value, ...]:
        """Return the first parameters."""
        return node.regions[0].parameters[: self.count]

    def states(self, node: Node) -> tuple[Value, ...]:
        """Return the parameters after them."""
        return node.regions[0].parameters[self.count :]


Targets = dict[str, dict[int, Value]]
"""The values of the items of each value that is unpacked into targets, by its name."""


def with_targets(graph: Graph) -> Graph:
    """Return a graph for the plan alone, in which unpackings assign the items."""
    targets = _find_targets(graph)
    if not targets:
        return graph
    return replace(graph, region=_rewritten(graph.region, targets))


def _find_targets(graph: Graph) -> Targets:
    """Return the items of all that is unpacked and used item by item alone."""
    nodes = list(graph.nodes())
    counts = {
        node.results[0].name: _count(node)
        for node in nodes
        if node.operation is OPS["unpack"]
        and len(node.results) == 1
        and _count(node) > 1
    }
    for node in nodes:
        if node.operation is FOR:
            element = node.regions[0].parameters[0]
            if isinstance(element.type, Tuple) and len(element.type.items) > 1:
                counts[element.name] = len(element.type.items)
    if not counts:
        return {}
    found: Targets = {name: {} for name in counts}
    uses = Counter(value.name for value in _used(graph, nodes))
    for node in nodes:
        item = _item(node)
        if item is not None and item[1] in range(counts.get(item[0], 0)):
            found[item[0]][item[1]] = node.results[0]
    # What raises where it unpacks, and is used no further, needs no names.
    return {
        name: items
        for name, items in found.items()
        if uses[name] == len(items) and any(uses[each.name] for each in items.values())
    }


def _used(graph: Graph, nodes: list[Node]) -> Iterator[Value]:
    """Yield a value for each of its uses."""
    regions = [graph.region, *(region for node in nodes for region in node.regions)]
    for node in nodes:
        yield from node.operands()
    for region in regions:
        for argument in region.yields or ():
            yield from values_in(argument)


def _count(node: Node) -> int:
    count = node.args[1]
    return count.value if isinstance(count, Constant) else 0  # type: ignore[return-value]


def _item(node: Node) -> tuple[str, int] | None:
    """Return the value and the index, for a node that takes an item of a tuple."""
    if node.operation is not OPS["getitem"] or not node.results:
        return None
    value, index = node.args
    if not (isinstance(value, Value) and isinstance(index, Constant)):
        return None
    return (value.name, index.value) if type(index.value) is int else None


def _rewritten(region: Region, targets: Targets) -> Region:
    nodes = []
    for node in region.nodes:
        item = _item(node)
        if item is not None and item[0] in targets:
            continue
        name = node.results[0].name if node.results else ""
        if name in targets and node.operation is OPS["unpack"]:
            node = replace(
                node,
                operation=_INTO_TARGETS,
                args=node.args[:1],
                results=_items(name, _count(node), targets),
            )
        elif node.regions:
            inner = tuple([_rewritten(each, targets) for each in node.regions])
            node = replace(node, regions=inner)
            if node.operation is FOR:
                node = _over_items(node, targets)
        nodes.append(node)
    return replace(region, nodes=tuple(nodes))


def _items(name: str, count: int, targets: Targets) -> tuple[Value, ...]:
    """Return the values of the items of a value, with others for those not used."""
    unused = [Value(f"unused.{name}.{place}", ANY) for place in range(count)]
    return tuple([targets[name].get(place, unused[place]) for place in range(count)])


def _over_items(node: Node, targets: Targets) -> Node:
    """Return a loop with a parameter for each item that it takes of its elements."""
    (body,) = node.regions
    element, *states = body.parameters
    if element.name not in targets or not isinstance(element.type, Tuple):
        return node
    count = len(element.type.items)
    items = _items(element.name, count, targets)
    body = replace(body, parameters=(*items, *states))
    return replace(node, operation=ForTargets(count), regions=(body,))
