"""Globals and closure variables that code outside of the trace may rebind.

Once such code has run, in a call back or a recursive call, they are read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from tracer.errors import UNCHANGING
from tracer.record.options import Instructions, Use

_NO_FUNCTIONS = frozenset(
    {
        *(str, int, float, bool, tuple, list, dict, type(None), type),
        *(ModuleType, BuiltinFunctionType, GetSetDescriptorType),
        *(MemberDescriptorType, WrapperDescriptorType, MethodDescriptorType),
    }
)
"""Classes of most values of modules and classes that are no functions of theirs."""


CALLED = (FunctionType, BuiltinFunctionType, np.ufunc, type)
"""Classes of what is held to be called, and cannot change by itself."""


def rebound_globals(
    namespace: dict[str, Any], instructions: Instructions
) -> frozenset[str]:
    """Return the globals of a module that its own functions bind."""
    codes = [function.__code__ for function in _functions(namespace)]
    names = {instructions.names_used(code, Use.BINDS_GLOBAL) for code in codes}
    return frozenset().union(*names)


def sets_attribute(
    namespace: dict[str, Any], name: str, instructions: Instructions
) -> bool:
    """Whether a function of a module that names classes sets an attribute."""
    classes = {each for each, value in list(namespace.items()) if type(value) is type}
    classes |= {"cls", "type", "__class__"}
    for function in _functions(namespace):
        names = _names_in(function.__code__)
        # Most code does not know the name: to look at its instructions takes long.
        if name in names and not classes.isdisjoint(names):
            if name in instructions.names_used(function.__code__, Use.SETS_ATTRIBUTE):
                return True
    return False


def _names_in(code: CodeType) -> set[str]:
    """Return the names that a code object, or one within it, knows."""
    names = {*code.co_names, *code.co_varnames}
    for constant in code.co_consts:
        if type(constant) is CodeType:
            names |= _names_in(constant)
    return names


def _functions(namespace: dict[str, Any]) -> Iterator[FunctionType]:
    """Yield the functions that a module holds, those in its classes included."""
    for value in list(namespace.values()):
        kind = type(value)
        if kind is type:
            if value.__flags__ & UNCHANGING:
                continue  # written in C, and so are its methods
            for member in vars(value).values():
                if type(member) not in _NO_FUNCTIONS:
                    part = member.fget if issubclass(type(member), property) else member
                    inner = plain_function(part)
                    if inner is not None:
                        yield inner
        elif kind not in _NO_FUNCTIONS:
            function = plain_function(value)
            if function is not None:
                yield function


def plain_function(value: Any) -> FunctionType | None:
    """Return the Python function behind a decorated one, or a method."""
    if type(value) is FunctionType:
        return value
    if issubclass(type(value), (staticmethod, classmethod, MethodType)):
        value = value.__func__
    if str(type(value).__module__).startswith("autograph."):
        value = getattr(value, "python_function", None)
    return value if type(value) is FunctionType else None


def rebound_cells(
    functions: Iterable[FunctionType], instructions: Instructions
) -> set[int]:
    """Return the identities of the cells that functions, or those they reach, bind."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function.__closure__ is None or id(function) in seen:
            continue
        seen.add(id(function))
        stored = instructions.names_used(function.__code__, Use.BINDS_VARIABLE)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__):
            if name in stored:
                found.add(id(cell))
            content = content_of(cell)
            inner = None if type(content) in _NO_FUNCTIONS else plain_function(content)
            if inner is not None:
                waiting.append(inner)
    return found


def content_of(cell: CellType) -> Any:
    """Return the content of a cell, or None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
