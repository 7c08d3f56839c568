"""Forward mode of gradients that users write: the way back, turned around.

What a user writes maps cotangents of the results to those of the arguments. If it is
linear, its own way back maps tangents of the arguments to those of the results. If not,
as where it clips, there is no derivative that it would be the way back of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from runtime.building import Builder, Names
from runtime.derivatives.activity import may_vary
from runtime.derivatives.expansions import is_defined, with_parts
from runtime.derivatives.given_rules import Backward, inlined, items, told
from runtime.derivatives.reverse import Reverse
from runtime.derivatives.rules_as_text import rule_of
from runtime.errors import NoDerivative
from runtime.ir.behavior import structure, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.facts import Linear, Multilinear, Own, Partials, only_shape
from runtime.ops.row import Row
from runtime.passes import optimize
from runtime.passes.functional import functionalize


class Along(Protocol):
    """What writes tangents."""

    @property
    def of(self) -> Builder:
        """What writes nodes."""

    def varies(self, argument: Argument) -> bool:
        """Whether something in an argument varies."""

    def tangent(self, argument: Argument) -> Argument:
        """Return the tangent of an argument."""


def pushed(way: Along, node: Node, backward: Backward) -> tuple[Argument, ...]:
    """Return the tangents of the results of a call with a rule of the user's.

    Parameters
    ----------
    way : Along
        The forward mode.
    node : Node
        The call.
    backward : callable
        See `Backward`.
    """
    for each in items(node.args[3]):
        if way.varies(each):
            raise _refused(f"closes over {told(each)}, which varies", node)
    form = with_parts(functionalize.run(rule_of(node)[1]))
    taken = items(node.args[2])
    cotangents = form.inputs[len(taken) :]
    assert form.result is not None
    pairs = [
        (operand, g)
        for operand, g in zip(items(node.args[1]), items(form.result), strict=True)
        if way.varies(operand) and g != Constant(None)
    ]
    results = [way.of.zero_of(each) for each in items(node.args[0])]
    if not pairs:
        return tuple(results)
    _Linear(node, Reverse(form, cotangents), cotangents).check(
        form.region, [g for _, g in pairs]
    )
    told_back = Display("tuple", tuple(g for _, g in pairs))
    form = replace(form, region=replace(form.region, yields=(told_back,)))
    tangents = [way.tangent(operand) for operand, _ in pairs]
    names = Names(form)
    seeds = [Value(names.new("along"), argument_type(each)) for each in tangents]
    turned = optimize(Graph(form.name, backward(form, cotangents, seeds)))
    assert turned.result is not None
    used = _reached(turned, cotangents)
    if any(value.name in used for value in values_in(turned.result)):
        raise _not_linear(node)
    return items(inlined(way.of, turned.region, (*taken, *results, *tangents)))


def _reached(graph: Graph, values: Sequence[Value]) -> set[str]:
    """Return the names of all that is computed from more than the shape of values."""
    found = {value.name for value in values}
    count = 0
    while len(found) > count:
        count = len(found)
        _spread(graph.region, found)
    return found


def _spread(region: Region, found: set[str]) -> None:
    for node in region.nodes:
        if structure(node) is None:
            if _looks_at(node, found):
                found |= {value.name for value in node.results}
                # A list holds what is put into it.
                found |= {
                    v.name for each in written_arguments(node) for v in values_in(each)
                }
            continue
        before = len(found)
        for body in node.regions:
            _spread(body, found)
        given = [*node.args, *(y for body in node.regions for y in body.yields or ())]
        touched = any(v.name in found for each in given for v in values_in(each))
        if touched or len(found) > before:
            found |= {value.name for value in node.results}
            found |= {value.name for body in node.regions for value in body.parameters}


def _looks_at(node: Node, used: set[str]) -> bool:
    """Whether a call looks at more than the shape of something that is used."""
    row = node.operation
    assert isinstance(row, Row)
    if not row.reads and not any(may_vary(result.type) for result in node.results):
        return False
    arguments = [*enumerate(node.args), *((-1, each) for _, each in node.kwargs)]
    return any(
        value.name in used and not only_shape(row.derivative, place)
        for place, argument in arguments
        for value in values_in(argument)
    )


class _Linear:
    """What in a rule is linear in the cotangents, or zero; all else is constant.

    That the factors are constant shows in the way back, which has them.
    """

    def __init__(
        self, node: Node, reverse: Reverse, cotangents: Sequence[Value]
    ) -> None:
        self._node = node
        self._reverse = reverse
        self._linear = {value.name for value in cotangents}
        self._zero: set[str] = set()

    def check(self, region: Region, yields: Sequence[Argument]) -> None:
        """Raise unless what a region gives is linear."""
        count = 0
        while len(self._linear) > count:
            count = len(self._linear)
            self._spread(region)
        self._verify(region)
        if not all(map(self._fits, yields)):
            raise _not_linear(self._node)

    def _spread(self, region: Region) -> None:
        """Find what has to be linear: all that looks at something that is."""
        for node in region.nodes:
            construct = structure(node)
            if construct is None:
                if node.operation.name in ("zeros", "zeros_like", "zero_of"):
                    self._zero |= {value.name for value in node.results}
                elif _looks_at(node, self._linear):
                    self._linear |= {value.name for value in node.results}
                continue
            for body in node.regions:
                self._spread(body)
            for column in construct.columns(node):
                if any(map(self._is_linear, column.sources)):
                    self._linear |= {value.name for value in column.targets}

    def _verify(self, region: Region) -> None:
        for node in region.nodes:
            construct = structure(node)
            if construct is None:
                if not self._is_kept(node):
                    raise _not_linear(self._node)
                continue
            columns = construct.columns(node)
            known = [source for column in columns for source in column.sources]
            others = [each for each in node.args if each not in known]
            fits = [
                self._fits(source)
                for column in columns
                if any(map(self._is_linear, column.sources))
                for source in column.sources
            ]
            tests = construct.controls(node)
            if any(map(self._is_linear, (*others, *tests))) or not all(fits):
                raise _not_linear(self._node)
            for body in node.regions:
                self._verify(body)

    def _is_kept(self, node: Node) -> bool:
        """Whether a call that looks at something linear is linear itself."""
        row = node.operation
        assert isinstance(row, Row)
        if not _looks_at(node, self._linear):
            return True
        if not node.results or (row.writes and written_arguments(node)):
            return False
        if not is_defined(node):
            return self._keeps(row, node)
        body = self._reverse.expansion(Builder(self._reverse.of.names), node, None)
        assert body.yields is not None
        self.check(body, body.yields)
        return all(map(self._is_linear, body.yields))

    def _keeps(self, row: Row, node: Node) -> bool:
        """Whether a call of something linear is linear, if its factors are constant."""
        fact, places = row.derivative, range(len(node.args))
        if any(self._is_linear(each) for _, each in node.kwargs):
            return False
        if isinstance(fact, Partials):
            partials = dict(zip(places, fact.partials))
            told = [p for p in places if partials.get(p) is not None]
            others = [p for p in places if p not in told and p not in fact.likes]
            if any(self._is_linear(node.args[p]) for p in others):
                return False
            sums = [p for p in told if isinstance(partials[p], int)]
            if any(self._is_linear(node.args[p]) for p in sums):
                return all(self._fits(node.args[p]) for p in told)
            return True
        if isinstance(fact, Linear):
            summed = [p for p in places if fact.transposes.get(p) is not None]
            others = [p for p in places if p not in summed and p not in fact.likes]
            if any(self._is_linear(node.args[p]) for p in others):
                return False
            return all(self._fits(node.args[p]) for p in summed)
        return isinstance(fact, (Multilinear, Own))

    def _is_linear(self, argument: Argument) -> bool:
        return any(value.name in self._linear for value in values_in(argument))

    def _fits(self, argument: Argument) -> bool:
        """Whether an argument is linear throughout, or zero."""
        if isinstance(argument, Display):
            return all(map(self._fits, argument.items))
        if isinstance(argument, Constant):
            value = argument.value
            if isinstance(value, (int, float, np.ndarray, np.generic)):
                return not np.any(value)
            return value is None
        return argument.name in self._linear or argument.name in self._zero


def _not_linear(node: Node) -> NoDerivative:
    return _refused("has a pull that is not linear in the cotangent", node)


def _refused(why: str, node: Node) -> NoDerivative:
    return NoDerivative(
        f"there is no derivative along a direction: a function with ag.custom_gradient "
        f"{why}",
        span=node.span,
        hint="use reverse mode (ag.grad, ag.vjp), or a pull of products and sums",
    )
