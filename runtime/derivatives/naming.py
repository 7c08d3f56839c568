"""Which names regions bind and use, and nodes with other names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.ir.nodes import Argument, Node, Region, map_values, values_in


def bound_in(body: Region) -> set[str]:
    """Return the names that a region binds, itself or inside."""
    found = {value.name for value in body.parameters}
    for node in body.walk():
        found |= {value.name for value in node.results}
        for inner in node.regions:
            found |= {value.name for value in inner.parameters}
    return found


def free(nodes: Iterable[Node], yields: Iterable[Argument]) -> list[str]:
    """Return the names that nodes and yields use, in order of first use."""
    found: dict[str, None] = {}
    for node in nodes:
        found.update(dict.fromkeys(value.name for value in node.operands()))
        for body in node.regions:
            found.update(dict.fromkeys(free(body.nodes, body.yields or ())))
    for argument in yields:
        found.update(dict.fromkeys(value.name for value in values_in(argument)))
    return list(found)


def mapped(argument: Argument, mapping: dict[str, Argument]) -> Argument:
    """Return an argument in which values are replaced."""
    return map_values(argument, lambda value: mapping.get(value.name, value))


def renamed(node: Node, mapping: dict[str, Argument]) -> Node:
    """Return a node in which values are replaced."""
    if not mapping:
        return node
    return replace(
        node,
        args=tuple(mapped(each, mapping) for each in node.args),
        kwargs=tuple((name, mapped(each, mapping)) for name, each in node.kwargs),
        regions=tuple(
            replace(
                body,
                nodes=tuple(renamed(each, mapping) for each in body.nodes),
                yields=None
                if body.yields is None
                else tuple(mapped(each, mapping) for each in body.yields),
            )
            for body in node.regions
        ),
    )
