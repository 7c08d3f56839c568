"""Makes empty lists where they are used first: what is counted before is known there.

Identity: making an empty list does nothing else, and nobody sees when it is made.

Must not touch lists that are made of items: these may change before.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Region
from runtime.passes.lists.filled_lists import is_empty_list, mentions

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[?]) -> list<float> {
             l.1: list<float> = list_new([])
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             for i.1: int in t.2 {
               list_append(l.1, 1.5)
               yield
             }
             return l.1
           }""",
        """graph f(x: float64[?]) -> list<float> {
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             l.1: list<float> = list_new([])
             for i.1: int in t.2 {
               list_append(l.1, 1.5)
               yield
             }
             return l.1
           }""",
    ),
    (
        """graph f(x: float64[?]) -> int {
             l.1: list<float> = list_new([1.5])
             t.1: int = dimension(x, 0)
             list_append(l.1, 2.5)
             return t.1
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return a graph whose empty lists are made where they are used first."""
    region = _late(graph.region)
    return graph if region == graph.region else replace(graph, region=region)


def _late(region: Region) -> Region:
    made: list[Node] = []
    waiting: list[Node] = []
    for node in region.nodes:
        if is_empty_list(node):
            waiting.append(node)
            continue
        used = [each for each in waiting if mentions(node, each.results[0].name)]
        waiting = [each for each in waiting if each not in used]
        inner = tuple(map(_late, node.regions))
        made += [*used, replace(node, regions=inner) if inner else node]
    return replace(region, nodes=(*made, *waiting))
