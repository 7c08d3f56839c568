"""Rows of control and of references to Python: no mathematics in them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.exceptions import members
from runtime.ir.unbound import Unbound, free
from runtime.ir.unbound import bound as bound_value
from runtime.ops.row import Row, TypeFailure
from runtime.types import (
    ANY,
    BOOL,
    INT,
    NEVER,
    NONE,
    OBJECT,
    STR,
    UNBOUND,
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    join_all,
    scalar,
    type_of,
)
from runtime.types import Unbound as UnboundType


def static_type(argument: Any) -> Type:
    """Give the type of what a rule was handed: a type, a constant or a display."""
    if isinstance(argument, Type):
        return argument
    if type(argument) is Unbound:
        return UNBOUND
    if type(argument) is tuple:
        return Tuple(tuple(map(static_type, argument)))
    return type_of(argument)


def _check_bound(value: Any) -> Type:
    of = static_type(value)
    if isinstance(of, UnboundType):
        raise TypeFailure
    return of


def _refine(value: Any, none: bool) -> Type:
    """Type a value in the branch where ``value is None`` is known to be `none`."""
    of = static_type(value)
    return of if isinstance(of, NoneType) == none else NEVER


def refine(value: Any, none: bool) -> Any:
    """Give the value back; a test before has told whether it is None."""
    return value


def raise_error(kind: Any, arguments: tuple[Any, ...], cause: Any = Ellipsis) -> None:
    """Raise an exception made from its class, or given as an instance."""
    error = kind(*arguments) if isinstance(kind, type) else kind
    if cause is Ellipsis:
        raise error
    raise error from cause


def exception_new(
    kind: Any,
    arguments: tuple[Any, ...],
    attributes: dict[str, Any],
    cause: Any = Ellipsis,
) -> Any:
    """Make an exception that holds these, whatever its constructor does."""
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    for name, value in attributes.items():
        if name in members(kind):
            BaseException.__setattr__(error, name, value)
        else:
            vars(error)[name] = value
    if cause is not Ellipsis:
        error.__cause__ = cause
    return error


def reraise() -> None:
    """Raise the exception that is being handled once more."""
    raise


def _never(*arguments: Any, **keywords: Any) -> Type:
    return NEVER


def assert_true(test: Any, *message: Any) -> None:
    """Raise AssertionError unless the test holds."""
    if not test:
        raise AssertionError(*message)


def _truth(value: Any) -> Type:
    of = static_type(value)
    if isinstance(of, Array) and of.shape and None not in of.shape:
        size = int(np.prod([dimension or 0 for dimension in of.shape]))
        if size > 1:
            raise TypeFailure
    if isinstance(of, UnboundType):
        raise TypeFailure
    return BOOL


def _not(value: Any) -> Type:
    return _truth(value)


def _is(left: Any, right: Any) -> Type:
    return BOOL


def is_not(left: Any, right: Any) -> bool:
    """Say whether they are two objects."""
    return left is not right


def contains(item: Any, items: Any) -> bool:
    """Say whether `items` holds `item`."""
    return item in items


def contains_not(item: Any, items: Any) -> bool:
    """Say whether `items` does not hold `item`."""
    return item not in items


def _contains(item: Any, items: Any) -> Type:
    of = items if isinstance(items, list) else static_type(items)
    if isinstance(of, (NumpyScalar, NoneType)) and of != NumpyScalar(np.dtype("U")):
        raise TypeFailure
    if isinstance(of, PythonScalar) and of.kind not in ("str", "bytes"):
        raise TypeFailure
    return BOOL


def _any(*arguments: Any, **keywords: Any) -> Type:
    return ANY


def call_method(receiver: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a method by its name."""
    return getattr(receiver, name)(*args, **kwargs)


_STRING_METHODS = {
    **dict.fromkeys(
        "capitalize casefold center expandtabs format join ljust lower lstrip replace "
        "rjust rstrip strip swapcase title translate upper zfill removeprefix "
        "removesuffix".split(),
        STR,
    ),
    **dict.fromkeys(
        "endswith isalnum isalpha isascii isdecimal isdigit isidentifier islower "
        "isnumeric isprintable isspace istitle isupper startswith".split(),
        BOOL,
    ),
}


def _pure_method(receiver: Any, name: str, *args: Any, **kwargs: Any) -> Type:
    of = static_type(receiver)
    text = of == STR or (isinstance(of, NumpyScalar) and of.dtype.kind == "U")
    return _STRING_METHODS.get(name, ANY) if text else ANY


def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function of which nothing is known."""
    return function(*args, **kwargs)


def build(kind: Any, fields: tuple[Any, ...]) -> Any:
    """Make a namedtuple from its fields, whatever its constructor does."""
    return tuple.__new__(kind, fields)


def concatenate_text(*parts: str) -> str:
    """Put strings together."""
    return "".join(parts)


def format_value(value: Any, conversion: str, specification: str) -> str:
    """Format a value as a replacement field of an f-string does."""
    if conversion == "r":
        value = repr(value)
    elif conversion == "s":
        value = str(value)
    elif conversion == "a":
        value = ascii(value)
    return format(value, specification)


def _text(*arguments: Any) -> Type:
    return STR


def _formatted(template: Any, values: Any) -> Type:
    return STR if static_type(template) == STR else ANY


def unpack(items: Any, count: int) -> tuple[Any, ...]:
    """Give exactly `count` items, or raise what unpacking them raises."""
    try:
        iterator = iter(items)
    except TypeError:
        kind = type(items)
        name = kind.__name__
        if isinstance(items, (np.generic, np.ndarray)):
            name = f"numpy.{name}"
        if isinstance(items, np.ndarray):
            raise
        raise TypeError(f"cannot unpack non-iterable {name} object") from None
    found = tuple(iterator)
    if len(found) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    if len(found) < count:
        raise ValueError(
            f"not enough values to unpack (expected {count}, got {len(found)})"
        )
    return found


def element_type(of: Type) -> Type:
    """Give the type of what iterating over a value of type `of` gives.

    Raises
    ------
    TypeFailure
        If iterating raises.
    """
    match of:
        case Array(dtype, None):
            return ANY
        case Array(_, ()):
            raise TypeFailure
        case Array(dtype, (_,)):
            return scalar(dtype)
        case Array(dtype, (_, *rest)):
            return Array(dtype, tuple(rest))
        case List(element) | Iterable(element):
            return element
        case Tuple(items):
            return join_all(items)
        case PythonScalar("str") | NumpyScalar(np.dtype(kind="U")):
            return STR
        case PythonScalar("bytes") | NumpyScalar(np.dtype(kind="S")):
            return INT
        case PythonScalar() | NumpyScalar() | NoneType() | UnboundType():
            raise TypeFailure
        case Object():
            return ANY
    return ANY


def _unpack(items: Any, count: int) -> Type:
    if isinstance(items, list):
        return Tuple(tuple(map(static_type, items)))
    of = static_type(items)
    if isinstance(of, Tuple):
        if len(of.items) != count:
            raise TypeFailure
        return of
    if isinstance(of, Array) and of.shape and of.shape[0] not in (None, count):
        raise TypeFailure
    return Tuple((element_type(of),) * count)


def dimension(array: Any, axis: int) -> int:
    """Give one dimension of an array."""
    size: int = array.shape[axis]
    return size


def _dimension(array: Any, axis: int) -> Type:
    return INT


def convert_scalar(kind: Any, *values: Any) -> Any:
    """Call the class of a NumPy scalar."""
    return kind(*values)


def _convert_scalar(kind: Any, *values: Any) -> Type:
    of = static_type(values[0]) if values else INT
    dtype = np.dtype(kind)
    if dtype.kind in "biufc":
        if isinstance(of, (PythonScalar, NumpyScalar)):
            return NumpyScalar(dtype)
        if isinstance(of, Array) and of.shape is not None:
            return Array(dtype, of.shape) if of.shape else NumpyScalar(dtype)
    return ANY


ROWS: tuple[Row, ...] = (
    Row(
        "dimension",
        dimension,
        _dimension,
        template="{0}.shape[{1}]",
        reads=False,
        samples=(lambda: ((np.zeros((2, 3)), 1), {}),),
        rejects=(lambda: ((np.zeros(3), 1), {}),),
    ),
    Row(
        "convert_scalar",
        convert_scalar,
        _convert_scalar,
        template="call",
        returns="shares",
        samples=(lambda: ((np.float32, 3), {}), lambda: ((np.int8, np.ones(2)), {})),
        rejects=(lambda: ((np.float32, None, None), {}),),
    ),
    Row(
        "check_bound",
        bound_value,
        _check_bound,
        returns="same",
        reads=False,
        samples=(lambda: ((1,), {}),),
        rejects=(lambda: ((Unbound("y"),), {}),),
    ),
    Row(
        "check_free",
        free,
        _check_bound,
        returns="same",
        reads=False,
        samples=(lambda: ((1,), {}),),
        rejects=(lambda: ((Unbound("y"),), {}),),
    ),
    Row(
        "refine",
        refine,
        _refine,
        template="{0}",
        returns="same",
        reads=False,
        samples=(lambda: ((1, False), {}), lambda: ((None, True), {})),
    ),
    Row(
        "raise_error",
        raise_error,
        _never,
        effect=True,
        keeps=True,
        takes_any=True,
        rejects=(lambda: ((ValueError, ("no",)), {}),),
    ),
    Row(
        "reraise",
        reraise,
        _never,
        template="raise",
        effect=True,
        rejects=(lambda: ((), {}),),
    ),
    Row(
        "errstate",
        np.errstate,
        lambda **settings: OBJECT,
        effect=True,
        samples=(lambda: ((), {"all": "ignore"}),),
        rejects=(lambda: ((), {"every": "ignore"}),),
    ),
    Row(
        "exception_new",
        exception_new,
        lambda kind, arguments, attributes, cause=Ellipsis: ANY,
        returns="shares",
        holds=True,
        takes_any=True,
        samples=(
            lambda: ((ValueError, ("no",), {"value": 1}), {}),
            lambda: ((ValueError, ("no",), {}, KeyError("why")), {}),
        ),
    ),
    Row(
        "assert_true",
        assert_true,
        lambda test, *message: NONE,
        effect=True,
        takes_any=True,
        samples=(lambda: ((True,), {}),),
        rejects=(lambda: ((False, "no"), {}),),
    ),
    Row(
        "truth",
        bool,
        _truth,
        samples=(lambda: ((np.array([1.0]),), {}), lambda: (("",), {})),
        rejects=(lambda: ((np.array([1, 2]),), {}),),
    ),
    Row(
        "not_",
        operator.not_,
        _not,
        prefix="not ",
        samples=(lambda: ((np.float64(0),), {}),),
        rejects=(lambda: ((np.array([1, 2]),), {}),),
    ),
    Row(
        "is_",
        operator.is_,
        _is,
        infix="is",
        reads=False,
        takes_any=True,
        samples=(lambda: ((np.float64(1), None), {}),),
    ),
    Row(
        "is_not",
        is_not,
        _is,
        infix="is not",
        reads=False,
        takes_any=True,
        samples=(lambda: ((np.float64(1), None), {}),),
    ),
    Row(
        "contains",
        contains,
        _contains,
        by_identity=True,
        infix="in",
        samples=(lambda: ((1.0, np.arange(3.0)), {}), lambda: (("a", "abc"), {})),
        rejects=(lambda: ((1, 2), {}),),
    ),
    Row(
        "contains_not",
        contains_not,
        _contains,
        by_identity=True,
        infix="not in",
        samples=(lambda: ((1.0, np.arange(3.0)), {}),),
        rejects=(lambda: ((1, 2), {}),),
    ),
    Row(
        "pure_method",
        call_method,
        _pure_method,
        template="method",
        samples=(lambda: (("abc", "upper"), {}), lambda: ((1.5, "is_integer"), {})),
        rejects=(lambda: (("abc", "missing"), {}),),
    ),
    Row(
        "call_method",
        call_method,
        _any,
        template="method",
        effect=True,
        takes_any=True,
        returns="shares",
        holds=True,
        samples=(lambda: (([3], "index", 3), {}),),
        rejects=(lambda: (([3], "missing"), {}),),
    ),
    Row(
        "call",
        call,
        _any,
        template="call",
        effect=True,
        takes_any=True,
        returns="shares",
        holds=True,
        samples=(lambda: ((max, 3, 4), {}),),
        rejects=(lambda: ((max,), {}),),
    ),
    Row(
        "call_pure",
        call,
        _any,
        template="call",
        returns="shares",
        samples=(lambda: ((ord, "a"), {}),),
        rejects=(lambda: ((ord,), {}),),
    ),
    Row(
        "call_changing",
        call,
        _any,
        template="call",
        effect=True,
        takes_any=True,
        writes=(1,),
        returns="shares",
        samples=(lambda: ((sorted, [2, 1]), {}),),
        rejects=(lambda: ((sorted, 1), {}),),
    ),
    Row(
        "build",
        build,
        lambda kind, fields: ANY,
        returns="shares",
        reads=False,
        takes_any=True,
        holds=True,
        samples=(lambda: ((tuple, (1, 2)), {}),),
    ),
    Row(
        "concatenate_text",
        concatenate_text,
        _text,
        samples=(lambda: (("a", "b"), {}),),
    ),
    Row(
        "format_value",
        format_value,
        _text,
        takes_any=True,
        samples=(
            lambda: ((np.float64(1.5), "", ".2f"), {}),
            lambda: ((1, "r", ""), {}),
        ),
        rejects=(lambda: (("a", "", "d"), {}),),
    ),
    Row(
        "format_percent",
        operator.mod,
        _formatted,
        infix="%",
        takes_any=True,
        samples=(
            lambda: (("%d of %s", (1, np.float64(2))), {}),
            lambda: ((b"%d", 1), {}),
        ),
        rejects=(lambda: (("%d", "a"), {}),),
    ),
    Row(
        "unpack",
        unpack,
        _unpack,
        returns="shares",
        samples=(lambda: ((np.zeros((2, 3)), 2), {}), lambda: (([1, 2.0], 2), {})),
        rejects=(lambda: ((np.zeros(3), 2), {}),),
    ),
)
