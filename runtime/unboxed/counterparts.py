"""Which types have a counterpart among Python's numbers."""

from __future__ import annotations

import numpy as np

from runtime.ir.nodes import Argument, Constant, argument_type
from runtime.ir.unbound import Unbound
from runtime.regions.carving import Refused
from runtime.types import (
    BOOL,
    FLOAT,
    INT,
    UNBOUND,
    Array,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)

KINDS: dict[Type, PythonScalar] = {
    INT: INT,
    FLOAT: FLOAT,
    BOOL: BOOL,
    NumpyScalar(np.dtype(np.int64)): INT,
    NumpyScalar(np.dtype(np.float64)): FLOAT,
    NumpyScalar(np.dtype(np.bool)): BOOL,
}
"""The Python type with the values of each type."""
PLACEHOLDERS: dict[PythonScalar, object] = {INT: 0, FLOAT: 0.0, BOOL: False}
"""What stands for a variable without a value."""


class NotUnboxed(Refused):
    """Something that cannot be done on numbers of Python."""


def kind_of(of: Type) -> PythonScalar:
    """Return the Python type of a number, also of one that may have no value."""
    kinds = {KINDS.get(each) for each in members(of) if each != UNBOUND}
    found = kinds.pop() if len(kinds) == 1 else None
    if found is None:
        raise NotUnboxed(f"a value of type {of}")
    return found


def is_number(of: Type) -> bool:
    """Whether a type has a counterpart."""
    kinds = {KINDS.get(each) for each in members(of) if each != UNBOUND}
    return len(kinds) == 1 and None not in kinds


def maybe_numpy(argument: Argument) -> bool:
    """Whether an argument may be a scalar of NumPy."""
    types = members(argument_type(argument))
    return any(isinstance(each, NumpyScalar) for each in types)


def list_of(array: Array) -> Type:
    """Return the type of the list with the items of an array."""
    of: Type = kind_of(NumpyScalar(array.dtype))
    if not array.shape:
        raise NotUnboxed("an array of unknown rank")
    for _ in array.shape:
        of = List(of)
    return of


def unboxed_type(of: Type) -> Type:
    """Return the type of a value within the loop."""
    if isinstance(of, Array):
        return list_of(of)
    if isinstance(of, Tuple):
        return Tuple(tuple(map(unboxed_type, of.items)))
    return kind_of(of)


def unboxed_constant(constant: Constant, kind: Type | None = None) -> Constant:
    """Return a constant as a number of Python.

    Parameters
    ----------
    constant : Constant
        The constant.
    kind : Type, optional
        The type of the number: also of what stands for a variable without a value.
    """
    value = constant.value
    if isinstance(value, Unbound):
        assert isinstance(kind, PythonScalar)
        return Constant(PLACEHOLDERS[kind])
    if kind == FLOAT and isinstance(value, (int, float, np.generic)):
        return Constant(float(value))
    return Constant(value.item() if isinstance(value, np.generic) else value)
