"""Loops in segments: the way back keeps some states, and runs the rest again."""

from __future__ import annotations

from dataclasses import replace

from runtime.building import Builder, Names, region
from runtime.constructs import COND, FOR, WHILE
from runtime.constructs.carries import Loop
from runtime.derivatives.given_rules import inlined
from runtime.derivatives.rules_as_text import AGAIN, rule_constant
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.naming import bound_in, free
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import INT, Container, Iterable, List, Type, members


def segmented(form: Graph, count: int) -> Graph:
    """Return a graph whose outermost loops run in segments.

    Loops with a `break`, those that go through something else than a range, and those
    that change lists stay as they are.

    Parameters
    ----------
    form : Graph
        A graph in functional form.
    count : int
        The turns of a segment.
    """
    writer = _Segments(form, count)
    return replace(form, region=writer.region(form.region))


class _Segments:
    def __init__(self, form: Graph, count: int) -> None:
        self._of = Builder(Names(form))
        self._count = count
        self._values = {value.name: value for value in form.inputs}
        self._ranges: set[str] = set()
        for node in form.nodes():
            self._values.update((value.name, value) for value in node.results)
            for body in node.regions:
                self._values.update((v.name, v) for v in body.parameters)
            if node.operation.name == "range":
                self._ranges.add(node.results[0].name)

    def region(self, body: Region) -> Region:
        """Return a region with its outermost loops in segments."""
        before, self._of.nodes = self._of.nodes, []
        for node in body.nodes:
            self._of.span = node.span
            if node.operation is COND:
                regions = tuple(map(self.region, node.regions))
                self._of.nodes.append(replace(node, regions=regions))
            elif isinstance(node.operation, Loop) and self._fits(node, node.operation):
                self._loop(node, node.operation)
            else:
                self._of.nodes.append(node)
        nodes, self._of.nodes = self._of.nodes, before
        return replace(body, nodes=tuple(nodes))

    def _fits(self, node: Node, loop: Loop) -> bool:
        if loop.stops(node) or any(each.yields is None for each in node.regions):
            return False
        if any(map(_is_reference, (value.type for value in loop.states(node)))):
            return False
        inner = [each for body in node.regions for each in body.walk()]
        if any(isinstance(n.operation, Row) and written_arguments(n) for n in inner):
            return False
        if node.operation is WHILE:
            return True
        turns = node.args[0]
        if isinstance(turns, Constant):
            return type(turns.value) is range
        return isinstance(turns, Value) and turns.name in self._ranges

    def _loop(self, node: Node, loop: Loop) -> None:
        of, states = self._of, loop.states(node)
        outer = [of.value(state.base, state.type) for state in states]
        before, of.nodes = of.nodes, []
        if node.operation is FOR:
            start = of.value("start", INT)
            inner = self._turns_of_range(node, loop, start, outer)
        else:
            inner = self._turns_of_while(node, outer)
        following = self._again(inner, [*outer])
        nodes, of.nodes = of.nodes, before
        starts = loop.starts(node)
        if node.operation is FOR:
            total = of.count_of_range(node.args[0])
            head: tuple[Argument, ...] = (of.range(0, total, self._count),)
            regions = [region((start, *outer), nodes, following)]
        else:
            head = ()
            test = node.regions[0]
            copied = Region(test.parameters, test.nodes, test.yields)
            of.nodes = []
            flag = inlined(of, copied, outer)
            tested, of.nodes = of.nodes, before
            regions = [region(outer, tested, (flag,)), region((), nodes, following)]
        of.nodes.append(
            Node(node.operation, (*head, *starts), (), node.results, tuple(regions))
        )

    def _turns_of_range(
        self, node: Node, loop: Loop, start: Value, outer: list[Value]
    ) -> Node:
        of = self._of
        turns = of.part_of_range(node.args[0], start, self._count)
        results = tuple(of.value(each.base, each.type) for each in node.results)
        return replace(node, args=(turns, *outer), results=results)

    def _turns_of_while(self, node: Node, outer: list[Value]) -> Node:
        """Return a loop of so many turns, each of them under the test."""
        of, (test, body) = self._of, node.regions
        states = test.parameters
        assert test.yields is not None
        kept = tuple(of.value(each.base, each.type) for each in node.results)
        arms = (region((), body.nodes, body.yields), region((), (), states))
        turn = Node(COND, test.yields, (), kept, arms, span=node.span)
        number = of.value("turn", INT)
        whole = region((number, *states), (*test.nodes, turn), kept)
        results = tuple(of.value(each.base, each.type) for each in node.results)
        counted: tuple[Argument, ...] = (of.range(self._count), *outer)
        return Node(FOR, counted, (), results, (whole,), span=node.span)

    def _again(self, inner: Node, states: list[Value]) -> list[Argument]:
        """Write a loop whose way back runs it again; return what it gives."""
        of = self._of
        of.nodes.append(inner)
        nodes = tuple(of.nodes)
        told = Display("tuple", tuple(inner.results))
        bound = bound_in(Region((), nodes, None))
        known = {value.name: value for value in states} | self._values
        for value in inner.operands():
            known.setdefault(value.name, value)
        for each in nodes:
            known.update((v.name, v) for v in each.operands() if v.name not in known)
        taken = tuple(known[name] for name in free(nodes, ()) if name not in bound)
        graph = Graph("segment", Region(taken, nodes, (told,)))
        none = Display("tuple", ())
        operands: tuple[Argument, ...] = (
            told,
            none,
            Display("tuple", taken),
            none,
            rule_constant(AGAIN, graph),
        )
        made = of.call(OPS["with_gradient"], operands)
        return [
            of.call(OPS["getitem"], (made, place), of=argument_type(each))
            for place, each in enumerate(inner.results)
        ]


def _is_reference(of: Type) -> bool:
    return any(isinstance(one, (Container, Iterable, List)) for one in members(of))
