"""Arguments of calls that Python knows while tracing, and those that only look so."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

import numpy as np

from runtime.types import (
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
)
from tracer.errors import on_behalf
from tracer.record.decisions import PURE
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.values.functions_and_classes import BoundFunction
from tracer.values.staging import Stager


def is_plain(value: Any) -> bool:
    """Say whether a value holds nothing that is known only at run time."""
    if type(value) is Symbol or isinstance(value, Proxy):
        return False
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, FunctionType):
        return not value.__closure__ and type(value.__globals__) is not TracedGlobals
    if type(value) is functools.partial:
        return is_plain((value.func, value.args, value.keywords))
    if type(value) is BoundFunction:
        return False
    return not isinstance(value, np.ndarray)


def unwrapped(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give the user's objects behind staged ones."""
    return tuple([trace.part(Stager).original(value) for value in args])


def may_be_object(value: Any) -> bool:
    """Say whether a value may be, or hold, an object of the user's."""
    if type(value) is Symbol:
        return _holds_object(value._ag_value.type)
    if type(value) in (tuple, list):
        return any(map(may_be_object, value))
    return isinstance(value, Proxy)


def _holds_object(of: Type) -> bool:
    match of:
        case List(element) | Iterable(element):
            return _holds_object(element)
        case Tuple(items) | Union(items):
            return any(map(_holds_object, items))
    return not isinstance(of, (Array, NumpyScalar, PythonScalar, NoneType))


def errs_here(trace: Trace) -> bool:
    """Say whether NumPy was heard to err in the running call of plain values."""
    return bool(trace.facts.erring) and trace.stack.site() in trace.facts.erring


def run_plainly(
    trace: Trace, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a pure function of plain values while tracing."""
    trace.decide("call", PURE)
    named = dict(zip(kwargs, unwrapped(trace, tuple(kwargs.values())), strict=True))
    return on_behalf(function, *unwrapped(trace, args), **named)
