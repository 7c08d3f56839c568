"""Gradients by rules that calls carry: those that users write, and parts run again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.building import Builder, Names
from runtime.derivatives.cotangents import Cotangents
from runtime.derivatives.normal_form import as_rules_take_it
from runtime.derivatives.rules_as_text import rule_of
from runtime.errors import NoDerivative
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory
from runtime.ir.naming import bound_in, mapped, rebound
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops.row import Row
from runtime.passes.functional import functionalize
from runtime.types import Array, List

Backward = Callable[[Graph, Sequence[Value], Sequence[Value]], Region]
"""From a graph, its inputs that vary and the cotangents of its results: a graph that
takes the inputs and the cotangents, and returns a tuple of those of the inputs."""


def items(argument: Argument) -> tuple[Argument, ...]:
    """Return the items of a tuple that a call is given."""
    if isinstance(argument, Constant):
        assert isinstance(argument.value, tuple)
        return tuple(map(Constant, argument.value))
    assert isinstance(argument, Display)
    return argument.items


def pulled(way: Cotangents, node: Node, given: Sequence[Argument]) -> None:
    """Add up the cotangents that a rule of the user's gives.

    Parameters
    ----------
    way : Cotangents
        The way back.
    node : Node
        The call.
    given : sequence of argument
        The cotangents of its results.
    """
    (result,) = node.results
    _, rule = rule_of(node)
    for each in items(node.args[3]):
        if way.varies(each):
            raise way.refused(
                f"a function with ag.custom_gradient closes over {told(each)}, which "
                "varies",
                node.span,
                result.name,
            )
    form = functionalize.run(rule)
    body = form.region
    found = inlined(way.of, body, (*items(node.args[2]), *given))
    assert isinstance(found, Display)
    for operand, g in zip(items(node.args[1]), found.items, strict=True):
        if way.varies(operand) and g != Constant(None):
            way.add_to(operand, g, node.span, result.name)


def again(
    way: Cotangents, node: Node, given: Sequence[Argument], backward: Backward
) -> None:
    """Run a part of the graph again, and add up the cotangents of what it took."""
    (result,) = node.results
    taken = items(node.args[2])
    form = functionalize.run(rule_of(node)[1])
    refuse_changes(form, form.region.nodes)
    sources = [
        value
        for value, each in zip(form.inputs, taken, strict=True)
        if way.varies(each)
    ]
    form = as_rules_take_it(form, sources)
    names = Names(form)
    seeds = [Value(names.new("given"), each.type) for each in map(_typed, given)]
    body = backward(form, sources, seeds)
    found = inlined(way.of, body, (*taken, *given))
    assert isinstance(found, Display)
    operands = [each for each in taken if way.varies(each)]
    for operand, g in zip(operands, found.items, strict=True):
        way.add_to(operand, g, node.span, result.name)


def inlined(of: Builder, body: Region, given: Sequence[Argument]) -> Argument:
    """Write the nodes of a graph, and return its result.

    Parameters
    ----------
    of : Builder
        What writes.
    body : Region
        The graph.
    given : sequence of argument
        What its inputs are.
    """
    names = [value.name for value in body.parameters]
    mapping: dict[str, Argument] = dict(zip(names, given, strict=True))
    inner = Region((), body.nodes, None)
    types = {
        value.name: value
        for node in inner.walk()
        for value in (*node.results, *(v for r in node.regions for v in r.parameters))
    }
    for name in bound_in(inner):
        mapping[name] = of.value(types[name].base, types[name].type)
    of.nodes += rebound(body.nodes, mapping)
    assert body.yields is not None
    return mapped(body.yields[0], mapping)


def refuse_changes(form: Graph, nodes: Sequence[Node]) -> None:
    """Refuse nodes that would do something else if they ran again.

    Parameters
    ----------
    form : Graph
        The graph whose nodes they are, in functional form.
    nodes : sequence of Node
        The nodes.
    """
    memory = Memory(form)
    arrays = memory.classes(form.inputs)
    # A list of the graph's own may hold arrays that are given: they stay as they are.
    lists = memory.classes([v for v in form.inputs if not isinstance(v.type, Array)])
    for node in Region((), tuple(nodes), None).walk():
        row = node.operation
        if not isinstance(row, Row):
            continue
        written = [
            value
            for value in written_arguments(node)
            if memory.classes((value,))
            & (lists if isinstance(argument_type(value), List) else arrays)
        ]
        draws = row.effect and node.results and not row.writes and not row.derivative
        if written or draws:
            what = f"change {told(written[0])}" if written else f"run {row.name}"
            raise NoDerivative(
                f"a derivative would {what} again, with another outcome",
                span=node.span,
                hint="do this before, and pass what it gives",
            )


def told(argument: Argument) -> str:
    """Return what the user calls a value."""
    if isinstance(argument, Value) and argument.base != "t":
        return repr(argument.base)
    return "a value"


def _typed(argument: Argument) -> Value | Constant:
    assert isinstance(argument, (Value, Constant))
    return argument
