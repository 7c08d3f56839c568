"""Calls that depend on the moment: clocks, draws, the environment, what users type."""

from __future__ import annotations

import random
from typing import Any

from runtime.ops import OPS
from runtime.ops.draws import PYTHONS, python_draw
from runtime.ops.row import Row
from tracer.calls.arguments import may_be_object
from tracer.calls.stances import described, effect_type
from tracer.flow.made_containers import MadeContainers
from tracer.record.decisions import EFFECT
from tracer.record.trace import Trace
from tracer.values.staging import Stager


def _row(function: Any) -> Row:
    """Return the operation that is a call of a function."""
    owner, name = getattr(function, "__self__", None), function.__name__
    if type(owner) is random.Random and name in PYTHONS:
        return OPS[python_draw(name)]
    return OPS["call"]


def effect(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Record a call that runs at each run, in the order of the program."""
    original = trace.part(Stager).original(function, by_identity=False)
    trace.decide("call", EFFECT, described(original))
    given = (*args, *kwargs.values())
    row = _row(original)
    trace.part(MadeContainers).hand_over(given)
    for prepare in trace.hooks.before_emit:
        prepare(row, (function, *args), kwargs)
    positional = tuple([trace.lift(value) for value in (function, *args)])
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    of = effect_type(original) if row is OPS["call"] else None
    result = trace.record(row, positional, named, of=of, sure=False)
    if any(map(may_be_object, given)):
        trace.clobber()
    return result
