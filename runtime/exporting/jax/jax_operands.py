"""The operands of calls on JAX: their dtypes, and what they are instead of lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from runtime.exporting.jax.jax_rows import AT_ONCE, IDENTITY, LEFT_OUT, MAKERS
from runtime.exporting.number_types import DTYPES, dtype_of
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.ops.row import Row
from runtime.types import (
    BOOL,
    STR,
    AnyType,
    Array,
    Container,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    members,
)

_KINDS = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}


_INDEXES = {
    **dict.fromkeys("getitem updated delete insert repeat array_repeat".split(), 1),
    "ufunc_at_on_copy": 2,
}
"""Operations that take indexes or counts of items, with the place of the operand."""
_ACCUMULATING = (
    "sum prod cumsum cumprod array_cumsum array_cumprod mean array_mean std array_std "
    "var array_var"
).split()


def kept_keywords(node: Node) -> tuple[tuple[str, Argument], ...]:
    """Return the keywords that matter on JAX."""
    makes = node.operation.name in MAKERS
    return tuple(
        (name, each)
        for name, each in node.kwargs
        if name not in LEFT_OUT and not (makes and name == "order")
    )


def with_dtype(
    node: Node, kwargs: tuple[tuple[str, Argument], ...]
) -> tuple[tuple[str, Argument], ...]:
    """Return keywords with the dtype in which NumPy adds up, where JAX has another."""
    if node.operation.name not in _ACCUMULATING or not node.results:
        return kwargs
    own = dtype_of(argument_type(node.args[0]))
    now = dtype_of(node.results[0].type)
    given = len(node.args) > 2 or any(name == "dtype" for name, _ in kwargs)
    if given or now is None or own == now:
        return kwargs
    return (*kwargs, ("dtype", Constant(now.name)))


def items_of(argument: Argument) -> tuple[Argument, ...]:
    """Return the items of a display."""
    return argument.items if isinstance(argument, Display) else ()


def is_list(argument: Argument) -> bool:
    """Whether a value is a list or another container of Python."""
    return any(
        isinstance(each, (List, Container)) for each in members(argument_type(argument))
    )


def is_dict(argument: Argument) -> bool:
    """Whether a value is a dict."""
    return any(
        isinstance(each, Container) and each.kind == "dict"
        for each in members(argument_type(argument))
    )


def is_mixed(node: Node, row: Row) -> bool:
    """Whether operands are lists, None or numbers: Python finds out at each run."""
    if row.name in AT_ONCE:
        return any(map(is_list, node.args))
    if row.name in IDENTITY:
        return Constant(None) in node.args
    plain = row.infix is not None or row.name in ("truth", "not_", "getitem")
    kinds = [argument_type(each) for each in node.args]
    if row.name in ("equal", "not_equal") and any(map(_may_be_array, kinds)):
        return False  # NumPy compares each item with None
    if not plain or row.writes or not all(map(_is_of_python_or_jax, kinds)):
        return False
    return not all(map(_is_number_or_text, kinds))


def _is_of_python_or_jax(of: Type) -> bool:
    """Whether values are numbers, arrays of them, None, text, or lists and tuples."""
    parts = [each for each in members(of) if not is_data(each)]
    plain = (AnyType, NoneType, List, Tuple, Container, PythonScalar, Unbound)
    return all(isinstance(each, plain) for each in parts)


def _may_be_array(of: Type) -> bool:
    return any(isinstance(each, (Array, AnyType)) for each in members(of))


def is_of_text(node: Node) -> bool:
    """Whether a call makes text of text."""
    return node.operation.name in ("getitem", "add", "multiply") and any(
        argument_type(each) == STR for each in node.args
    )


def _is_number_or_text(of: Type) -> bool:
    return is_data(of) or of == STR or isinstance(of, Container)


def is_python_truth(argument: Argument) -> bool:
    """Whether a value is True or False of Python."""
    return argument_type(argument) == BOOL


def with_arrays_as_indexes(node: Node) -> Node:
    """Return a node in which lists of whole numbers that are indexes are arrays."""
    place = _INDEXES.get(node.operation.name)
    if place is None or len(node.args) <= place:
        return node
    if not isinstance(argument_type(node.args[0]), Array):
        return node
    args = list(node.args)
    args[place] = _as_index(args[place])
    return replace(node, args=tuple(args))


def _as_index(argument: Argument) -> Argument:
    if isinstance(argument, Display) and argument.kind == "tuple":
        return Display("tuple", tuple(map(_as_index, argument.items)))
    values: Any = argument.value if isinstance(argument, Constant) else None
    if isinstance(argument, Display) and argument.kind == "list":
        known = [each for each in argument.items if isinstance(each, Constant)]
        if len(known) == len(argument.items):
            values = [each.value for each in known]
    if type(values) is list and all(type(each) is int for each in values):
        return Constant(np.array(values, np.int64))
    return argument


def rank_of(argument: Argument) -> int | None:
    """Return the rank of an array; None if it is none, or unknown."""
    of = argument_type(argument)
    return of.rank if isinstance(of, Array) else None


def is_of_numpy(value: object) -> bool:
    """Whether a constant has a dtype that does not give way."""
    return isinstance(value, (np.generic, np.ndarray))


def holds(of: np.dtype, value: int) -> bool:
    """Whether a dtype has a whole number."""
    limits = np.iinfo(of)
    return int(limits.min) <= value <= int(limits.max)


def dtype_on_jax(
    strong: list[np.dtype], weak: list[np.dtype], floating: bool
) -> np.dtype:
    """Return the dtype that JAX gives to a result."""
    found = strong[0]
    for each in strong[1:]:
        found = _joined(found, each)
    for each in weak:
        if "biufc".index(each.kind) > "biufc".index(found.kind):
            narrow = found.kind == "f" and each.kind == "c" and found.itemsize == 4
            found = np.dtype(np.complex64) if narrow else DTYPES[_KINDS[each.kind]]
    if floating and found.kind in "biu":
        return np.dtype(np.float64)
    return found


def _joined(left: np.dtype, right: np.dtype) -> np.dtype:
    floats = [each for each in (left, right) if each.kind in "fc"]
    return floats[0] if len(floats) == 1 else np.result_type(left, right)


def is_data(of: Type) -> bool:
    """Whether values of a type are numbers, arrays, or lists and tuples of them."""
    if isinstance(of, List):
        return is_data(of.element)
    tuples = [each for each in members(of) if isinstance(each, Tuple)]
    if tuples:
        others = [each for each in members(of) if each not in tuples]
        return all(isinstance(each, Unbound) for each in others) and all(
            is_data(item) for each in tuples for item in each.items
        )
    return dtype_of(of) is not None


def is_mask(index: Argument) -> bool:
    """Whether an index has a mask."""
    if isinstance(index, Display) and index.kind == "tuple":
        return any(map(is_mask, index.items))
    return any(map(_is_truth, members(argument_type(index))))


def _is_truth(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind == "b"
    return isinstance(of, PythonScalar) and of.kind == "bool"


def is_numbers(of: Type) -> bool:
    """Whether a value is a list or tuple of numbers."""
    items: tuple[Type, ...] = ()
    if isinstance(of, List):
        items = (of.element,)
    elif isinstance(of, Tuple):
        items = of.items
    return bool(items) and all(
        isinstance(each, (PythonScalar, NumpyScalar)) and dtype_of(each) is not None
        for item in items
        for each in members(item)
    )


def is_single(value: Argument) -> bool:
    """Whether a value is one number."""
    of = argument_type(value)
    if isinstance(of, (List, Tuple)):
        return False
    return not isinstance(of, Array) or of.rank == 0


def is_beyond_empty(node: Node) -> bool:
    """Whether a number is the index of an array that surely has no items."""
    target = argument_type(node.args[0])
    first = node.args[1]
    if isinstance(first, Display) and first.kind == "tuple" and first.items:
        first = first.items[0]
    of = argument_type(first)
    return (
        isinstance(target, Array)
        and (target.shape or (1,))[0] == 0
        and isinstance(of, (PythonScalar, NumpyScalar))
    )


def is_number_taken(node: Node) -> bool:
    """Whether a node takes an item of a list of numbers, which an array can be."""
    if node.operation.name != "getitem" or isinstance(node.args[1], Display):
        return False
    target, of = node.args[0], argument_type(node.args[0])
    return is_numbers(of) and (isinstance(of, List) or isinstance(target, Display))
