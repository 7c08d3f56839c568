"""Iterators that Python's functions make, once the run has to make them.

While tracing, or in a loop of the graph, `zip`, `map` and the like are iterated over.
One that leaves the function, or that is advanced where neither can, is made by the run.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from tracer.calls.callbacks import call_back
from tracer.errors import NotStaged
from tracer.flow.iterators import iterator
from tracer.flow.made_containers import MadeContainers
from tracer.flow.single_pass import Iteration
from tracer.iteration.run_generators import RunGenerators
from tracer.record import causes
from tracer.record.decisions import OPERATION
from tracer.record.staged import Proxy, is_staged
from tracer.record.trace import Trace
from tracer.values.classes import Classes
from tracer.values.lookup import in_class
from tracer.values.staging import Stager


def iterators(
    trace: Trace, function: Any, make: Callable[[], Any], args: Any, kwargs: Any
) -> Any:
    """Return what a function of Python's gives.

    Parameters
    ----------
    trace, function, args, kwargs
        The call.
    make : callable
        Makes the call while tracing.
    """
    site = trace.stack.site()
    needed, refused = ("iterator of the run", *site), refused_at(site)
    if trace.is_left_to_run(refused):
        return _made_by_the_run(trace, function, args, kwargs)
    mark = trace.builder.mark() if trace.is_left_to_run(needed) else None
    try:
        result = make()
    except NotStaged:
        makes = hasattr(function, "__next__") or function is itertools.tee
        if trace.tentative or not makes:
            raise
        trace.refusal = None
        trace.leave_to_run(refused)
    if hasattr(type(result), "__next__") and not is_staged(result):
        result = iterator(trace, result)
    each = result if type(result) is tuple else (result,)
    made = [one for one in each if issubclass(type(one), Iteration)]
    if made and mark is not None:
        trace.builder.rollback(mark)
        return _made_by_the_run(trace, function, args, kwargs)
    for one in made:
        one._ag_site = one._ag_site or needed
    return result


def refused_at(site: tuple[Hashable, ...]) -> Hashable:
    """Return the key of the fact that no handler makes the iterator at a position."""
    return ("iterator refused", *site)


def _is_written(trace: Trace, value: Any) -> bool:
    """Whether a call of a value would run Python's code, which might be compiled."""
    value = trace.part(Stager).original(value)
    if isinstance(value, Proxy):
        value = value._ag_real
    if issubclass(type(value), (partial, MethodType)):
        called = value.func if issubclass(type(value), partial) else value.__func__
        return _is_written(trace, called)
    if isinstance(value, type):
        return Classes.is_users(value)
    asked = None if is_staged(value) else in_class(type(value), "__call__")
    return type(value) is FunctionType or type(asked) is FunctionType


def _made_by_the_run(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    given = (*args, *kwargs.values())
    if any(_is_written(trace, one) for one in given):
        made = call_back(trace, function, args, kwargs, cause=causes.ITERATOR)
    else:
        trace.decide("call", OPERATION)
        trace.part(MadeContainers).hand_over(given)
        made = trace.emit("call", function, *args, **kwargs)
    trace.part(RunGenerators).note(made)
    return made
