"""Graphs that are called, in functional form: they return arrays of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from runtime.building import Builder, Names
from runtime.errors import OutsideState, Span
from runtime.ir.called_graph import CalledGraph
from runtime.ir.graph import Graph
from runtime.ir.made_callees import MadeCallee, made_of
from runtime.ir.nodes import Argument, Display, Node, Value
from runtime.ops.row import Row
from runtime.passes.functional.called_summaries import summary
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Array, Tuple

FUNCTIONAL = "functional form"


def functional_callee(
    callee: CalledGraph, form_of: Callable[[Graph], Graph], span: Span | None
) -> MadeCallee:
    """Return a called graph in functional form.

    Parameters
    ----------
    callee : CalledGraph
        What is called, of which the one graph is known.
    form_of : callable
        Returns the functional form of a graph.
    span : Span or None
        Where it is called.
    """
    if isinstance(callee, MadeCallee) and callee.what == FUNCTIONAL:
        return callee
    assert callee.graph is not None
    inputs = callee.graph.inputs
    written = [inputs[place] for place in sorted(summary(callee).writes)]
    gives = callee.gives
    if written:
        if isinstance(gives, Tuple):
            raise _outside(callee, "returns several values and writes an array", span)
        gives = Tuple((gives, *[value.type for value in written]))

    def make(graph: Graph) -> Graph:
        form = form_of(graph)
        nodes, stored = split_stores(form)
        now: dict[Argument, Argument] = {value: value for value in written}
        for node in stored:
            if node.operation.name != "copyto":
                raise _outside(callee, "changes the shape of an array", span)
            assert node.args[0] in now
            now[node.args[0]] = node.args[1]
        result = form.result
        if written and result is not None:
            result = Display("tuple", (result, *now.values()))
        yields = None if result is None else (result,)
        region = replace(form.region, nodes=nodes, yields=yields)
        return with_own_results(replace(form, region=region))

    return made_of(callee, FUNCTIONAL, callee.name, gives, make)


def _outside(callee: CalledGraph, what: str, span: Span | None) -> OutsideState:
    return OutsideState(
        f"{callee.name} is called, and {what}",
        span=span,
        hint="let it return a new array instead",
    )


def with_own_results(graph: Graph) -> Graph:
    """Return a graph whose results share no memory, nor any with its arguments."""
    if graph.region.yields is None:
        return graph
    makers = {r.name: node for node in graph.region.nodes for r in node.results}
    of, returned = Builder(Names(graph)), set[Argument]()

    def own(result: Argument) -> Argument:
        if isinstance(result, Display):
            return Display(result.kind, tuple(map(own, result.items)))
        if not isinstance(result.type, Array):
            return result
        if result not in returned and _is_fresh(makers, result):
            returned.add(result)
            return result
        copied: Argument = of.array_copy(result)
        return copied

    yields = tuple(map(own, graph.region.yields))
    nodes = (*graph.region.nodes, *of.nodes)
    return replace(graph, region=replace(graph.region, nodes=nodes, yields=yields))


def _is_fresh(makers: dict[str, Node], result: Argument) -> bool:
    """Whether an array was surely made by a call, for its result alone."""
    node = makers.get(result.name) if isinstance(result, Value) else None
    if node is None or node.regions:
        return False
    return cast(Row, node.operation).fresh(node)
