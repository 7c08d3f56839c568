"""Ways through nodes of a trace, recorded as often as they are gone."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from runtime.derivatives.given_rules import items
from runtime.derivatives.naming import rebound
from runtime.derivatives.ways_of_parts import Repeated
from runtime.ir.nodes import Argument, Node, Region, Value, map_values
from runtime.ops import OPS
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


@dataclass(frozen=True)
class Way:
    """The way along or back from some values: it may be gone often, and in loops.

    Parameters
    ----------
    trace : Trace
        The trace.
    kept : sequence of argument
        What it needs.
    body : Region
        Takes that, and tangents or cotangents; returns a tuple of derivatives.
    """

    trace: Trace
    kept: Sequence[Argument | None]
    body: Region

    def go(self, given: Sequence[Argument]) -> list[Symbol]:
        """Record the way; return the derivatives, which may share memory."""
        kept = [each for each in self.kept if each is not None]
        found = inlined(self.trace, self.body, (*kept, *given))
        assert found is not None
        return [symbol_of(self.trace, each) for each in items(found[0])]


@dataclass(frozen=True)
class RepeatedPart:
    """Nodes of a trace that run again for derivatives.

    Parameters
    ----------
    trace : Trace
        The trace.
    kept : sequence of argument
        What they take.
    repeated : Repeated
        Their derivatives.
    """

    trace: Trace
    kept: Sequence[Argument | None]
    repeated: Repeated

    def along(self, source: Value) -> Way:
        """Return the way from the tangent of a source to those of the targets."""
        return Way(self.trace, self.kept, self.repeated.along(source).region)

    def back(self, target: int, sources: Sequence[Value]) -> Way:
        """Return the way from the cotangent of a target to those of sources."""
        return Way(self.trace, self.kept, self.repeated.back(target, sources).region)


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
