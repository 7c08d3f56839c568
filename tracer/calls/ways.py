"""Ways through nodes of a trace, recorded as often as they are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.derivatives.given_rules import items
from runtime.derivatives.ways_of_parts import Repeated
from runtime.ir.nodes import Argument, Region, Value
from tracer.calls.inlined_graphs import inlined, symbol_of
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
