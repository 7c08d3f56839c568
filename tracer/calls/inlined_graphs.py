"""Graphs whose nodes a trace records as its own."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from runtime.ir.naming import rebound
from runtime.ir.nodes import Argument, Node, Region, Value, map_values
from runtime.ops import OPS
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def symbol_of(trace: Trace, found: Argument) -> Symbol:
    """Return an argument of the graph as a value of the trace."""
    if isinstance(found, Value):
        return trace.wrap(found)
    result: Symbol = trace.record(OPS["watched"], (found,))
    return result


def inlined(
    trace: Trace, body: Region, given: Sequence[Argument]
) -> tuple[Argument, ...] | None:
    """Record the nodes of a graph, and return what it yields; None if it never does."""
    mapping = {v.name: g for v, g in zip(body.parameters, given, strict=True)}
    mapping |= new_names(trace, Region((), body.nodes, None), ())
    span = trace.stack.span()
    trace.builder.extend(
        replace(node, span=node.span or span) for node in rebound(body.nodes, mapping)
    )
    if body.yields is None:
        return None
    return tuple(
        map_values(told, lambda v: mapping.get(v.name, v)) for told in body.yields
    )


def new_names(trace: Trace, body: Region, kept: Container[str]) -> dict[str, Argument]:
    """Return new values for those that a region binds, but for some, by name."""
    values = {
        value.name: value
        for node in body.walk()
        for value in (*node.results, *_parameters(node))
    }
    return {
        name: trace.builder.value(value.base, value.type)
        for name, value in values.items()
        if name not in kept
    }


def _parameters(node: Node) -> list[Value]:
    return [value for body in node.regions for value in body.parameters]
