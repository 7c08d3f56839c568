"""Functions that replace the user's functions at the least possible cost.

They have the parameters of the user's function. Packing and unpacking arguments would
cost more than all the rest.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from autograph.library.boundary import leave
from tracer.record.context import ACTIVE
from tracer.serve.binding import MISS, parameters_source, written

CONVERTED = """\
def written{parameters}:
    try:
        {trace} = {active}()
        if {trace} is None:
            return {plain}({passed})
        return {trace}.asked.call({plain}, ({positional}), {dict}({keywords}))
    except {anything} as {error}:
        {leave}({error})
        raise
"""
CALLED = """\
def written{parameters}:
    try:
        if {active}() is None and not {eager}.anywhere:
            {result} = {used}.entry({passed})
            if {result} is not {miss}:
                return {result}
        return {otherwise}(({positional}), {dict}({keywords}))
    except {anything} as {error}:
        {leave}({error})
        raise
"""
RECURSIVE = """\
def written{parameters}:
    {result} = {running}().get({itself})
    if {result} is not None:
        {result} = {result}({passed})
        if {result} is not {miss}:
            return {result}
    return {otherwise}(({positional}), {dict}({keywords}))
"""


def wrapped(plain: FunctionType) -> FunctionType:
    """Return a function that runs `plain`, and that a trace can convert."""
    given = {"active": ACTIVE.get, "plain": plain}
    return _written(CONVERTED, plain, signature_of(plain), "trace", given)


def called(
    plain: FunctionType,
    signature: inspect.Signature,
    eager: object,
    used: object,
    otherwise: Callable[..., Any],
) -> FunctionType:
    """Return a function that runs a graph instead of `plain`.

    Parameters
    ----------
    plain, signature
        The user's function, and its parameters.
    eager : object
        An object whose ``anywhere`` is true if functions may run eagerly.
    used : object
        An object whose ``entry`` runs the graph used last, or returns `MISS`.
    otherwise : callable
        Takes the arguments and keywords of all other calls.
    """
    given = {
        "active": ACTIVE.get,
        "eager": eager,
        "used": used,
        "miss": MISS,
        "otherwise": otherwise,
    }
    return _written(CALLED, plain, signature, "result", given)


def go_straight(kind: type, eager: list[bool], used: list[Callable[..., Any]]) -> None:
    """Let calls go to machine code without a frame of Python in between.

    Parameters
    ----------
    kind : type
        The class of the function that is called; its ``__call__``, which `called` made,
        goes on to take the calls that are not served.
    eager : list of bool
        Whether functions may run eagerly.
    used : list of callable
        Runs the graph used last, or returns `MISS`.
    """
    from runtime.native.loading.library import library  # which is loaded by now

    itself = (ACTIVE, eager, used, kind.__call__, leave, MISS)
    setattr(kind, "__call__", library().straight_call(itself))  # noqa: B010 - a class


def called_within(
    plain: FunctionType,
    running: Callable[[], Mapping[Any, Callable[..., Any]]],
    itself: object,
    otherwise: Callable[..., Any],
) -> FunctionType:
    """Return a function that graphs call for the recursive calls of `plain`.

    Parameters
    ----------
    plain : function
        The user's function.
    running : callable
        Returns what runs the graphs used last, or returns `MISS`, in the outermost of
        these calls that is running.
    itself : object
        The key of what runs graphs of `plain`.
    otherwise : callable
        Takes the arguments and keywords of all other calls.
    """
    given = {
        "running": running,
        "itself": itself,
        "miss": MISS,
        "otherwise": otherwise,
    }
    return _written(RECURSIVE, plain, signature_of(plain), "result", given)


def _written(
    template: str,
    plain: FunctionType,
    signature: inspect.Signature,
    local: str,
    given: dict[str, Any],
) -> FunctionType:
    """Return a function with the parameters, the name and the defaults of another.

    Parameters
    ----------
    template : str
        The source of the function.
    plain, signature
        The other function, and its parameters.
    local : str
        The local name in the template.
    given : dict
        The values of the other names in the template.
    """
    given = {**given, "dict": dict, "anything": BaseException, "leave": leave}
    taken = {plain.__name__, *signature.parameters}
    spelled = {}
    for name in (local, "error", *given):
        spelling = name
        while spelling in taken:
            spelling += "_"
        taken.add(spelling)
        spelled[name] = spelling
    positional, keywords = [], []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.append(f"*{name}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.append(f"**{name}")
        elif parameter.kind is parameter.KEYWORD_ONLY:
            keywords.append(f"{name}={name}")
        else:
            positional.append(name)
    text = template.format(
        parameters=f"({parameters_source(signature)})",
        passed=", ".join([*positional, *keywords]),
        positional="".join(f"{item}, " for item in positional),
        keywords=", ".join(keywords),
        **spelled,
    )
    space = {spelled[name]: value for name, value in given.items()}
    made = written(text, plain.__name__, space)
    functools.update_wrapper(made, plain)
    made.__defaults__ = plain.__defaults__
    made.__kwdefaults__ = plain.__kwdefaults__
    return made


def signature_of(function: FunctionType) -> inspect.Signature:
    """Return the parameters of a function itself.

    They are not those of a function that it wraps: the wrapper sees whether an argument
    was given.
    """
    bare = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    bare.__kwdefaults__ = function.__kwdefaults__
    return inspect.signature(bare)


def passed(
    signature: inspect.Signature, bound: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a call that binds parameters to these values."""
    call = inspect.BoundArguments(signature, dict(bound))
    return call.args, call.kwargs
