"""What the parts of a polymorphic function ask of the whole."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, Protocol

from autograph.polymorphic.concrete import ConcreteFunction
from tracer.record.facts import Facts
from tracer.serve.head_results import HeadResults


class Traces(Protocol):
    """A function that traces a graph for each signature it is called with."""

    python_function: FunctionType
    _name: str
    _signature: inspect.Signature

    @property
    def _bind(self) -> Callable[..., tuple[Any, ...]]:
        """Returns the arguments of a call in the order of the parameters."""

    def _trace(
        self,
        bound: tuple[Any, ...],
        facts: Facts | None = None,
        results: HeadResults | None = None,
    ) -> ConcreteFunction:
        """Trace a graph for arguments in the order of the parameters."""

    def get_concrete_function(self, /, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the graph for arguments or specs, traced if need be."""

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the graph for these arguments."""
