"""Calls of functions, and of objects, that a branch has chosen among known ones."""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn

from tracer.calls.callbacks import call_back
from tracer.errors import on_behalf
from tracer.flow.alternatives import Alternatives
from tracer.flow.branches import cond
from tracer.flow.known_classes import KnownClasses
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.known_methods import known_method
from tracer.values.lookup import ABSENT


def call_symbol(trace: Trace, function: Symbol, args: Any, kwargs: Any) -> Any:
    """Call a function that the run knows: each that it may be in its own branch."""
    of = trace.part(KnownClasses).find(function)
    if of is None or not of.optional:
        return _called(trace, function, args, kwargs)
    return cond(
        trace,
        trace.emit("is_", function, None),
        partial(on_behalf, _call_none, *args, **kwargs),
        partial(_called, trace, function, args, kwargs),
    )


def _call_none(*args: Any, **kwargs: Any) -> NoReturn:
    """Raise what Python raises where None is called."""
    raise TypeError("'NoneType' object is not callable")


def _called(trace: Trace, function: Symbol, args: Any, kwargs: Any) -> Any:
    """Call a function, or an object by the method that its class is known to have."""
    method = known_method(trace, function, "__call__")
    if method is not ABSENT:
        return method(*args, **kwargs)
    known = trace.part(Alternatives).find(function)
    if not known:
        return call_back(trace, function, args, kwargs)
    return _among(trace, function, known, args, kwargs)


def _among(
    trace: Trace, function: Symbol, known: list[Any], args: Any, kwargs: Any
) -> Any:
    """Call one of some functions."""
    first, *others = known

    def if_true() -> Any:
        if first is None:  # as Python says
            return trace.emit("call", function, *args, **kwargs)
        return first(*args, **kwargs)

    if not others:
        return if_true()
    chosen = trace.emit("is_", function, first)

    def if_false() -> Any:
        return _among(trace, function, others, args, kwargs)

    return cond(trace, chosen, if_true, if_false)
