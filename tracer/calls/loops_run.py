"""Whether calls run loops of Python code, which would be faster compiled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import FunctionType
from typing import Any

from tracer.policy import attribute_of, is_convertible
from tracer.record.options import Instructions
from tracer.values.lookup import METHODS, in_class, undecorated

MOST_FUNCTIONS = 40
"""The number of functions that one call is looked through for."""
CONSTRUCTING = ("__new__", "__init__", "__post_init__")
"""Methods that the call of a class runs."""


def runs_loops(
    called: Any, instructions: Instructions, kind: type | None = None
) -> bool:
    """Whether a call runs a loop, or a recursion, of code that could be compiled.

    It is found in what is called, and in the functions and methods that this names.

    Parameters
    ----------
    called
        A function, a method, a class or an object that is called.
    instructions : Instructions
        Says what code has loops.
    kind : type, optional
        The class of the object whose method it is.
    """
    waiting: list[tuple[Any, type | None]] = [(function_called(called), kind)]
    seen: set[tuple[Any, type | None]] = set()
    while waiting:
        function, kind = waiting.pop()
        if (function, kind) in seen:
            continue
        seen.add((function, kind))
        if isinstance(function, type):
            waiting += _constructing(function)
        elif is_convertible(function):
            named = [*_named(function, kind)]
            itself = (function, kind) in named
            if (
                instructions.has_loop(function.__code__)
                or itself
                or len(seen) > MOST_FUNCTIONS
            ):
                return True
            waiting += named
    return False


def function_called(called: Any) -> Any:
    """Return the function or class behind a call."""
    while issubclass(type(called), (partial, property)):
        called = called.func if issubclass(type(called), partial) else called.fget
    called = undecorated(called)
    called = attribute_of(called, "__func__") or called
    if issubclass(type(called), (FunctionType, type)):
        return called
    return undecorated(in_class(type(called), "__call__"))


def _constructing(kind: type) -> Iterator[tuple[Any, type]]:
    """Yield what the call of a class runs."""
    yield function_called(in_class(type(kind), "__call__")), type(kind)
    for name in CONSTRUCTING:
        yield function_called(in_class(kind, name)), kind


def _named(
    function: FunctionType, kind: type | None
) -> Iterator[tuple[Any, type | None]]:
    """Yield the functions and classes that a function names, and methods of its class.

    An attribute may be one of any object: of a name that the class has, it is taken to
    be that of the object itself.
    """
    names = function.__code__.co_names
    for name in names:
        if name == function.__name__ and "super" in names:
            continue  # of a parent
        method = None if kind is None else in_class(kind, name)
        if issubclass(type(method), (*METHODS, property)):
            yield function_called(method), kind
        found = function.__globals__.get(name)
        if issubclass(type(found), (FunctionType, type)):
            yield function_called(found), None
