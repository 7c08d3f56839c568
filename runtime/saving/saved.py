"""A graph with all that a file says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.errors import GraphError
from runtime.executors import executable
from runtime.ir.called_graph import CalledGraph, Running
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import argument_type
from runtime.passes.finish import finished
from runtime.saving.patterns import OfType, Place
from runtime.saving.signature import REQUIRED, Parameter, Signature
from runtime.types import ANY, Type, accepts
from runtime.variable import Variable


@dataclass(frozen=True, eq=False)
class Given:
    """A constant that an input is given at each call."""

    value: Any


class Called(CalledGraph):
    """Another function of the file, which a graph calls; it may be the graph's own.

    Parameters
    ----------
    name : str
        The user's name of the function.

    Attributes
    ----------
    graphs : tuple of Saved
        Its graphs, in the order in which a call tries them.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.graphs: tuple[Saved, ...] = ()
        self.agrees = False

    @property
    def graph(self) -> Graph | None:
        """The graph that serves every call; None if there are several."""
        (saved, *others) = self.graphs or (None,)
        if saved is None or others or saved.signature.relations:
            return None
        given = [(each.name,) for each in saved.signature.parameters]
        return saved.graph if list(saved.sources) == given else None

    @property
    def gives(self) -> Type:
        """The type of what its calls give."""
        graph = self.graph
        if graph is None or graph.result is None:
            return ANY
        return argument_type(graph.result)

    def runs(self, graph: Graph) -> Running:
        """Return what runs a graph that is made of this one."""
        return executable(finished(graph), None, "auto")


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
        For each input of the graph what it is given.
    strict : bool
        Whether the graph runs as it was traced, with all errors of unused work.
    fixed : mapping
        The parameters that no call passes, for they are functions or classes that are
        part of the graph, each with the name of what it is.
    """

    graph: Graph
    signature: Signature
    sources: tuple[Source, ...]
    strict: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)

    def variables(self) -> dict[str, Any]:
        """Return the types of what the Variables among the inputs hold, by name."""
        return {
            value.name: source.type
            for value, source in zip(self.graph.inputs, self.sources, strict=True)
            if isinstance(source, Variable)
        }


def saved_graph(graph: Graph) -> Saved:
    """Return a graph of its arguments alone, by position, as a file holds it."""
    names = [f"argument_{place}" for place in range(len(graph.inputs))]
    parameters = tuple([Parameter(name, "POSITIONAL_ONLY", REQUIRED) for name in names])
    patterns = {
        name: OfType(value.type)
        for name, value in zip(names, graph.inputs, strict=True)
    }
    sources = tuple([(name,) for name in names])
    return Saved(graph, Signature(parameters, patterns), sources)


def problem_of_calls(saved: Saved) -> GraphError | None:
    """Return what is wrong if the graphs that a graph calls give not what it says.

    Each is checked for itself, with what the others say: that they end is for the run
    to find out.
    """
    for node in saved.graph.nodes():
        callee = callee_of(node)
        if callee is None:
            continue
        assert isinstance(callee, Called)
        made = [
            argument_type(each)
            for inner in callee.graphs
            for each in inner.graph.region.yields or ()
        ]
        for result in node.results:
            for of in made:
                if not accepts(result.type, of):
                    told = f"{result.name!r} is {result.type}, and may become {of}"
                    return GraphError(told, span=node.span)
    return None
