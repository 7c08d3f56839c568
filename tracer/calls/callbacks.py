"""Calls back into Python: at each run, with its values, in the order of the program."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from inspect import CO_GENERATOR
from types import FunctionType
from typing import Any

from tracer.calls.attributes import Attributes
from tracer.calls.handlers import is_array_method
from tracer.calls.stances import described, is_numpys, library_stance
from tracer.errors import CallbackRefused, CallbackWarning
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.run_generators import RunGenerators
from tracer.record.decisions import CALLED_BACK, PURE
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.made_functions import MadeFunctions
from tracer.values.staging import Stager


def call_back(
    trace: Trace, function: Any, args: Any, kwargs: Any, made: Sequence[Any] = ()
) -> Any:
    """Record a call that runs in Python at each run of the graph.

    If it ran while tracing already, `made` has its result, to serve the first run.
    """
    original = trace.part(Stager).original(function)
    if isinstance(original, Proxy):
        original = original._ag_real
    name = None
    if type(original) is Symbol:
        name = trace.part(Attributes).names.get(original._ag_value.name)
    if name is None or not is_array_method(name):
        announce(trace, _called(trace, original, name))
    known = type(original) is not Symbol and (
        is_numpys(original) or library_stance(original) == PURE
    )
    if not known:
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    callee = _made_once(original, made) if made else function
    with trace.part(MadeFunctions).passing() if known else nullcontext():
        result = trace.emit("call", callee, *args, **kwargs)
    if getattr(getattr(function, "__code__", None), "co_flags", 0) & CO_GENERATOR:
        trace.part(RunGenerators).note(result)
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
    if not (type(receiver) is Symbol and is_array_method(name)):
        announce(trace, f"the method {name!r}")
        trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    result = trace.emit("call_method", receiver, name, *args, **kwargs)
    trace.clobber()
    return result


def _called(trace: Trace, function: Any, name: str | None) -> str:
    """Return a text for what is called back; `name` is that of its attribute."""
    if name is not None:
        return f"the method {name!r}"
    written = isinstance(function, FunctionType)
    unread = written and not trace.options.has_source(function)
    return described(function) + (", which has no source," if unread else "")


def announce(trace: Trace, what: str) -> None:
    """Warn about a call back into Python, or refuse it."""
    if trace.options.callbacks == "error":
        trace.refuse(
            CallbackRefused(
                f"{what} is called back in Python, which callbacks='error' forbids",
                hint="use a NumPy function, call it by ag.py_function, or pass "
                "callbacks='allow'",
            )
        )
    if trace.options.callbacks == "warn":
        warn(
            trace,
            CallbackWarning(
                f"{what} cannot be compiled: it is called back in Python at each "
                "run (callbacks='allow' silences this)"
            ),
        )
    trace.decide("call", CALLED_BACK, what)


def warn(trace: Trace, warning: Warning) -> None:
    """Warn at the running place, once in all tries."""
    if trace.options.decisions is not None:
        return  # whoever asks for decisions is told
    span = trace.stack.span()
    key = (span.file, span.line, str(warning))
    if key not in trace.facts.warned:
        trace.facts.warned.add(key)
        warnings.warn_explicit(warning, None, span.file, span.line)


def _made_once(function: Any, made: Sequence[Any]) -> Callable[..., Any]:
    """Return a function whose first call returns what was made, and does nothing."""
    left = [*made]

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return left.pop()
        except IndexError:
            return function(*args, **kwargs)

    return called
