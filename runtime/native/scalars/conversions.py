"""Conversions of numbers from one type to another, as Python and NumPy do them.

A conversion that would lose something, and that Python or NumPy refuse or warn of, is a
fault.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.registers import is_complex, machine, of_dtype
from runtime.native.assembly.values import ComplexNumber, NotNative, Scalar
from runtime.types import BOOL, FLOAT, INT, NumpyScalar, PythonScalar, Type

EXACT = 2**53
"""Every integer up to this one is a double."""
_BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
INT64 = np.dtype(np.int64)
FLOAT64 = np.dtype(np.float64)


def is_signed(of: Type) -> bool:
    """Whether the integers of a type may be negative."""
    return not isinstance(of, NumpyScalar) or of.dtype.kind == "i"


def is_float(of: Type) -> bool:
    """Whether a scalar type is one of floats."""
    return of == FLOAT or (isinstance(of, NumpyScalar) and of.dtype.kind == "f")


def is_truth(of: Type) -> bool:
    """Whether a scalar type is one of truth values."""
    return of == BOOL or (isinstance(of, NumpyScalar) and of.dtype.kind == "b")


def is_python(of: Type) -> bool:
    """Whether a scalar type is one of Python's own."""
    return isinstance(of, PythonScalar)


def literal(value: complex) -> str:
    """Return the literal of a number for a register of its kind."""
    if isinstance(value, (bool, np.bool)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return real(float(cast(float, value)))


def constant(value: object, of: Type) -> Scalar:
    """Return a constant as a scalar."""
    kind = machine(of)
    if of == INT and not -(2**63) <= cast(int, value) < 2**63:
        raise NotNative("an integer of more than 64 bits")
    number = cast(complex, value)
    if isinstance(value, np.unsignedinteger):  # LLVM writes 64 bits with a sign
        number = int(value) - (1 << _BITS[kind] if int(value) >> _BITS[kind] - 1 else 0)
    return Scalar(of, literal(number), literal=True)


def known(value: Scalar) -> int | None:
    """Return an integer or truth value that is written as a literal; else None."""
    if value.code in ("true", "false"):
        return int(value.code == "true")
    return int(value.code) if value.code.lstrip("-").isdigit() else None


def as_integer(w: Writer, value: Scalar) -> str:
    """Return an integer or truth value as 64 bits; fault if it needs more."""
    kind = machine(value.type)
    if kind == "i64":
        if not is_signed(value.type):
            w.fault_if(w.put(f"icmp slt i64 {value.code}, 0"))
        return value.code
    number = known(value)
    if number is not None:
        return str(number if is_signed(value.type) else number % (1 << _BITS[kind]))
    extend = "sext" if is_signed(value.type) and kind != "i1" else "zext"
    return w.put(f"{extend} {kind} {value.code} to i64")


def truncated(w: Writer, code: str, kind: str) -> str:
    """Return a double or float without its fraction, as 64 bits."""
    low, high = real(-(2.0**63)), real(2.0**63)
    inside = w.put(f"fcmp oge {kind} {code}, {low}")
    below = w.put(f"fcmp olt {kind} {code}, {high}")
    w.fault_unless(w.put(f"and i1 {inside}, {below}"))
    return w.put(f"fptosi {kind} {code} to i64")


def fit(w: Writer, code: str, kind: str, signed: bool = True) -> str:
    """Return 64 bits with a sign as an integer of fewer bits; fault if they differ."""
    if kind == "i64":
        if not signed:
            w.fault_if(w.put(f"icmp slt i64 {code}, 0"))
        return code
    if code.lstrip("-").isdigit():
        bits = _BITS[kind]
        low, high = (-(1 << bits - 1), 1 << bits - 1) if signed else (0, 1 << bits)
        if not low <= int(code) < high:
            w.fault_if("true")
            return "0"
        wrapped = int(code) - (1 << bits if int(code) >= 1 << bits - 1 else 0)
        return str(wrapped)
    narrow = w.put(f"trunc i64 {code} to {kind}")
    back = w.put(f"{'sext' if signed else 'zext'} {kind} {narrow} to i64")
    w.fault_if(w.put(f"icmp ne i64 {code}, {back}"))
    return narrow


def to_float(w: Writer, value: Scalar, kind: str = "double") -> str:
    """Return a number as a double or float, rounded to the nearest."""
    own = machine(value.type)
    if own == kind:
        return value.code
    if own in ("double", "float"):
        # The flags of the conversion are to be seen.
        seen = opaque(w, value) if value.literal else value
        verb = "fpext" if own == "float" else "fptrunc"
        return w.put(f"{verb} {own} {seen.code} to {kind}")
    number = known(value)
    if number is not None and own == "i64" and abs(number) <= 2**24:
        return real(float(number))
    verb = "sitofp" if is_signed(value.type) and own != "i1" else "uitofp"
    return w.put(f"{verb} {own} {value.code} to {kind}")


def to_complex(w: Writer, value: Scalar | ComplexNumber, of: Type) -> ComplexNumber:
    """Return a number as a complex one of two doubles: others round otherwise."""
    if not is_complex(of):
        raise NotNative(f"a complex number of type {of}")
    if isinstance(value, ComplexNumber):
        return ComplexNumber(of, value.real, value.imag)
    return ComplexNumber(of, to_float(w, value), real(0.0))


def opaque(w: Writer, value: Scalar) -> Scalar:
    """Return a number that LLVM does not know, so that computing with it sets flags."""
    kind = machine(value.type)
    slot = w.slot(kind)
    w.do(f"store volatile {kind} {value.code}, ptr {slot}")
    return Scalar(value.type, w.put(f"load volatile {kind}, ptr {slot}"))


def to_dtype(w: Writer, value: Scalar, dtype: np.dtype) -> str:
    """Return a number as an operand of a NumPy operation that computes in a dtype."""
    kind = of_dtype(dtype)
    if dtype.kind == "f":
        return to_float(w, value, kind)
    if is_float(value.type):
        raise NotNative("a float as an operand of integers")
    if dtype.kind == "b":
        if not is_truth(value.type):
            raise NotNative("a number as an operand of truth values")
        return value.code
    own = machine(value.type)
    if own == kind and is_signed(value.type) == (dtype.kind == "i"):
        return value.code
    if dtype.kind == "u" and own != "i1" and not is_signed(value.type):
        return w.put(f"zext {own} {value.code} to {kind}")
    return fit(w, as_integer(w, value), kind, dtype.kind == "i")


def cast_to(w: Writer, value: Scalar, of: Type) -> Scalar:
    """Return a number converted to a scalar type, as its class or an assignment does.

    What NumPy would wrap around is left to the plan.
    """
    if is_truth(of):
        return Scalar(of, truth(w, value), value.literal)
    kind = machine(of)
    if is_float(of):
        return Scalar(of, to_float(w, value, kind), value.literal)
    signed = is_signed(of)
    if is_float(value.type):
        whole = truncated(w, value.code, machine(value.type))
        return Scalar(of, fit(w, whole, kind, signed), value.literal)
    own = machine(value.type)
    if own == kind and is_signed(value.type) == signed:
        return Scalar(of, value.code, value.literal)
    return Scalar(of, fit(w, as_integer(w, value), kind, signed), value.literal)


def truth(w: Writer, value: Scalar) -> str:
    """Return whether a number is not zero."""
    kind = machine(value.type)
    if kind == "i1":
        return value.code
    if kind in ("double", "float"):
        return w.put(f"fcmp une {kind} {value.code}, 0.0")
    return w.put(f"icmp ne {kind} {value.code}, 0")


def is_finite(w: Writer, code: str) -> str:
    """Return whether a double is finite."""
    size = w.intrinsic("double", "llvm.fabs.f64", ("double", code))
    return w.put(f"fcmp olt double {size}, {real(math.inf)}")
