"""What people write above a function, and where whole modules are chosen."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType, MethodType, ModuleType
from typing import Any, ParamSpec, TypeVar, overload

from autograph.conversion import is_converted, twin
from autograph.polymorphic import BoundFunction, Callbacks, Function
from autograph.source.given import give
from autograph.wrapping import wrapped
from tracer.dispatch.policy import DO_NOT_CONVERT, choose_module
from tracer.errors import SignatureError

P = ParamSpec("P")
R = TypeVar("R")


@overload
def function(
    python_function: Callable[P, R],
    /,
    *,
    callbacks: Callbacks = "warn",
    strict: bool = False,
    source: str | None = None,
) -> Function[P, R]: ...
@overload
def function(
    *,
    callbacks: Callbacks = "warn",
    strict: bool = False,
    source: str | None = None,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...
def function(
    python_function: Callable[P, R] | None = None,
    /,
    *,
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
    if callbacks not in ("warn", "allow", "error"):
        raise ValueError(
            f"callbacks={callbacks!r}: it is one of 'warn', 'allow' and 'error'"
        )
    if python_function is None:
        return lambda each: _decorated(each, callbacks, strict, source)
    return _decorated(python_function, callbacks, strict, source)


def _decorated(
    each: Any, callbacks: Callbacks, strict: bool, source: str | None
) -> Any:
    """Find the Python function that will be called, and decorate it there."""
    again = functools.partial(
        _decorated, callbacks=callbacks, strict=strict, source=source
    )
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
        return Function(each, callbacks, strict)
    if isinstance(each, functools.partial):
        inner = again(each.func)
        return BoundFunction(inner, each, each.args, each.keywords)
    if isinstance(each, MethodType):
        return BoundFunction(again(each.__func__), each, (each.__self__,))
    called = inspect.getattr_static(type(each), "__call__", None)
    if isinstance(called, FunctionType) and not isinstance(each, type):
        return BoundFunction(again(called), each, (each,))
    raise _no_function(each)


def _parts(each: property) -> tuple[Any, Any, Any]:
    return each.fget, each.fset, each.fdel


def _no_function(each: Any) -> SignatureError:
    if isinstance(each, type):
        what, hint = f"the class {each.__name__}", "decorate its methods"
    else:
        what = getattr(each, "__name__", type(each).__name__)
        hint = "decorate a function written with def or lambda, below its decorators"
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
