"""Pickles of concrete functions: the graph, and what it takes as arguments.

A graph that reads anything else when it runs, an array of a global or a `Variable`,
belongs to its process and is not pickled.
"""

from __future__ import annotations

import functools
import inspect
import pickle
import sys
from collections.abc import Mapping
from importlib import import_module
from types import FunctionType
from typing import Any

from tracer.serve.guards import Distinct, Guard, Identical, SameAs
from tracer.serve.origins import Origin, is_argument

Name = tuple[str, str]
"""The module and the qualified name of a function."""


def reduced(concrete: Any, inputs: tuple[Origin, ...]) -> tuple[Any, ...]:
    """Return what `pickle` needs for a concrete function.

    Raises
    ------
    pickle.PicklingError
        If the function cannot be found by its name, or the graph depends on an object
        of this process.
    """
    name = concrete.name
    outside = [str(origin) for origin in inputs if not is_argument(origin)]
    if outside:
        raise pickle.PicklingError(
            f"the graph of {name} cannot be pickled: it reads {', '.join(outside)} "
            "from outside the function when it runs; pass it as an argument"
        )
    guards = tuple(guard for guard in concrete.guards if is_argument(guard.origin))
    for guard in guards:
        _check(guard, name)
    derived = {
        key
        for kind in type(concrete).__mro__
        for key, value in vars(kind).items()
        if isinstance(value, functools.cached_property)
    }
    state = {key: each for key, each in vars(concrete).items() if key not in derived}
    # What was seen in this process: what tracing printed, values from outside.
    state |= {"_printed": (), "kept": (), "_variables": ()}
    state |= dict.fromkeys(("_changed", "_widen_integers"))
    state |= {"guards": guards, "signature": _bare(state["signature"])}
    where = _name_of(state.pop("python_function"), name)
    return restored, (type(concrete), state, where)


def restored(kind: type, state: Mapping[str, Any], where: Name) -> Any:
    """Return the concrete function that was pickled."""
    made: Any = object.__new__(kind)
    made.__dict__.update(state, python_function=_found(*where))
    return made


def _check(guard: Guard, name: str) -> None:
    """Refuse a guard that asks for one object of this process."""
    check = guard.check
    other = check.other if isinstance(check, (Distinct, SameAs)) else guard.origin
    if isinstance(check, Identical) or not is_argument(other):
        raise pickle.PicklingError(
            f"the graph of {name} cannot be pickled: it was traced for the very object "
            f"that was passed as {guard.origin}"
        )


def _bare(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature without annotations, which may be anything."""
    empty = inspect.Parameter.empty
    bare = [each.replace(annotation=empty) for each in signature.parameters.values()]
    return inspect.Signature(bare)


def _name_of(function: FunctionType, name: str) -> Name:
    where = function.__module__, function.__qualname__
    try:
        known = _found(*where) is function
    except (ImportError, AttributeError):
        known = False
    if not known:
        raise pickle.PicklingError(
            f"{name} cannot be pickled: the module {where[0]} has no {where[1]}; "
            "define it at the top level of a module"
        )
    return where


def _found(module: str, qualified: str) -> Any:
    """Return the function of a name, without its decorator."""
    found: Any = sys.modules.get(module) or import_module(module)
    for part in qualified.split("."):
        found = getattr(found, part)
    return getattr(found, "python_function", found)
