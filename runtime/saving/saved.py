"""A graph with all that a file says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.ir.graph import Graph
from runtime.saving.patterns import Place
from runtime.saving.signature import Signature
from runtime.variable import Variable


@dataclass(frozen=True, eq=False)
class Given:
    """A constant that an input is given at each call."""

    value: Any


Source = Place | Variable | np.ndarray | Given
"""Where an input of a graph comes from: the call, or what the graph captures."""


@dataclass(frozen=True, eq=False)
class Saved:
    """A graph, the signature that it serves, and where its inputs come from.

    Parameters
    ----------
    graph : Graph
        The graph as it was traced.
    signature : Signature
        What it takes.
    sources : tuple
        For each input of the graph a place in the call, a `Variable` or an array.
    """

    graph: Graph
    signature: Signature
    sources: tuple[Source, ...]

    def variables(self) -> dict[str, Any]:
        """Return the types of what the Variables among the inputs hold, by name."""
        return {
            value.name: source.type
            for value, source in zip(self.graph.inputs, self.sources, strict=True)
            if isinstance(source, Variable)
        }
