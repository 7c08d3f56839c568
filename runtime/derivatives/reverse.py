"""Reverse mode: from the results of a graph back to its arguments.

A region is walked from its end. What the way back needs of a turn of a loop, or of an
arm of a branch, goes as one tuple onto a *tape*: a graph list made at the top. Loops
inside loops push onto one list, and the way back pops in the opposite order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from typing import cast as typed

from runtime.building import region
from runtime.constructs import COND
from runtime.constructs.carries import Loop
from runtime.derivatives.cotangents import Cotangents
from runtime.derivatives.expansions import call_of, is_defined
from runtime.derivatives.loops_back import LoopBack
from runtime.derivatives.masking import selects
from runtime.derivatives.row_rules import in_dtype, pull_back
from runtime.derivatives.tapes import with_tapes
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Display,
    Node,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.ops.facts import Call, Unknown
from runtime.types import (
    Array,
    join_all,
    members,
)


@dataclass
class Reversed:
    """What the reverse mode made of a graph.

    Parameters
    ----------
    forward, backward : list of Node
        The nodes of the forward part, which fills the tapes, and of the way back.
    stored : list of Node
        The nodes that store in the arguments what the graph wrote: they come last.
    result : argument
        The result of the graph.
    cotangents : list of argument
        Those of the arguments asked for.
    """

    forward: list[Node]
    backward: list[Node]
    stored: list[Node]
    result: Argument
    cotangents: list[Argument]


def split_stores(graph: Graph) -> tuple[tuple[Node, ...], list[Node]]:
    """Return the nodes of a functional graph, and those that store in its arguments."""
    nodes = list(graph.region.nodes)
    stored: list[Node] = []
    while nodes and nodes[-1].operation.name == "copyto":
        if nodes[-1].args[0] not in graph.inputs:
            break
        stored.insert(0, nodes.pop())
    return tuple(nodes), stored


class Reverse(Cotangents):
    """The reverse mode of one graph."""

    def run(self, seeds: Sequence[tuple[Argument, Argument]]) -> Reversed:
        """Return the parts of the derivative.

        Parameters
        ----------
        seeds : sequence
            Pairs of a part of the result and its cotangent.
        """
        nodes, stored = split_stores(self._graph)
        for part, seed in seeds:
            self.add_to(part, seed, None, "")
        self._walk(nodes)
        found = []
        for value in self._arguments:
            self.of.span = None
            known = self.cotangents.get(value.name)
            found.append(self.of.zero_of(value) if known is None else known)
        backward = self.of.nodes
        self.of.nodes = []
        tapes = [
            Node(OPS["list_new"], (Display("list", ()),), results=(tape.list,))
            for recipe in self.recipes.values()
            for tape in recipe.tapes.values()
        ]
        forward = [*tapes, *with_tapes(nodes, self.recipes, self.of.names)]
        return Reversed(
            forward, backward, stored, typed(Argument, self._graph.result), found
        )

    # The way back

    # Whether the region at hand is a test, which runs once more than the body.
    _testing = False

    def _refuse_in_test(self, node: Node) -> None:
        if self._testing:
            raise self.refused(
                "a float that the test of a while computes by a branch or loop is used "
                "in its body",
                node.span,
                "",
            )

    def _walk(self, nodes: Sequence[Node]) -> None:
        for node in reversed(nodes):
            self.of.span = node.span
            if node.operation is COND:
                self._cond(node)
            elif isinstance(node.operation, Loop):
                self._loop(node, node.operation)
            else:
                self._call(node)

    def _call(self, node: Node) -> None:
        given = [self.cotangents.pop(result.name, None) for result in node.results]
        if all(g is None for g in given):
            return
        maker = self.unpacks(node)
        if maker is not None:
            self._operands(maker, node.results, given)
        else:
            self._operands(node, node.results, given)

    def _operands(
        self, node: Node, results: Sequence[Value], given: Sequence[Argument | None]
    ) -> None:
        """Add to the cotangents of operands what those of the results give.

        Parameters
        ----------
        node : Node
            The call.
        results, given
            Its results, which are the items of a tuple if it returns one; and their
            cotangents, of which one is known.
        """
        result = next(each for each, g in zip(results, given) if g is not None)
        items = None if results is node.results else results
        if selects(node):
            self.selected.add(result.name)
        try:
            if is_defined(node):
                self._defined(node, items, given, result)
            else:
                call = call_of(node, items)
                self._ruled(node, call, given[0] if items is None else given, result)
        except Unknown as unknown:
            raise self.lost(node, result, f": {unknown}") from None

    def _defined(
        self,
        node: Node,
        items: Sequence[Value] | None,
        given: Sequence[Argument | None],
        result: Value,
    ) -> None:
        """Walk back what a call is defined by."""
        body = self.expansion(self.of, node, items)
        assert body.yields is not None
        self.of.nodes += body.nodes
        for part, g in zip(body.yields, given, strict=True):
            if g is not None:
                self.add_to(part, g, node.span, result.name)
        self._walk(body.nodes)

    def _ruled(self, node: Node, call: Call, g: Any, result: Value) -> None:
        for name, argument in node.kwargs:
            if self.varies(argument):
                raise self.lost(node, result, f" by {name}=")
        # The first operand last: of a write it takes what the others have read.
        for place, operand in reversed(list(enumerate(node.args))):
            if not self.varies(operand):
                continue
            self.of.span = node.span
            if self._added_in_place(node, operand, place, g, result):
                continue
            masked = result.name in self.selected and not selects(node)
            found = pull_back(self.of, node, call, g, place, masked)
            if found is None:
                continue
            if isinstance(found, list):
                self._items(operand, found, node, result)
            else:
                self.add_to(operand, found, node.span, result.name)

    def _items(
        self, operand: Argument, found: list[Any], node: Node, result: Value
    ) -> None:
        assert isinstance(operand, Display)
        for item, g in zip(operand.items, found, strict=True):
            if isinstance(g, list):
                self._items(item, g, node, result)
            else:
                self.add_to(item, g, node.span, result.name)

    def _added_in_place(
        self, node: Node, operand: Argument, place: int, g: Argument, result: Value
    ) -> bool:
        """Add the cotangent of a part into that of the whole: the time stays linear."""
        if node.operation.name != "getitem" or place or not isinstance(operand, Value):
            return False
        if not all(isinstance(one, Array) for one in members(operand.type)):
            raise Unknown("an item of something else than an array")
        known = self.cotangents.get(operand.name)
        if known is None:
            return False
        self.check(operand, node.span, result.name)
        g = in_dtype(self.of, g, operand)
        self.cotangents[operand.name] = self.of.index_add(known, node.args[1], g)
        return True

    # Regions inside

    def _apart(
        self, cotangents: dict[str, Argument]
    ) -> tuple[dict[str, Argument], list[Node]]:
        """Begin another list of nodes with other cotangents; return those until now."""
        before = self.cotangents, self.of.nodes
        self.cotangents, self.of.nodes = dict(cotangents), []
        return before

    def _return(
        self, before: tuple[dict[str, Argument], list[Node]]
    ) -> tuple[dict[str, Argument], list[Node]]:
        found = self.cotangents, self.of.nodes
        self.cotangents, self.of.nodes = before
        return found

    def _cond(self, node: Node) -> None:
        outcomes = [
            (place, result, self.cotangents.pop(result.name))
            for place, result in enumerate(node.results)
            if result.name in self.cotangents
        ]
        if not outcomes:
            return
        self._refuse_in_test(node)
        before = dict(self.cotangents)
        arms = []
        for body in node.regions:
            outside = self._apart(before)
            if body.yields is not None:
                for place, result, g in outcomes:
                    self.add_to(body.yields[place], g, node.span, result.name)
                self._walk(body.nodes)
            arms.append(self._return(outside))
        bound = [self.inside(body) for body in node.regions]
        inside = set().union(*bound)
        changed = sorted(
            {
                name
                for cotangents, _ in arms
                for name, g in cotangents.items()
                if name not in inside and before.get(name) != g
            }
        )
        if not changed:
            return
        regions, types = [], []
        for place, (cotangents, nodes) in enumerate(arms):
            self.of.nodes, kept = nodes, self.of.nodes
            yields = [self.or_zero(cotangents.get(name), name) for name in changed]
            self.of.nodes = kept
            nodes, yields = self.taped(node, place, bound[place], nodes, yields, {})
            regions.append(region((), nodes, yields))
            types.append([argument_type(each) for each in yields])
        results = []
        for name, *of in zip(changed, *types):
            result = Value(
                self.of.names.new(f"d_{self.values[name].base}"), join_all(of)
            )
            self.cotangents[name] = result
            results.append(result)
        self.of.nodes.append(
            Node(
                COND,
                node.args,
                results=tuple(results),
                regions=tuple(regions),
                span=node.span,
            )
        )

    # Loops

    def _loop(self, node: Node, construct: Loop) -> None:
        outcomes = construct.outcomes(node)
        given = {
            place: self.cotangents.pop(result.name)
            for place, result in enumerate(outcomes)
            if result.name in self.cotangents
        }
        if not given:
            return
        self._refuse_in_test(node)
        body = node.regions[-1]
        starts = construct.starts(node)
        if body.yields is None:  # no turn ever ends
            for place, g in given.items():
                self.add_to(starts[place], g, node.span, outcomes[place].name)
            return
        back = LoopBack(self, self.turn, node, construct, given)
        while not back.settled():
            pass
        back.finish()

    def turn(
        self,
        node: Node,
        construct: Loop,
        given: dict[int, Value],
        outer: dict[str, Value],
    ) -> tuple[dict[str, Argument], list[Node]]:
        """Walk one turn back.

        Parameters
        ----------
        node, construct
            The loop.
        given : dict
            The cotangents of the states after the turn, by position.
        outer : dict
            What the cotangents of values around the loop are so far.
        """
        body = node.regions[-1]
        assert body.yields is not None
        following = body.yields[construct.stops(node) :]
        outcomes = construct.outcomes(node)
        outside = self._apart(dict(outer))
        try:
            for place, g in given.items():
                self.add_to(following[place], g, node.span, outcomes[place].name)
            for each in reversed(node.regions):
                around, self._testing = self._testing, each is not body
                self._walk(each.nodes)
                self._testing = around
        finally:
            found = self._return(outside)
        for state, outcome in zip(construct.states(node), outcomes):
            if state.name in self.selected:  # and so in the turn before
                self.selected.add(outcome.name)
        for element in construct.elements(node):
            if element.name in found[0]:
                _, source = self.reached[element.name]
                raise self.unknown(element, node.span, source)
        return found
