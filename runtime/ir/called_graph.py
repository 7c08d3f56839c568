"""Graphs that other graphs call, and what is known of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, Protocol

from runtime.ir.behavior import structure
from runtime.ir.callee import Callee, callee_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region


class Running(Protocol):
    """What runs a graph; it explains errors, which `call` leaves as they are."""

    call: Callable[..., Any]

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph."""


class CalledGraph(Callee):
    """A callee of which a graph may be known that serves every call.

    Attributes
    ----------
    agrees : bool
        Whether there is such a graph.
    found : dict
        What has been found out of that graph, and made of it.
    """

    agrees: bool

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.found: dict[Hashable, Any] = {}

    @property
    @abstractmethod
    def graph(self) -> Graph | None:
        """The graph that serves every call; None if there are several, or none yet.

        It takes the arguments of a call, and captures nothing.
        """

    @abstractmethod
    def runs(self, graph: Graph) -> Running:
        """Return what runs a graph that is made of this one."""

    def around(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Return what runs a graph that makes many such calls, all within one."""
        return run


def called_often(graph: Graph) -> CalledGraph | None:
    """Return a callee that a graph calls in a loop, if there is one.

    None too if something catches what a call raises: who called it, it may look at.
    """
    nodes = list(graph.nodes())
    made = [structure(node) for node in nodes]
    if any(each is not None and each.catches for each in made):
        return None
    loops = [node for node, of in zip(nodes, made, strict=True) if of and of.loops]
    within = [inner for node in loops for each in node.regions for inner in each.walk()]
    found = (each for each in map(callee_of, within) if isinstance(each, CalledGraph))
    return next(found, None)


def with_callees(graph: Graph, change: Callable[[Callee], Callee]) -> Graph:
    """Return a graph whose calls name other graphs.

    Parameters
    ----------
    graph : Graph
        Any graph.
    change : callable
        Returns what is called in place of a callee.
    """
    if not any(callee_of(node) is not None for node in graph.nodes()):
        return graph

    def changed(node: Node) -> Node:
        callee = callee_of(node)
        args = node.args
        if callee is not None:
            args = (Constant(change(callee)), *args[1:])
        return replace(node, args=args, regions=tuple(map(within, node.regions)))

    def within(region: Region) -> Region:
        return replace(region, nodes=tuple(map(changed, region.nodes)))

    return replace(graph, region=within(graph.region))
