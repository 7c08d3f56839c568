"""What may be done with a dict or set of numbers that machine code holds."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.types import (
    FLOAT,
    INT,
    NONE,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
)

VIEWS = frozenset(("items", "keys", "values"))
"""The methods whose result a loop goes through."""
_OF_DICTS = VIEWS | {"get"}
_METHODS = {
    "Counter_new": _OF_DICTS,
    "defaultdict_new": _OF_DICTS,
    "dict_new": _OF_DICTS,
    "set_new": frozenset(("add",)),
}
MAKERS = frozenset(_METHODS)
"""The operations that make a dict or a set."""
_FIRST = frozenset(("getitem", "len", "let_go", "setitem"))
_SECOND = frozenset(("contains", "contains_not"))


@dataclass(frozen=True)
class NumberTable:
    """What a dict or set of numbers holds.

    Parameters
    ----------
    key : Type
        The type of its keys.
    item : Type
        The type of its items; that of None for a set.
    missing : Type or None
        The type of the zero that is read where a key is missing, if that is no error.
    keeps : bool
        Whether that zero becomes an item.
    """

    key: Type
    item: Type
    missing: Type | None = None
    keeps: bool = False


def is_table(node: Node) -> bool:
    """Whether a node makes a dict or set that may be one of numbers."""
    name = node.operation.name
    if name not in MAKERS or node.kwargs:
        return False
    if name == "Counter_new":
        return not node.args
    if len(node.args) != 1:
        return False
    (given,) = node.args
    if name == "defaultdict_new":
        return missing(node) is not None
    if not isinstance(given, Display) or given.kind not in ("dict", "list"):
        return False
    # The order of a set depends on how it came by its items.
    return name == "dict_new" or not given.items


def missing(node: Node) -> Type | None:
    """Return the type of the zero that is read where a dict that is made has no key."""
    if node.operation.name == "Counter_new":
        return INT
    if node.operation.name != "defaultdict_new":
        return None
    (factory,) = node.args
    kind = factory.value if isinstance(factory, Constant) else None
    if kind is int:
        return INT
    return FLOAT if kind is float else None


def operand_of(node: Node) -> Argument | None:
    """Return the operand of a node that it reads or changes if that is a table."""
    place = 1 if node.operation.name in _SECOND else 0
    return node.args[place] if len(node.args) > place else None


def table_of(node: Node, made: dict[str, str]) -> str:
    """Return the name of the dict or set that a node reads or changes as it may."""
    name, held = node.operation.name, operand_of(node)
    own = held.name if isinstance(held, Value) else ""
    if own not in made or node.kwargs:
        return ""
    if name == "call_method":
        return own if method_of(node) in _METHODS[made[own]] else ""
    if made[own] == "set_new" and name in ("getitem", "setitem"):
        return ""
    return own if name in _FIRST | _SECOND else ""


def method_of(node: Node) -> str:
    """Return the name of the method that a node calls; empty if it calls none."""
    method = node.args[1] if node.operation.name == "call_method" else None
    return str(method.value) if isinstance(method, Constant) else ""


def are_numbers(of: Type) -> bool:
    """Whether values of a type are numbers, None or tuples of these."""
    if isinstance(of, Tuple):
        return all(map(are_numbers, of.items))
    if isinstance(of, Union):
        return all(map(are_numbers, of.members))
    if isinstance(of, PythonScalar):
        return of.kind in ("int", "float", "complex", "bool")
    return of == NONE or (isinstance(of, NumpyScalar) and of.dtype.kind in "biufc")
