"""Lists and dicts of the caller's that hold nothing but functions.

Code that is not traced hardly ever puts others there, unless it is given them. So the
trace goes on with those that it knows, and the run sees that it takes one of them.
"""

from __future__ import annotations

from typing import Any

from tracer.flow.alternatives import MOST
from tracer.record.places import Place
from tracer.record.rebound_names import CALLED
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import never_changes
from tracer.serve.guards import Guard
from tracer.serve.origins import ItemOf
from tracer.serve.presence import Keys


def functions_in(trace: Trace, proxy: Proxy, taken: Symbol, *more: Any) -> list[Any]:
    """Return the functions that a container holds; none if it may hold anything else.

    Parameters
    ----------
    trace : Trace
        The running trace.
    proxy : Proxy
        What stands for the list or dict.
    taken : Symbol
        The item of it that the run has taken.
    *more
        What else that may be.
    """
    real, origin = proxy._ag_real, proxy._ag_origin
    keys = list(real) if isinstance(real, dict) else range(len(real))
    if not (0 < len(real) <= MOST and all(map(never_changes, keys))):
        return []
    if origin is None or not all(isinstance(real[key], CALLED) for key in keys):
        return []
    if trace.knowledge.replaced() or _is_changed(trace, real):
        return []
    if isinstance(real, dict):
        trace.guard(Guard(origin, Keys(tuple(keys))))
    held = [trace.asked.stage(real[key], ItemOf(origin, key)) for key in keys]
    found = [*held, *more]
    if trace.knowledge.clobbered():
        trace.emit("check_choice", taken, *found)
    return found


def _is_changed(trace: Trace, real: Any) -> bool:
    """Whether the function sets items of a container."""
    return any(
        isinstance(place, Place) and place.proxy._ag_real is real
        for place in trace.facts.stored
    )
