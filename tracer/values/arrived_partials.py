"""Partial functions that arrive: the trace calls what they were made of."""

from __future__ import annotations

import functools
from typing import Any

from tracer.errors import on_behalf
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf, Fixed, ItemOf
from tracer.serve.presence import Keys
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

    Its graph serves this very object, of which only the keywords may change.
    """
    stage = trace.part(Stager).stage
    origin = Fixed(made, "partial")
    function = stage(made.func, AttributeOf(origin, "func"))
    if sum(value is PLACEHOLDER for value in made.args) > len(args):
        return on_behalf(made, *args, **kwargs)  # an error of Python's
    given = [*args]
    bound = [
        given.pop(0)
        if value is PLACEHOLDER
        else stage(value, ItemOf(AttributeOf(origin, "args"), place))
        for place, value in enumerate(made.args)
    ]
    keywords = AttributeOf(origin, "keywords")
    trace.guard(Guard(keywords, Keys(tuple(made.keywords))))
    named = {
        name: kwargs[name] if name in kwargs else stage(value, ItemOf(keywords, name))
        for name, value in made.keywords.items()
    }
    return function(*bound, *given, **{**named, **kwargs})
