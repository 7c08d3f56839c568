"""The constants of a graph as values of a kernel."""

from __future__ import annotations

import numpy as np

from runtime.ir.unbound import Unbound
from runtime.native.assembly.values import (
    NOTHING,
    ComplexNumber,
    Items,
    Machine,
    Nothing,
    Slice,
    Static,
)
from runtime.native.scalars.conversions import constant, literal
from runtime.types import UNBOUND, type_of


def of_constant(value: object) -> Machine:
    """Return a constant in registers, or as what only the compiler looks at."""
    if value is None:
        return NOTHING
    if isinstance(value, Unbound):
        return Nothing(UNBOUND, value)
    if isinstance(value, tuple):
        return Items(tuple(map(of_constant, value)))
    if isinstance(value, slice):
        return Slice(*map(of_constant, (value.start, value.stop, value.step)))
    if type(value) is complex or isinstance(value, np.complex128):
        return ComplexNumber(type_of(value), literal(value.real), literal(value.imag))
    if type(value) in (bool, int, float) or isinstance(value, np.generic):
        return constant(value, type_of(value))
    return Static(value)
