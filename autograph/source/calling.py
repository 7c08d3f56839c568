"""Functions that call those of ours, which find the running trace by themselves."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from autograph.source.given import give


def caller_of(function: Callable[..., Any]) -> FunctionType:
    """Return a function that calls another one by its parameters and defaults.

    It stands where the user's function does of which the other one is made.
    """
    taken = list(inspect.signature(function).parameters.values())
    whole = inspect.unwrap(function)
    if isinstance(whole, np.ufunc):  # its options decide what its result is
        taken = [each for each in taken if each.default is each.empty]
    parameters, given = [], []
    for parameter in taken:
        name = parameter.name
        sign = "*" * (parameter.kind is parameter.VAR_POSITIONAL)
        sign += "**" * (parameter.kind is parameter.VAR_KEYWORD)
        named = parameter.kind is parameter.KEYWORD_ONLY
        given.append(f"{name}={name}" if named else f"{sign}{name}")
        has_default = parameter.default is not parameter.empty
        parameters.append(parameter.replace(default=None) if has_default else parameter)
    bare = [each.replace(annotation=each.empty) for each in parameters]
    name = function.__name__ if function.__name__.isidentifier() else "function"
    users = getattr(whole, "__code__", None)
    text = f"def {name}{inspect.Signature(bare)}: return _called({', '.join(given)})\n"
    if users is not None:
        text = "\n" * (users.co_firstlineno - 1) + text
    space: dict[str, Any] = {"_called": function, "__name__": __name__}
    place = users.co_filename if users else f"<call of {function.__qualname__}>"
    exec(compile(text, place, "exec"), space)
    made: FunctionType = space[name]
    kept = [p for p in taken if p.default is not p.empty]
    made.__defaults__ = tuple(p.default for p in kept if p.kind is not p.KEYWORD_ONLY)
    made.__kwdefaults__ = {p.name: p.default for p in kept if p.kind is p.KEYWORD_ONLY}
    made.__doc__ = function.__doc__
    give(made, text, place, shown=users is None)
    return made
