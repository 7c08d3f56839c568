"""The last passes over a graph made of values: it runs with writes."""

from __future__ import annotations

from runtime.ir.graph import Graph
from runtime.passes import late, optimize, reuse, simpler


def finished(graph: Graph) -> Graph:
    """Return a graph made of values as it runs: with less work, and with writes."""
    return reuse.run(late.run(optimize(simpler.run(optimize(graph)))))
