"""Rows of Python's builtin functions and of `math`."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.errors import IntegerTooLarge
from runtime.ops.arrays import array_row
from runtime.ops.asking import nothing, operands
from runtime.ops.flow import element_type, static_type
from runtime.ops.row import (
    Row,
    Sample,
    TypeFailure,
    acting,
    call,
    closed,
    row,
    sharing,
    taking,
)
from runtime.ops.ufuncs import ufunc_rule
from runtime.ops.versions import INDEX_KINDS
from runtime.types import (
    ANY,
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    AnyType,
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    join,
    join_all,
    members,
    scalar,
)


def _number(result: Type) -> Callable[..., Type]:
    """Return the rule of a conversion to a Python number."""

    def rule(value: Any = 0, *more: Any) -> Type:
        of = static_type(value)
        if isinstance(of, (NoneType, Tuple, List, Unbound)):
            raise TypeFailure
        complex_value = (isinstance(of, PythonScalar) and of.kind == "complex") or (
            isinstance(of, (NumpyScalar, Array)) and of.dtype.kind == "c"
        )
        if complex_value and result != COMPLEX:
            if isinstance(of, PythonScalar):
                raise TypeFailure
            return result
        if isinstance(of, Array) and of.shape and None not in of.shape:
            if math.prod(d or 0 for d in of.shape) != 1:
                raise TypeFailure
        return result

    return rule


def _length(value: Any) -> Type:
    of = static_type(value)
    if isinstance(of, Array) and of.shape == ():
        raise TypeFailure
    if isinstance(of, (NoneType, Unbound)):
        raise TypeFailure
    if isinstance(of, PythonScalar) and of.kind not in ("str", "bytes"):
        raise TypeFailure
    if isinstance(of, NumpyScalar) and of.dtype.kind not in "US":
        raise TypeFailure
    return INT


def _range(*arguments: Any) -> Type:
    for argument in arguments:
        of = static_type(argument)
        if isinstance(of, PythonScalar) and of.kind not in ("int", "bool"):
            raise TypeFailure
        if isinstance(of, NumpyScalar) and of.dtype.kind not in INDEX_KINDS:
            raise TypeFailure
        if isinstance(of, Array) and (of.shape or of.dtype.kind not in "iu"):
            raise TypeFailure
    return Iterable(INT)


def _enumerate(items: Any, start: Any = 0) -> Type:
    return Iterable(Tuple((INT, element_of(items))))


def _zip(*items: Any, strict: Any = False) -> Type:
    return Iterable(Tuple(tuple(map(element_of, items))))


def _reversed(items: Any) -> Type:
    return Iterable(element_of(items))


def element_of(items: Any) -> Type:
    """Return the type of the elements of a rule's argument."""
    if isinstance(items, (list, tuple)):
        return join_all(map(static_type, items))
    if isinstance(items, (range, str)):
        return INT if isinstance(items, range) else STR
    return element_type(static_type(items))


def _extremum(*items: Any, **keywords: Any) -> Type:
    """Return the type of the builtin `min` and `max`: that of one of the operands."""
    if keywords:
        return ANY
    if len(items) == 1:
        return _compared(element_of(items[0]))
    types = [static_type(item) for item in items]
    if COMPLEX in types and all(isinstance(of, PythonScalar) for of in types):
        raise TypeFailure  # Python does not say which is larger; NumPy does
    return _compared(join_all(types))


def _compared(of: Type) -> Type:
    """Return the type of values compared by size, or `any` if some may not compare."""
    texts = all(member == STR for member in members(of))
    sized = all(
        isinstance(member, (NumpyScalar, Array)) or member in (BOOL, INT, FLOAT)
        for member in members(of)
    )
    return of if texts or sized or of == NEVER else ANY


def _sorted(items: Any, **keywords: Any) -> Type:
    element = _compared(element_of(items))
    return ANY if isinstance(element, AnyType) else List(element)


def _round(value: Any, digits: Any = None) -> Type:
    of = static_type(value)
    plain = digits is None or isinstance(static_type(digits), NoneType)
    if isinstance(of, PythonScalar):
        if of.kind in ("complex", "str", "bytes"):
            raise TypeFailure
        return INT if plain or of.kind in ("int", "bool") else FLOAT
    if isinstance(of, NumpyScalar) and of.dtype.kind in "iuf":
        return INT if plain else of
    return ANY


def _divmod(left: Any, right: Any) -> Type:
    kinds = {static_type(left), static_type(right)}
    if kinds <= {INT, BOOL}:
        return Tuple((INT, INT))
    if kinds <= {INT, BOOL, FLOAT}:
        return Tuple((FLOAT, FLOAT))
    # Truth values, times and objects of NumPy divide by rules of their own.
    if all(_is_real(of) or of in (INT, FLOAT) for of in kinds):
        return _numpys_divmod(left, right)
    return ANY


_numpys_divmod = ufunc_rule(np.divmod)


def _is_real(of: Type) -> bool:
    return isinstance(of, (Array, NumpyScalar)) and of.dtype.kind in "iuf"


def _true_false(*arguments: Any, **keywords: Any) -> Type:
    return BOOL


def _text(*arguments: Any, **keywords: Any) -> Type:
    return STR


def print_values(*values: Any, **keywords: Any) -> None:
    """Print like the builtin."""
    print(*values, **keywords)


def _product(values: Any, *, start: Any = 1) -> Type:
    if not isinstance(values, Array) or values.rank != 1 or type(start) is not int:
        return ANY
    if values.dtype != np.float64 or not values.shape:
        return ANY
    found = scalar(values.dtype)
    return found if values.shape[0] else join(INT, found)  # without items, `start`


def _of_reals(of: Type) -> Callable[..., Type]:
    """Return the rule of a `math` function of real numbers; else it predicts `any`."""

    def rule(*arguments: Any, **keywords: Any) -> Type:
        for argument in (*arguments, *keywords.values()):
            kind = static_type(argument)
            python = isinstance(kind, PythonScalar) and kind.kind in _REALS
            if not python and not (
                isinstance(kind, NumpyScalar) and kind.dtype.kind in "biuf"
            ):
                return ANY
        return of

    return rule


_REALS = ("bool", "int", "float")


def _real_function(name: str) -> Row:
    """Return the row of a `math` function from floats to a float."""
    kernel = getattr(math, name)
    arity = 2 if name in _TWO_ARGUMENTS else 1

    def rule(*arguments: Any) -> Type:
        for argument in arguments:
            _number(FLOAT)(argument)
            if static_type(argument) == STR:
                raise TypeFailure
        return FLOAT

    sample = (1.0,) * arity
    return row(
        kernel, rule, call(*sample), bad=call(*("a",) * arity), name=f"math_{name}"
    )


_TWO_ARGUMENTS = frozenset(
    {"atan2", "copysign", "fmod", "pow", "remainder", "nextafter"}
)
_REAL_FUNCTIONS = (
    "acos acosh asin asinh atan atanh cbrt cos cosh degrees erf erfc exp exp2 expm1 "
    "fabs gamma lgamma log10 log1p log2 radians sin sinh sqrt tan tanh ulp "
    "atan2 copysign fmod pow remainder nextafter"
).split()


def _integer_function(name: str, sample: Sample) -> Row:
    kernel = getattr(math, name)
    return row(kernel, lambda *a: INT, sample, bad=call("a"), name=f"math_{name}")


def _rounded(value: Any) -> Type:
    of = static_type(value)
    if isinstance(of, PythonScalar):
        return _whole(of)
    if isinstance(of, NumpyScalar) and of.dtype.kind not in "US":
        return INT
    return ANY


def _truncated(value: Any) -> Type:
    """Return the type of `math.trunc`, whose method few NumPy types have."""
    of = static_type(value)
    if isinstance(of, PythonScalar):
        return _whole(of)
    if isinstance(of, NumpyScalar) and issubclass(of.dtype.type, float):
        return INT
    if isinstance(of, (NumpyScalar, Array)):
        raise TypeFailure
    return ANY


def _whole(of: PythonScalar) -> Type:
    if of not in (BOOL, INT, FLOAT):
        raise TypeFailure
    return INT


def of_64_bits(value: Any) -> Any:
    """Return a value, if the integers that it is or holds have at most 64 bits.

    Raises
    ------
    IntegerTooLarge
        If one has more.

    Examples
    --------
    >>> of_64_bits([1, 2.5, (3, -(2**63))])
    [1, 2.5, (3, -9223372036854775808)]
    """
    if type(value) is int:
        if not -(2**63) <= value < 2**63:
            raise IntegerTooLarge(
                f"NumPy gets an integer of more than 64 bits: {_shown(value)}",
                hint="make the array with dtype=object, or of floats",
            )
    elif type(value) in (list, tuple):
        for item in value:
            of_64_bits(item)
    return value


def _shown(number: int) -> str:
    """Return an integer for people, by its size where it is long."""
    short = number.bit_length() <= 128
    return str(number) if short else f"one of {number.bit_length()} bits"


ROWS: tuple[Row, ...] = (
    row(
        of_64_bits,
        lambda value: value,
        call(2),
        call([1, 2]),
        bad=call(2**63),
        returns="same",
        effect=True,  # what is known of types only holds behind it
        closed=True,
        asks=nothing,
    ),
    row(type, ANY, call(1), name="type_of", takes_any=True, reads=False, asks=nothing),
    row(hash, lambda value: INT, call(2.5), call((1, np.float64(2))), bad=call([1])),
    *closed(
        row(int, _number(INT), call(2.5), bad=call(None)),
        row(float, _number(FLOAT), call(np.float32(2)), bad=call(None)),
        row(complex, _number(COMPLEX), call(2.5), bad=call(None)),
        row(str, _text, call(np.float64(2)), bad=call(1, 2), barred=taking(1)),
        row(repr, _text, call(np.float64(2)), bad=call(1, 2)),
        row(len, _length, call(np.zeros((2, 3))), bad=call(1), asks=operands),
        row(range, _range, call(np.int64(3)), bad=call(1.5)),
        row(
            enumerate,
            _enumerate,
            call(np.arange(3)),
            bad=call(1),
            holds=True,
            asks=operands,
        ),
        row(
            zip,
            _zip,
            call(np.arange(3), [1, 2]),
            bad=call(1),
            holds=True,
            asks=operands,
        ),
        row(
            reversed,
            _reversed,
            call(np.arange(3)),
            bad=call(1),
            holds=True,
            asks=operands,
        ),
        sharing(
            iter,
            _reversed,
            call(np.arange(3)),
            bad=call(1),
            holds=True,
            barred=taking(1),
            asks=operands,
        ),
        row(
            next,
            lambda items, *default: join_all(
                [element_of(items), *map(static_type, default)]
            ),
            call(iter([1])),
            call(iter([1j]), 2.0),
            call(iter([]), "a"),
            bad=call(1),
            effect=True,
            returns="shares",
            writes=(0,),
            asks=nothing,
        ),
        sharing(
            min,
            _extremum,
            call(1, np.float64(0.5)),
            bad=call(1, "a"),
            name="minimum_of",
            barred=taking(None, "default"),
        ),
        sharing(
            max,
            _extremum,
            call(1, np.float64(2.5)),
            bad=call(1, "a"),
            name="maximum_of",
            barred=taking(None, "default"),
        ),
        row(builtins.any, _true_false, call(np.arange(3)), bad=call(1), name="any_of"),
        row(builtins.all, _true_false, call(np.arange(3)), bad=call(1), name="all_of"),
        row(
            sorted,
            _sorted,
            call(np.array([2, 1])),
            bad=call(1),
            barred=taking(1, "reverse"),
        ),
        row(tuple, ANY, call(np.arange(3)), bad=call(1)),
        row(builtins.round, _round, call(2.5, 1), bad=call("a"), name="round_of"),
        array_row(
            divmod,
            _divmod,
            call(7, 2),
            call(np.array([7.5, -2.0]), 2),
            call(np.float64(-7.5), np.array([2.0, 3.0])),
            call(np.float32(7.5), 2.0),
            call(7.5, np.float64(-2.0)),
            call(np.int64(-7), np.int8(2)),
            bad=(call("a", 1), call(np.ones(2), np.ones(3))),
            name="divmod_of",
        ),
        row(pow, ANY, call(2, 5, 7), bad=call("a", 1), name="power_of"),
        row(callable, _true_false, call(1), takes_any=True, asks=nothing),
        row(
            isinstance,
            _true_false,
            call(1, int),
            takes_any=True,
            classes=(1,),
            asks=nothing,
        ),
        acting(
            print_values,
            NONE,
            call("", end=""),
            bad=call(1, sep=2),
            name="print",
            barred=taking(None, "sep", "end", "flush"),
        ),
        *map(_real_function, _REAL_FUNCTIONS),
        row(math.log, _of_reals(FLOAT), call(2.0, 2), bad=call("a"), name="math_log"),
        row(
            math.hypot,
            _of_reals(FLOAT),
            call(3.0, 4.0),
            bad=call("a"),
            name="math_hypot",
        ),
        row(
            math.ldexp,
            _of_reals(FLOAT),
            call(3.0, 4),
            bad=call("a", 1),
            name="math_ldexp",
        ),
        row(
            math.fsum, lambda *a: FLOAT, call([1.0, 2.0]), bad=call(1), name="math_fsum"
        ),
        row(
            math.prod,
            _product,
            call([1.0, 2.0]),
            call(np.ones(2)),
            bad=call(1),
            name="math_prod",
        ),
        row(
            math.dist,
            lambda *a: FLOAT,
            call((1.0,), (2.0,)),
            bad=call(1, 2),
            name="math_dist",
        ),
        row(math.isnan, _of_reals(BOOL), call(1.0), bad=call("a"), name="math_isnan"),
        row(math.isinf, _of_reals(BOOL), call(1.0), bad=call("a"), name="math_isinf"),
        row(
            math.isfinite,
            _of_reals(BOOL),
            call(1.0),
            bad=call("a"),
            name="math_isfinite",
        ),
        row(
            math.isclose,
            _of_reals(BOOL),
            call(1.0, 1.0),
            bad=call("a", 1),
            name="math_isclose",
        ),
        row(math.floor, _rounded, call(1.5), bad=call("a"), name="math_floor"),
        row(math.ceil, _rounded, call(1.5), bad=call("a"), name="math_ceil"),
        row(math.trunc, _truncated, call(1.5), bad=call("a"), name="math_trunc"),
        _integer_function("gcd", call(4, 6)),
        _integer_function("lcm", call(4, 6)),
        _integer_function("isqrt", call(10)),
        _integer_function("factorial", call(5)),
        _integer_function("comb", call(5, 2)),
        _integer_function("perm", call(5, 2)),
        row(
            math.modf,
            lambda value: Tuple((FLOAT, FLOAT)),
            call(1.5),
            bad=call("a"),
            name="math_modf",
        ),
        row(
            math.frexp,
            lambda value: Tuple((FLOAT, INT)),
            call(1.5),
            bad=call("a"),
            name="math_frexp",
        ),
    ),
)
