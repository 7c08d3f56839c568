"""Calls of methods that converted code writes, of containers and of texts."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from functools import partial
from types import (
    BuiltinMethodType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from tracer.calls.class_aliases import CLASS_ALIASES, made_by_alias
from tracer.calls.named_operators import named_operator
from tracer.calls.texts import text_method
from tracer.calls.watched_methods import operate, watched
from tracer.errors import on_behalf
from tracer.flow.container_contents import PLAIN
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.raising import looks_at_arguments
from tracer.policy import is_convertible
from tracer.record.contents import holds_staged
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.record.value_classes import VALUES
from tracer.serve.origins import Fixed
from tracer.values.bound_methods import BoundMethod
from tracer.values.functions_and_classes import (
    ASKING,
    StagedBoundFunction,
    StagedOperator,
    StandIn,
)
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods

PLAIN_VALUES = (int, float, complex, str, bytes, np.generic)


def call(trace: Trace, function: Any) -> Any:
    """Return the callable for a method, watched if it may change a container."""
    if is_staged(function):
        return function
    if issubclass(type(function), type):  # an exception's, or of a value: `dtype.type`
        return _class(trace, function)
    if (
        issubclass(type(function), partial)
        and type(function).__call__ is partial.__call__
    ):
        return _partial(trace, function)
    if isinstance(function, CLASS_ALIASES):
        return partial(made_by_alias, trace, function)
    if type(function) is FunctionType:
        return _users(trace, function) or function
    if isinstance(function, (MethodDescriptorType, WrapperDescriptorType)):
        if issubclass(function.__objclass__, BaseException):
            return partial(_of_an_exception, trace, function)
        if function.__name__ in ASKING:
            return StagedOperator(function, trace)
    found = _method(trace, function) if type(function) is MethodType else None
    if found is not None:
        return found
    do = _done_by(trace, function)
    if do is None:
        return named_operator(trace, function)
    do = partial(do, function)
    return BoundMethod(trace, function.__self__, function.__name__, do)


def _method(trace: Trace, function: MethodType) -> Any:
    """Return the callable for a bound method, if it is no value's."""
    receiver = function.__self__
    if isinstance(receiver, (ObjectProxy, tuple)):
        named = trace.part(SpecialMethods).by_name(receiver, function.__name__)
        return function if named is None else named
    if isinstance(receiver, StandIn):
        return function  # `f.__get__`, which the stand-in answers as functions do
    if _is_of_exceptions(receiver):
        users = _users(trace, function.__func__)
        return function if users is None else StagedBoundFunction(users, receiver)
    if _is_librarys(receiver):
        return partial(_of_the_library, trace, function)
    return None


def _partial(trace: Trace, function: partial[Any]) -> Any:
    """Return the callable for a partial function, whose own one is called so too."""
    within = call(trace, function.func)
    if within is function.func:
        return function
    return partial(within, *function.args, **function.keywords)


def _class(trace: Trace, kind: type) -> Any:
    """Return the callable for a class, which stays itself where it is not called."""
    if looks_at_arguments(kind):
        return trace.asked.stand_in(kind)
    if issubclass(kind, BaseException):
        return partial(trace.part(MadeExceptions).make, kind)
    return trace.asked.stage_class(kind)


def _done_by(trace: Trace, function: Any) -> Callable[..., Any] | None:
    """Return what calls a method in a trace; None if Python does."""
    receiver = getattr(function, "__self__", None)
    if issubclass(type(function), (BuiltinMethodType, MethodType)):
        if type(receiver) in VALUES:
            return trace.asked.ask
    if isinstance(function, MethodWrapperType):
        if isinstance(receiver, PLAIN_VALUES):
            return trace.asked.call_plain_method
        if type(receiver) in (*PLAIN, tuple, frozenset, range):
            return partial(operate, trace)
    if issubclass(type(function), BuiltinMethodType):
        if isinstance(receiver, (str, bytes)):
            return partial(text_method, trace)
        if isinstance(receiver, slice):
            return partial(_slice_method, trace)
        if not isinstance(receiver, (*PLAIN_VALUES, type, type(None))):
            return partial(watched, trace)
    return None


def _is_librarys(receiver: Any) -> bool:
    """Whether an object that Python has while tracing is of a class of its library."""
    kind = type(receiver)
    return kind not in VALUES and (
        kind.__module__.partition(".")[0] in sys.stdlib_module_names
        and not isinstance(receiver, (type, enum.Enum))
    )


def _of_the_library(
    trace: Trace, function: MethodType, /, *args: Any, **kwargs: Any
) -> Any:
    """Call a method written in Python, which takes values of the trace for others."""
    if holds_staged((*args, *kwargs.values())):
        return trace.asked.call_back(function, args, kwargs)
    return on_behalf(function, *args, **kwargs)


def _is_of_exceptions(receiver: Any) -> bool:
    """Whether a method is bound to an exception, or to a class of exceptions."""
    kind = receiver if isinstance(receiver, type) else type(receiver)
    return issubclass(kind, BaseException)


def _users(trace: Trace, function: Any) -> Any:
    """Return the stand-in for a function that Python found; None for one to run."""
    if not is_convertible(function) or is_made_here(function):
        return None
    return trace.asked.stage(function, Fixed(function, function.__name__))


def _of_an_exception(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call what Python's classes of exceptions define: the run has one that arrives."""
    if args and isinstance(args[0], (ObjectProxy, Symbol)):
        return trace.asked.call(function, args, kwargs)
    return on_behalf(function, *args, **kwargs)


def _slice_method(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call `slice.indices`, whose length or slice may be known by the run alone."""
    whole = function.__self__
    if holds_staged((whole, *args)) and not kwargs:
        return trace.emit("pure_method", whole, function.__name__, *args)
    return on_behalf(function, *args, **kwargs)
