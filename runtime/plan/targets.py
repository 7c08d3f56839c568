"""Unpacking into targets: ``a, b = items`` where each item of a value gets a name.

The graph has one value for what was unpacked, and takes its items one by one. In the
plan the node assigns all items itself, as Python does it fastest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value, values_in
from runtime.ops import OPS
from runtime.types import ANY

_INTO_TARGETS = replace(OPS["unpack"], template="{0}")
"""The row of an unpacking that assigns the items."""
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
        if node.operation is OPS["unpack"] and node.results and _count(node) > 1
    }
    if not counts:
        return {}
    found: Targets = {name: {} for name in counts}
    uses = Counter(value.name for value in _used(graph, nodes))
    for node in nodes:
        item = _item(node)
        if item is not None and item[1] in range(counts.get(item[0], 0)):
            found[item[0]][item[1]] = node.results[0]
    return {name: items for name, items in found.items() if uses[name] == len(items)}


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
            items = targets[name]
            results = [
                items.get(place, Value(f"{name}.{place}.unused", ANY))
                for place in range(_count(node))
            ]
            node = replace(
                node,
                operation=_INTO_TARGETS,
                args=node.args[:1],
                results=tuple(results),
            )
        elif node.regions:
            inner = tuple([_rewritten(each, targets) for each in node.regions])
            node = replace(node, regions=inner)
        nodes.append(node)
    return replace(region, nodes=tuple(nodes))
