"""Functions of single numbers, beside the operators."""

from __future__ import annotations

import numpy as np

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import Items, Machine, NotNative, Scalar
from runtime.native.elementwise.per_element import exact_of_one
from runtime.native.objects.turns import scalars
from runtime.native.scalars import numbers
from runtime.native.scalars.conversions import opaque, to_dtype
from runtime.types import FLOAT, NumpyScalar, Tuple, Type


def _of_float(name: str) -> Rule:
    """Return the rule of a function of one float, which is one instruction."""

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


def _divmod(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    left, right = scalars(operands)
    if not isinstance(result, Tuple):
        raise NotNative(f"divmod with a result of type {result}")
    quotient, remainder = result.items
    return Items(
        (
            numbers.binary(w, "floor_divide", left, right, quotient),
            numbers.binary(w, "remainder", left, right, remainder),
        )
    )


RULES: dict[str, Rule] = {
    **{name: _of_float(name) for name in "ceil fabs floor rint square trunc".split()},
    **{name: _test(name) for name in ("isfinite", "isinf", "isnan")},
    "divmod_of": _divmod,
}
