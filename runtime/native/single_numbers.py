"""Functions of NumPy that compute single numbers by one instruction."""

from __future__ import annotations

import numpy as np

from runtime.native.conversions import opaque, to_dtype
from runtime.native.emit import Writer
from runtime.native.per_element import exact_of_one
from runtime.native.rules import Rule
from runtime.native.turns import scalars
from runtime.native.values import Machine, NotNative, Scalar
from runtime.types import FLOAT, NumpyScalar, Type


def _of_float(name: str) -> Rule:
    """Return the rule of a function of one float."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = scalars(operands)
        if not isinstance(result, NumpyScalar) or result.dtype.kind != "f":
            raise NotNative(f"{name} with a result of type {result}")
        code = to_dtype(w, opaque(w, value) if value.literal else value, result.dtype)
        return Scalar(result, exact_of_one(w, name, result.dtype, code))

    return rule


def _test(name: str) -> Rule:
    """Return the rule of a test of one float."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = scalars(operands)
        of = value.type
        dtype = of.dtype if isinstance(of, NumpyScalar) else np.dtype(float)
        if dtype.kind != "f" or (not isinstance(of, NumpyScalar) and of != FLOAT):
            raise NotNative(f"{name} of a value of type {of}")
        return Scalar(result, exact_of_one(w, name, dtype, to_dtype(w, value, dtype)))

    return rule


RULES: dict[str, Rule] = {
    **{name: _of_float(name) for name in "ceil fabs floor rint square trunc".split()},
    **{name: _test(name) for name in ("isfinite", "isinf", "isnan")},
}
