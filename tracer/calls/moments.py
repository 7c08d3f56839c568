"""Calls that depend on the moment: clocks, draws, the environment, what users type."""

from __future__ import annotations

from typing import Any

from runtime.ops import OPS
from tracer.calls.arguments import may_be_object
from tracer.calls.stances import described, effect_type
from tracer.flow.made_containers import MadeContainers
from tracer.record.decisions import EFFECT
from tracer.record.trace import Trace
from tracer.values.staging import Stager


def effect(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Record a call that runs at each run, in the order of the program."""
    original = trace.part(Stager).original(function, by_identity=False)
    trace.decide("call", EFFECT, described(original))
    given = (*args, *kwargs.values())
    trace.part(MadeContainers).hand_over(given)
    for prepare in trace.hooks.before_emit:
        prepare(OPS["call"], (function, *args), kwargs)
    positional = tuple([trace.lift(value) for value in (function, *args)])
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    result = trace.record(
        OPS["call"], positional, named, of=effect_type(original), sure=False
    )
    if any(map(may_be_object, given)):
        trace.clobber()
    return result
