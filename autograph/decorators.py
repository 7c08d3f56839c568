"""Decorators for functions, and the choice of modules to convert."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, MethodType, ModuleType
from typing import Any, ParamSpec, TypeVar, overload

from autograph.library.boundary import boundary
from autograph.polymorphic.bound_functions import BoundFunction
from autograph.polymorphic.choices import Callbacks, Captures, Choices, Chosen
from autograph.polymorphic.function import Function
from autograph.polymorphic.wrapping import wrapped
from tracer.errors import SignatureError
from tracer.policy import DO_NOT_CONVERT, choose_module, looks_for_trace

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
    executor: Chosen = "auto",
    threads: int = 1,
    relaxed: bool = False,
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
    executor: Chosen = "auto",
    threads: int = 1,
    relaxed: bool = False,
    source: str | None = None,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...
@boundary
def function(
    python_function: Callable[P, R] | None = None,
    /,
    *,
    input_signature: Any = None,
    reduce_retracing: bool | None = None,
    captures: Captures = "guard",
    callbacks: Callbacks = "warn",
    strict: bool = False,
    executor: Chosen = "auto",
    threads: int = 1,
    relaxed: bool = False,
    source: str | None = None,
) -> Any:
    """Compile a function to graphs that run instead of it.

    Parameters
    ----------
    python_function : callable, optional
        A function of arrays and numbers, written in Python and NumPy. A method, a
        partial function and any other callable object except a class work too.
    input_signature : sequence or mapping of TensorSpec, optional
        The specs of the parameters, in order or by name, nested as the arguments are.
        One graph serves all calls that fit; other calls raise `ValueError`. A Python
        number is converted to the dtype of its spec. ``self`` is left out. Parameters
        without a spec need a default.
    reduce_retracing : bool, optional
        Whether an argument that changes from call to call becomes a value of the
        graph. By default a Python number does at its third value. With True it does at
        its second value, and array dimensions that differ become unknown. With False
        each new value and shape traces a graph.
    captures : {'guard', 'freeze', 'error'}, optional
        What happens when a global or closed-over Python value has changed since the
        graph was traced: a new trace, one warning with its name and no other effect, or
        an error. Arrays are read at each call.
    callbacks : {'warn', 'allow', 'error'}, optional
        What happens at a call that cannot be part of the graph. With 'warn' and 'allow'
        the graph calls back into Python at each run. 'warn' also gives one warning for
        a new graph, which says of each such line why, and what to write instead; not of
        files, logs, plots and the like, nor of a line that was listed before. 'error'
        raises an error.
    strict : bool, optional
        Whether to do work whose results are not needed, for the errors and warnings
        that it may cause.
    executor : {'auto', 'plan', 'native'}, optional
        What runs the loops of a graph. 'plan' is Python source that calls NumPy.
        'native' is machine code, compiled at the first call; it needs the package
        llvmlite (``pip install 'numpy-autograph[native]'``). With 'auto', loops that
        take long become machine code, if llvmlite is there. The results are the same
        to the last bit, and so are the errors and warnings.
    threads : int, optional
        How many threads compute elementwise operations on large arrays, in machine
        code. The results are the same to the last bit. Nothing else is computed by
        several threads.
    relaxed : bool, optional
        Whether machine code may give other last bits than NumPy, to be faster:
        products and sums rounded once, sums of floats in any order, and its own `exp`,
        `log`, `sin`, `cos` and `tanh`, at most 4 units in the last place off.
    source : str, optional
        The text of the definition, if no file has it (``exec``, plain ``python``).

    Returns
    -------
    Function
        A callable that returns what `python_function` returns.

    Raises
    ------
    ValueError
        If an option has no such choice.
    AutographError
        If something else than a function is given, or a signature that does not fit it
        (``AG305``). What cannot be compiled is an error of the first call.

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
    _check_choice("executor", executor, ("auto", "plan", "native"))
    _check_choice("relaxed", relaxed, (True, False))
    if type(threads) is not int or threads < 1:
        raise ValueError(f"threads={threads!r}: use a number from 1 on")
    choices = Choices(
        callbacks=callbacks,
        captures=captures,
        strict=strict,
        input_signature=input_signature,
        reduce_retracing=reduce_retracing,
        executor=executor,
        threads=threads,
        relaxed=relaxed,
    )
    if python_function is None:
        return boundary(lambda each: _decorated(each, choices, source))
    return _decorated(python_function, choices, source)


def _check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        *others, last = map(repr, allowed)
        raise ValueError(f"{name}={value!r}: use {', '.join(others)} or {last}")


def _decorated(each: Any, choices: Choices, source: str | None) -> Any:
    """Find the Python function that a call runs, and decorate that one."""
    again = functools.partial(_decorated, choices=choices, source=source)
    if issubclass(type(each), (staticmethod, classmethod)):
        return type(each)(again(each.__func__))
    if issubclass(type(each), property):
        got, put, cut = (part and again(part) for part in _parts(each))
        return property(got, put, cut, each.__doc__)
    if isinstance(each, (Function, BoundFunction)):
        return again(each.python_function)
    if getattr(each, "__autograph_converted__", False):
        return again(each.python_function)
    if type(each) is FunctionType:
        if source is not None:
            _give(each, source)
        # The examples of our documents have our modules' names, and no file.
        if looks_for_trace(each) and not each.__code__.co_filename.startswith("<"):
            each = _caller_of(each)
        return Function(each, choices)
    if issubclass(type(each), functools.partial):
        given = inspect.signature(each.func).bind_partial(*each.args, **each.keywords)
        preset = choices.preset | given.arguments.keys()
        inner = again(each.func, choices=replace(choices, preset=preset))
        return BoundFunction(inner, *each.args, keywords=each.keywords, of=each)
    if type(each) is MethodType:
        return BoundFunction(again(each.__func__), each.__self__, of=each)
    called = inspect.getattr_static(type(each), "__call__", None)
    if type(called) is FunctionType and not (
        isinstance(each, type) or _is_loaded(each)
    ):
        return BoundFunction(again(called), each, of=each)
    if callable(each) and not isinstance(each, type):
        return Function(_calling(each), choices)
    raise _no_function(each)


def _give(function: FunctionType, source: str) -> None:
    from autograph.source.given import give

    give(function, source)


def _caller_of(function: Callable[..., Any]) -> FunctionType:
    from autograph.source.calling import caller_of

    return caller_of(function)


def _is_loaded(each: Any) -> bool:
    """Whether it is a loaded function; nothing of files is imported for others."""
    files = sys.modules.get("runtime.saving.loaded")
    return files is not None and isinstance(each, files.LOADED)


def _calling(each: Callable[..., Any]) -> FunctionType:
    """Return a Python function that calls another callable, such as a ufunc."""
    if _is_loaded(each):
        return _caller_of(each)

    def call(*args: Any, **kwargs: Any) -> Any:
        return each(*args, **kwargs)

    assert type(call) is FunctionType
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


@boundary
def convert(
    python_function: Callable[P, R], /, *, source: str | None = None
) -> Callable[P, R]:
    """Return a function that is converted when traced, and otherwise runs as it is.

    Parameters
    ----------
    python_function : callable
        A function with source.
    source : str, optional
        The text of its definition, if no file contains it.

    Returns
    -------
    callable
        A function that runs the original code when it is called outside a trace.

    Raises
    ------
    AutographError
        If it is no function with source, or cannot be converted.

    Examples
    --------
    >>> @convert
    ... def magnitude(x):
    ...     if x < 0:
    ...         return -x
    ...     return x
    >>> magnitude(-3.0)
    3.0
    >>> function(lambda x: magnitude(x) + 1)(-3.0)
    4.0
    """
    if isinstance(python_function, (Function, BoundFunction)):
        return python_function
    if getattr(python_function, "__autograph_converted__", False):
        return python_function
    if type(python_function) is not FunctionType:
        raise _no_function(python_function)
    from autograph.conversion import is_converted, twin

    if source is not None:
        _give(python_function, source)
    if not is_converted(python_function.__code__):
        twin(python_function, traced=True)
    converted: Any = wrapped(python_function)
    converted.__autograph_converted__ = True
    converted.python_function = python_function
    return converted  # type: ignore[no-any-return]


def do_not_convert(python_function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that is never converted: a graph calls it back in Python.

    Parameters
    ----------
    python_function : callable
        Any function.

    Returns
    -------
    callable
        The same function, marked.

    Examples
    --------
    >>> @do_not_convert
    ... def looked_up(place):
    ...     return {"here": 2.0}[place]
    >>> function(lambda x: x * looked_up("here"))(3.0)
    6.0
    """
    function = getattr(python_function, "__func__", python_function)
    if hasattr(function, "__dict__"):  # else it is built in, and never converted
        setattr(function, DO_NOT_CONVERT, True)
    return python_function


def convert_module(module: ModuleType | str) -> None:
    """Convert the functions of a module when a traced function calls them.

    By default functions of the standard library and of installed packages are not
    converted: a graph calls them back in Python. Use this for a module that is written
    like your own code.

    Parameters
    ----------
    module : module or str
        A module, a package with all its modules, or a name of one. Graphs that were
        traced before do not change.

    Examples
    --------
    >>> import statistics
    >>> convert_module(statistics)
    """
    choose_module(_name(module), convert=True)


def do_not_convert_module(module: ModuleType | str) -> None:
    """Do not convert the functions of a module: a graph calls them back in Python.

    Parameters
    ----------
    module : module or str
        A module, a package with all its modules, or a name of one. Graphs that were
        traced before do not change.

    Examples
    --------
    >>> import statistics
    >>> do_not_convert_module(statistics)
    """
    choose_module(_name(module), convert=False)


def _name(module: ModuleType | str) -> str:
    return module if isinstance(module, str) else module.__name__
