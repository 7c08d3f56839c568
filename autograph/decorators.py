"""What people write above a function, and where whole modules are chosen."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, MethodType, ModuleType
from typing import Any, ParamSpec, TypeVar, overload

from autograph.conversion import is_converted, twin
from autograph.polymorphic.bound_functions import BoundFunction
from autograph.polymorphic.choices import Callbacks, Captures, Choices
from autograph.polymorphic.function import Function
from autograph.polymorphic.wrapping import wrapped
from autograph.source.given import give
from tracer.errors import SignatureError
from tracer.policy import DO_NOT_CONVERT, choose_module

P = ParamSpec("P")
R = TypeVar("R")


@overload
def function(
    python_function: Callable[P, R],
    /,
    *,
    input_signature: Any = None,
    reduce_retracing: bool | None = None,
    captures: Captures = "guard",
    callbacks: Callbacks = "warn",
    strict: bool = False,
    source: str | None = None,
) -> Function[P, R]: ...
@overload
def function(
    *,
    input_signature: Any = None,
    reduce_retracing: bool | None = None,
    captures: Captures = "guard",
    callbacks: Callbacks = "warn",
    strict: bool = False,
    source: str | None = None,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...
def function(
    python_function: Callable[P, R] | None = None,
    /,
    *,
    input_signature: Any = None,
    reduce_retracing: bool | None = None,
    captures: Captures = "guard",
    callbacks: Callbacks = "warn",
    strict: bool = False,
    source: str | None = None,
) -> Any:
    """Make a function run as a graph.

    Parameters
    ----------
    python_function : callable, optional
        A function of arrays and numbers, written in Python and NumPy; a method, a
        partial function, or an object that Python code can call.
    input_signature : sequence or mapping of TensorSpec, optional
        What the parameters take, in order or by name, nested as the arguments are. One
        graph serves all such calls; others raise `ValueError`. A Python number becomes
        what its spec says. ``self`` is left out; parameters that it says nothing of
        need a default.
    reduce_retracing : bool, optional
        Whether what changes from call to call becomes a value of the graph. By default
        the third value of a Python number does; with True the second does, and of an
        array the dimension that differs; with False none does.
    captures : {'guard', 'freeze', 'error'}, optional
        What becomes of a change to a global or closed-over Python value that the graph
        was traced with: another trace, nothing but one warning by its name, or an
        error. Arrays are read at each call.
    callbacks : {'warn', 'allow', 'error'}, optional
        What becomes of a call that the graph does not know: it goes back into Python
        at each run, with one warning for each place in the source, without, or not
        at all.
    strict : bool, optional
        Whether work that nobody needs is done all the same, for the errors and
        warnings that its values may cause.
    source : str, optional
        The text of its definition, if no file holds it (``exec``, plain ``python``).

    Returns
    -------
    Function
        Gives what `python_function` gives.

    Examples
    --------
    >>> import numpy as np
    >>> @function
    ... def relu(x):
    ...     if x > 0:
    ...         return x
    ...     return 0 * x
    >>> relu(np.float64(-2.0))
    np.float64(-0.0)
    """
    _check_choice("callbacks", callbacks, ("warn", "allow", "error"))
    _check_choice("captures", captures, ("guard", "freeze", "error"))
    _check_choice("reduce_retracing", reduce_retracing, (None, True, False))
    _check_choice("strict", strict, (True, False))
    choices = Choices(callbacks, captures, strict, input_signature, reduce_retracing)
    if python_function is None:
        return lambda each: _decorated(each, choices, source)
    return _decorated(python_function, choices, source)


def _check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        *others, last = map(repr, allowed)
        raise ValueError(f"{name}={value!r}: use {', '.join(others)} or {last}")


def _decorated(each: Any, choices: Choices, source: str | None) -> Any:
    """Find the Python function that will be called, and decorate it there."""
    again = functools.partial(_decorated, choices=choices, source=source)
    if isinstance(each, (staticmethod, classmethod)):
        return type(each)(again(each.__func__))
    if isinstance(each, property):
        got, put, cut = (part and again(part) for part in _parts(each))
        return property(got, put, cut, each.__doc__)
    if isinstance(each, (Function, BoundFunction)):
        return again(each.python_function)
    if getattr(each, "__autograph_converted__", False):
        return again(each.python_function)
    if isinstance(each, FunctionType):
        if source is not None:
            give(each, source)
        return Function(each, choices)
    if isinstance(each, functools.partial):
        given = inspect.signature(each.func).bind_partial(*each.args, **each.keywords)
        preset = choices.preset | given.arguments.keys()
        inner = again(each.func, choices=replace(choices, preset=preset))
        return BoundFunction(
            inner, *each.args, keywords=each.keywords, python_function=each
        )
    if isinstance(each, MethodType):
        return BoundFunction(again(each.__func__), each.__self__, python_function=each)
    called = inspect.getattr_static(type(each), "__call__", None)
    if isinstance(called, FunctionType) and not isinstance(each, type):
        return BoundFunction(again(called), each, python_function=each)
    if callable(each) and not isinstance(each, type):
        return Function(_calling(each), choices)
    raise _no_function(each)


def _calling(each: Callable[..., Any]) -> FunctionType:
    """Give a Python function that calls what is none: one of NumPy's, a cache."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return each(*args, **kwargs)

    assert isinstance(call, FunctionType)
    functools.update_wrapper(call, each)
    return call


def _parts(each: property) -> tuple[Any, Any, Any]:
    return each.fget, each.fset, each.fdel


def _no_function(each: Any) -> SignatureError:
    if isinstance(each, type):
        what, hint = f"the class {each.__name__}", "decorate its methods"
    else:
        what = getattr(each, "__name__", type(each).__name__)
        hint = (
            "decorate a function written with def or lambda, below its other decorators"
        )
    return SignatureError(f"{what} is not a Python function", hint=hint)


def convert(
    python_function: Callable[P, R], /, *, source: str | None = None
) -> Callable[P, R]:
    """Give a function that is converted where it is traced, and plain where not.

    Parameters
    ----------
    python_function : callable
        A function with source.
    source : str, optional
        The text of its definition, if no file holds it.

    Returns
    -------
    callable
        Runs the user's own code when called outside a trace, at its own speed.
    """
    if isinstance(python_function, (Function, BoundFunction)):
        return python_function
    if getattr(python_function, "__autograph_converted__", False):
        return python_function
    if not isinstance(python_function, FunctionType):
        raise _no_function(python_function)
    if source is not None:
        give(python_function, source)
    if not is_converted(python_function.__code__):
        twin(python_function)
    converted: Any = wrapped(python_function)
    converted.__autograph_converted__ = True
    converted.python_function = python_function
    return converted  # type: ignore[no-any-return]


def do_not_convert(python_function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that is never converted: a trace calls back to it.

    Parameters
    ----------
    python_function : callable
        Any function; it is marked and given back.
    """
    function = getattr(python_function, "__func__", python_function)
    if hasattr(function, "__dict__"):  # else it is built in, and never converted
        setattr(function, DO_NOT_CONVERT, True)
    return python_function


def convert_module(module: ModuleType | str) -> None:
    """Convert the functions of a module where they are called in a trace.

    Functions of the standard library and of installed packages are not converted: a
    trace calls back to them. This is for those that are written like your own code.

    Parameters
    ----------
    module : module or str
        A module or package with all that is in it, or its name. What was traced
        before stays as it was.

    Examples
    --------
    >>> import statistics
    >>> convert_module(statistics)
    """
    choose_module(_name(module), convert=True)


def do_not_convert_module(module: ModuleType | str) -> None:
    """Leave the functions of a module unconverted: a trace calls back to them.

    Parameters
    ----------
    module : module or str
        A module or package with all that is in it, or its name. What was traced
        before stays as it was.

    Examples
    --------
    >>> import statistics
    >>> do_not_convert_module(statistics)
    """
    choose_module(_name(module), convert=False)


def _name(module: ModuleType | str) -> str:
    return module if isinstance(module, str) else module.__name__
