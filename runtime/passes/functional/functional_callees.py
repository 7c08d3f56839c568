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
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Array

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

    def make(graph: Graph) -> Graph:
        form = form_of(graph)
        _, stored = split_stores(form)
        if stored:
            raise OutsideState(
                f"{callee.name} is called, and writes into an array that it is given",
                span=span,
                hint="let it return a new array instead",
            )
        return with_own_results(form)

    if isinstance(callee, MadeCallee) and callee.what == FUNCTIONAL:
        return callee
    return made_of(callee, FUNCTIONAL, callee.name, callee.gives, make)


def with_own_results(graph: Graph) -> Graph:
    """Return a graph whose results share no memory with its arguments."""
    if graph.region.yields is None:
        return graph
    makers = {r.name: node for node in graph.region.nodes for r in node.results}
    of = Builder(Names(graph))

    def own(result: Argument) -> Argument:
        if isinstance(result, Display):
            return Display(result.kind, tuple(map(own, result.items)))
        if not isinstance(result.type, Array) or _is_fresh(makers, result):
            return result
        return of.array_copy(result)  # type: ignore[no-any-return]

    yields = tuple(map(own, graph.region.yields))
    nodes = (*graph.region.nodes, *of.nodes)
    return replace(graph, region=replace(graph.region, nodes=nodes, yields=yields))


def _is_fresh(makers: dict[str, Node], result: Argument) -> bool:
    """Whether an array was surely made by a call, for its result alone."""
    node = makers.get(result.name) if isinstance(result, Value) else None
    if node is None or node.regions:
        return False
    return cast(Row, node.operation).fresh(node)
