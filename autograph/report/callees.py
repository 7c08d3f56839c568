"""How calls are treated, by the called function and before anything runs."""

from __future__ import annotations

import builtins
import importlib
import inspect
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import gast

from autograph.library.python_calls import py_function
from autograph.source.decorations import Decorations
from autograph.source.nodes import Node
from tracer.calls import stances
from tracer.calls.reasons import why_called_back
from tracer.calls.reflection import LOOKING_AT_FRAMES
from tracer.calls.stances import EFFECTS, PURE_MODULES, undecorated
from tracer.flow.exception_contents import has_own_constructor
from tracer.operators.operator_functions import HANDLERS
from tracer.policy import is_opaque, makes_instances, numpys_code
from tracer.record.causes import ASKED_FOR, MARKED
from tracer.record.decisions import CALLED_BACK, CONVERTED, OPERATION, PURE, Stance
from tracer.record.value_classes import GENERATORS

WAITING = Stance("refused", "an asynchronous function cannot be called")
METHOD = Stance(
    "depends on the object",
    "an operation of arrays and numbers; converted for your own classes",
)
UNKNOWN = Stance(
    "depends on the function",
    "a function of yours is converted, one of a library is called back in Python",
)

Resolve = Callable[[str], Any]
"""A function from a global name to its value; LookupError if it is not known."""


def called(
    function: Node, local: frozenset[str], made: frozenset[str], of: Resolve
) -> Any:
    """Return the value of a called expression, or how the call is treated.

    Parameters
    ----------
    function
        The expression that is called.
    local, made
        Local names of the enclosing functions; those of them that are functions
        defined there.
    of
        Returns the value of any other name.
    """
    names = _dotted(function)
    if names is None:
        return METHOD if isinstance(function, gast.Attribute) else UNKNOWN
    root, *attributes = names
    if root in made and not attributes:
        return CONVERTED
    if root in local:
        return METHOD if attributes else UNKNOWN
    try:
        value = of(root)
        for name in attributes:
            if value is UNKNOWN:
                return UNKNOWN
            if not isinstance(value, ModuleType):
                return METHOD
            value = getattr(value, name)
    except (LookupError, AttributeError):
        return METHOD if attributes else UNKNOWN
    return WAITING if inspect.iscoroutinefunction(undecorated(value)) else value


def looks_at_frames(function: Any) -> bool:
    """Whether a function of Python's library looks at its callers."""
    return any(function is each for each in LOOKING_AT_FRAMES)


def sort(function: Any) -> Stance:
    """Classify the calls of a function."""
    if isinstance(function, Stance):
        return function
    if function is py_function:
        return ASKED_FOR.stance
    if _is_numpys_own(function):
        return OPERATION
    if _is_exception(function):
        return PURE
    stance = stances.sort(function, HANDLERS)
    if stance == CALLED_BACK:
        return why_called_back(function).stance
    return stance


def _is_numpys_own(function: Any) -> bool:
    """Whether a trace goes through NumPy's code of it, or it draws random numbers."""
    if isinstance(function, type):
        return makes_instances(function)
    owner = type(getattr(function, "__self__", None))
    return owner in GENERATORS or numpys_code(function) is not None


def _is_exception(function: Any) -> bool:
    """Whether it is a library's class of exceptions that keeps what it is given."""
    return (
        isinstance(function, type)
        and issubclass(function, BaseException)
        and is_opaque(function)
        and not has_own_constructor(function)
    )


def _dotted(node: Node) -> list[str] | None:
    """Return the names of ``a.b.c``; None for any other expression."""
    names: list[str] = []
    while isinstance(node, gast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return [node.id, *names] if isinstance(node, gast.Name) else None


def names_of(function: FunctionType) -> Resolve:
    """Return a lookup of the global and closed-over names of a function."""

    def resolve(name: str) -> Any:
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:
                raise LookupError(name) from None
        if name in function.__globals__:
            return function.__globals__[name]
        return vars(builtins)[name]

    return resolve


def names_in(module: Node, decorations: Decorations) -> Resolve:
    """Return a lookup of the names of a module, as far as its source shows them."""
    known: dict[str, Any] = {}
    for node in module.body:
        if isinstance(node, gast.AsyncFunctionDef):
            known[node.name] = WAITING
        elif isinstance(node, (gast.FunctionDef, gast.ClassDef)):
            known[node.name] = MARKED.stance if decorations.keeps(node) else CONVERTED
        else:
            known |= imported(node)

    def resolve(name: str) -> Any:
        return known[name] if name in known else vars(builtins)[name]

    return resolve


def imported(node: Node) -> dict[str, Any]:
    """Return by name what a statement imports: `UNKNOWN` of modules not looked into."""
    if isinstance(node, gast.Import):
        wholes = {
            each.asname or each.name.partition(".")[0]: each.name
            if each.asname
            else each.name.partition(".")[0]
            for each in node.names
        }
        return {name: _library(whole) or UNKNOWN for name, whole in wholes.items()}
    if isinstance(node, gast.ImportFrom):
        source = None if node.level else _library(node.module or "")
        return {
            each.asname or each.name: getattr(source, each.name, UNKNOWN)
            for each in node.names
        }
    return {}


_LOOKING = frozenset(each.__module__ for each in LOOKING_AT_FRAMES)


@cache
def _library(name: str) -> ModuleType | None:
    """Import a module that the tables of calls know; return None for any other."""
    root = name.partition(".")[0]
    if root not in {*PURE_MODULES, *EFFECTS, *_LOOKING, "autograph", "numpy"}:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
