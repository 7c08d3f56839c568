"""Lists that get some items at once get them one by one.

Identity: items that are written down are values by then, and appending to a list raises
nothing and runs no code in between.

Must not touch iterables that are not written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value, values_in
from runtime.ops import OPS
from runtime.passes import dead
from runtime.passes.lists.filled_lists import used_within
from runtime.passes.lists.list_groups import known_items

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float, y: float) -> list<float> {
             l.1: list<float> = list_new([x])
             k.1: list<float> = list_new([y, 1.5])
             list_extend(l.1, k.1)
             return l.1
           }""",
        """graph f(x: float, y: float) -> list<float> {
             l.1: list<float> = list_new([x])
             list_append(l.1, y)
             list_append(l.1, 1.5)
             return l.1
           }""",
    ),
    (
        """graph f(x: list<float>) -> list<float> {
             l.1: list<float> = list_new([])
             list_extend(l.1, x)
             return l.1
           }""",
        None,
    ),
    (
        """graph f(y: float) -> (list<float>; list<float>) {
             l.1: list<float> = list_new([])
             k.1: list<float> = list_new([y])
             list_extend(l.1, k.1)
             return (l.1, k.1)
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return a graph in which lists get items one by one, where these are known."""
    ends = [each for end in graph.region.yields or () for each in values_in(end)]
    used = [each for node in graph.region.nodes for each in used_within(node)]
    uses = Counter(value.name for value in (*used, *ends))
    made = {
        node.results[0].name: node.args[0]
        for node in graph.nodes()
        if node.operation.name == "list_new" and node.args and node.results
    }
    alone = {name: each for name, each in made.items() if uses[name] == 1}
    region = _appended(graph.region, alone)
    return graph if region is graph.region else dead.run(replace(graph, region=region))


def _appended(region: Region, made: Mapping[str, Argument]) -> Region:
    nodes: list[Node] = []
    changed = False
    for node in region.nodes:
        regions = tuple(_appended(each, made) for each in node.regions)
        one_by_one = list(_one_by_one(node, made))
        inside = any(a is not b for a, b in zip(regions, node.regions, strict=True))
        changed |= inside or bool(one_by_one)
        nodes += one_by_one or [replace(node, regions=regions) if inside else node]
    return replace(region, nodes=tuple(nodes)) if changed else region


def _one_by_one(node: Node, made: Mapping[str, Argument]) -> Iterator[Node]:
    """Yield what appends the items that a node gives a list; nothing for others."""
    if node.operation.name != "list_extend" or node.results or node.fails:
        return
    target, given = node.args
    name = given.name if isinstance(given, Value) else ""
    for item in known_items(made.get(name, given)) or ():
        yield replace(node, operation=OPS["list_append"], args=(target, item))
