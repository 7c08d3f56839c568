"""Rows of Python's builtin functions and of `math`."""

from __future__ import annotations

import builtins
import copy
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.flow import element_type, static_type
from runtime.ops.row import Row, TypeFailure
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
    join_all,
    members,
)

Signature = tuple[tuple[Any, ...], dict[str, Any]]


def _number(result: Type) -> Callable[..., Type]:
    """Give the rule of a conversion to a Python number."""

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
        if isinstance(of, NumpyScalar) and of.dtype.kind not in "iu":
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
    """Type the elements of what a rule was handed."""
    if isinstance(items, (list, tuple)):
        return join_all(map(static_type, items))
    if isinstance(items, (range, str)):
        return INT if isinstance(items, range) else STR
    return element_type(static_type(items))


def _extremum(*items: Any, **keywords: Any) -> Type:
    """Type the builtin `min` and `max`: one of the operands, as it is."""
    if keywords:
        return ANY
    if len(items) == 1:
        return _compared(element_of(items[0]))
    return _compared(join_all(map(static_type, items)))


def _compared(of: Type) -> Type:
    """Give the type of values that are compared by size, if all of them can be."""
    texts = all(member == STR for member in members(of))
    sized = all(
        isinstance(member, (NumpyScalar, Array)) or member in (BOOL, INT, FLOAT)
        for member in members(of)
    )
    return of if texts or sized or of == NEVER else ANY


def _anything(*arguments: Any, **keywords: Any) -> Type:
    return ANY


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
    return ANY


def _true_false(*arguments: Any, **keywords: Any) -> Type:
    return BOOL


def _text(*arguments: Any, **keywords: Any) -> Type:
    return STR


def print_values(*values: Any, **keywords: Any) -> None:
    """Print, as the builtin does."""
    print(*values, **keywords)


def _nothing(*arguments: Any, **keywords: Any) -> Type:
    return NONE


def _row(
    name: str,
    kernel: Callable[..., Any],
    rule: Callable[..., Type],
    sample: Signature,
    bad: Signature | None = None,
    **flags: Any,
) -> Row:
    return Row(
        name,
        kernel,
        rule,
        samples=(lambda: copy.deepcopy(sample),),  # an iterator is used up
        rejects=() if bad is None else (lambda: bad,),
        **flags,
    )


def _call(*arguments: Any, **keywords: Any) -> Signature:
    return arguments, keywords


def _of_reals(of: Type) -> Callable[..., Type]:
    """Give the rule of a `math` function of real numbers; of the rest the run tells."""

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
    """Give the row of a `math` function of floats that gives a float."""
    kernel = getattr(math, name)
    arity = 2 if name in _TWO_ARGUMENTS else 1

    def rule(*arguments: Any) -> Type:
        for argument in arguments:
            _number(FLOAT)(argument)
            if static_type(argument) == STR:
                raise TypeFailure
        return FLOAT

    sample = (1.0,) * arity
    return _row(f"math_{name}", kernel, rule, (sample, {}), (("a",) * arity, {}))


_TWO_ARGUMENTS = frozenset(
    {"atan2", "copysign", "fmod", "pow", "remainder", "nextafter"}
)
_REAL_FUNCTIONS = (
    "acos acosh asin asinh atan atanh cbrt cos cosh degrees erf erfc exp exp2 expm1 "
    "fabs gamma lgamma log10 log1p log2 radians sin sinh sqrt tan tanh ulp "
    "atan2 copysign fmod pow remainder nextafter"
).split()


def _integer_function(name: str, sample: Signature) -> Row:
    kernel = getattr(math, name)
    return _row(f"math_{name}", kernel, lambda *a: INT, sample, _call("a"))


def _rounded(value: Any) -> Type:
    of = static_type(value)
    if isinstance(of, PythonScalar):
        return _whole(of)
    if isinstance(of, NumpyScalar) and of.dtype.kind not in "US":
        return INT
    return ANY


def _truncated(value: Any) -> Type:
    """Type `math.trunc`, which asks for a method that few of NumPy's have."""
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


ROWS: tuple[Row, ...] = (
    _row("int", int, _number(INT), _call(2.5), _call(None)),
    _row("float", float, _number(FLOAT), _call(np.float32(2)), _call(None)),
    _row("complex", complex, _number(COMPLEX), _call(2.5), _call(None)),
    _row("str", str, _text, _call(np.float64(2)), _call(1, 2)),
    _row("repr", repr, _text, _call(np.float64(2)), _call(1, 2)),
    _row("len", len, _length, _call(np.zeros((2, 3))), _call(1)),
    _row("range", range, _range, _call(np.int64(3)), _call(1.5)),
    _row("enumerate", enumerate, _enumerate, _call(np.arange(3)), _call(1)),
    _row("zip", zip, _zip, _call(np.arange(3), [1, 2]), _call(1)),
    _row("reversed", reversed, _reversed, _call(np.arange(3)), _call(1)),
    _row("iter", iter, _reversed, _call(np.arange(3)), _call(1), returns="shares"),
    _row(
        "next",
        next,
        lambda items, *default: (
            _extremum(element_of(items), *default) if default else element_of(items)
        ),
        _call(iter([1])),
        _call(1),
        effect=True,
        returns="shares",
        writes=(0,),
    ),
    _row(
        "minimum_of",
        min,
        _extremum,
        _call(1, np.float64(0.5)),
        _call(1, "a"),
        returns="shares",
    ),
    _row(
        "maximum_of",
        max,
        _extremum,
        _call(1, np.float64(2.5)),
        _call(1, "a"),
        returns="shares",
    ),
    _row("any_of", builtins.any, _true_false, _call(np.arange(3)), _call(1)),
    _row("all_of", builtins.all, _true_false, _call(np.arange(3)), _call(1)),
    _row("sorted", sorted, _sorted, _call(np.array([2, 1])), _call(1)),
    _row("tuple", tuple, _anything, _call(np.arange(3)), _call(1)),
    _row("round_of", builtins.round, _round, _call(2.5, 1), _call("a")),
    _row("divmod_of", divmod, _divmod, _call(7, 2), _call("a", 1)),
    _row("power_of", pow, _anything, _call(2, 5, 7), _call("a", 1)),
    _row("callable", callable, _true_false, _call(1), takes_any=True),
    _row("isinstance", isinstance, _true_false, _call(1, int), takes_any=True),
    _row("type_of", type, _anything, _call(1), takes_any=True, reads=False),
    _row(
        "print",
        print_values,
        _nothing,
        _call("", end=""),
        _call(1, sep=2),
        effect=True,
        takes_any=True,
    ),
    *map(_real_function, _REAL_FUNCTIONS),
    _row("math_log", math.log, _of_reals(FLOAT), _call(2.0, 2), _call("a")),
    _row("math_hypot", math.hypot, _of_reals(FLOAT), _call(3.0, 4.0), _call("a")),
    _row("math_ldexp", math.ldexp, _of_reals(FLOAT), _call(3.0, 4), _call("a", 1)),
    _row("math_fsum", math.fsum, lambda *a: FLOAT, _call([1.0, 2.0]), _call(1)),
    _row("math_prod", math.prod, _anything, _call([1.0, 2.0]), _call(1)),
    _row("math_dist", math.dist, lambda *a: FLOAT, _call((1.0,), (2.0,)), _call(1, 2)),
    _row("math_isnan", math.isnan, _of_reals(BOOL), _call(1.0), _call("a")),
    _row("math_isinf", math.isinf, _of_reals(BOOL), _call(1.0), _call("a")),
    _row("math_isfinite", math.isfinite, _of_reals(BOOL), _call(1.0), _call("a")),
    _row("math_isclose", math.isclose, _of_reals(BOOL), _call(1.0, 1.0), _call("a", 1)),
    _row("math_floor", math.floor, _rounded, _call(1.5), _call("a")),
    _row("math_ceil", math.ceil, _rounded, _call(1.5), _call("a")),
    _row("math_trunc", math.trunc, _truncated, _call(1.5), _call("a")),
    _integer_function("gcd", _call(4, 6)),
    _integer_function("lcm", _call(4, 6)),
    _integer_function("isqrt", _call(10)),
    _integer_function("factorial", _call(5)),
    _integer_function("comb", _call(5, 2)),
    _integer_function("perm", _call(5, 2)),
    _row(
        "math_modf",
        math.modf,
        lambda value: Tuple((FLOAT, FLOAT)),
        _call(1.5),
        _call("a"),
    ),
    _row(
        "math_frexp",
        math.frexp,
        lambda value: Tuple((FLOAT, INT)),
        _call(1.5),
        _call("a"),
    ),
)
