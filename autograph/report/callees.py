"""What becomes of a call, told from the function it names before anything runs."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable
from functools import cache
from types import FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import gast
import numpy as np

from autograph.library.python_calls import py_function
from autograph.source.nodes import Node
from runtime.ops import BY_FUNCTION
from tracer.calls.functions import PURE_CLASSES
from tracer.calls.stances import FROZEN_MODULES, PURE_MODULES, library_stance
from tracer.operators.functions import HANDLERS
from tracer.policy import is_convertible, is_opaque, looks_for_trace
from tracer.record.decisions import (
    CALLED_BACK,
    CHANGES,
    CONVERTED,
    FROZEN,
    OPERATION,
    PURE,
)


class Callee(NamedTuple):
    """What becomes of calls of one function."""

    stance: str
    reason: str
    remedy: str = ""


IN_GRAPH = Callee(
    OPERATION, "part of the graph, but for plain values: it runs while tracing on them"
)
YOURS = Callee(CONVERTED, "its source is converted, and traced with its caller")
PLAIN = Callee(
    PURE, "runs while tracing, but for values of the graph: on them at each run"
)
WRITING = Callee(OPERATION, "changes the list it is given, in the graph")
CHANGING = Callee(
    FROZEN,
    "runs while tracing, once, outside of branches and loops of the graph",
    "pass its answer as an argument",
)
FOREIGN = Callee(
    CALLED_BACK,
    "not known to the graph: each run goes back into Python for it",
    "use NumPy's functions, or call it outside of the traced function",
)
ASKED_FOR = Callee(
    CALLED_BACK, "each run goes back into Python for it, as it is told to"
)
BY_STANCE = {PURE: PLAIN, CHANGES: WRITING, FROZEN: CHANGING}
METHOD = Callee(
    "by its object", "an operation on arrays and numbers; yours are converted"
)
UNKNOWN = Callee("by its value", "yours is converted, a library's is called back")

Resolve = Callable[[str], Any]
"""Gives what a global name holds; LookupError where that is not known."""


def called(
    function: Node, local: frozenset[str], made: frozenset[str], of: Resolve
) -> Any:
    """Give what an expression that is called stands for, or what becomes of the call.

    Parameters
    ----------
    function
        The expression that is called.
    local, made
        Names of the functions around it; those of them that they define as functions.
    of
        Gives what stands behind other names.
    """
    names = _dotted(function)
    if names is None:
        return METHOD if isinstance(function, gast.Attribute) else UNKNOWN
    root, *attributes = names
    if root in made and not attributes:
        return YOURS
    if root in local:
        return METHOD if attributes else UNKNOWN
    try:
        value = of(root)
        for name in attributes:
            if not isinstance(value, ModuleType):
                return METHOD
            value = getattr(value, name)
    except (LookupError, AttributeError):
        return METHOD if attributes else UNKNOWN
    return value


def sort(function: Any) -> Callee:
    """Say what becomes of calls of a function."""
    if isinstance(function, Callee):
        return function
    function = undecorated(function)
    if is_convertible(function):
        return YOURS
    if isinstance(function, type) and not issubclass(function, (np.generic, tuple)):
        if function not in HANDLERS and not is_opaque(function):
            return YOURS
    if function is py_function:
        return ASKED_FOR
    if isinstance(function, type) and issubclass(function, PURE_CLASSES):
        return PLAIN
    if isinstance(function, (np.ufunc, type(np.sum))) or _in_tables(function):
        return IN_GRAPH
    if isinstance(function, FunctionType) and looks_for_trace(function):
        return IN_GRAPH
    return BY_STANCE.get(library_stance(function), FOREIGN)


def undecorated(function: Any) -> Any:
    """Give the user's own function behind a decorated one or a method."""
    function = getattr(function, "python_function", function)
    return function.__func__ if isinstance(function, MethodType) else function


def _in_tables(function: Any) -> bool:
    if isinstance(function, type) and issubclass(function, np.generic):
        return True
    try:
        return function in HANDLERS or function in BY_FUNCTION
    except TypeError:  # it has no hash
        return False


def _dotted(node: Node) -> list[str] | None:
    """Give the names of ``a.b.c``; None for any other expression."""
    names: list[str] = []
    while isinstance(node, gast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return [node.id, *names] if isinstance(node, gast.Name) else None


def names_of(function: FunctionType) -> Resolve:
    """Give what the global and closed-over names of a function hold."""

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


def names_in(module: Node) -> Resolve:
    """Give what the names of a module will hold, as far as its source tells."""
    known: dict[str, Any] = {}
    for node in module.body:
        if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
            known[node.name] = YOURS
        elif isinstance(node, gast.Import):
            for each in node.names:
                whole = each.name if each.asname else each.name.partition(".")[0]
                known[each.asname or whole] = _library(whole)
        elif isinstance(node, gast.ImportFrom):
            for each in node.names:
                source = _library(node.module or "") if not node.level else None
                known[each.asname or each.name] = getattr(source, each.name, None)

    def resolve(name: str) -> Any:
        value = known[name] if name in known else vars(builtins)[name]
        if value is None:
            raise LookupError(name)
        return value

    return resolve


@cache
def _library(name: str) -> ModuleType | None:
    """Import a module that the tables of calls know; None for any other."""
    root = name.partition(".")[0]
    if root not in PURE_MODULES | FROZEN_MODULES | {"autograph", "numpy"}:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
