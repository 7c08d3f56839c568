"""Arguments of calls: what Python knows of them, and as handlers and rows take them."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from runtime.ir.behavior import may_be_answered
from runtime.ops.row import Row
from runtime.types import (
    Array,
    ClassArray,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
)
from tracer.errors import on_behalf, user_error
from tracer.record.contents import LISTS, held, holds_staged
from tracer.record.decisions import PURE
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import AttributeOf, Fixed
from tracer.values.bound_methods import BoundMethod
from tracer.values.enumerations import member_or
from tracer.values.functions_and_classes import StagedBoundFunction, StandIn
from tracer.values.lookup import in_class
from tracer.values.staging import Stager


def in_order(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return a builtin's arguments by position, where it takes them by position.

    Arguments that do not fit its signature raise Python's error.
    """
    signature = _signature(function)
    if signature is None:
        return args, kwargs
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        on_behalf(function, *args, **kwargs)
        return args, kwargs
    return bound.args, bound.kwargs


@cache
def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    """Return the signature of a C function, or None if Python does not know it."""
    if not issubclass(type(function), type | BuiltinFunctionType):
        return None
    try:
        return inspect.signature(function)
    except ValueError:
        return None


def fits(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool:
    """Whether a function is known to take some arguments."""
    return _binds(_signature_of(function), args, kwargs) is True


def kernel_cannot_take(
    kernel: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool:
    """Whether the kernel of a row is known not to take some arguments."""
    return _binds(_signature_of_kernel(kernel), args, kwargs) is False


def _binds(
    signature: inspect.Signature | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool | None:
    """Return whether arguments fit a signature; None if nobody knows it."""
    if signature is None:
        return None
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def _signature_of(function: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


@cache  # kernels last, unlike functions of the user's
def _signature_of_kernel(kernel: Callable[..., Any]) -> inspect.Signature | None:
    return _signature_of(kernel)


def misfits(error: Exception) -> bool:
    """Whether the call that raised, just here, did not fit the signature."""
    place = error.__traceback__
    here = place is not None and place.tb_next is None
    return here and isinstance(error, TypeError)


def called(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call the user's function; if it cannot be called so, the error is the user's."""
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        if misfits(error):
            user_error(error)
        raise


def out_by_name(
    row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments with ``out`` by name, as rows declare that it is written."""
    names = _parameters(row)
    if "out" not in names or not names.index("out") < len(args) <= len(names):
        return args, kwargs
    if "out" in kwargs:
        return args, kwargs  # given twice, which the run says
    position = names.index("out")
    named = dict(zip(names[position:], args[position:], strict=False))
    return args[:position], {**named, **kwargs}


def written_first(
    row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments with what is written first, as rows declare it."""
    name = None if args or 0 not in row.writes else _first_parameter(row)
    if name not in kwargs:
        return args, kwargs
    return (kwargs[name],), {key: kwargs[key] for key in kwargs if key != name}


def written_to(out: Any, result: Any) -> Any:
    """Return what a call with ``out=`` gives: what it wrote to, if that was given.

    An object among the operands may answer for the function, and give anything.
    """
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if out is None or out is ...:
        return result
    return result if is_answered(result) else out


def is_answered(result: Any) -> bool:
    """Whether an object among the operands may have answered with this result."""
    if type(result) is not Symbol:
        return False
    node = result._ag_region.node_of(result._ag_value)
    return node is not None and may_be_answered(node)


@cache
def _parameters(row: Row) -> tuple[str, ...]:
    """Return the positional parameters of a row that may write to ``out``."""
    if "out" not in row.writes:
        return ()
    parameters = inspect.signature(row.rule).parameters.values()
    return tuple(each.name for each in parameters if each.kind is not each.KEYWORD_ONLY)


@cache
def _first_parameter(row: Row) -> str | None:
    """Return the name by which the first argument may be given."""
    for parameter in inspect.signature(row.kernel).parameters.values():
        return None if parameter.kind is parameter.POSITIONAL_ONLY else parameter.name
    return None


def is_plain(value: Any) -> bool:
    """Whether a value holds nothing that is known only at run time."""
    return all(map(_is_plain, held(value)))


def _is_plain(value: Any) -> bool:
    if type(value) is Symbol or isinstance(value, Proxy):
        return False
    if type(value) is FunctionType:
        return not value.__closure__ and type(value.__globals__) is not TracedGlobals
    if issubclass(type(value), functools.partial):
        return is_plain((value.func, value.args, value.keywords))
    if type(value) in (StagedBoundFunction, BoundMethod):
        return False
    if type(value) is MethodType:  # perhaps one of a stand-in
        return _is_plain(value.__self__)
    if isinstance(value, BaseException):
        return not holds_staged(value)
    return not isinstance(value, np.ndarray)


def unwrapped(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the user's objects behind staged ones, in containers too."""
    return tuple([_unwrapped(trace, value) for value in args])


def _unwrapped(trace: Trace, value: Any) -> Any:
    kind: Any = type(value)
    if kind not in (tuple, list, dict):
        return trace.part(Stager).original(value)
    if not any(isinstance(each, StandIn) for each in held(value, keys=True)):
        return value
    if kind is dict:
        names, parts = unwrapped(trace, (*value,)), unwrapped(trace, (*value.values(),))
        return dict(zip(names, parts, strict=True))
    return kind(unwrapped(trace, (*value,)))


def may_be_object(value: Any) -> bool:
    """Whether a value may be, or hold, a user's object."""
    return any(
        _holds_object(one._ag_value.type)
        if type(one) is Symbol
        else isinstance(one, Proxy)
        for one in held(value, LISTS)
    )


def _holds_object(of: Type) -> bool:
    match of:
        case List(element) | Iterable(element):
            return _holds_object(element)
        case Tuple(items) | Union(items):
            return any(map(_holds_object, items))
    if isinstance(of, ClassArray):
        return of.dtype is None
    return not isinstance(of, (Array, NumpyScalar, PythonScalar, NoneType))


def errs_here(trace: Trace) -> bool:
    """Whether NumPy reported an error in the running call of plain values."""
    return bool(trace.facts.erring) and trace.stack.site() in trace.facts.erring


def run_plainly(
    trace: Trace, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a pure function of plain values while tracing."""
    trace.decide("call", PURE)
    named = dict(zip(kwargs, unwrapped(trace, tuple(kwargs.values())), strict=True))
    trace.part(LibraryClasses).called(function)
    made = on_behalf(function, *unwrapped(trace, args), **named)
    if not isinstance(made, type):
        return member_or(trace, made)
    if made.__module__ == on_behalf.__module__:
        # It has its module from the frame that calls, as `namedtuple` does.
        made.__module__ = trace.stack.frame().f_globals["__name__"]
    if _is_known(made) or not issubclass(type(function), (FunctionType, type)):
        return made
    if not trace.is_left_to_run():
        return trace.asked.made_class(made)
    of_the_run = trace.emit("call", function, *args, **kwargs)
    trace.emit("store_attribute", of_the_run, "__module__", made.__module__)
    return of_the_run


def _is_known(kind: type) -> bool:
    """Whether a module has a class, which so was there before."""
    module = sys.modules.get(kind.__module__)
    return getattr(module, kind.__qualname__, None) is kind


class LibraryClasses:
    """The classes of libraries that one trace has called for plain values."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._guarded: set[type] = set()

    def called(self, function: Any) -> None:
        """Guard how instances of a class are made: a program may replace that."""
        if not isinstance(function, type) or function in self._guarded:
            return
        self._guarded.add(function)
        for name in ("__new__", "__init__"):
            if issubclass(type(in_class(function, name)), FunctionType | staticmethod):
                origin = AttributeOf(Fixed(function, function.__name__), name)
                given = getattr(function, name)
                self._trace.guard(Guard(origin, Identical(given, lasting=True)))
