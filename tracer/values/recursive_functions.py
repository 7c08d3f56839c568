"""Functions made here that call themselves: the run calls them."""

from __future__ import annotations

from types import CellType, FunctionType
from typing import Any

from tracer.flow.function_changes import DefinedFunctions
from tracer.record.causes import RECURSIVE
from tracer.record.code_memory import identity
from tracer.record.rebound_names import content_of
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.values.functions_and_classes import StandIn


def recursive_functions(trace: Trace) -> list[tuple[CellType, FunctionType]]:
    """Return the recursive functions made here, with the variables that hold them."""
    functions = trace.part(DefinedFunctions)
    cells = {id(cell): cell for each in functions for cell in each.__closure__ or ()}
    return [
        (cell, function)
        for cell in cells.values()
        if is_made_here(function := content_of(cell))
        and identity(function.__code__) in trace.facts.recursive
    ]


class CalledAtRunTime(StandIn):
    """Stand-in for a recursive function made here: the run calls it."""

    __slots__ = ()

    def _ag_held(self) -> Any:
        return self._ag_original

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        trace = self._ag_trace
        function = trace.asked.function_at_run_time(self._ag_original)
        return trace.asked.call_back(function, args, kwargs, cause=RECURSIVE)
