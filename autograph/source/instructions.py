"""What code does with names, read from its instructions.

The user's module may hold functions whose source nobody has, so this works for any
code. It is the one place that knows CPython's instructions; the tracer asks for it
through `tracer.record.options`.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType

from tracer.record.code_memory import remembered
from tracer.record.options import Use

_STORES = {
    Use.BINDS_GLOBAL: frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"}),
    Use.BINDS_VARIABLE: frozenset({"STORE_DEREF", "DELETE_DEREF"}),
    Use.DELETES_VARIABLE: frozenset({"DELETE_DEREF"}),
    Use.SETS_ATTRIBUTE: frozenset({"STORE_ATTR", "DELETE_ATTR"}),
}
_NUMBERS = {use: set(map(dis.opmap.get, names)) for use, names in _STORES.items()}
_OPERATORS = {
    Use.BINDS_GLOBAL: frozenset({"set_global", "delete_global"}),
    Use.BINDS_VARIABLE: frozenset({"set_cell", "delete_cell"}),
    Use.DELETES_VARIABLE: frozenset({"delete_cell"}),
    Use.SETS_ATTRIBUTE: frozenset(),
}
"""What a function whose text was converted before calls to bind a name."""
_GIVES_ITSELF = (lambda self: self).__code__
_OF_FUNCTIONS_AROUND = (Use.BINDS_VARIABLE, Use.DELETES_VARIABLE)
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))


def names_used(code: CodeType, use: Use) -> frozenset[str]:
    r"""Return the names that a code object, or one within it, uses in one way.

    Examples
    --------
    >>> code = compile("def count():\n global n, m; n = m", "", "exec")
    >>> sorted(names_used(code, Use.BINDS_GLOBAL))
    ['n']
    """
    found = _stored(code, use)
    if found and use in _OF_FUNCTIONS_AROUND:
        found &= frozenset(code.co_freevars)
    return found


@remembered
def _stored(code: CodeType, use: Use) -> frozenset[str]:
    # Most code binds none: to look at its instructions one by one takes long.
    found: set[str] = set()
    if not _NUMBERS[use].isdisjoint(code.co_code[::2]):
        found |= names_in(code, _STORES[use])
    names = (*code.co_names, *code.co_varnames, *code.co_freevars)
    if not _OPERATORS[use].isdisjoint(names):
        found |= set(_given_to_operators(code, _OPERATORS[use]))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= names_used(constant, use)
    return frozenset(found)


def names_in(code: CodeType, operations: frozenset[str]) -> set[str]:
    """Return the names that instructions of a code object take, by their operation."""
    steps = dis.get_instructions(code)
    return {str(each.argval) for each in steps if each.opname in operations}


def _given_to_operators(code: CodeType, names: frozenset[str]) -> Iterator[str]:
    """Yield the names that operators are given: ``'name'``, or ``lambda: name``.

    A method of the user's may bear the name of an operator; it is given other things.
    """
    waits = False
    for each in dis.get_instructions(code):
        if each.argval in names:
            waits = True
        elif waits and each.opname == "LOAD_CONST":
            waits = False
            if isinstance(each.argval, str):
                yield each.argval
            elif isinstance(each.argval, CodeType):
                yield from each.argval.co_freevars


@remembered
def read_before_bound(code: CodeType) -> frozenset[str]:
    """Return the names that a class body binds, and may read before that.

    Examples
    --------
    >>> body = compile("y = x; x = 1; z = 2; w = z", "", "exec")
    >>> sorted(read_before_bound(body))
    ['x']
    """
    early: set[str] = set()
    stored: set[str] = set()
    surely: set[str] = set()
    straight = True
    for step in dis.get_instructions(code):
        straight = straight and step.opcode not in _JUMPS
        if step.opname == "LOAD_NAME" and step.argval not in surely:
            early.add(step.argval)
        elif step.opname == "STORE_NAME":
            stored.add(step.argval)
            if straight:
                surely.add(step.argval)
        elif step.opname == "DELETE_NAME":
            surely.discard(step.argval)
    return frozenset(name for name in early & stored if not name.startswith("__"))


def gives_itself(code: CodeType) -> bool:
    """Whether a method does nothing but return its object.

    Examples
    --------
    >>> gives_itself((lambda self: self).__code__), gives_itself((lambda: 1).__code__)
    (True, False)
    """
    return code.co_code == _GIVES_ITSELF.co_code


@remembered
def has_loop(code: CodeType) -> bool:
    """Whether a code object, or one within it, has a loop.

    Examples
    --------
    >>> has_loop((lambda x: [n for n in x]).__code__), has_loop((lambda x: -x).__code__)
    (True, False)
    """
    if any(map(_goes_back, dis.get_instructions(code))):
        return True
    return any(isinstance(each, CodeType) and has_loop(each) for each in code.co_consts)


def _goes_back(step: dis.Instruction) -> bool:
    return step.opname == "FOR_ITER" or "JUMP_BACKWARD" in step.opname
