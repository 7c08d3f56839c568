"""Named tuples that a saved graph makes: told by their names, without their classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.named_tuples import name_and_fields
from runtime.ops import OPS


def with_named_tuples(graph: Graph, objects: Mapping[str, Any]) -> Graph:
    """Return a graph that makes named tuples of classes that nobody has to know.

    Parameters
    ----------
    graph : Graph
        Any graph.
    objects : mapping
        What inputs of the graph are that come from outside, by their names.
    """
    told = {
        name: named
        for name, value in objects.items()
        if isinstance(value, type) and (named := name_and_fields(value)) is not None
    }

    def changed(node: Node) -> Node:
        kind = node.args[0] if node.args else None
        if node.operation.name == "build" and isinstance(kind, Value):
            if kind.name in told:
                names = tuple(map(Constant, told[kind.name]))
                args = (*names, *node.args[1:])
                return replace(node, operation=OPS["build_named"], args=args)
        return replace(node, regions=tuple(map(within, node.regions)))

    def within(region: Region) -> Region:
        return replace(region, nodes=tuple(map(changed, region.nodes)))

    return replace(graph, region=within(graph.region)) if told else graph
