"""Calls back into Python: at each run, with its values, in the order of the program."""

from __future__ import annotations

import bisect
import functools
import heapq
import operator
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from inspect import CO_GENERATOR
from types import FunctionType
from typing import Any

import numpy as np

from runtime.plan.called_at import calling_through
from runtime.types import Type
from tracer.calls.arguments import may_be_object
from tracer.calls.attributes import Attributes
from tracer.calls.called_back import CalledBack, CallsBack
from tracer.calls.draws import draw_number, draws
from tracer.calls.first_values import FirstValues
from tracer.calls.handlers import is_array_method
from tracer.calls.numpys_objects import record_as, result_of_call, result_of_method
from tracer.calls.patching import refuse_monkeypatch
from tracer.calls.reasons import why_attribute_asked, why_called_back
from tracer.calls.stances import (
    described,
    is_numpys,
    library_stance,
    sort,
    undecorated,
)
from tracer.errors import CallbackRefused
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.run_generators import RunGenerators
from tracer.policy import is_opaque, is_user_file
from tracer.record import causes
from tracer.record.causes import Cause
from tracer.record.decisions import CONVERTED, OPERATION, PURE
from tracer.record.numpys_code import NumpysCode
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Lasting
from tracer.values.bound_methods import BoundMethod
from tracer.values.functions_and_classes import StagedBoundFunction
from tracer.values.made_functions import MadeFunctions
from tracer.values.proxies import ObjectProxy
from tracer.values.staging import Stager

AT_ONCE: tuple[Callable[..., Any], ...] = (
    *(min, max, sorted, functools.reduce, heapq.nlargest, heapq.nsmallest),
    *(bisect.bisect_left, bisect.bisect_right, bisect.insort_left, bisect.insort_right),
    *(np.apply_along_axis, np.apply_over_axes, np.fromfunction, np.piecewise),
)
"""What calls the functions that it is given, and keeps none of them."""
ATTRIBUTE_FUNCTIONS = (getattr, setattr, delattr, hasattr)
"""What asks an object for one of its attributes."""


def call_back(
    trace: Trace,
    function: Any,
    args: Any,
    kwargs: Any,
    cause: Cause | None = None,
) -> Any:
    """Record a call that runs in Python at each run of the graph.

    If it ran while tracing already, its result serves the first run.

    Parameters
    ----------
    trace, function, args, kwargs
        The call.
    cause : Cause, optional
        Why it goes back into Python, if not for what is called.
    """
    original = trace.part(Stager).original(function, by_identity=False)
    if isinstance(original, Proxy):
        original = original._ag_real
    name = None
    if type(original) is Symbol:
        name = trace.part(Attributes).names.get(original._ag_value.name)
    else:
        of = result_of_call(original, args, kwargs)
        if of is not None:
            return _call_numpys(trace, function, original, of, args, kwargs)
    call = None
    if name is None or not is_array_method(name):
        what = f"the method {name!r}" if name else described(original)
        why = cause or _why(trace, original, args)
        call = announce(trace, what, why, _loops(trace, original, args))
    known = type(original) is not Symbol and (
        is_numpys(original) or library_stance(original) == PURE
    )
    if not known:
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    callee, args = _once(trace, function, original, args)
    at_once = any(original is each for each in AT_ONCE)
    with trace.part(MadeFunctions).passing() if at_once else nullcontext():
        result = trace.emit("call", callee, *args, **kwargs)
    # Of an object, or a symbol, any attribute would be a value of the run.
    written = type(original) is FunctionType
    if written and original.__code__.co_flags & CO_GENERATOR:
        trace.part(RunGenerators).note(result)
    if call is not None:
        trace.part(CallsBack).gives(call, result)
    if cause is not causes.GENERATOR:  # to make one runs nothing of its code
        trace.clobber(replaces=_may_replace(call, original, args, kwargs))
    return result


def _may_replace(call: CalledBack | None, called: Any, args: Any, kwargs: Any) -> bool:
    """Whether a call may replace methods of the user's objects, or functions there.

    Nobody expects it of a library that is given no object and no function, nor of
    what is called as methods of containers are. A parent's method written in C does
    not do it to the object whose method it is.

    Parameters
    ----------
    call : CalledBack, optional
        What is noted of the call; nothing of one by the name of an array's method.
    called, args, kwargs
        A function, or the receiver of a method; what it is given.
    """
    given = (*args, *kwargs.values())
    if call is None:  # an array would be given none of the user's objects
        return any(isinstance(one, ObjectProxy) and _is_users(one) for one in given)
    if call.cause in (causes.CACHED, causes.ITEM):
        return False
    if call.cause == causes.PARENT:
        users = False
    elif is_staged(called):
        users = _is_users(called)
    else:
        code = getattr(undecorated(called), "__code__", None)
        users = code is not None and is_user_file(code.co_filename)
    return users or any(map(_is_users, given))


def _is_users(value: Any) -> bool:
    """Whether a value is, or may be, an object or a function of the user's."""
    if isinstance(value, ObjectProxy):
        return not is_opaque(type(value._ag_real))
    return may_be_object(value) or (type(value) is not Symbol and callable(value))


def _once(trace: Trace, function: Any, original: Any, args: Any) -> tuple[Any, Any]:
    """Return what to call, and its arguments: a call is made once at the first run."""
    results, site = trace.facts.results, trace.stack.site()
    if results is None or not any(place == site for place, _ in results.made):
        return function, args
    calling = calling_through(trace.stack.span())
    if is_staged(original):
        once = results.once_given(site, calling)
        return _lasting(trace, operator.call, "call", once), (function, *args)
    name = getattr(original, "__name__", type(original).__name__.lower())
    return _lasting(
        trace, original, str(name), results.once(original, site, calling)
    ), args


def _lasting(trace: Trace, function: Any, name: str, first: Any) -> Symbol:
    """Return the stand-in of a function, in whose place the first run calls another."""
    value = trace.capture(first, Lasting(function, name, first))
    return trace.wrap(value, trace.builder.regions[0])


def _call_numpys(
    trace: Trace, function: Any, original: Any, of: Type, args: Any, kwargs: Any
) -> Any:
    """Record a whole call of NumPy's code, whose result is known to be of a type."""
    if not isinstance(original, type):
        trace.part(NumpysCode).leave()
    trace.decide("call", OPERATION)
    callee, args = _once(trace, function, original, args)
    made = record_as(trace, of, "call", callee, *args, **kwargs)
    trace.clobber()
    return made


def call_back_method(
    trace: Trace,
    receiver: Any,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Record a call of an unknown method."""
    refuse_monkeypatch(trace, receiver, name)
    call = None
    if isinstance(receiver, ObjectProxy):
        if draws(receiver, name):
            return draw_number(trace, receiver, name, args, kwargs)
        of = result_of_method(type(receiver._ag_real), name, args, kwargs)
        if of is not None:
            trace.decide("call", OPERATION)
            made = record_as(trace, of, "call_method", receiver, name, *args, **kwargs)
            trace.clobber()
            return made
    if not (type(receiver) is Symbol and is_array_method(name)):
        cause = trace.part(CallsBack).why_method(receiver, name)
        loops = partial(trace.part(FirstValues).method_loops, receiver, name)
        call = announce(trace, f"the method {name!r}", cause, loops)
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    result = trace.emit("call_method", receiver, name, *args, **kwargs)
    if call is not None:
        trace.part(CallsBack).gives(call, result)
    trace.clobber(replaces=_may_replace(call, receiver, args, kwargs))
    return result


def announce_starred(trace: Trace, function: Any) -> None:
    """Note a call whose arguments only the run can count, by the user's names."""
    first = trace.part(FirstValues)
    if type(function) is BoundMethod:
        name = function.__name__
        loops = partial(first.method_loops, function.__self__, name)
        announce(trace, f"the method {name!r}", causes.STARRED, loops)
        return
    if type(function) is StagedBoundFunction:
        function = trace.part(Stager).original(function.__func__, by_identity=False)
    if isinstance(function, Proxy):
        function = function._ag_real
    converted = type(function) is not Symbol and sort(function, ()) == CONVERTED
    cause = causes.STARRED if converted else _why(trace, function, ())
    announce(trace, described(function), cause, partial(first.loops, function))


def _loops(trace: Trace, function: Any, args: Sequence[Any]) -> Callable[[], bool]:
    """Return what tells whether a call may run a loop that could be compiled."""
    first = trace.part(FirstValues)
    if any(function is each for each in ATTRIBUTE_FUNCTIONS):
        if len(args) > 1 and type(args[1]) is str:
            return partial(first.method_loops, *args[:2])
        return lambda: True
    names = trace.part(Attributes).names
    if type(function) is Symbol and function._ag_value.name not in names:
        return partial(first.is_chosen, function)
    return partial(first.loops, function)


def _why(trace: Trace, function: Any, args: Sequence[Any]) -> Cause:
    """Return why a call goes back into Python, from what is called."""
    if any(function is each for each in ATTRIBUTE_FUNCTIONS):
        owner = args[0] if args else None
        if isinstance(owner, Proxy):
            return why_attribute_asked(type(owner._ag_real))
    if type(function) is not Symbol:
        return why_called_back(function, trace.options.has_source)
    name = trace.part(Attributes).names.get(function._ag_value.name)
    if name is not None:
        return trace.part(CallsBack).why_method(function, name)
    return trace.part(CallsBack).why_function(function)


def announce(
    trace: Trace, what: str, cause: Cause, loops: Callable[[], bool]
) -> CalledBack:
    """Note a call back into Python, or refuse it; `loops` as for `CallsBack.add`."""
    trace.part(NumpysCode).leave()
    if trace.options.callbacks == "error":
        remedy = cause.remedy or "call it by ag.py_function"
        trace.refuse(
            CallbackRefused(
                f"{what} is called back in Python, which callbacks='error' forbids: "
                f"it {cause.reason}",
                hint=f"{remedy}, or pass callbacks='allow'",
            )
        )
    trace.decide("call", cause.stance, what)
    return trace.part(CallsBack).add(what, cause, loops)


def warn(trace: Trace, warning: Warning) -> None:
    """Note a warning about the running place, given once the trace is complete."""
    trace.part(CallsBack).tell(warning)
