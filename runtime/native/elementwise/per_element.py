"""Elementwise operations on arrays: one element of each, in machine code.

An operation is *exact* if one instruction gives NumPy's bits. All other ufuncs run
NumPy's own inner loops.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence

import numpy as np

from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.registers import machine, of_dtype
from runtime.native.assembly.values import NotNative, Scalar
from runtime.native.scalars.conversions import is_float, is_signed, is_truth, truth
from runtime.native.scalars.numbers import COMPARISONS, TESTS, signed
from runtime.ops.row import Row
from runtime.types import (
    Array,
    NumpyScalar,
    PythonScalar,
)

_ARITHMETIC = {
    "add": ("fadd", "add"),
    "subtract": ("fsub", "sub"),
    "multiply": ("fmul", "mul"),
    "divide": ("fdiv", ""),
    "bitwise_and": ("", "and"),
    "bitwise_or": ("", "or"),
    "bitwise_xor": ("", "xor"),
}
_OF_FLOATS = {
    "sqrt": "sqrt",
    "absolute": "fabs",
    "fabs": "fabs",
    "floor": "floor",
    "ceil": "ceil",
    "trunc": "trunc",
    "rint": "rint",
}
_OF_ONE = {
    **dict.fromkeys((*_OF_FLOATS, "square", "reciprocal"), "f"),
    "absolute": "iuf",
    "invert": "biu",
    "negative": "iuf",
}
"""Exact operations of one operand, and the kinds of their results."""
_CAST = "array_astype"
_LOGICAL = {"logical_and": "and", "logical_or": "or"}
_INNER_LOOPS = frozenset(
    "exp exp2 expm1 log log2 log10 log1p sin cos tan tanh sinh cosh arcsin arccos "
    "arctan arcsinh arccosh arctanh arctan2 cbrt hypot maximum minimum fmax fmin "
    "power floor_divide remainder fmod sign copysign logaddexp logaddexp2 "
    "clip array_clip".split()
)
_CLIP: np.ufunc = importlib.import_module("numpy._core.umath").clip
_OF_INTEGERS = frozenset("maximum minimum floor_divide remainder fmod sign".split())
"""The inner loops that are used for integers as well."""
_KINDS = "biuf"


def computed_dtype(node: Node) -> np.dtype | None:
    """Return the dtype in which an operation computes; None if it is not elementwise.

    Parameters
    ----------
    node : Node
        Any node of a graph.
    """
    row = node.operation
    if not isinstance(row, Row) or node.kwargs or len(node.results) != 1:
        return None
    of = node.results[0].type
    if not isinstance(of, Array) or not of.shape:
        return None
    if not _is_known(of.dtype) or not all(map(_is_operand, operands(node))):
        return None
    name = row.name
    if name in COMPARISONS:
        return _compared_dtype(node.args)
    if name == "power":
        return of.dtype if of.dtype.kind == "f" and _is_power(node) else None
    if name in _INNER_LOOPS:
        allowed = "iuf" if name in _OF_INTEGERS else "f"
        fits = of.dtype.kind in allowed and len(node.args) == _ufunc(name).nin
        return of.dtype if fits else None
    if name in _ARITHMETIC:
        verb = _ARITHMETIC[name][0 if of.dtype.kind == "f" else 1]
        truths = of.dtype.kind == "b" and not name.startswith("bitwise")
        return of.dtype if verb and not truths else None
    if name in _OF_ONE:
        return of.dtype if of.dtype.kind in _OF_ONE[name] else None
    if name in _LOGICAL or name == "logical_not":
        kinds = [_dtype(each) for each in node.args]
        return of.dtype if all(kind == of.dtype for kind in kinds) else None
    return _dtype_by_first(node, of.dtype)


def _dtype_by_first(node: Node, dtype: np.dtype) -> np.dtype | None:
    """Return the dtype of an operation that its first operand decides on."""
    own = _dtype(node.args[0]) if node.args else None
    if own is None:
        return None
    match node.operation.name:
        case "array_astype":
            return dtype if _casts(own, dtype) else None
        case "where" if len(node.args) == 3:
            return dtype if own.kind == "b" else None
        case "isnan" | "isfinite" | "isinf":
            return own if own.kind == "f" else None
    return None


def operands(node: Node) -> tuple[Argument, ...]:
    """Return what an operation computes elements from."""
    return node.args[:1] if node.operation.name == _CAST else node.args


def _casts(own: np.dtype, dtype: np.dtype) -> bool:
    """Whether the cast of an element is one instruction for all elements."""
    return own.kind != "f" or dtype.kind in "fb"


def _is_known(dtype: np.dtype) -> bool:
    if dtype.kind == "f":
        return dtype.itemsize in (4, 8)
    return dtype.kind in _KINDS


def _is_operand(argument: Argument) -> bool:
    of = argument.type if isinstance(argument, (Value, Constant)) else None
    if isinstance(of, Array):
        return isinstance(argument, Value) and bool(of.shape) and _is_known(of.dtype)
    if isinstance(of, NumpyScalar):
        return _is_known(of.dtype)
    return isinstance(of, PythonScalar) and of.kind in ("int", "float", "bool")


def _dtype(argument: Argument) -> np.dtype | None:
    of = argument.type if isinstance(argument, (Value, Constant)) else None
    return of.dtype if isinstance(of, (Array, NumpyScalar)) else None


_WEAK: dict[str, int | float | bool] = {"int": 0, "float": 0.0, "bool": False}


def _common(arguments: Sequence[Argument]) -> np.dtype:
    """Return the dtype in which NumPy compares operands."""
    given: list[np.dtype | int | float | bool] = []
    for each in arguments:
        own = _dtype(each)
        of = each.type if isinstance(each, (Value, Constant)) else None
        if own is not None:
            given.append(own)
        elif isinstance(of, PythonScalar):
            given.append(_WEAK[of.kind])
    return np.result_type(*given)


def _compared_dtype(arguments: Sequence[Argument]) -> np.dtype | None:
    """Return the dtype in which NumPy compares operands, if that is exact."""
    dtype = _common(arguments)
    kinds = {own.kind for own in map(_dtype, arguments) if own is not None}
    if not _is_known(dtype) or (dtype.kind == "f" and {"i", "u"} <= kinds):
        return None
    if dtype.kind not in "iu":
        return dtype
    ends = np.iinfo(dtype)
    values = [each.value for each in arguments if isinstance(each, Constant)]
    numbers = [value for value in values if isinstance(value, int)]
    return dtype if all(ends.min <= each <= ends.max for each in numbers) else None


_FAST_POWERS = {0.5: "sqrt", 2: "square", -1: "reciprocal"}
"""Powers that NumPy computes by other operations."""


def _power(node: Node) -> float | None:
    """Return the exponent of a power of an array, if it is written as a number."""
    base, exponent = node.args
    value = exponent.value if isinstance(exponent, Constant) else None
    if not isinstance(value, (int, float)) or isinstance(value, (bool, np.generic)):
        return None
    if not isinstance(base, Value) or not isinstance(base.type, Array):
        return None
    return float(value) if abs(value) < 2**53 else None


def _is_power(node: Node) -> bool:
    """Whether a power is one of floats, by an array or by a number that is written."""
    arrays = all(
        isinstance(each, Value)
        and isinstance(each.type, Array)
        and each.type.dtype.kind == "f"
        for each in node.args
    )
    if arrays:
        return True
    of = _dtype(node.args[0])
    number = _power(node)
    return of is not None and of.kind == "f" and number not in (None, 0, 1)


def inner_loop(node: Node) -> np.ufunc | None:
    """Return the ufunc whose inner loop computes a node; None if it is exact."""
    name = node.operation.name
    if name not in _INNER_LOOPS or _fast_power(node):
        return None
    return _ufunc(name)


def _ufunc(name: str) -> np.ufunc:
    """Return the ufunc of a row whose inner loop is used."""
    if name in ("clip", "array_clip"):
        return _CLIP
    found: np.ufunc = getattr(np, name)
    return found


def _fast_power(node: Node) -> str | None:
    """Return the exact operation that computes a power."""
    if node.operation.name != "power":
        return None
    return _FAST_POWERS.get(_power(node) or 0)


def chooses(node: Node) -> bool:
    """Whether an operation looks at some of its operands only.

    LLVM may then leave out what is not looked at, and its warnings with it.
    """
    return node.operation.name == "where"


def converted(w: Writer, value: Scalar, dtype: np.dtype) -> str:
    """Return an element as one of another dtype."""
    kind, own = of_dtype(dtype), machine(value.type)
    if kind == own:
        return value.code
    if dtype.kind == "b":
        return truth(w, value)
    has_sign = is_signed(value.type) and not is_truth(value.type)
    if dtype.kind == "f":
        if is_float(value.type):
            verb = "fpext" if own == "float" else "fptrunc"
            return w.put(f"{verb} {own} {value.code} to {kind}")
        return w.put(
            f"{'sitofp' if has_sign else 'uitofp'} {own} {value.code} to {kind}"
        )
    if is_float(value.type):
        raise NotNative(f"elements of {value.type} as {dtype.name}")
    extend = "sext" if has_sign else "zext"
    verb = extend if int(own[1:]) < int(kind[1:]) else "trunc"
    return w.put(f"{verb} {own} {value.code} to {kind}")


def exact(w: Writer, node: Node, codes: Sequence[str], dtype: np.dtype) -> str:
    """Return one element of an exact operation, from elements of its dtype."""
    name = node.operation.name
    kind = of_dtype(dtype)
    if name == _CAST:
        return codes[0]
    if name in _ARITHMETIC:
        verb = _ARITHMETIC[name][0 if dtype.kind == "f" else 1]
        free = w.freedom if dtype.kind == "f" else ""
        return w.put(f"{verb}{free} {kind} {codes[0]}, {codes[1]}")
    if name in COMPARISONS:
        whole, ordered = TESTS[name]
        if dtype.kind == "f":
            return w.put(f"fcmp {ordered} {kind} {codes[0]}, {codes[1]}")
        test = signed(whole, "u" if dtype.kind in "bu" else "s")
        return w.put(f"icmp {test} {kind} {codes[0]}, {codes[1]}")
    if name in _LOGICAL:
        return w.put(f"{_LOGICAL[name]} i1 {codes[0]}, {codes[1]}")
    if name == "logical_not":
        return w.put(f"xor i1 {codes[0]}, true")
    if name == "where":
        return w.put(f"select i1 {codes[0]}, {kind} {codes[1]}, {kind} {codes[2]}")
    if name == "absolute" and dtype.kind == "u":
        return codes[0]
    if dtype.kind in "biu":
        return _exact_of_integer(w, name, kind, codes[0])
    return exact_of_one(w, _fast_power(node) or name, dtype, codes[0])


def _exact_of_integer(w: Writer, name: str, kind: str, first: str) -> str:
    """Return one element of an exact operation of an integer, which wraps around."""
    if name == "negative":
        return w.put(f"sub {kind} 0, {first}")
    if name == "absolute":
        given = (kind, first), ("i1", "false")
        return w.intrinsic(kind, f"llvm.abs.{kind}", *given)
    if name == "invert":
        return w.put(f"xor {kind} {first}, {'true' if kind == 'i1' else '-1'}")
    raise NotNative(f"the operation {name}")


def exact_of_one(w: Writer, name: str, dtype: np.dtype, first: str) -> str:
    """Return one element of an exact operation of a float."""
    kind = of_dtype(dtype)
    suffix = "f64" if kind == "double" else "f32"
    if name in _OF_FLOATS:
        return w.intrinsic(kind, f"llvm.{_OF_FLOATS[name]}.{suffix}", (kind, first))
    if name == "square":
        return w.put(f"fmul{w.freedom} {kind} {first}, {first}")
    if name == "negative":
        return w.put(f"fneg {kind} {first}")
    if name == "reciprocal":
        return w.put(f"fdiv {kind} {real(1.0)}, {first}")
    if name == "isnan":
        return w.put(f"fcmp uno {kind} {first}, {first}")
    if name in ("isfinite", "isinf"):
        size = w.intrinsic(kind, f"llvm.fabs.{suffix}", (kind, first))
        test = "one" if name == "isfinite" else "oeq"
        return w.put(f"fcmp {test} {kind} {size}, {real(math.inf)}")
    raise NotNative(f"the operation {name}")


def operand_dtypes(node: Node, dtype: np.dtype) -> list[np.dtype]:
    """Return the dtypes that the operands of an operation are converted to."""
    if node.operation.name == "where":
        return [np.dtype(bool), dtype, dtype]
    return [dtype] * len(operands(node))
