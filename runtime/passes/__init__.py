"""The passes from graph to graph, and their order.

A pass is a file: `run(graph)` returns the graph itself if there is nothing to do, and
running it twice has the effect of running it once. Its `EXAMPLES` are pairs of graph
texts, the second None where nothing changes; the tests run them all.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime.ir.graph import Graph
from runtime.passes import cse, dead, fold, prune, unmark
from runtime.phases import phase
from runtime.recursion_limit import deep_recursion

PIPELINE: tuple[Callable[[Graph], Graph], ...] = (
    fold.run,  # constant tests come to light
    prune.run,  # their paths go, and with them joins of several values
    fold.run,  # what such joins held is constant now
    prune.run,
    cse.run,  # fewer copies of a call; those it replaces are gone at once
    dead.run,  # last: what the others left behind
)
"""The passes in order. A pass is skipped if its input is its own last result."""

ON_DEMAND = (
    "appended",
    "by_items",
    "functionalize",
    "indexed",
    "late",
    "late_lists",
    "reuse",
    "roomy",
    "simpler",
    "stacked",
    "turnless",
    "unmark",
)
"""Passes that are asked for where they are needed: see their files."""


BOUNDED = tuple(fold.run_bounded if run is fold.run else run for run in PIPELINE)
"""The passes for a graph that somebody else wrote: they compute nothing large."""


def optimize(graph: Graph, bounded: bool = False) -> Graph:
    """Return a graph with the same meaning and less work.

    Parameters
    ----------
    graph : Graph
        A legal graph.
    bounded : bool
        Whether somebody else wrote it, so that nothing large may be computed now.
    """
    done: dict[Callable[[Graph], Graph], Graph] = {}
    with deep_recursion(), phase("optimize", graph.name):
        for run in BOUNDED if bounded else PIPELINE:
            if done.get(run) is not graph:
                graph = done[run] = run(graph)
    return graph


def as_it_runs(graph: Graph, strict: bool, bounded: bool = False) -> Graph:
    """Return a graph that nobody differentiates any more, as it runs.

    Parameters
    ----------
    graph, bounded
        As those of `optimize`.
    strict : bool
        Whether each operation has to run.
    """
    graph = unmark.run(graph)
    return graph if strict else optimize(graph, bounded)


def taken_paths(graph: Graph) -> Graph:
    """Return a graph without the paths that are known not to be taken.

    What NumPy's own Python code asks of constants is known: such a path may do what has
    no functional form, or leave a type unknown.
    """
    return prune.run(fold.run(graph))


dropped = dead.dropped

__all__ = ["ON_DEMAND", "PIPELINE", "as_it_runs", "dropped", "optimize", "taken_paths"]
