"""Python's operators, which are NumPy's ufuncs if an operand is NumPy's.

The kernel is a function of module `operator`. The operand types decide the meaning of
an operator: that of Python's numbers (the tables below), of sequences, or of the ufunc.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from runtime.ops.arrays import array_row
from runtime.ops.asking import contents, unless_lists
from runtime.ops.dimensions import broadcast, broadcasts_to
from runtime.ops.operands import (
    BOOLEAN,
    FLOAT64,
    Operand,
    Unsure,
    are_wide,
    array_or_scalar,
    operand,
    tuple_of,
)
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.ops.ufuncs import core_shape, ufunc_dtypes
from runtime.types import (
    ANY,
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    STR,
    Array,
    ClassArray,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    join,
    join_all,
    members,
    type_of,
)


class Binary(NamedTuple):
    """A binary operator: its name, sign, function and ufunc."""

    name: str
    sign: str
    function: Callable[[Any, Any], Any]
    ufunc: np.ufunc
    commutative: bool = False


BINARY = (
    Binary("add", "+", operator.add, np.add, True),
    Binary("subtract", "-", operator.sub, np.subtract),
    Binary("multiply", "*", operator.mul, np.multiply, True),
    Binary("divide", "/", operator.truediv, np.divide),
    Binary("floor_divide", "//", operator.floordiv, np.floor_divide),
    Binary("remainder", "%", operator.mod, np.remainder),
    Binary("power", "**", operator.pow, np.power),
    Binary("matmul", "@", operator.matmul, np.matmul),
    Binary("bitwise_and", "&", operator.and_, np.bitwise_and, True),
    Binary("bitwise_or", "|", operator.or_, np.bitwise_or, True),
    Binary("bitwise_xor", "^", operator.xor, np.bitwise_xor, True),
    Binary("left_shift", "<<", operator.lshift, np.left_shift),
    Binary("right_shift", ">>", operator.rshift, np.right_shift),
)
COMPARISON = (
    Binary("less", "<", operator.lt, np.less),
    Binary("less_equal", "<=", operator.le, np.less_equal),
    Binary("greater", ">", operator.gt, np.greater),
    Binary("greater_equal", ">=", operator.ge, np.greater_equal),
    Binary("equal", "==", operator.eq, np.equal, True),
    Binary("not_equal", "!=", operator.ne, np.not_equal, True),
)
IN_PLACE = {
    f"{binary.sign}=": getattr(operator, "i" + binary.function.__name__.strip("_"))
    for binary in BINARY
}
EQUALITY = frozenset(("==", "!="))
ORDERING = frozenset(("<", "<=", ">", ">="))


# Python's numbers: what an operator gives, by the wider of its two operands.

_KINDS = {BOOL: 0, INT: 1, FLOAT: 2, COMPLEX: 3}
_INT_OR_FLOAT = join(INT, FLOAT)
_FLOAT_OR_COMPLEX = join(FLOAT, COMPLEX)
_NUMBERS: dict[str, tuple[Type | None, ...]] = {
    #      bool   int            float              complex
    "+": (INT, INT, FLOAT, COMPLEX),
    "-": (INT, INT, FLOAT, COMPLEX),
    "*": (INT, INT, FLOAT, COMPLEX),
    "/": (FLOAT, FLOAT, FLOAT, COMPLEX),
    "//": (INT, INT, FLOAT, None),
    "%": (INT, INT, FLOAT, None),
    "**": (INT, _INT_OR_FLOAT, _FLOAT_OR_COMPLEX, COMPLEX),
    "@": (None, None, None, None),
    "&": (BOOL, INT, None, None),
    "|": (BOOL, INT, None, None),
    "^": (BOOL, INT, None, None),
    "<<": (INT, INT, None, None),
    ">>": (INT, INT, None, None),
    "<": (BOOL, BOOL, BOOL, None),
    "<=": (BOOL, BOOL, BOOL, None),
    ">": (BOOL, BOOL, BOOL, None),
    ">=": (BOOL, BOOL, BOOL, None),
    "==": (BOOL, BOOL, BOOL, BOOL),
    "!=": (BOOL, BOOL, BOOL, BOOL),
}
_SIGNS: dict[str, tuple[Type | None, ...]] = {
    "-": (INT, INT, FLOAT, COMPLEX),
    "+": (INT, INT, FLOAT, COMPLEX),
    "~": (INT, INT, None, None),
    "abs": (INT, INT, FLOAT, FLOAT),
}
# Text: what is not here raises.
_TEXT: dict[tuple[PythonScalar, str, PythonScalar], Type] = {
    (STR, "+", STR): STR,
    (STR, "*", INT): STR,
    (STR, "*", BOOL): STR,
    (INT, "*", STR): STR,
    (BOOL, "*", STR): STR,
    (BYTES, "+", BYTES): BYTES,
    (BYTES, "*", INT): BYTES,
    (BYTES, "*", BOOL): BYTES,
    (INT, "*", BYTES): BYTES,
    (BOOL, "*", BYTES): BYTES,
    **{(text, sign, text): BOOL for text in (STR, BYTES) for sign in ORDERING},
}


def _python(sign: str, left: PythonScalar, right: PythonScalar) -> Type:
    """Return the type of an operator on two Python scalars."""
    if sign in EQUALITY:
        return BOOL
    if sign == "%" and left in (STR, BYTES):
        return left
    if left in _KINDS and right in _KINDS:
        found = _NUMBERS[sign][max(_KINDS[left], _KINDS[right])]
    else:
        found = _TEXT.get((left, sign, right))
    if found is None:
        raise TypeFailure(f"unsupported operand types for {sign}: {left} and {right}")
    return found


def _python_power(left: Any, right: Any) -> Type | None:
    """Return the type of a power of Python numbers where an operand's value decides."""
    base, exponent = _type(left), _type(right)
    if base not in _KINDS or exponent not in _KINDS or COMPLEX in (base, exponent):
        return None
    whole = exponent in (INT, BOOL)
    if base in (INT, BOOL) and whole:
        if exponent == BOOL:
            return INT
        if not isinstance(right, Type):
            return INT if right >= 0 else FLOAT
        return None
    if whole or (not isinstance(right, Type) and float(right).is_integer()):
        return FLOAT
    if not isinstance(left, Type) and left >= 0:
        return FLOAT
    return None


# Arrays and NumPy scalars: the ufunc.


@lru_cache(maxsize=16384)
def _binary_type(binary: Binary, left: Type, right: Type) -> Type:
    """Return the type of a binary operator on two types."""
    if isinstance(left, PythonScalar) and isinstance(right, PythonScalar):
        return _python(binary.sign, left, right)
    if _is_numeric(left) and _is_numeric(right):
        if left == COMPLEX and right == _PYTHON_FLOAT:
            return _complex_and_float(binary)
        return _ufunc_type(binary.ufunc, operand(left), operand(right))
    if isinstance(left, NoneType) or isinstance(right, NoneType):
        return _with_none(binary, left, right)
    if isinstance(left, (Tuple, List)) and isinstance(right, (Tuple, List)):
        return _sequences(binary.sign, left, right)
    if isinstance(left, (Tuple, List)) or isinstance(right, (Tuple, List)):
        return _with_sequence(binary, left, right)
    return _with_text(binary, left, right)


_PYTHON_FLOAT = NumpyScalar(FLOAT64)  # np.float64 is a Python float as well


def _complex_and_float(binary: Binary) -> Type:
    """Return the type of an operator on a Python complex and an ``np.float64``.

    Python's own operator takes the ``np.float64`` as a Python float.
    """
    if binary.sign in ("+", "-", "*", "/", "**"):
        return COMPLEX
    if binary.sign in EQUALITY:
        return BOOL
    raise Unsure("Python has no such operator, NumPy may")


def _ufunc_type(ufunc: np.ufunc, left: Operand, right: Operand) -> Type:
    (dtype,) = ufunc_dtypes(ufunc, left, right)
    if ufunc is np.matmul:
        return array_or_scalar(dtype, core_shape(ufunc, left.shape, right.shape))
    return array_or_scalar(dtype, broadcast(left.shape, right.shape))


def _is_numeric(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind in "biufc"
    return of in _KINDS


def _with_none(binary: Binary, left: Type, right: Type) -> Type:
    other = right if isinstance(left, NoneType) else left
    if binary.sign in EQUALITY:
        if isinstance(other, (PythonScalar, NoneType, Tuple, List)):
            return BOOL
        if isinstance(other, NumpyScalar) and other.dtype.kind != "V":
            return BOOL  # of Python, as the scalar does not know None
        if isinstance(other, Array):
            return array_or_scalar(BOOLEAN, other.shape)
        return ANY
    if isinstance(other, (PythonScalar, NoneType)):
        if binary.sign == "%" and left in (STR, BYTES):
            return left
        raise TypeFailure(f"unsupported operand types for {binary.sign}: None")
    if isinstance(other, NumpyScalar) and _is_numeric(other):
        raise TypeFailure(f"unsupported operand types for {binary.sign}: None")
    if isinstance(other, Array) and binary.sign not in ORDERING and _is_numeric(other):
        if binary.ufunc is np.matmul:
            return ANY
        if other.shape is not None and all(other.shape):
            raise TypeFailure(f"unsupported operand types for {binary.sign}: None")
        # An empty array makes an empty one, of objects.
        return ClassArray("ndarray", None, other.shape) if other.shape else ANY
    return ANY


def _sequences(sign: str, left: Tuple | List, right: Tuple | List) -> Type:
    """Return the type of an operator on two Python sequences."""
    if sign in EQUALITY:
        return BOOL
    if sign in ORDERING:
        return _ordered(sign, left, right)
    if type(left) is not type(right) or sign != "+":
        raise TypeFailure(f"unsupported operand types for {sign}: sequences")
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return tuple_of(left.items + right.items)
    assert isinstance(left, List)
    assert isinstance(right, List)
    return List(join(left.element, right.element))


def _ordered(sign: str, left: Tuple | List, right: Tuple | List) -> Type:
    """Return the type of an ordering of two sequences, decided by unequal items."""
    if type(left) is not type(right):
        raise TypeFailure(f"unsupported operand types for {sign}: sequences")
    pairs: Iterable[tuple[Type, Type]]
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        pairs = zip(left.items, right.items, strict=False)
    else:
        assert isinstance(left, List)
        assert isinstance(right, List)
        pairs = product(members(left.element), members(right.element))
    (binary,) = [each for each in COMPARISON if each.sign == sign]
    try:
        found = [
            _binary_type(binary, one, other)
            for pair in pairs
            for one, other in product(*map(members, pair))
        ]
    except TypeFailure:
        return ANY
    return join_all([BOOL, *found])


def _with_sequence(binary: Binary, left: Type, right: Type) -> Type:
    """Return the type of an operator on a Python sequence and something else."""
    other = right if isinstance(left, (Tuple, List)) else left
    if isinstance(other, PythonScalar):
        if binary.sign in EQUALITY:
            return BOOL
        if binary.sign == "%" and left in (STR, BYTES):
            return left
        if binary.sign == "*" and other in (INT, BOOL):
            sequence = left if other is right else right
            return sequence if isinstance(sequence, List) else ANY
        raise TypeFailure(f"unsupported operand types for {binary.sign}: a sequence")
    if isinstance(other, Array) and _is_numeric(other):
        return _ufunc_type(binary.ufunc, operand(left), operand(right))
    return ANY


def _with_text(binary: Binary, left: Type, right: Type) -> Type:
    """Return the type of an operator on text and an operand of NumPy."""
    pair = (left, right)
    if STR in pair and any(_is_numeric(of) for of in pair) and binary.sign in "+-/":
        raise TypeFailure(f"unsupported operand types for {binary.sign}: text")
    comparing = binary.sign in EQUALITY | ORDERING
    if (comparing or binary.sign == "+") and all(isinstance(of, Array) for of in pair):
        return _ufunc_type(binary.ufunc, operand(left), operand(right))
    if comparing and isinstance(left, Array):
        if (left.dtype.kind, right) in (("U", STR), ("T", STR), ("S", BYTES)):
            return array_or_scalar(BOOLEAN, left.shape)
    if binary.sign == "+" and STR in pair:
        for of in pair:
            if isinstance(of, Array) and of.dtype.kind == "T":
                return array_or_scalar(of.dtype, of.shape)
    return ANY


def _type(argument: Any) -> Type:
    """Return the type of an argument, list and tuple displays included."""
    if isinstance(argument, Type):
        return argument
    if isinstance(argument, tuple):
        return tuple_of([_type(item) for item in argument])
    return type_of(argument)


def _binary_rule(binary: Binary) -> Rule:
    def rule(left: Any, right: Any, /) -> Type:
        if binary.sign == "**":
            known = _python_power(left, right)
            if known is not None:
                return known
            if isinstance(left, Array) and left.dtype == BOOLEAN:
                raise Unsure("the powers of a truth value have shortcuts")
        if isinstance(left, list) or isinstance(right, list):
            return _with_display(binary, left, right)
        find = _binary_type.__wrapped__ if are_wide() else _binary_type
        return find(binary, _type(left), _type(right))

    return rule


def _with_display(binary: Binary, left: Any, right: Any) -> Type:
    """Return the type of an operator on a list display, whose length is known."""
    other = right if isinstance(left, list) else left
    if isinstance(other, Array) and _is_numeric(other):
        return _ufunc_type(binary.ufunc, operand(left), operand(right))
    one, two = map(_with_items, (left, right))
    if isinstance(one, List) and isinstance(two, List):
        return _sequences(binary.sign, one, two)
    if binary.sign == "*" and _counts(_type(other)):
        return one if isinstance(left, list) else two
    return ANY


def _with_items(argument: Any) -> Type:
    """Return the type of an argument; that of a display has those of its items."""
    if isinstance(argument, list):
        return List(join_all(map(_type, argument)))
    return _type(argument)


def _counts(of: Type) -> bool:
    """Whether a list may be repeated as often as a value says."""
    counts = isinstance(of, NumpyScalar) and of.dtype.kind in "iu"
    return counts or of in (INT, BOOL)


# In place


def _in_place_rule(binary: Binary) -> Rule:
    plain = _binary_rule(binary)

    def rule(left: Any, right: Any, /) -> Type:
        if isinstance(left, List) and binary.sign == "+":
            return ANY if not isinstance(right, List) else plain(left, right)
        if not isinstance(_type(left), Array):
            return plain(left, right)
        if not isinstance(right, (list, tuple)):
            return _in_place_type(binary, _type(left), _type(right))
        return _in_place(binary, _type(left), operand(right))

    return rule


@lru_cache(maxsize=16384)
def _in_place_type(binary: Binary, left: Type, right: Type) -> Type:
    return _in_place(binary, left, operand(right))


def _in_place(binary: Binary, left: Type, right: Operand) -> Type:
    """Return the type of a write in place, which keeps the array's dtype and shape."""
    assert isinstance(left, Array)
    if not _is_numeric(left) or right.dtype.kind not in "biufc":
        raise Unsure("an operator of strings")
    target = operand(left)
    (dtype,) = ufunc_dtypes(binary.ufunc, target, right)
    if not np.can_cast(dtype, left.dtype, "same_kind"):
        raise TypeFailure(f"cannot cast {dtype} to {left.dtype}")
    if binary.ufunc is np.matmul:
        if (target.rank or 0) < 2 or right.rank != 2:
            raise Unsure("a product in place")
        core_shape(np.matmul, target.shape, right.shape)
        return left
    broadcasts_to(right.shape, target.shape)
    return left


# Unary


class Unary(NamedTuple):
    """A unary operator: its name, sign, function and ufunc."""

    name: str
    sign: str
    function: Callable[[Any], Any]
    ufunc: np.ufunc


UNARY = (
    Unary("negative", "-", operator.neg, np.negative),
    Unary("positive", "+", operator.pos, np.positive),
    Unary("invert", "~", operator.invert, np.invert),
    Unary("absolute", "abs", operator.abs, np.absolute),
)


def _unary_rule(unary: Unary) -> Rule:
    def rule(argument: Any, /) -> Type:
        of = _type(argument)
        if of in _KINDS:
            found = _SIGNS[unary.sign][_KINDS[of]]
            if found is None:
                raise TypeFailure(f"bad operand type for unary {unary.sign}: {of}")
            return found
        if isinstance(of, (PythonScalar, NoneType, Tuple, List)) or isinstance(
            argument, list
        ):
            raise TypeFailure(f"bad operand type for unary {unary.sign}: {of}")
        if not _is_numeric(of):
            return ANY
        one = operand(of)
        (dtype,) = ufunc_dtypes(unary.ufunc, one)
        return array_or_scalar(dtype, one.shape)

    return rule


# Rows

_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_INTEGERS = np.array([[1, 2, 3], [4, 5, 6]])
_ON_INTEGERS = frozenset(("&", "|", "^", "<<", ">>"))


def _samples(sign: str) -> tuple[Callable[[], Any], ...]:
    sample = _INTEGERS if sign in _ON_INTEGERS else _MATRIX
    if sign == "@":
        return (call(sample, sample.T), call(sample, sample[0]))
    return (
        call(sample, sample[0]),
        call(sample, 2),
        call(sample[0, 0], sample),
        call(sample[0, 0], 3),
        call(5, 3),
    )


def _in_place_samples(sign: str) -> tuple[Callable[[], Any], ...]:
    sample = _INTEGERS if sign in _ON_INTEGERS else _MATRIX
    if sign == "@":
        return (call(sample[:, :2], sample[:, :2]),)
    return (call(sample, sample[0]), call(sample[0, 0], 2), call(5, 3))


BINARY_ROWS = {
    binary.sign: array_row(
        binary.function,
        _binary_rule(binary),
        *_samples(binary.sign),
        bad=call(_INTEGERS, np.ones((4, 4), int)),
        name=binary.name,
        functions=(binary.ufunc,),
        infix=binary.sign,
        commutative=binary.commutative,
        by_identity=binary in COMPARISON,
        squares=binary.ufunc is np.matmul,
        asks=contents if binary in COMPARISON else unless_lists,
    )
    for binary in BINARY + COMPARISON
}
IN_PLACE_ROWS = {
    binary.sign + "=": array_row(
        IN_PLACE[binary.sign + "="],
        _in_place_rule(binary),
        *_in_place_samples(binary.sign),
        bad=call(_INTEGERS, np.ones((4, 4), complex)),
        infix=binary.sign + "=",
        writes=(0,),
        returns="same",
        twin=binary.name,
        asks=unless_lists,
    )
    for binary in BINARY
}
UNARY_ROWS = {
    unary.sign: array_row(
        unary.function,
        _unary_rule(unary),
        call(_INTEGERS),
        call(_INTEGERS[0, 0]),
        call(3),
        bad=call("a"),
        name=unary.name,
        functions=(unary.ufunc,),
        prefix=None if unary.sign == "abs" else unary.sign,
    )
    for unary in UNARY
}

ROWS: tuple[Row, ...] = (
    *BINARY_ROWS.values(),
    *IN_PLACE_ROWS.values(),
    *UNARY_ROWS.values(),
)
