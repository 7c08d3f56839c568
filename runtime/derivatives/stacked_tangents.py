"""Tangents of what is on lists, and in results of calls with rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import cast as typed

from runtime.building import Names
from runtime.derivatives.activity import may_vary
from runtime.derivatives.given_rules import items
from runtime.derivatives.given_tangents import pushed
from runtime.derivatives.known_shapes import DerivativeBuilder
from runtime.derivatives.lost import Lost
from runtime.derivatives.reverse import Reverse
from runtime.derivatives.row_rules import cast
from runtime.derivatives.rules_as_text import PULLED, rule_of
from runtime.derivatives.stacks import (
    ADDING,
    COUNTING,
    MAKING,
    NOTHING,
    READING,
    as_item,
    parts_put,
)
from runtime.errors import NoDerivative
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.types import List


class StackedTangents(ABC):
    """The derivatives of a graph in forward mode, with those of its lists.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    tangents : mapping
        The derivatives of inputs, by the name of the input.
    names : Names
        Where new names come from.
    """

    def __init__(
        self, graph: Graph, tangents: Mapping[str, Argument], names: Names
    ) -> None:
        inputs = [value for value in graph.inputs if value.name in tangents]
        self._graph = graph
        self.of = DerivativeBuilder(names)
        self._tangents: dict[str, Argument | Lost] = dict(tangents)
        self._reverse = Reverse(graph, inputs, names)

    @abstractmethod
    def tangent(self, argument: Argument) -> Argument:
        """Return the derivative of an argument: zeros where it does not vary."""

    @abstractmethod
    def varies(self, argument: Argument) -> bool:
        """Whether something in an argument varies with the inputs asked for."""

    def _by_rule(self, node: Node) -> bool:
        """Write a call that carries a rule, or take its result apart, if it is one."""
        stacks = self._reverse.stacks
        if node.operation.name == "with_gradient":
            self.of.nodes.append(node)
            (result,) = node.results
            if not self.varies(result):
                return True
            try:
                if rule_of(node)[0] == PULLED:
                    told = pushed(self, node, self._reverse.backward)
                else:  # forward nothing is kept, and so nothing runs again
                    told = tuple(map(self._part, items(node.args[0])))
                self._tangents[result.name] = Display("tuple", told)
            except NoDerivative as error:
                self._lose(node, error)
            return True
        first = node.args[0] if node.args else None
        if not stacks.is_taken(first):
            return False
        known = self._tangents.get(first.name)
        (result,) = node.results
        if isinstance(known, Lost):
            self._tangents[result.name] = known
        elif isinstance(known, Display):
            place = node.args[1]
            assert isinstance(place, Constant)
            assert isinstance(place.value, int)
            self._tangents[result.name] = known.items[place.value]
        else:
            return False
        self.of.nodes.append(node)
        return True

    def _on_stack(self, node: Node) -> bool:
        """Write a use of a stack with that of its shadow; whether it was one."""
        stacks = self._reverse.stacks
        first = node.args[0] if node.args else None
        name = node.operation.name
        if name in MAKING:
            (result,) = node.results
            if not (stacks.is_stack(result) and self.varies(result)):
                return False
            shadow = self._reverse.shadow_of(result)
            given = node.args
            if name == "list_new":
                parts = typed(Display, node.args[0]).items
                given = (Display("list", tuple(map(self._part, parts))),)
            self._tangents[result.name] = shadow
            self.of.nodes += [node, replace(node, args=given, results=(shadow,))]
            return True
        known = self._tangents.get(first.name) if isinstance(first, Value) else None
        if not isinstance(known, Value):
            return False
        if stacks.is_stack(first):
            assert isinstance(known.type, List)
            self.of.nodes.append(node)
            if name in (*ADDING, *READING, *COUNTING):
                self._on_items(node, known)
            elif name == "setitem":
                _, place, item = node.args
                self.of.setitem(known, place, self._part(item))
            elif name == "list_append":
                parts = parts_put(node.args[1], known.type.element)
                put = as_item(known.type.element, list(map(self._part, parts)))
                self.of.list_append(known, put)
            else:
                (result,) = node.results
                row = OPS[node.operation.name]
                found = self.of.call(row, (known,), of=known.type.element)
                self._tangents[result.name] = found
            return True
        if stacks.is_taken(first):
            (result,) = node.results
            self.of.nodes.append(node)
            if self.varies(result):
                found = self.of.getitem(known, node.args[1])
                self._tangents[result.name] = cast(self.of, found, result)
            return True
        return False

    def _on_items(self, node: Node, shadow: Value) -> None:
        """Write a use of the items of a list with that of its shadow."""
        name = node.operation.name
        if name in COUNTING:
            return
        if name in ADDING:
            *rest, g = node.args[1:]
            row = OPS[name]
            self.of.call(row, (shadow, *rest, self.tangent(g)))
            return
        (result,) = node.results
        if node.kwargs or len(node.args) > 1 + (name in ("getitem", "sum_of")):
            self._lose(node, self._reverse.lost(node, result, ": an option"))
            return
        more = node.args[1:]
        if name == "sum_of":
            more = (self.tangent(more[0]) if more else NOTHING,)
        found = self.of.call(OPS[name], (shadow, *more))
        self._tangents[result.name] = cast(self.of, found, result)

    def _part(self, argument: Argument) -> Argument:
        """Return the derivative of a part of an item put on a stack."""
        varies = may_vary(argument_type(argument))
        return self.tangent(argument) if varies else NOTHING

    def _lose(self, node: Node, error: NoDerivative) -> None:
        for result in node.results:
            self._tangents[result.name] = Lost(error)
