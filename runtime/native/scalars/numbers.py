"""Arithmetic of scalars: Python's numbers and NumPy's, bit for bit.

Integers are tested for overflow: Python's would grow, NumPy's scalars would warn.
Floats are computed by the instruction that NumPy uses. What they overflow to is seen
afterwards, by the processor's flags.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.registers import machine, of_dtype
from runtime.native.assembly.values import NotNative, Scalar
from runtime.native.scalars.conversions import (
    EXACT,
    INT64,
    as_integer,
    is_finite,
    is_float,
    is_python,
    is_signed,
    is_truth,
    known,
    opaque,
    to_dtype,
    to_float,
)
from runtime.native.scalars.squares import square
from runtime.types import BOOL, FLOAT, INT, NumpyScalar, Type

_SIGNED = {"add": "sadd", "subtract": "ssub", "multiply": "smul"}
_UNSIGNED = {"add": "uadd", "subtract": "usub", "multiply": "umul"}
_FLOATS = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
_BITS = {"bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor"}
TESTS = {
    "less": ("lt", "olt"),
    "less_equal": ("le", "ole"),
    "greater": ("gt", "ogt"),
    "greater_equal": ("ge", "oge"),
    "equal": ("eq", "oeq"),
    "not_equal": ("ne", "une"),
}
COMPARISONS = frozenset(TESTS)
ARITHMETIC = frozenset(
    {*_FLOATS, *_BITS, "floor_divide", "remainder", "power", "left_shift"}
    | {"right_shift"}
)


def binary(w: Writer, name: str, left: Scalar, right: Scalar, result: Type) -> Scalar:
    """Return the result of a binary operator."""
    literal = left.literal and right.literal
    if name in COMPARISONS:
        return Scalar(result, compare(w, name, left, right), literal)
    if is_python(result):
        return Scalar(result, _of_python(w, name, left, right, result), literal)
    if not isinstance(result, NumpyScalar):
        raise NotNative(f"{name} with a result of type {result}")
    if literal and result.dtype.kind == "f":
        left = opaque(w, left)
    return Scalar(result, _of_numpy(w, name, left, right, result))


# Python's numbers


def _of_python(w: Writer, name: str, left: Scalar, right: Scalar, result: Type) -> str:
    if result == BOOL:
        return w.put(f"{_BITS[name]} i1 {left.code}, {right.code}")
    if result == INT:
        return _integers(w, name, as_integer(w, left), as_integer(w, right))
    if result != FLOAT:
        raise NotNative(f"{name} with a result of type {result}")
    exact = name == "divide" and not (is_float(left.type) or is_float(right.type))
    one, two = _python_float(w, left, exact), _python_float(w, right, exact)
    if name in ("divide", "floor_divide", "remainder"):
        w.raise_unless(w.put(f"fcmp une double {two}, 0.0"), ZeroDivisionError)
    if name == "power":
        return _python_power(w, one, two)
    return _floats(w, name, one, two, "double")


def _python_float(w: Writer, value: Scalar, exact: bool) -> str:
    """Return a number as a double; integers must be doubles if it is to be `exact`."""
    if exact:
        _fault_beyond(w, value)
    return to_float(w, value)


def _fault_beyond(w: Writer, value: Scalar) -> None:
    """Fault if an integer may not be a double."""
    number = known(value)
    if number is not None and abs(number) <= EXACT:
        return
    moved = w.put(f"add i64 {as_integer(w, value)}, {EXACT}")
    w.fault_if(w.put(f"icmp ugt i64 {moved}, {2 * EXACT}"))


def _python_power(w: Writer, base: str, exponent: str) -> str:
    """Return a power of Python's floats, where it is a finite float."""
    if exponent == real(2.0):
        found = square(w, base)
        w.fault_unless(is_finite(w, found))
        return found
    whole = w.intrinsic("double", "llvm.floor.f64", ("double", exponent))
    is_whole = w.put(f"fcmp oeq double {whole}, {exponent}")
    positive = w.put(f"fcmp ogt double {base}, 0.0")
    negative = w.put(f"fcmp olt double {base}, 0.0")
    zero = w.put(f"fcmp oeq double {base}, 0.0")
    defined = w.put(f"fcmp oge double {exponent}, 0.0")
    for test, condition in ((negative, is_whole), (zero, defined)):
        allowed = w.put(f"and i1 {test}, {condition}")
        positive = w.put(f"or i1 {positive}, {allowed}")
    w.fault_unless(positive)
    found = w.call("double", "pow", ("double", base), ("double", exponent))
    w.fault_unless(is_finite(w, found))
    return found


def _integers(w: Writer, name: str, left: str, right: str) -> str:
    """Return the result of an operator on Python's integers."""
    if name in _SIGNED:
        return w.checked(_SIGNED[name], "i64", left, right)
    if name in _BITS:
        return w.put(f"{_BITS[name]} i64 {left}, {right}")
    if name in ("floor_divide", "remainder"):
        w.raise_unless(w.put(f"icmp ne i64 {right}, 0"), ZeroDivisionError)
        return _divided(w, name, left, right, "i64")
    if name == "power":
        return _integer_power(w, left, right)
    if name in ("left_shift", "right_shift"):
        w.fault_if(w.put(f"icmp ugt i64 {right}, 62"))
        if name == "right_shift":
            return w.put(f"ashr i64 {left}, {right}")
        found = w.put(f"shl i64 {left}, {right}")
        back = w.put(f"ashr i64 {found}, {right}")
        w.fault_if(w.put(f"icmp ne i64 {back}, {left}"))
        return found
    raise NotNative(f"{name} of integers")


def _integer_power(w: Writer, base: str, exponent: str) -> str:
    """Return a power by repeated squaring; each product is tested."""
    w.fault_if(w.put(f"icmp slt i64 {exponent}, 0"))
    result, square, rest = w.slot("i64"), w.slot("i64"), w.slot("i64")
    for value, slot in (("1", result), (base, square), (exponent, rest)):
        w.store("i64", value, slot)
    head, body, odd, even, again, end = map(
        w.label, ("head", "body", "odd", "even", "again", "end")
    )
    w.begin(head)
    left = w.load("i64", rest)
    w.branch(w.put(f"icmp eq i64 {left}, 0"), end, body)
    w.begin(body)
    low = w.put(f"and i64 {left}, 1")
    w.branch(w.put(f"icmp eq i64 {low}, 0"), even, odd)
    w.begin(odd)
    product = w.checked("smul", "i64", w.load("i64", result), w.load("i64", square))
    w.store("i64", product, result)
    w.begin(even)
    half = w.put(f"lshr i64 {left}, 1")
    w.store("i64", half, rest)
    w.branch(w.put(f"icmp eq i64 {half}, 0"), end, again)
    w.begin(again)
    one = w.load("i64", square)
    w.store("i64", w.checked("smul", "i64", one, one), square)
    w.jump(head)
    w.begin(end)
    return w.load("i64", result)


def _divided(w: Writer, name: str, left: str, right: str, kind: str) -> str:
    """Return a floor division or its remainder by an integer other than zero."""
    if not right.isdigit():
        _fault_at_least(w, left, right, kind)
    rest = w.put(f"srem {kind} {left}, {right}")
    sign = w.put(f"xor {kind} {rest}, {right}")
    opposite = w.put(f"icmp slt {kind} {sign}, 0")
    inexact = w.put(f"icmp ne {kind} {rest}, 0")
    moved = w.put(f"and i1 {opposite}, {inexact}")
    if name == "remainder":
        more = w.put(f"select i1 {moved}, {kind} {right}, {kind} 0")
        return w.put(f"add {kind} {rest}, {more}")
    quotient = w.put(f"sdiv {kind} {left}, {right}")
    less = w.put(f"sext i1 {moved} to {kind}")
    return w.put(f"add {kind} {quotient}, {less}")


def _fault_at_least(w: Writer, left: str, right: str, kind: str) -> None:
    """Fault if the least integer is divided by -1."""
    least = str(-(1 << int(kind[1:]) - 1))
    one = w.put(f"icmp eq {kind} {left}, {least}")
    two = w.put(f"icmp eq {kind} {right}, -1")
    w.fault_if(w.put(f"and i1 {one}, {two}"))


# NumPy's scalars


def _of_numpy(
    w: Writer, name: str, left: Scalar, right: Scalar, result: NumpyScalar
) -> str:
    dtype = result.dtype
    kind = of_dtype(dtype)
    one, two = to_dtype(w, left, dtype), to_dtype(w, right, dtype)
    if dtype.kind == "f":
        return _numpys_floats(w, name, one, two, kind)
    if dtype.kind == "b":
        truths = {**_BITS, "add": "or", "multiply": "and"}
        if name not in truths:
            raise NotNative(f"{name} of NumPy truth values")
        return w.put(f"{truths[name]} i1 {one}, {two}")
    signed = dtype.kind == "i"
    if name in _SIGNED:
        return w.checked((_SIGNED if signed else _UNSIGNED)[name], kind, one, two)
    if name in _BITS:
        return w.put(f"{_BITS[name]} {kind} {one}, {two}")
    if name in ("left_shift", "right_shift"):
        w.fault_if(w.put(f"icmp uge {kind} {two}, {kind[1:]}"))
        right_shift = "ashr" if signed else "lshr"
        verb = "shl" if name == "left_shift" else right_shift
        return w.put(f"{verb} {kind} {one}, {two}")
    if name in ("floor_divide", "remainder"):
        w.fault_if(w.put(f"icmp eq {kind} {two}, 0"))
        if signed:
            return _divided(w, name, one, two, kind)
        return w.put(
            f"{'udiv' if name == 'floor_divide' else 'urem'} {kind} {one}, {two}"
        )
    if name == "power" and dtype == INT64:
        return _integer_power(w, one, two)
    raise NotNative(f"{name} of {dtype.name}")


def _numpys_floats(w: Writer, name: str, left: str, right: str, kind: str) -> str:
    if name == "power" and kind == "double" and right == real(2.0):
        return square(w, left)
    if name == "power":
        function = "pow" if kind == "double" else "powf"
        return w.call(kind, function, (kind, left), (kind, right))
    if name in ("floor_divide", "remainder"):
        w.fault_if(w.put(f"fcmp oeq {kind} {right}, 0.0"))
    return _floats(w, name, left, right, kind)


def _floats(w: Writer, name: str, left: str, right: str, kind: str) -> str:
    """Return the result of an operator on floats; a divisor is not zero in ``//``."""
    if name in _FLOATS:
        return w.put(f"{_FLOATS[name]}{w.freedom} {kind} {left}, {right}")
    if name not in ("floor_divide", "remainder"):
        raise NotNative(f"{name} of floats")
    # As in CPython's float_divmod and NumPy's npy_divmod.
    suffix, short = ("f64", "fmod") if kind == "double" else ("f32", "fmodf")
    rest = w.call(kind, short, (kind, left), (kind, right))
    is_rest = w.put(f"fcmp une {kind} {rest}, 0.0")
    below = w.put(f"fcmp olt {kind} {right}, 0.0")
    under = w.put(f"fcmp olt {kind} {rest}, 0.0")
    opposite = w.put(f"xor i1 {below}, {under}")
    moved = w.put(f"and i1 {is_rest}, {opposite}")
    if name == "remainder":
        more = w.put(f"fadd {kind} {rest}, {right}")
        zero = _copysign(w, "0.0", right, kind)
        found = w.put(f"select i1 {moved}, {kind} {more}, {kind} {rest}")
        return w.put(f"select i1 {is_rest}, {kind} {found}, {kind} {zero}")
    part = w.put(f"fsub {kind} {left}, {rest}")
    quotient = w.put(f"fdiv {kind} {part}, {right}")
    less = w.put(f"fsub {kind} {quotient}, 1.0")
    quotient = w.put(f"select i1 {moved}, {kind} {less}, {kind} {quotient}")
    whole = w.intrinsic(kind, f"llvm.floor.{suffix}", (kind, quotient))
    far = w.put(f"fsub {kind} {quotient}, {whole}")
    next_one = w.put(f"fadd {kind} {whole}, 1.0")
    is_far = w.put(f"fcmp ogt {kind} {far}, {real(0.5)}")
    whole = w.put(f"select i1 {is_far}, {kind} {next_one}, {kind} {whole}")
    plain = w.put(f"fdiv {kind} {left}, {right}")
    zero = _copysign(w, "0.0", plain, kind)
    is_some = w.put(f"fcmp une {kind} {quotient}, 0.0")
    return w.put(f"select i1 {is_some}, {kind} {whole}, {kind} {zero}")


def _copysign(w: Writer, size: str, sign: str, kind: str) -> str:
    suffix = "f64" if kind == "double" else "f32"
    return w.intrinsic(kind, f"llvm.copysign.{suffix}", (kind, size), (kind, sign))


# Comparisons


def compare(w: Writer, name: str, left: Scalar, right: Scalar) -> str:
    """Return the truth of a comparison."""
    whole, ordered = TESTS[name]
    if is_float(left.type) or is_float(right.type):
        kind, one, two = _as_compared_floats(w, left, right)
        return w.put(f"fcmp {ordered} {kind} {one}, {two}")
    if machine(left.type) == machine(right.type) == "i1":
        one, two = as_integer(w, left), as_integer(w, right)
        return w.put(f"icmp {signed(whole)} i64 {one}, {two}")
    own, other = machine(left.type), machine(right.type)
    if own == other and is_signed(left.type) == is_signed(right.type):
        sign = signed(whole) if is_signed(left.type) else signed(whole, "u")
        return w.put(f"icmp {sign} {own} {left.code}, {right.code}")
    one, two = as_integer(w, left), as_integer(w, right)
    return w.put(f"icmp {signed(whole)} i64 {one}, {two}")


def signed(test: str, sign: str = "s") -> str:
    """Return a test of integers with a sign, or without one (``"u"``)."""
    return test if test in ("eq", "ne") else sign + test


def _as_compared_floats(w: Writer, left: Scalar, right: Scalar) -> tuple[str, str, str]:
    """Return the kind in which two numbers are compared, and both."""
    if is_python(left.type) and is_python(right.type):
        # Python compares integers and floats exactly.
        for value in (left, right):
            if not is_float(value.type):
                _fault_beyond(w, value)
        return "double", to_float(w, left), to_float(w, right)
    dtype = _common(left.type, right.type)
    return of_dtype(dtype), to_dtype(w, left, dtype), to_dtype(w, right, dtype)


def _common(left: Type, right: Type) -> np.dtype:
    """Return the dtype in which NumPy compares two numbers, one of them a float."""
    own = [of.dtype for of in (left, right) if isinstance(of, NumpyScalar)]
    if len(own) == 2:
        return np.result_type(*own)
    weak = right if isinstance(left, NumpyScalar) else left
    sample: dict[Type, object] = {INT: 0, FLOAT: 0.0, BOOL: False}
    return np.result_type(own[0], cast(int, sample[weak]))


# One operand


def negative(w: Writer, value: Scalar, result: Type) -> Scalar:
    """Return ``-value``."""
    if is_float(result):
        kind = machine(result)
        return Scalar(result, w.put(f"fneg {kind} {value.code}"), value.literal)
    if result == INT:
        code = w.checked("ssub", "i64", "0", as_integer(w, value))
        return Scalar(result, code, value.literal)
    kind = machine(result)
    verb = "ssub" if is_signed(result) else "usub"
    return Scalar(result, w.checked(verb, kind, "0", value.code), value.literal)


def absolute(w: Writer, value: Scalar, result: Type) -> Scalar:
    """Return ``abs(value)``."""
    kind = machine(result)
    if is_float(result):
        suffix = "f64" if kind == "double" else "f32"
        code = w.intrinsic(kind, f"llvm.fabs.{suffix}", (kind, value.code))
        return Scalar(result, code, value.literal)
    code = as_integer(w, value) if result == INT else value.code
    if not is_signed(result) or is_truth(value.type):
        return Scalar(result, code, value.literal)
    below = w.put(f"icmp slt {kind} {code}, 0")
    w.fault_if(w.put(f"icmp eq {kind} {code}, {-(1 << int(kind[1:]) - 1)}"))
    minus = w.put(f"sub {kind} 0, {code}")
    size = w.put(f"select i1 {below}, {kind} {minus}, {kind} {code}")
    return Scalar(result, size, value.literal)


def invert(w: Writer, value: Scalar, result: Type) -> Scalar:
    """Return ``~value``."""
    if value.type == BOOL:
        raise NotNative("the inversion of a Python truth value")
    ones = "true" if is_truth(result) else "-1"
    code = w.put(f"xor {machine(result)} {value.code}, {ones}")
    return Scalar(result, code, value.literal)
