"""Functions made here that call themselves: the run calls them."""

from __future__ import annotations

from types import CellType, FrameType, FunctionType
from typing import Any

from tracer.record.causes import RECURSIVE
from tracer.record.code_memory import identity
from tracer.record.frames import locals_of
from tracer.record.rebound_names import content_of
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.values.functions_and_classes import StandIn


def recursive_functions(
    trace: Trace, frame: FrameType
) -> list[tuple[CellType, FunctionType]]:
    """Return the recursive functions made here, with the variables that hold them."""
    found: list[tuple[CellType, FunctionType]] = []
    seen: set[int] = set()
    waiting = [*locals_of(frame)]
    while waiting:
        function = waiting.pop()
        if not is_made_here(function) or id(function) in seen:
            continue
        seen.add(id(function))
        for cell in function.__closure__ or ():
            inner = content_of(cell)
            waiting.append(inner)
            if (
                is_made_here(inner)
                and identity(inner.__code__) in trace.facts.recursive
            ):
                found.append((cell, inner))
    return found


class CalledAtRunTime(StandIn):
    """Stand-in for a recursive function made here: the run calls it."""

    __slots__ = ()

    def _ag_held(self) -> Any:
        return self._ag_original

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        trace = self._ag_trace
        function = trace.asked.function_at_run_time(self._ag_original)
        return trace.asked.call_back(function, args, kwargs, cause=RECURSIVE)
