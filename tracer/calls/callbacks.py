"""Calls back into Python: at each run, with its values, in the order of the program."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from inspect import CO_GENERATOR
from types import FunctionType
from typing import Any

from runtime.ops import OPS
from runtime.plan.called_at import calling_through
from runtime.types import OBJECT
from tracer.calls.attributes import Attributes
from tracer.calls.called_back import CalledBack, CallsBack
from tracer.calls.handlers import is_array_method
from tracer.calls.patching import refuse_monkeypatch
from tracer.calls.stances import (
    described,
    is_numpys,
    library_stance,
    sort,
    why_attribute_asked,
    why_called_back,
)
from tracer.errors import CallbackRefused
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.run_generators import RunGenerators
from tracer.policy import makes_instances
from tracer.record import causes
from tracer.record.causes import Cause
from tracer.record.decisions import CONVERTED, PURE
from tracer.record.numpys_code import NumpysCode
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.made_functions import MadeFunctions
from tracer.values.staging import Stager


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
    call = None
    numpys = isinstance(original, type) and makes_instances(original)
    if not numpys and (name is None or not is_array_method(name)):
        what = f"the method {name!r}" if name else described(original)
        call = announce(trace, what, cause or _why(trace, original, args))
    known = type(original) is not Symbol and (
        is_numpys(original) or library_stance(original) == PURE
    )
    if not known:
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    results, site = trace.facts.results, trace.stack.site()
    callee = function
    if results is not None and any(place == site for place, _ in results.made):
        calling = calling_through(trace.stack.span())
        if is_staged(original):
            callee, args = results.once_given(site, calling), (function, *args)
        else:
            callee = results.once(original, site, calling)
    if numpys:  # it gives an instance, whatever it does
        arguments = tuple([trace.lift(one) for one in (callee, *args)])
        named = tuple([(key, trace.lift(value)) for key, value in kwargs.items()])
        made = trace.record(OPS["call"], arguments, named, of=OBJECT)
        trace.clobber()
        return made
    with trace.part(MadeFunctions).passing() if known else nullcontext():
        result = trace.emit("call", callee, *args, **kwargs)
    # Of an object, or a symbol, any attribute would be a value of the run.
    written = isinstance(original, FunctionType)
    if written and original.__code__.co_flags & CO_GENERATOR:
        trace.part(RunGenerators).note(result)
    if call is not None:
        trace.part(CallsBack).gives(call, result)
    trace.clobber()
    return result


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
    if not (type(receiver) is Symbol and is_array_method(name)):
        cause = trace.part(CallsBack).why_method(receiver, name)
        call = announce(trace, f"the method {name!r}", cause)
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    result = trace.emit("call_method", receiver, name, *args, **kwargs)
    if call is not None:
        trace.part(CallsBack).gives(call, result)
    trace.clobber()
    return result


def why_starred(trace: Trace, function: Any) -> Cause:
    """Return why a call goes back whose arguments only the run can count."""
    if type(function) is not Symbol and sort(function, ()) == CONVERTED:
        return causes.STARRED
    return _why(trace, function, ())


def _why(trace: Trace, function: Any, args: Sequence[Any]) -> Cause:
    """Return why a call goes back into Python, from what is called."""
    if any(function is each for each in (getattr, setattr, delattr, hasattr)):
        owner = args[0] if args else None
        if isinstance(owner, Proxy):
            return why_attribute_asked(type(owner._ag_real))
    if type(function) is not Symbol:
        return why_called_back(function, trace.options.has_source)
    name = trace.part(Attributes).names.get(function._ag_value.name)
    if name is not None:
        return trace.part(CallsBack).why_method(function, name)
    return trace.part(CallsBack).why_function(function)


def announce(trace: Trace, what: str, cause: Cause) -> CalledBack:
    """Note a call back into Python, or refuse it."""
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
    return trace.part(CallsBack).add(what, cause)


def warn(trace: Trace, warning: Warning) -> None:
    """Note a warning about the running place, given once the trace is complete."""
    trace.part(CallsBack).tell(warning)
