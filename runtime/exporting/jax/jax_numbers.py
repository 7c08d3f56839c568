"""What JAX does not take, or would take with another result, of numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from runtime.exporting.jax.jax_operands import (
    holds,
    is_data,
    is_mask,
    is_single,
    rank_of,
)
from runtime.exporting.number_types import dtype_of
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type, values_in
from runtime.types import Array, NumpyScalar, members

MIXING = frozenset(
    "add subtract multiply divide floor_divide remainder power matmul dot maximum "
    "minimum where bitwise_and bitwise_or bitwise_xor left_shift right_shift iadd isub "
    "imul itruediv ifloordiv imod ipow maximum_of minimum_of negative absolute sqrt "
    "exp log sin cos outer inner hypot arctan2 floor ceil".split()
)
"""Operations whose dtype follows from those of their operands."""
COMPARING = frozenset("less less_equal greater greater_equal equal not_equal".split())
FLOATING = frozenset(
    "divide itruediv sqrt exp log sin cos hypot arctan2 tan arcsin arccos arctan "
    "sinh cosh tanh arcsinh arccosh arctanh exp2 expm1 log2 log10 log1p cbrt "
    "degrees radians deg2rad rad2deg".split()
)
"""Operations that make floats of whole numbers."""
NARROW = frozenset(("searchsorted", "digitize"))
"""Operations that give whole numbers of 32 bits on JAX."""
LONG_BY_VALUES = (
    "bincount compress extract nonzero flatnonzero argwhere unique intersect1d "
    "setdiff1d union1d setxor1d trim_zeros"
).split()
"""Operations whose result is as long as values say."""
_ROUNDING = ("round", "round_of", "array_round")


def is_long_by_values(node: Node) -> bool:
    """Whether values say how many items a call takes, gives or writes."""
    name = node.operation.name
    if name == "getitem":
        return is_mask(node.args[1])
    if name == "updated":
        return is_mask(node.args[1]) and not is_chosen(node)
    return name in LONG_BY_VALUES or (name == "where" and len(node.args) == 1)


def is_chosen(node: Node) -> bool:
    """Whether a number is written where a mask of the whole array says so."""
    target, index, value = node.args
    return rank_of(index) == rank_of(target) and is_single(value)


def why_not(node: Node, at_once: bool) -> str | None:
    """Return why a call has no form on JAX, whatever it computes."""
    name = node.operation.name
    if is_long_by_values(node) and not at_once:
        if name == "updated":
            return "as many items as a mask has are written"
        if name == "getitem":
            return "how many items a mask takes depends on values"
        return f"how long the result of {name} is depends on values"
    if name in COMPARING and any(map(_is_dict, node.args)):
        return "dicts are compared, item by item"
    if name == "complex" and len(node.args) > 1 and any(map(_is_complex, node.args)):
        return "a part of a complex number is a complex number"
    if name == "array_tolist" and rank_of(node.args[0]) != 1:
        return "a list of lists is made of an array"
    if name in _ROUNDING and _rounds_to_tens(node):
        return "whole numbers are rounded to tens"
    for value in node.operands():
        if not is_data(value.type):
            return f"{name} takes a value that is {value.type}"
    return None


def _is_dict(argument: Argument) -> bool:
    return isinstance(argument, Display) and argument.kind == "dict"


def _is_complex(argument: Argument) -> bool:
    of = dtype_of(argument_type(argument))
    return of is None or of.kind == "c"


def _rounds_to_tens(node: Node) -> bool:
    """Whether a call rounds whole numbers before the point, or may."""
    of = dtype_of(argument_type(node.args[0]))
    if of is None or of.kind not in "iu":
        return False
    digits = [*node.args[1:], *(each for _, each in node.kwargs)]
    values: list[Any] = [
        each.value if isinstance(each, Constant) else -1 for each in digits
    ]
    return any(value is not None and value < 0 for value in values)


def is_float_of_small(node: Node) -> bool:
    """Whether floats are made of small whole numbers, which JAX does otherwise."""
    if node.operation.name not in FLOATING or not node.results:
        return False
    now = dtype_of(node.results[0].type)
    kinds = [dtype_of(argument_type(each)) for each in node.args]
    return (
        now is not None
        and all(each is not None and each.kind in "biu" for each in kinds)
        and any(each is not None and each.itemsize < 8 for each in kinds)
    )


def has_odd_key(node: Node, known: Collection[str]) -> bool:
    """Whether a dict of a call has a key that Python does not know."""
    return any(
        value.name not in known
        for each in node.args
        if isinstance(each, Display) and each.kind == "dict"
        for key in each.items[::2]
        for value in values_in(key)
    )


def why_not_these_numbers(node: Node) -> str | None:
    """Return why JAX would bring whole numbers to another dtype with a loss."""
    if Constant(None) in node.args:
        return "None is compared with what may be an array"
    kinds = [dtype_of(argument_type(each)) for each in node.args]
    whole = [each for each in kinds if each is not None and each.kind in "iu"]
    strong = [
        each.dtype
        for argument in node.args
        for each in members(argument_type(argument))
        if isinstance(each, (Array, NumpyScalar)) and each.dtype.kind in "iu"
    ]
    for each in node.args:
        if isinstance(each, Constant) and type(each.value) is int:
            if any(not holds(of, each.value) for of in strong):
                return f"{each.value} is beyond a dtype"
    if node.operation.name in COMPARING and len({each.kind for each in whole}) > 1:
        if any(each == np.uint64 for each in strong):
            return "whole numbers with and without a sign are compared"
    return None


def with_float_base(node: Node) -> Node:
    """Return a node in which a whole number has a float's power, where that is meant.

    JAX raises no whole number to a negative one.
    """
    if node.operation.name not in ("power", "ipow", "power_of") or not node.results:
        return node
    kinds = [dtype_of(argument_type(each)) for each in node.args]
    now = dtype_of(node.results[0].type)
    base: Any = node.args[0].value if isinstance(node.args[0], Constant) else None
    whole = all(each is not None and each.kind in "iub" for each in kinds)
    if now is None or now.kind != "f" or not whole or type(base) is not int:
        return node
    return replace(node, args=(Constant(float(base)), *node.args[1:]))
