"""Where the inputs of a graph come from: its calls, or what it captures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from runtime.exporting.refusing import Tell, refusal, stop
from runtime.ir.graph import Graph
from runtime.ir.nodes import Value
from runtime.saving.patterns import Place
from runtime.saving.saved import Given, Saved


def given_inputs(
    saved: Saved, graph: Graph, target: str, tell: Tell = stop
) -> Iterator[tuple[Value, Place | Given]]:
    """Yield the inputs of a graph, with their places in a call or what they hold.

    Parameters
    ----------
    saved : Saved
        Where the inputs come from.
    graph : Graph
        The graph as it is exported.
    target : str
        Who would take the inputs.
    tell : callable
        Is told of inputs that are neither, which are left out.
    """
    for value, source in zip(graph.inputs, saved.sources, strict=True):
        if isinstance(source, np.ndarray):
            yield value, Given(source)
        elif isinstance(source, Given) or type(source) is tuple:
            yield value, source
        else:
            told = f"{value.base} is no value that {target} can take"
            tell(refusal(graph, told, uses=value.name))
