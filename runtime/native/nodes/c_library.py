"""The functions of `math`, most of which are those of the C library."""

from __future__ import annotations

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import Machine, NotNative, Scalar
from runtime.native.objects.turns import scalars
from runtime.native.scalars import numbers
from runtime.native.scalars.conversions import (
    as_integer,
    is_finite,
    is_float,
    to_float,
    truncated,
)
from runtime.types import BOOL, FLOAT, INT, Type

_LIBM = (
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log1p "
    "log2 log10 pow fmod copysign"
)


def _math(function: str) -> Rule:
    """Return the rule of a function of `math` that is the C library's."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        given = [("double", to_float(w, each)) for each in scalars(operands)]
        found = w.call("double", function, *given)
        # What is not finite may be an error.
        w.fault_unless(is_finite(w, found))
        return Scalar(FLOAT, found)

    return rule


def _math_sqrt(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    code = to_float(w, value)
    w.fault_unless(w.put(f"fcmp oge double {code}, 0.0"))
    return Scalar(FLOAT, w.intrinsic("double", "llvm.sqrt.f64", ("double", code)))


def _math_fabs(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    return numbers.absolute(w, Scalar(FLOAT, to_float(w, value)), FLOAT)


def _math_whole(function: str) -> Rule:
    """Return the rule of ``math.floor``, ``ceil`` or ``trunc``."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = scalars(operands)
        if not is_float(value.type):
            return Scalar(INT, as_integer(w, value), value.literal)
        code = to_float(w, value)
        name = f"llvm.{function}.f64"
        whole = w.intrinsic("double", name, ("double", code))
        return Scalar(INT, truncated(w, whole, "double"))

    return rule


def _math_isnan(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    code = to_float(w, value)
    return Scalar(BOOL, w.put(f"fcmp uno double {code}, {code}"))


def _math_log(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    if len(operands) != 1:
        raise NotNative("a logarithm to another base")
    return _math("log")(w, result, operands)


RULES: dict[str, Rule] = {
    **{f"math_{name}": _math(name) for name in _LIBM.split()},
    **{f"math_{name}": _math_whole(name) for name in ("floor", "ceil", "trunc")},
    "math_fabs": _math_fabs,
    "math_isnan": _math_isnan,
    "math_log": _math_log,
    "math_sqrt": _math_sqrt,
}
