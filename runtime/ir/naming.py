"""Which names regions bind and use, and nodes with other names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from runtime.ir.nodes import (
    Argument,
    Node,
    Region,
    Value,
    map_values,
    values_in,
)


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


def rebound(nodes: Iterable[Node], mapping: Mapping[str, Argument]) -> list[Node]:
    """Return nodes in which values are replaced where they are bound and used.

    Parameters
    ----------
    nodes : iterable of Node
        The nodes of a region.
    mapping : mapping
        By name what stands for a value: a value where the nodes bind it.
    """
    return [_rebound(node, mapping) for node in nodes]


def _rebound(node: Node, mapping: Mapping[str, Argument]) -> Node:
    def new(argument: Argument) -> Argument:
        return map_values(argument, lambda value: mapping.get(value.name, value))

    def bound(values: tuple[Value, ...]) -> tuple[Value, ...]:
        found = [new(value) for value in values]
        return tuple(each for each in found if isinstance(each, Value))

    return replace(
        node,
        args=tuple(map(new, node.args)),
        kwargs=tuple((name, new(each)) for name, each in node.kwargs),
        results=bound(node.results),
        regions=tuple(
            Region(
                bound(body.parameters),
                tuple(rebound(body.nodes, mapping)),
                None if body.yields is None else tuple(map(new, body.yields)),
            )
            for body in node.regions
        ),
    )
