"""Which values a dtype and a shape take that were declared for good."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import cache
from types import EllipsisType
from typing import Any, SupportsIndex

import numpy as np

from runtime.types import Array, Shape, Type, join, scalar

PYTHON_NUMBERS = {bool: 0, int: 1, float: 2, complex: 3}
"""Python's numbers, each of which can hold those before it."""
NUMBER_KINDS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
"""Kinds of dtypes, with the last of `PYTHON_NUMBERS` that they accept."""


@cache
def held_type(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of what is declared with a dtype and a shape."""
    if shape == ():
        return scalar(dtype)
    array = Array(dtype, shape)
    return array if shape is not None else join(array, scalar(dtype))


def declared(shape: Sequence[SupportsIndex | None] | EllipsisType) -> Shape:
    """Return the shape that a person declared."""
    if isinstance(shape, EllipsisType):
        return None
    return tuple([None if size is None else operator.index(size) for size in shape])


def fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    """Whether a shape is one of those wanted."""
    if wanted is None:
        return True
    return len(shape) == len(wanted) and all(
        want is None or want == have for have, want in zip(shape, wanted, strict=True)
    )


def spelled(shape: Shape) -> str:
    """Return a declared shape as people write it."""
    return "..." if shape is None else str(shape)


def reading(array: np.ndarray) -> Any:
    """Return an array, or its scalar if it is 0-d."""
    return array if array.ndim else array[()]


def takes(dtype: np.dtype, value: Any, casting: Any) -> bool:
    """Whether a value can be cast to a dtype; Python numbers are weak."""
    rank = _rank(value)
    if rank is None:
        return _castable(np.asarray(value).dtype, dtype, casting)
    return rank <= NUMBER_KINDS.get(dtype.kind, -1)


def _castable(given: np.dtype, dtype: np.dtype, casting: Any) -> bool:
    """Whether a cast between dtypes is allowed; numbers are not cast to text."""
    if dtype.kind == "T":
        return given.kind in "UT"
    alike = given.kind == dtype.kind or not {given.kind, dtype.kind} & {*"UST"}
    return alike and np.can_cast(given, dtype, casting)


def _rank(value: Any) -> int | None:
    """Return the kind of Python numbers in a value, as in `PYTHON_NUMBERS`.

    It is that of the widest number; None if the value holds anything else.
    """
    if isinstance(value, (tuple, list)):
        ranks = [_rank(item) for item in value]
        known = [rank for rank in ranks if rank is not None]
        return max(known, default=0) if len(known) == len(ranks) else None
    return PYTHON_NUMBERS.get(type(value))
