"""What derivatives ask of a concrete function."""

from __future__ import annotations

import functools
import inspect
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from runtime.ir.graph import Graph

Run = Callable[..., Any]
"""What an entry calls with the inputs of the graph."""


class Derivable:
    """A graph that serves calls of one signature, for other uses than to run it."""

    graph: Graph
    signature: inspect.Signature

    @abstractmethod
    def _entry(
        self,
        signature: inspect.Signature,
        failed: Callable[[BaseException], object] | None,
        again: bool = False,
        run: Run | None = None,
    ) -> Callable[..., Any]:
        """Return a function that checks the guards and runs something, or is `MISS`."""

    @functools.cached_property
    def functional_graph(self) -> Graph:
        """The graph in functional form, where each write makes a new value.

        Raises
        ------
        AutographError
            If there is none: see docs/gradients.md.
        """
        from runtime.passes.functional import functionalize

        return functionalize.run(self.graph)

    @functools.cached_property
    def collect(self) -> Callable[..., Any]:
        """The entry that returns the inputs of the graph instead of running it."""
        return self._entry(self.signature, None, run=lambda *inputs: inputs)
