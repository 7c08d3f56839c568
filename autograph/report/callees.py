"""What becomes of a call, told from the function it names before anything runs."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import gast

from autograph.library.python_calls import py_function
from autograph.source.nodes import Node
from tracer.calls import stances
from tracer.calls.stances import FROZEN_MODULES, PURE_MODULES
from tracer.operators.operator_functions import HANDLERS
from tracer.record.decisions import CALLED_BACK, CONVERTED, Stance

ASKED_FOR = Stance(
    CALLED_BACK.name, "is called back in Python at each run, as ag.py_function asks for"
)
METHOD = Stance(
    "depends on the object",
    "an operation of arrays and numbers; converted for your own classes",
)
UNKNOWN = Stance(
    "depends on the function",
    "a function of yours is converted, one of a library is called back in Python",
)

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
        return CONVERTED
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


def sort(function: Any) -> Stance:
    """Say what becomes of calls of a function."""
    if isinstance(function, Stance):
        return function
    if function is py_function:
        return ASKED_FOR
    return stances.sort(function, HANDLERS)


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
            known[node.name] = CONVERTED
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
