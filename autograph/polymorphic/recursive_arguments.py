"""The types of the arguments of recursive calls, as far as graphs know them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from runtime.types import (
    ANY,
    PYTHON_SCALARS,
    Array,
    Tuple,
    Type,
    join,
    supported,
)
from tracer.flow.structure import is_structure

Types = tuple[Type | None, ...]
"""The types of arguments in a graph; None for an argument known by its value."""


def with_joined_shapes(types: Types, others: Types) -> Types:
    """Return types for arrays of two calls, if the shapes are all that differs."""
    if len(types) != len(others):
        return types
    joined: list[Type | None] = []
    for one, other in zip(types, others):
        if one != other:
            if not (isinstance(one, Array) and isinstance(other, Array)):
                return types
            if one.dtype != other.dtype or one.rank != other.rank:
                return types
            joined.append(join(one, other))
        else:
            joined.append(one)
    return tuple(joined)


def widened(containers: list[Any], value: Any, known: Any) -> Any:
    """Return a type for what a caller knows by type, and a value for all else.

    Parameters
    ----------
    containers : list
        Takes the lists and dicts whose length the graph must not know.
    value : object
        The argument.
    known : Type or object
        What the caller knows of it.
    """
    if not isinstance(known, Type):
        return value
    kind = type(value)
    if kind in PYTHON_SCALARS:
        return PYTHON_SCALARS[kind]
    if kind is np.ndarray and supported(value.dtype):
        return Array(value.dtype, _loosened(value.shape, known))
    if is_structure(value):
        types: tuple[Type, ...] = (ANY,) * len(value)
        if isinstance(known, Tuple) and len(known.items) == len(value):
            types = known.items
        inner = partial(widened, containers)
        return tuple.__new__(kind, list(map(inner, value, types)))
    if kind in (list, dict):
        containers.append(value)
    return value


def _loosened(shape: tuple[int, ...], known: Type) -> tuple[int | None, ...]:
    """Return a shape without the dimensions that the caller does not know."""
    if isinstance(known, Array) and known.shape is not None:
        if len(known.shape) == len(shape):
            return known.shape
    return (None,) * len(shape)
