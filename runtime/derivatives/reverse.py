"""Reverse mode: from the results of a graph back to its arguments.

A region is walked from its end. Each value that the way back needs of a turn of a loop,
or of an arm of a branch, goes onto a *tape*: a graph list made at the top. Loops inside
loops push onto one list, and the way back pops in the opposite order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast as typed

from runtime.building import Names
from runtime.constructs import COND, WITH
from runtime.constructs.carries import Loop
from runtime.constructs.protected import Protected
from runtime.derivatives.activity import may_vary
from runtime.derivatives.called_graphs import form_by, parts_of, varying_parts
from runtime.derivatives.calls_back import CallsBack
from runtime.derivatives.loops_back import LoopBack
from runtime.derivatives.needed_values import needed
from runtime.derivatives.protected_again import without_effects
from runtime.derivatives.tapes import with_tapes
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Type, join_all


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
    connected : list of bool
        Whether the seeds reach them at all.
    """

    forward: list[Node]
    backward: list[Node]
    stored: list[Node]
    result: Argument
    cotangents: list[Argument]
    connected: list[bool]


class Reverse(CallsBack):
    """The reverse mode of one graph."""

    def run(self, seeds: Sequence[tuple[Argument, Argument]]) -> Reversed:
        """Return the parts of the derivative.

        Parameters
        ----------
        seeds : sequence
            Pairs of a part of the result and its cotangent.
        """
        nodes, stored = split_stores(self._graph)
        self.needed = needed(nodes, [part for part, _ in seeds])
        # The cotangents of arguments that the graph itself makes.
        self._passed: dict[str, Argument] = {}
        for part, seed in seeds:
            self.add_to(part, seed, None, "")
        self.open_lists(nodes)
        inputs = {value.name for value in self._graph.inputs}
        made = {value.name for value in self._arguments} - inputs
        for node in reversed(nodes):
            for result in node.results:
                g = self.cotangents.get(result.name)
                if result.name in made and g is not None:
                    self._passed[result.name] = g
            self._walk((node,))
        found = []
        everything = self.cotangents | self._passed
        connected = [value.name in everything for value in self._arguments]
        for value in self._arguments:
            self.of.span = None
            known = everything.get(value.name)
            found.append(self.of.zero_of(value) if known is None else known)
        backward = self.of.nodes
        self.of.nodes = []
        lists = [
            Node(OPS["list_new"], (Display("list", ()),), results=(tape.list,))
            for recipe in self.recipes.values()
            for tapes in recipe.tapes.values()
            for tape in tapes
        ]
        shadows = [
            Node(OPS["list_new"], (Display("list", ()),), results=(shadow,))
            for shadow in self.shadows.values()
        ]
        backward = [*shadows, *backward]
        forward = [*lists, *with_tapes(nodes, self.recipes, self.of.names)]
        return Reversed(
            forward,
            backward,
            stored,
            typed(Argument, self._graph.result),
            found,
            connected,
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
            if node.operation in (COND, WITH):
                self._branch(node)
            elif isinstance(node.operation, Loop):
                self._loop(node, node.operation)
            elif isinstance(node.operation, Protected):
                self.refuse_block(node, node.results)
            else:
                self._call(node)

    def _call(self, node: Node) -> None:
        first = node.args[0] if node.args else None
        made = node.results[0] if node.results else None
        if self.stacks.is_stack(made) and made.name in self.opened:
            self.close_list(node, made)
            return
        if self.stacks.is_stack(first):
            if self.matters(first):
                self.on_stack(node, first)
            return
        if node.operation.name == "with_gradient":
            self.by_rule(node)
            return
        if self.stacks.is_taken(first):
            return  # its cotangent goes back with those of the other parts
        given = [self.cotangents.pop(result.name, None) for result in node.results]
        if all(g is None for g in given):
            return
        maker = self.unpacks(node)
        self._walk(self.operands(maker or node, node.results, given))

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

    def _branch(self, node: Node) -> None:
        outcomes = [
            (place, result, self.cotangents.pop(result.name))
            for place, result in enumerate(node.results)
            if result.name in self.cotangents
        ]
        if not outcomes and not self.changes_stacks(node):
            return
        self._refuse_in_test(node)
        before = dict(self.cotangents)
        arms = []
        for body in node.regions:
            outside = self._apart(before)
            if body.yields is not None:
                for place, result, g in outcomes:
                    self.add_to(body.yields[place], g, node.span, result.name)
                self.open_lists(body.nodes)
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
        if not changed and not self.uses_stacks(node):
            return
        head, parameters = self._head(node)
        regions, types = [], []
        for place, (cotangents, nodes) in enumerate(arms):
            self.of.nodes, kept = nodes, self.of.nodes
            yields = [self.or_zero(cotangents.get(name), name) for name in changed]
            self.of.nodes = kept
            nodes, yields = self.taped(node, place, bound[place], nodes, yields, {})
            regions.append(Region(parameters, tuple(nodes), tuple(yields)))
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
                node.operation,
                head,
                results=tuple(results),
                regions=tuple(regions),
                span=node.span,
            )
        )

    def _head(self, node: Node) -> tuple[tuple[Argument, ...], tuple[Value, ...]]:
        """Return the arguments of a branch on the way back, and its parameters."""
        if node.operation is COND:
            return node.args, ()
        manager, names = node.args[0], self.of.names
        assert isinstance(manager, Value)
        maker = self.makers[manager.name]
        made = Value(names.new(manager.base), manager.type)
        self.of.nodes.append(replace(maker, results=(made,)))
        (entered,) = node.regions[0].parameters
        return (made,), (Value(names.new(entered.base), entered.type),)

    # Loops

    def _loop(self, node: Node, construct: Loop) -> None:
        outcomes = construct.outcomes(node)
        given = {
            place: self.cotangents.pop(result.name)
            for place, result in enumerate(outcomes)
            if result.name in self.cotangents
        }
        if not given and not self.changes_stacks(node):
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
            for each in node.regions:
                self.open_lists(each.nodes)
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

    def back_from(self, graph: Graph, places: tuple[int, ...], gives: Type) -> Graph:
        """Return a graph that runs a called one again, and goes back from its parts."""
        form = form_by(graph, places)
        parts, names = varying_parts(form, gives), Names(form)
        types = [self.carried(each) for each in parts_of(gives) if may_vary(each)]
        given = [Value(names.new("given"), each) for each in types]
        told = replace(form.region, yields=(Display("tuple", parts),))
        sources = [form.inputs[place] for place in places]
        region = self.backward(replace(form, region=told), sources, given)
        return Graph(f"back_from_{form.name}", region)

    def backward(
        self, graph: Graph, sources: Sequence[Value], given: Sequence[Value]
    ) -> Region:
        """Return a graph that runs another one again, and goes back.

        Parameters
        ----------
        graph : Graph
            A graph in functional form that returns a tuple.
        sources : sequence of Value
            The inputs to differentiate by.
        given : sequence of Value
            The cotangents of its results: further inputs.
        """
        assert isinstance(graph.result, Display)
        taken = (*graph.inputs, *given)
        whole = Graph(graph.name, Region(taken, graph.region.nodes, None))
        reverse = Reverse(graph, sources, Names(whole))
        pairs = [
            (result, g)
            for result, g in zip(graph.result.items, given, strict=True)
            if reverse.varies(result)
        ]
        found = reverse.run(pairs)
        nodes = (*without_effects(found.forward), *found.backward)
        return Region(taken, nodes, (Display("tuple", tuple(found.cotangents)),))
