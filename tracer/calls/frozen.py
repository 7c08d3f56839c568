"""Calls of plain values that run while tracing: what they give is in the graph."""

from __future__ import annotations

import copy
from types import GeneratorType
from typing import Any

from tracer.calls.arguments import is_plain, unwrapped
from tracer.calls.callbacks import call_back, warn
from tracer.calls.stances import described, module_of
from tracer.errors import FrozenWarning, on_behalf
from tracer.flow.region_changes import RegionChanges
from tracer.record.context import untraced
from tracer.record.decisions import FROZEN
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.serve.origins import Fixed
from tracer.values.staging import Stager


def run_now(
    trace: Trace,
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    frozen: bool,
) -> Any:
    """Run an unknown function of plain values while tracing, once for all tries."""
    trace.decide("call", FROZEN, described(function))
    done = trace.facts.frozen_results
    position = trace.frozen_calls
    trace.frozen_calls += 1
    site = trace.stack.site()
    if site in trace.facts.made:
        made = done[position : position + 1]
        return call_back(trace, function, args, kwargs, made)
    if position == len(done):
        _show_printed(trace)
        given = unwrapped(trace, args)
        with (
            trace.part(RegionChanges).unchanged((*given, *kwargs.values())),
            untraced(),
        ):
            done.append(on_behalf(function, *given, **kwargs))
    if isinstance(done[position], GeneratorType):
        # Each run needs one of its own.
        trace.restart_with(trace.facts.made, site)
    try:
        result = copy.deepcopy(done[position])
    except Exception:  # it cannot be copied: each run needs one of its own
        trace.restart_with(trace.facts.made, site)
    staged: Any = result
    if not (isinstance(result, (list, dict)) and is_plain(result)):
        staged = trace.part(Stager).stage(done[position], Fixed(done[position]))
    if isinstance(staged, Proxy) and not _is_lasting(staged._ag_real):
        # It may change; the next call of the function needs one of its own.
        trace.restart_with(trace.facts.made, site)
    if frozen:
        warn(trace, FrozenWarning(_frozen(function)))
    return trace.asked.copy(staged) if type(staged) is Symbol else staged


def _is_lasting(value: Any) -> bool:
    """Whether an object never changes, or is entered at each run anyway."""
    return type(value) in VALUES or hasattr(value, "__enter__")


def _frozen(function: Any) -> str:
    """Return the text of the warning that a call's result is frozen."""
    what = described(function)
    drawn = module_of(function) == "random"
    instead = "np.random or ag.random" if drawn else f"ag.py_function({what}, result=…)"
    return (
        f"{what} runs while tracing, and later calls reuse its result; pass the result "
        f"as an argument, or use {instead}, which runs at each call"
    )


def _show_printed(trace: Trace) -> None:
    """Print what has to appear before the output of a call that runs now."""
    facts = trace.facts
    for values, keywords in trace.printed[facts.shown :]:
        print(*values, **keywords)
    facts.shown = max(facts.shown, len(trace.printed))
