"""Which arguments of a call only the run knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.types import NumpyScalar, PythonScalar, Type
from tracer.dispatch.policy import is_opaque
from tracer.errors import NotStaged, on_behalf
from tracer.proxies import ListProxy, ObjectProxy
from tracer.symbols import Symbol
from tracer.watching import is_watched

if TYPE_CHECKING:
    from tracer.trace import Trace

Handler = Callable[..., Any]
"""What a call does while tracing; the first argument is the trace."""


def has_symbol(value: Any) -> bool:
    """Say whether a value is, or directly holds, something known only at run time."""
    if type(value) is Symbol:
        return True
    if type(value) is list or isinstance(value, tuple):
        return any(map(has_symbol, value))
    if type(value) is ListProxy:
        return any(map(has_symbol, list(value)))
    return isinstance(value, ObjectProxy) and is_opaque(type(value._ag_real))


def for_the_run(trace: Trace, *values: Any) -> bool:
    """Say whether only the run can compare values.

    Objects of the user's may compare by Python values alone: it is tried first.
    """
    if any(map(has_symbol, values)):
        return True
    return is_watched(trace) and any(map(_has_object, values))


def _has_object(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_object, list(value)))
    return isinstance(value, ObjectProxy)


def is_single(of: Type) -> bool:
    """Say whether values of a type are numbers, through which nobody can go."""
    if isinstance(of, PythonScalar):
        return of.kind not in ("str", "bytes")
    return isinstance(of, NumpyScalar) and of.dtype.kind not in "US"


def as_list(value: Any) -> Any:
    """Give a list of the user's as a display, whose types the rules can see."""
    return list(value) if type(value) is ListProxy else value


def not_yet(what: str) -> NotStaged:
    """Give the refusal of something that is not staged."""
    return NotStaged(
        f"{what} is not staged for values known only when the graph runs",
        hint="write it as a loop, or use the NumPy function",
    )


def row_or_python(row: str, function: Callable[..., Any]) -> Handler:
    """Record where an argument is symbolic, else do what Python does."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values())):
            return trace.emit(row, *map(as_list, args), **kwargs)
        if any(isinstance(value, ObjectProxy) for value in args):
            return trace.functions.call_back(function, args, kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def plain_call(function: Callable[..., Any]) -> Handler:
    """Do what Python does: its operators ask the symbols."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return on_behalf(function, *args, **kwargs)

    return handler


def is_array_method(name: str) -> bool:
    """Say whether arrays have a method of this name, and what has may be an array."""
    return callable(getattr(np.ndarray, name, None))
