"""Graphs that are made of a called one, and called in its place.

What is made of a graph that calls itself calls itself too, so it has to be there before
it is complete: a callee is named first, and its graph is made then.

A way back runs graphs again, and those run others again: each call of them is made once
for each way back, and remembered by its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import cached_property
from typing import Any

import numpy as np

from runtime.forked_locks import new_lock
from runtime.ir.called_graph import CalledGraph, Running
from runtime.ir.graph import Graph
from runtime.ir.nodes import exact_key
from runtime.recursion_limit import outermost
from runtime.types import Type

FRAMES_A_LEVEL = 4
"""The part of Python's recursion limit that one call of a graph by a graph takes."""
AGAIN = "again"
"""What is made of a graph to be run again: it does nothing but return its result."""
_lock = new_lock()
_making: list[tuple[CalledGraph, Hashable]] = []
"""What the outermost of the calls of `made_of` that run has made so far."""
_results: ContextVar[dict[object, Any] | None] = ContextVar("results", default=None)
"""The results of graphs that ran again, of the outermost call that is running."""


class MadeCallee(CalledGraph):
    """A graph that is made of a called one.

    Parameters
    ----------
    name : str
        The name of the graph.
    gives : Type
        The type of what it returns.
    source : CalledGraph
        The graph that it is made of.
    what : hashable
        What of it this is.
    """

    def __init__(
        self, name: str, gives: Type, source: CalledGraph, what: Hashable
    ) -> None:
        super().__init__(name)
        self.what = what
        self.agrees = True
        of_remembered = isinstance(source, MadeCallee) and source._remembers
        self._remembers: bool = what == AGAIN or of_remembered
        self._gives = gives
        self._source = source
        self._graph: Graph | None = None

    @property
    def gives(self) -> Type:
        """The type of what its calls give."""
        return self._gives

    @property
    def graph(self) -> Graph | None:
        """The graph; None while it is being made."""
        return self._graph

    def runs(self, graph: Graph) -> Running:
        """Return what runs a graph that is made of this one."""
        return self._source.runs(graph)

    @cached_property
    def _running(self) -> Running:
        assert self._graph is not None
        return self.runs(self._graph)

    @cached_property
    def _run(self) -> Callable[..., Any]:
        return self._running.call

    def call(self, *args: Any) -> Any:
        """Run the graph."""
        results = _results.get()
        if results is None:
            with outermost(_results, {}, FRAMES_A_LEVEL):
                return self._running(*args)
        if not self._remembers:
            return self._run(*args)
        key = id(self), *map(_key, args)
        if key not in results:
            results[key] = self._run(*args)
        return _copied(results[key])


def _key(value: Any) -> object:
    """Return what tells arguments apart, also by the order of their items in memory."""
    if isinstance(value, np.ndarray):
        return exact_key(value), value.strides
    return tuple(map(_key, value)) if type(value) is tuple else exact_key(value)


def _copied(value: Any) -> Any:
    """Return a result that the caller may write."""
    if isinstance(value, np.ndarray):
        return value.copy(order="K")
    return tuple(map(_copied, value)) if type(value) is tuple else value


def made_of(
    callee: CalledGraph,
    what: Hashable,
    name: str,
    gives: Type,
    make: Callable[[Graph], Graph],
) -> MadeCallee:
    """Return what is made of a called graph, the same each time.

    Parameters
    ----------
    callee : CalledGraph
        What is called, of which the one graph is known.
    what : hashable
        What is made of it.
    name, gives
        The name of what is made, and the type of what it returns.
    make : callable
        Returns the new graph. It returns arrays that nobody else holds.
    """
    with _lock:
        known: MadeCallee | None = callee.found.get(what)
        if known is not None:
            return known
        assert callee.graph is not None
        made = callee.found[what] = MadeCallee(name, gives, callee, what)
        begun = len(_making)
        _making.append((callee, what))
        try:
            made._graph = make(callee.graph)
        except BaseException:
            # What was made meanwhile may call this one, which will never be there.
            for source, each in _making[begun:]:
                del source.found[each]
            del _making[begun:]
            raise
        if not begun:
            _making.clear()
        return made
