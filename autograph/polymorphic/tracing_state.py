"""What a function has for tracing its graphs, and has learnt from tracing them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from autograph.polymorphic.choices import Choices
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.differences import Difference
from autograph.polymorphic.generalization import Generalization
from autograph.polymorphic.graph_tracer import GraphTracer
from autograph.polymorphic.protocols import Traces
from autograph.polymorphic.recursive_calls import RecursiveCalls
from autograph.polymorphic.retrace_log import RetraceLog, Retraces
from autograph.polymorphic.trace_warnings import give_warnings
from tracer.errors import TracingError
from tracer.record.facts import Facts
from tracer.serve.head_results import HeadResults


class TracingState:
    """The parts of a function that only tracing needs.

    Parameters
    ----------
    python_function : function
        The user's own.
    signature : inspect.Signature
        Its parameters.
    choices : Choices
        What the user chose for it.
    make : callable
        Returns what traces another function of the user for recursive calls.
    shared : RecursiveCalls, optional
        The recursive calls that its graphs share with those of other functions.
    """

    def __init__(
        self,
        python_function: FunctionType,
        signature: inspect.Signature,
        choices: Choices,
        make: Callable[[FunctionType, RecursiveCalls], Traces],
        shared: RecursiveCalls | None,
    ) -> None:
        self._callbacks = choices.callbacks
        self.recursion = shared or RecursiveCalls(
            lambda each: make(each, self.recursion)
        )
        self.tracer = GraphTracer(python_function, signature, choices, self.recursion)
        self.generalization = Generalization(
            tuple(signature.parameters), choices.reduce_retracing
        )
        self.log = RetraceLog(
            getattr(python_function, "__name__", "function"), signature
        )

    def generally(
        self,
        values: tuple[Any, ...],
        trace: Callable[[tuple[Any, ...], Facts | None, HeadResults], ConcreteFunction],
        results: HeadResults,
    ) -> ConcreteFunction:
        """Trace with changing values as values of the graph, if the body allows it."""
        attempt = self.generalization.first(values)
        while True:
            facts = self.recursion.facts()
            facts.varying, facts.apart = attempt.varying, attempt.apart
            facts.originals = attempt.originals
            try:
                return trace(attempt.values, facts, results)
            except TracingError:
                following = self.generalization.after(attempt, facts.whole)
                if following is None:
                    raise
                attempt = following

    def give_warnings(self, concrete: ConcreteFunction) -> None:
        """Warn of what a new graph does."""
        give_warnings(concrete, self._callbacks)

    def note(
        self,
        number: int,
        differences: tuple[Difference, ...],
        taken: list[Mapping[str, Any]],
    ) -> None:
        """Record why a graph was traced, when the graphs take these arguments."""
        self.log.note(number, differences, taken, self.generalization.plain)

    def retraces(self, taken: list[Mapping[str, Any]]) -> Retraces:
        """Return the graphs that were traced, and why."""
        return self.log.table(taken, self.generalization.plain)
