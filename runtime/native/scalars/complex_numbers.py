"""Arithmetic of complex numbers of two doubles, as Python and NumPy compute it.

Python's formulas are those of ``complexobject.c``, NumPy's those of ``scalarmath.c``.
They differ in how they divide. Results whose parts are not numbers are left to the
plan: some versions of Python and NumPy put such right.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule, only
from runtime.native.assembly.values import ComplexNumber, Machine, NotNative, Scalar
from runtime.native.scalars.conversions import (
    cast_to,
    constant,
    is_finite,
    is_float,
    literal,
    to_complex,
)
from runtime.types import COMPLEX, Type

_FUSES = platform.machine().lower() not in ("x86_64", "amd64")
"""Whether a C compiler may have fused products and sums, which rounds otherwise."""
_PARTS_ALONE = sys.version_info >= (3, 14)
"""Whether Python adds a float to the real part alone."""

_Pair = tuple[str, str]


def _binary(compute: Callable[[Writer, _Pair, _Pair, bool], _Pair]) -> Rule:
    """Return the rule of an operator."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = (_number(w, each, result) for each in only(operands, 2))
        python = result == COMPLEX
        if _PARTS_ALONE and python and not _all_complex(operands):
            raise NotNative("a complex number and a real one")
        pairs = (left.real, left.imag), (right.real, right.imag)
        real, imag = compute(w, *pairs, python)
        w.fault_if(w.put(f"fcmp uno double {real}, {imag}"))
        return ComplexNumber(result, real, imag)

    return rule


def _number(w: Writer, value: Machine, of: Type) -> ComplexNumber:
    if not isinstance(value, (Scalar, ComplexNumber)):
        raise NotNative("an operand other than a number")
    return to_complex(w, value, of)


def _one(w: Writer, operands: list[Machine], of: Type) -> ComplexNumber:
    (value,) = only(operands, 1)
    return _number(w, value, of)


def _all_complex(operands: list[Machine]) -> bool:
    return all(isinstance(each, ComplexNumber) for each in operands)


def _added(w: Writer, left: _Pair, right: _Pair, python: bool) -> _Pair:
    real = w.put(f"fadd double {left[0]}, {right[0]}")
    return real, w.put(f"fadd double {left[1]}, {right[1]}")


def _subtracted(w: Writer, left: _Pair, right: _Pair, python: bool) -> _Pair:
    real = w.put(f"fsub double {left[0]}, {right[0]}")
    return real, w.put(f"fsub double {left[1]}, {right[1]}")


def _multiplied(w: Writer, left: _Pair, right: _Pair, python: bool) -> _Pair:
    if _FUSES:
        raise NotNative("a product of complex numbers")
    products = [w.put(f"fmul double {a}, {b}") for a in left for b in right]
    real = w.put(f"fsub double {products[0]}, {products[3]}")
    return real, w.put(f"fadd double {products[1]}, {products[2]}")


def _divided(w: Writer, left: _Pair, right: _Pair, python: bool) -> _Pair:
    """Write a division by R. L. Smith's algorithm (CACM 5, 1962)."""
    if _FUSES:
        raise NotNative("a quotient of complex numbers")
    sizes = [w.intrinsic("double", "llvm.fabs.f64", ("double", each)) for each in right]
    wide = w.put(f"fcmp oge double {sizes[0]}, {sizes[1]}")

    def either(one: str, other: str) -> str:
        return w.put(f"select i1 {wide}, double {one}, double {other}")

    large, small = either(*right), either(right[1], right[0])
    w.fault_if(w.put(f"fcmp oeq double {large}, 0.0"))
    ratio = w.put(f"fdiv double {small}, {large}")
    scaled = w.put(f"fmul double {small}, {ratio}")
    denominator = w.put(f"fadd double {large}, {scaled}")
    first, second = left
    products = [w.put(f"fmul double {each}, {ratio}") for each in left]
    reals = w.put(f"fadd double {first}, {products[1]}")
    other_reals = w.put(f"fadd double {products[0]}, {second}")
    imags = w.put(f"fsub double {second}, {products[0]}")
    other_imags = w.put(f"fsub double {products[1]}, {first}")
    tops = either(reals, other_reals), either(imags, other_imags)
    if python:
        real, imag = (w.put(f"fdiv double {top}, {denominator}") for top in tops)
    else:
        scale = w.put(f"fdiv double {literal(1.0)}, {denominator}")
        real, imag = (w.put(f"fmul double {top}, {scale}") for top in tops)
    return real, imag


def _negative(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    value = _one(w, operands, result)
    parts = (w.put(f"fneg double {each}") for each in (value.real, value.imag))
    return ComplexNumber(result, *parts)


def _conjugate(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    value = _one(w, operands, result)
    return ComplexNumber(result, value.real, w.put(f"fneg double {value.imag}"))


def _absolute(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    value = _one(w, operands, COMPLEX)
    parts = [("double", value.real), ("double", value.imag)]
    found = w.call("double", "hypot", *parts)
    w.fault_unless(is_finite(w, found))
    return Scalar(result, found)


def _real(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = only(operands, 1)
    if isinstance(value, Scalar):
        return cast_to(w, value, result)
    return Scalar(result, _number(w, value, COMPLEX).real)


def _imag(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = only(operands, 1)
    if isinstance(value, Scalar):
        return constant(0.0 if is_float(result) else 0, result)
    return Scalar(result, _number(w, value, COMPLEX).imag)


def _compared(same: bool) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        if not _all_complex(operands):
            raise NotNative("a complex number compared with a real one")
        left, right = (_number(w, each, COMPLEX) for each in only(operands, 2))
        one = w.put(f"fcmp oeq double {left.real}, {right.real}")
        two = w.put(f"fcmp oeq double {left.imag}, {right.imag}")
        both = w.put(f"and i1 {one}, {two}")
        return Scalar(result, both if same else w.put(f"xor i1 {both}, true"))

    return rule


def _of_parts(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``complex(...)`` of real numbers."""
    if not operands or not all(isinstance(each, Scalar) for each in operands):
        raise NotNative("a complex number of other than two real ones")
    real, *imag = (_number(w, each, COMPLEX).real for each in operands)
    return ComplexNumber(result, real, *(imag or [literal(0.0)]))


def truth(w: Writer, value: ComplexNumber) -> str:
    """Return whether a complex number is not zero."""
    tests = [w.put(f"fcmp une double {v}, 0.0") for v in (value.real, value.imag)]
    return w.put(f"or i1 {tests[0]}, {tests[1]}")


RULES: dict[str, Rule] = {
    "absolute": _absolute,
    "add": _binary(_added),
    "complex": _of_parts,
    "conjugate": _conjugate,
    "divide": _binary(_divided),
    "equal": _compared(True),
    "iadd": _binary(_added),
    "imag": _imag,
    "imul": _binary(_multiplied),
    "isub": _binary(_subtracted),
    "itruediv": _binary(_divided),
    "multiply": _binary(_multiplied),
    "negative": _negative,
    "not_equal": _compared(False),
    "real": _real,
    "subtract": _binary(_subtracted),
}
