"""The walk that passes share: over the graph in order, rebuilding what changes.

A part of the graph in which nothing changes stays the same object, so a pass that finds
nothing to do returns its graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from operator import is_
from typing import cast

from runtime.constructs import Construct, Settled
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    map_values,
)


class Rewriter:
    """Walks a graph and replaces values; a pass overrides the methods it needs.

    Attributes
    ----------
    replaced : dict
        The replacements of values from here on, by their names.
    """

    def __init__(self) -> None:
        self.replaced: dict[str, Argument] = {}

    def graph(self, graph: Graph) -> Graph:
        """Rewrite a graph."""
        region = self.region(graph.region)
        return graph if region is graph.region else replace(graph, region=region)

    def call(self, node: Node) -> Node | None:
        """Rewrite a call; return None to drop it."""
        return node

    def enter(self, node: Node, construct: Construct) -> Node | Settled:
        """Rewrite a construct before its regions, or settle it."""
        return node

    def open(self, construct: Construct, position: int) -> None:
        """Record that a region of a construct begins."""

    def close(self, construct: Construct, position: int) -> None:
        """Record that a region of a construct has ended."""

    def leave(self, node: Node, construct: Construct) -> Node:
        """Rewrite a construct after its regions."""
        return node

    def is_last(self, node: Node, construct: Construct) -> bool:
        """Whether the rest of the region after the node is dropped."""
        return False

    def region(self, region: Region) -> Region:
        """Rewrite a region."""
        # One Python frame for each level of nesting, so that a long chain of "elif"
        # stays far from the recursion limit.
        pending = deque(region.nodes)
        nodes: list[Node] = []
        endless = region.yields is None
        while pending:
            node = self._operands(pending.popleft())
            if not node.regions:
                call = self.call(node)
                if call is not None:
                    nodes.append(call)
                continue
            construct = cast(Construct, node.operation)
            entered = self.enter(node, construct)
            if isinstance(entered, Settled):
                if entered.results is None:
                    pending.clear()
                    endless = True
                pending.extendleft(reversed(entered.nodes))
                continue
            node = entered
            bodies = []
            for position, body in enumerate(node.regions):
                self.open(construct, position)
                bodies.append(self.region(body))
                self.close(construct, position)
            if not _same(bodies, node.regions):
                node = replace(node, regions=tuple(bodies))
            node = self.leave(node, construct)
            nodes.append(node)
            if self.is_last(node, construct):
                pending.clear()
                endless = True
        yields = None if endless else self.arguments(region.yields or ())
        if yields is region.yields and _same(nodes, region.nodes):
            return region
        return Region(region.parameters, tuple(nodes), yields)

    def argument(self, argument: Argument) -> Argument:
        """Return the replacement of an argument."""
        if not self.replaced or isinstance(argument, Constant):
            return argument
        if isinstance(argument, Display):
            return map_values(argument, self.argument)
        standing = self.replaced.get(argument.name)
        if standing is None:
            return argument
        standing = self.argument(standing)
        self.replaced[argument.name] = standing
        return standing

    def arguments(self, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
        """Return the replacements of some arguments: the same tuple if all stay."""
        if not self.replaced:
            return arguments
        found = tuple([self.argument(argument) for argument in arguments])
        return arguments if _same(found, arguments) else found

    def replace(
        self, values: tuple[Value, ...], arguments: tuple[Argument, ...]
    ) -> None:
        """Replace values by arguments from here on."""
        for value, argument in zip(values, arguments, strict=True):
            self.replaced[value.name] = argument

    def _operands(self, node: Node) -> Node:
        if not self.replaced:
            return node
        args = self.arguments(node.args)
        kwargs = node.kwargs
        if kwargs:
            values = tuple(argument for _, argument in kwargs)
            standing = self.arguments(values)
            if standing is not values:
                kwargs = tuple(
                    (name, argument) for (name, _), argument in zip(kwargs, standing)
                )
        if args is node.args and kwargs is node.kwargs:
            return node
        return replace(node, args=args, kwargs=kwargs)


def _same(left: Sequence[object], right: Sequence[object]) -> bool:
    """Whether two sequences hold the same objects."""
    return len(left) == len(right) and all(map(is_, left, right))
