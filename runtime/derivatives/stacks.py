"""Lists that a graph uses as stacks alone: tapes of gradients, and those of users.

What is put on such a list is taken off again in the opposite order. So beside it there
can be another one, its *shadow*: with the derivatives of what the list holds forward,
and backward with the cotangents of what was taken off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value, values_in
from runtime.types import Tuple, Type

NOTHING = Constant(np.float64(0.0))
"""The derivative of a part that cannot vary."""


TAKING = ("list_pop", "take_back")
"""The rows that take the last item off a list."""


def parts_of(of: Type) -> tuple[Type, ...]:
    """Return the types of the parts of an item of a stack."""
    return of.items if isinstance(of, Tuple) else (of,)


def as_item(of: Type, parts: list[Argument]) -> Argument:
    """Return the derivatives of the parts of an item as an item of the shadow."""
    return Display("tuple", tuple(parts)) if isinstance(of, Tuple) else parts[0]


def parts_put(argument: Argument, of: Type) -> tuple[Argument, ...]:
    """Return the parts of an item as it is put on a stack."""
    if not isinstance(of, Tuple):
        return (argument,)
    assert isinstance(argument, Display)
    return argument.items


class Stacks:
    """The stacks of one graph, and the tuples taken off them.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.

    Attributes
    ----------
    parts : dict
        For each tuple taken off a stack the items taken from it: the position, and the
        value, by the name of the tuple.
    """

    def __init__(self, graph: Graph) -> None:
        self._lists: set[str] = set()
        self.parts: dict[str, list[tuple[int, Value]]] = {}
        self._homes: dict[str, int] = {}
        self._find(graph.region)
        for value in graph.region.parameters:
            self._lists.discard(value.name)
        self._check(graph.region)

    def is_stack(self, argument: Argument | None) -> TypeGuard[Value]:
        """Whether an argument is a list that is used as a stack alone."""
        return isinstance(argument, Value) and argument.name in self._lists

    def is_taken(self, argument: Argument | None) -> TypeGuard[Value]:
        """Whether an argument is a tuple taken off a stack."""
        return isinstance(argument, Value) and argument.name in self.parts

    def _find(self, region: Region) -> None:
        for node in region.nodes:
            name = node.operation.name
            if name == "list_new" and node.args == (Display("list", ()),):
                self._lists.add(node.results[0].name)
            elif name == "with_gradient":
                self.parts[node.results[0].name] = []
                self._homes[node.results[0].name] = id(region)
            elif name in TAKING and len(node.args) == 1:
                (item,) = node.results
                if isinstance(item.type, Tuple):
                    self.parts[item.name] = []
                    self._homes[item.name] = id(region)
            for inner in node.regions:
                self._find(inner)

    def _check(self, region: Region) -> None:
        """Take out what is used as something else."""
        for node in region.nodes:
            used = self._used(node, region)
            self._drop(each for each in node.operands() if each.name not in used)
            for inner in node.regions:
                self._check(inner)
        for argument in region.yields or ():
            self._drop(values_in(argument))

    def _used(self, node: Node, region: Region) -> set[str]:
        """Return the operands of a node that it uses as stacks, or tuples from some."""
        name = node.operation.name
        first = node.args[0] if node.args else None
        if not isinstance(first, Value) or node.kwargs:
            return set()
        if name in TAKING and len(node.args) == 1:
            return {first.name}
        if name == "list_append" and len(node.args) == 2:
            held = {value.name for value in values_in(node.args[1])}
            return {first.name} - held
        if name == "getitem" and self._homes.get(first.name) == id(region):
            place = node.args[1]
            if isinstance(place, Constant) and type(place.value) is int:
                self.parts[first.name].append((place.value, node.results[0]))
                return {first.name}
        return set()

    def _drop(self, values: Iterable[Value]) -> None:
        for value in values:
            self._lists.discard(value.name)
            self.parts.pop(value.name, None)
