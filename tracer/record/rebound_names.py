"""Globals and closure variables that code outside of the trace may rebind.

Once such code has run, in a call back or a recursive call, they are read again.
"""

from __future__ import annotations

import dis
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

from tracer.record.code_memory import remembered

GLOBAL_STORES = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
ATTRIBUTE_STORES = frozenset({"STORE_ATTR", "DELETE_ATTR"})
CELL_DELETIONS = frozenset({"DELETE_DEREF"})
CELL_STORES = CELL_DELETIONS | {"STORE_DEREF"}
OPERATORS = {
    GLOBAL_STORES: ("set_global", "delete_global"),
    ATTRIBUTE_STORES: ("set_attribute",),
    CELL_STORES: ("set_cell", "delete_cell"),
    CELL_DELETIONS: ("delete_cell",),
}
"""What a function whose text was converted before calls to bind a name."""
_NO_FUNCTIONS = frozenset(
    {
        *(str, int, float, bool, tuple, list, dict, type(None), type),
        *(ModuleType, BuiltinFunctionType, GetSetDescriptorType),
        *(MemberDescriptorType, WrapperDescriptorType, MethodDescriptorType),
    }
)
"""Classes of most values of modules and classes that are no functions of theirs."""
_NUMBERS = {names: frozenset(map(dis.opmap.get, names)) for names in OPERATORS}


@remembered
def _stored(code: CodeType, operations: frozenset[str]) -> frozenset[str]:
    """Return the names that a code object, or one within it, binds in this way."""
    # Most code binds none: to look at its instructions one by one takes long.
    found: set[str] = set()
    if not _NUMBERS[operations].isdisjoint(code.co_code[::2]):
        found = {
            str(each.argval)
            for each in dis.get_instructions(code)
            if each.opname in operations
        }
    names = (*code.co_names, *code.co_varnames, *code.co_freevars)
    if not set(OPERATORS[operations]).isdisjoint(names):
        found |= set(_stored_by_operators(code, OPERATORS[operations]))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner = _stored(constant, operations)
            cells = operations is CELL_STORES or operations is CELL_DELETIONS
            found |= inner & _free(constant) if cells else inner
    return frozenset(found)


def _stored_by_operators(code: CodeType, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the names that operators are given: ``'name'``, or ``lambda: name``."""
    waits = False
    for each in dis.get_instructions(code):
        if each.argval in names:
            waits = True
        elif waits and each.opname == "LOAD_CONST":
            waits = False
            known = each.argval
            yield from [known] if isinstance(known, str) else known.co_freevars


def _free(code: CodeType) -> frozenset[str]:
    return frozenset(code.co_freevars)


def bound_variables(code: CodeType) -> frozenset[str]:
    """Return the variables of surrounding functions that a function binds."""
    return _stored(code, CELL_STORES) & _free(code)


def deleted_variables(code: CodeType) -> frozenset[str]:
    """Return the variables of surrounding functions that a function deletes."""
    return _stored(code, CELL_DELETIONS) & _free(code)


def attributes_stored(code: CodeType) -> frozenset[str]:
    """Return the names of the attributes that a function sets, of any object."""
    return _stored(code, ATTRIBUTE_STORES)


def rebound_globals(namespace: dict[str, Any]) -> frozenset[str]:
    """Return the globals of a module that its own functions bind."""
    found = {_stored(each.__code__, GLOBAL_STORES) for each in _functions(namespace)}
    return frozenset().union(*found)


def _functions(namespace: dict[str, Any]) -> Iterator[FunctionType]:
    """Yield the functions that a module holds, those in its classes included."""
    for value in list(namespace.values()):
        kind = type(value)
        if kind is type:
            for member in vars(value).values():
                if type(member) not in _NO_FUNCTIONS:
                    part = member.fget if isinstance(member, property) else member
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
    if isinstance(value, (staticmethod, classmethod, MethodType)):
        value = value.__func__
    if str(type(value).__module__).startswith("autograph."):
        value = getattr(value, "python_function", None)
    return value if isinstance(value, FunctionType) else None


def rebound_cells(functions: Iterable[FunctionType]) -> set[int]:
    """Return the identities of the cells that functions, or those they reach, bind."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        stored = bound_variables(function.__code__)
        cells = zip(function.__code__.co_freevars, function.__closure__ or ())
        for name, cell in cells:
            if name in stored:
                found.add(id(cell))
            inner = plain_function(content_of(cell))
            if inner is not None:
                waiting.append(inner)
    return found


def content_of(cell: CellType) -> Any:
    """Return the content of a cell, or None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
