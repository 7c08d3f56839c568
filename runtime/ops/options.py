"""Arguments of type rules that are usually constants: axes, dtypes, ``out=``."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from runtime.ops.operands import Unsure, items_of
from runtime.ops.row import TypeFailure
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    Array,
    List,
    NoneType,
    NumpyScalar,
    Shape,
    Tuple,
    Type,
    supported,
    type_of,
)


def written(out: Any) -> Type | None:
    """Return the type of ``out=``, which is then the result; None if there is none."""
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if not given(out):
        return None
    if isinstance(out, Array):
        return out
    if isinstance(out, np.ndarray):
        return type_of(out)
    raise Unsure("out= is no array")


def given(argument: Any) -> bool:
    """Whether an optional argument is given, and not None."""
    return argument is not None and not isinstance(argument, NoneType)


def is_symbolic(argument: Any) -> bool:
    """Whether an argument, or an item of it, is known by type only."""
    if isinstance(argument, (list, tuple)):
        return any(map(is_symbolic, argument))
    return isinstance(argument, Type)


def is_integer(argument: Any) -> bool:
    """Whether an argument surely is one integer, and not a bool."""
    if isinstance(argument, Type):
        return argument == INT or (
            isinstance(argument, NumpyScalar) and argument.dtype.kind in "iu"
        )
    return isinstance(argument, (int, np.integer)) and not isinstance(argument, bool)


def integer(argument: Any) -> int | None:
    """Return the value of an integer argument; None if only its type is known."""
    if isinstance(argument, Type):
        if argument == BOOL or is_integer(argument):
            return None
        if isinstance(argument, Array) and argument.rank == 0:
            if argument.dtype.kind in "iu":
                return None
            raise TypeFailure(f"{argument} is no integer")
        if argument in (FLOAT, COMPLEX):
            raise TypeFailure(f"{argument} is no integer")
        raise Unsure(f"{argument} may be no integer")
    try:
        return operator.index(argument)
    except TypeError:
        raise Unsure(f"{argument!r} is no integer") from None


def count(argument: Any) -> int | None:
    """Return the value of an argument that counts, where NumPy takes floats too."""
    try:
        return integer(argument)
    except TypeFailure as error:
        raise Unsure(str(error)) from None


def flag(argument: Any) -> bool:
    """Return the value of a boolean option, or raise `Unsure`."""
    if isinstance(argument, (bool, int, np.bool)):
        return bool(argument)
    raise Unsure("an option known by type only")


def shape_argument(argument: Any) -> Shape:
    """Return the shape that an argument such as that of ``np.zeros`` specifies."""
    if isinstance(argument, (list, tuple, Tuple)):
        return tuple(map(_dimension, items_of(argument)))
    if isinstance(argument, List):
        return None
    if isinstance(argument, Array) and argument.rank == 1:
        length = argument.shape[0] if argument.shape else None
        if argument.dtype.kind not in "iu":
            raise Unsure("a shape of other numbers")
        return None if length is None else (None,) * length
    return (_dimension(argument),)


def _dimension(argument: Any) -> int | None:
    value = integer(argument)
    if value is not None and value < 0:
        raise TypeFailure("negative dimensions are not allowed")
    return value


def dtype_argument(argument: Any, default: np.dtype) -> np.dtype:
    """Return the dtype that an argument names, or the default if it is None."""
    if not given(argument):
        return default
    if isinstance(argument, Type):
        raise Unsure("a dtype known at run time only")
    return _dtype(argument)


def _dtype(argument: Any) -> np.dtype:
    try:
        dtype: np.dtype = np.dtype(argument)
    except TypeError:
        raise Unsure(f"{argument!r} is no dtype") from None
    if not supported(dtype) or (dtype.kind in "US" and dtype.itemsize == 0):
        raise Unsure(f"arrays of {dtype} are not symbolic")
    return dtype


def axis_argument(argument: Any, rank: int) -> int | None:
    """Return one axis, normalized; None if only its type is known."""
    axis = integer(argument)
    if axis is None:
        return None
    if not -rank <= axis < rank:
        raise TypeFailure(f"axis {axis} is out of bounds for {rank} dimensions")
    return axis % rank


def axes_argument(argument: Any, rank: int) -> list[int] | None:
    """Return one axis or several, normalized; None if they are not all known."""
    if not isinstance(argument, (list, tuple)):
        argument = (argument,)
    axes = [axis_argument(axis, rank) for axis in argument]
    known = [axis for axis in axes if axis is not None]
    if len(set(known)) < len(known):
        raise TypeFailure("duplicate axes")
    return known if len(known) == len(axes) else None
