"""Types that JAX can carry through a loop, or give from either arm of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from runtime.exporting.number_types import dtype_of, shape_of
from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ir.unbound import Unbound as UnboundValue
from runtime.types import (
    PythonScalar,
    Shape,
    Tuple,
    Type,
    Unbound,
    join_all,
    members,
)


@dataclass(frozen=True)
class Carried:
    """A dtype and a shape; a tuple has none of its own.

    Parameters
    ----------
    dtype : dtype or None
        The dtype.
    shape : tuple or None
        The dimensions, None for unknown ones.
    strong : bool
        Whether a number of Python has to be told its dtype.
    parts : tuple of Carried or None
        What the items of a tuple are carried as.
    """

    dtype: np.dtype | None
    shape: Shape
    strong: bool = False
    parts: tuple[Carried, ...] | None = None


def carried(of: Type) -> Carried | None:
    """Return what a value of a type is carried as; None if JAX cannot carry it."""
    tuples = [each for each in members(of) if isinstance(each, Tuple)]
    if tuples:
        return _carried_tuple(of, tuples)
    dtype, shape = dtype_of(of), shape_of(of)
    return None if dtype is None or shape is None else Carried(dtype, shape)


def _carried_tuple(of: Type, tuples: list[Tuple]) -> Carried | None:
    others = [each for each in members(of) if not isinstance(each, (Tuple, Unbound))]
    if others or len({len(each.items) for each in tuples}) > 1:
        return None
    items = zip(*[each.items for each in tuples], strict=True)
    parts = [carried(join_all(each)) for each in items]
    known = tuple(each for each in parts if each is not None)
    return Carried(None, None, parts=known) if len(known) == len(parts) else None


def items_within(argument: Argument, into: Carried) -> Sequence[Argument] | None:
    """Return what the items of a tuple are given by; None if a value has them."""
    assert into.parts is not None
    if isinstance(argument, Display):
        return argument.items
    if not isinstance(argument, Constant):
        return None
    held: Any = argument.value
    if type(held) is UnboundValue:
        return [argument] * len(into.parts)
    return [Constant(each) for each in held]


def fits(argument: Argument, into: Carried, open_shapes: bool) -> bool:
    """Whether an argument can be carried so: with one shape from turn to turn.

    Parameters
    ----------
    argument : Argument
        The argument.
    into : Carried
        What it is carried as.
    open_shapes : bool
        Whether unknown dimensions are taken for the same.
    """
    found = carried(argument_type(argument))
    if into.parts is not None:
        items = items_within(argument, into)
        if items is None:
            return found is not None and _is_alike(found, into, open_shapes)
        pairs = zip(items, into.parts, strict=True)
        return all(fits(each, part, open_shapes) for each, part in pairs)
    if isinstance(argument, Constant) and type(argument.value) is UnboundValue:
        return into.shape is not None and None not in into.shape
    if found is None or into.dtype is None or not _holds(into.dtype, argument):
        return False
    return _is_shaped(found, into, open_shapes)


def _holds(dtype: np.dtype, argument: Argument) -> bool:
    """Whether a dtype has a whole number of Python."""
    value = argument.value if isinstance(argument, Constant) else None
    if type(value) is not int or dtype.kind not in "iu":
        return True
    limits = np.iinfo(dtype)
    return int(limits.min) <= value <= int(limits.max)


def _is_alike(found: Carried, into: Carried, open_shapes: bool) -> bool:
    """Whether a tuple that is made already is what it is carried as."""
    if found.parts is None or into.parts is None:
        return (
            found.parts is into.parts
            and found.dtype == into.dtype
            and _is_shaped(found, into, open_shapes)
        )
    return len(found.parts) == len(into.parts) and all(
        _is_alike(own, other, open_shapes)
        for own, other in zip(found.parts, into.parts, strict=True)
    )


def _is_shaped(found: Carried, into: Carried, open_shapes: bool) -> bool:
    if found.shape is None or into.shape is None or len(found.shape) != len(into.shape):
        return False
    return all(
        own == other and (open_shapes or own is not None)
        for own, other in zip(found.shape, into.shape, strict=True)
    )


def is_cast(argument: Argument, into: Carried) -> bool:
    """Whether an argument has another dtype than it is carried with."""
    if into.dtype is None:
        return False
    of = argument_type(argument)
    python = any(isinstance(each, PythonScalar) for each in members(of))
    return dtype_of(of) != into.dtype or (into.strong and python)


def given_by_arms(of: Type, arms: Sequence[Argument]) -> Carried | None:
    """Return what either arm of a choice gives; None if JAX takes no such choice.

    The arms have to agree on whether a number is one of Python, which gives way to the
    dtype of another operand. Only constants alone surely do.
    """
    found = carried(of)
    if found is None:
        return None
    if found.parts is not None:
        return _strong(found)
    kinds = {type(each.value) for each in arms if isinstance(each, Constant)}
    alike = len(kinds) == 1 and all(isinstance(each, Constant) for each in arms)
    return replace(found, strong=not alike)


def _strong(found: Carried) -> Carried:
    parts = None if found.parts is None else tuple(map(_strong, found.parts))
    return replace(found, strong=found.parts is None, parts=parts)
