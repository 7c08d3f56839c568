"""Partial functions that arrive: the trace calls what they were made of."""

from __future__ import annotations

import functools
from typing import Any

from tracer.errors import on_behalf
from tracer.record.trace import Trace
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import AttributeOf, ItemOf
from tracer.serve.presence import Keys, Length
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.staging import Stager

PLACEHOLDER = getattr(functools, "Placeholder", object())
"""What stands for an argument of the call, from Python 3.14 on."""


def called_partial(
    trace: Trace,
    made: functools.partial[Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Call a partial function as a call of what it was made of.

    The graph of one that arrives serves others of as many arguments.
    """
    stage = trace.part(Stager).stage
    origin = trace.part(ArrivedFunctions).origin(made)
    function = stage(made.func, AttributeOf(origin, "func"))
    if sum(value is PLACEHOLDER for value in made.args) > len(args):
        trace.part(ArrivedFunctions).depends_on_identity(made)
        return on_behalf(made, *args, **kwargs)  # an error of Python's
    given, bound, held = [*args], [], AttributeOf(origin, "args")
    trace.guard(Guard(held, Length(len(made.args))))
    for place, value in enumerate(made.args):
        if value is PLACEHOLDER:
            trace.guard(Guard(ItemOf(held, place), Identical(value)))
            bound.append(given.pop(0))
        else:
            bound.append(stage(value, ItemOf(held, place)))
    keywords = AttributeOf(origin, "keywords")
    trace.guard(Guard(keywords, Keys(tuple(made.keywords))))
    named = {
        name: kwargs[name] if name in kwargs else stage(value, ItemOf(keywords, name))
        for name, value in made.keywords.items()
    }
    return function(*bound, *given, **{**named, **kwargs})
