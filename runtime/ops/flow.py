"""Rows for control flow, and for references to Python objects and calls."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import BuiltinFunctionType
from typing import Any

import numpy as np

from runtime.errors import LooksAtNames
from runtime.exceptions import members
from runtime.ir.unbound import Unbound, free
from runtime.ir.unbound import bound as bound_value
from runtime.named_tuples import named_tuple_class
from runtime.ops.asking import behind_first, nothing, of_method
from runtime.ops.row import (
    Row,
    TypeFailure,
    acting,
    calling,
    closed,
    making,
    row,
    sharing,
)
from runtime.ops.row import call as sample
from runtime.tracebacks import users_traceback
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
    ClassArray,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    join_all,
    repeated,
    scalar,
    type_of,
)
from runtime.types import Unbound as UnboundType


def static_type(argument: Any) -> Type:
    """Return the type of an argument of a rule: a type, a constant or a display."""
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
    """Return the type of a value where ``value is None`` is known to equal `none`."""
    of = static_type(value)
    return of if isinstance(of, NoneType) == none else NEVER


def refine(value: Any, none: bool) -> Any:
    """Return the value; a test before has decided whether it is None."""
    return value


def raise_error(kind: Any, arguments: tuple[Any, ...], cause: Any = Ellipsis) -> None:
    """Raise an exception given as an instance, or as a class and its arguments."""
    error = kind(*arguments) if isinstance(kind, type) else kind
    if cause is Ellipsis:
        raise error
    raise error from cause


def look_at_frames(name: str) -> None:
    """Refuse to run a function that looks at the frames of its callers."""
    raise LooksAtNames.at_frames(name)


def exception_new(
    kind: Any,
    arguments: tuple[Any, ...],
    attributes: dict[str, Any],
    cause: Any = Ellipsis,
) -> Any:
    """Return an exception with these contents, without calling its ``__init__``."""
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
    """Raise the exception being handled again."""
    raise


def _never(*arguments: Any, **keywords: Any) -> Type:
    return NEVER


def assert_true(test: Any, *message: Any) -> None:
    """Raise an AssertionError unless the test is true."""
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
    """Whether they are two objects."""
    return left is not right


def contains(item: Any, items: Any) -> bool:
    """Whether `items` contains `item`."""
    return item in items


def contains_not(item: Any, items: Any) -> bool:
    """Whether `items` does not contain `item`."""
    return item not in items


def _contains(item: Any, items: Any) -> Type:
    of = items if isinstance(items, list) else static_type(items)
    texts = (NumpyScalar(np.dtype("U")), NumpyScalar(np.dtype("S")))
    if isinstance(of, (NumpyScalar, NoneType)) and of not in texts:
        raise TypeFailure
    if isinstance(of, PythonScalar) and of.kind not in ("str", "bytes"):
        raise TypeFailure
    return BOOL


def call_method(receiver: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
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
    **dict.fromkeys("count find index rfind rindex".split(), INT),
    **dict.fromkeys(("partition", "rpartition"), Tuple((STR, STR, STR))),
}


def _pure_method(receiver: Any, name: str, /, *args: Any, **kwargs: Any) -> Type:
    if isinstance(receiver, slice) and name == "indices":
        return Tuple((INT, INT, INT))
    of = static_type(receiver)
    text = of == STR or (isinstance(of, NumpyScalar) and of.dtype.kind == "U")
    return _STRING_METHODS.get(name, ANY) if text else ANY


def _method_of_array(receiver: Any, name: str, /, *args: Any, **kwargs: Any) -> Type:
    """Return the type of what a method gives, where the receiver's class is NumPy's."""
    if not isinstance(receiver, (Array, ClassArray, NumpyScalar)):
        return ANY
    found: Type = _classes().method(receiver, name, *args, **kwargs)
    return found


def _classes() -> Any:
    """Return the rules of NumPy's classes, which few graphs need."""
    return import_module("runtime.ops.array_classes")


def call(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call an arbitrary function."""
    return function(*args, **kwargs)


def build(kind: Any, fields: tuple[Any, ...]) -> Any:
    """Return a named tuple with the given fields, without calling its constructor.

    Python's own ones, written in C, have to be made by it.

    Examples
    --------
    >>> from datetime import date
    >>> build(type(date.max.isocalendar()), (2014, 1, 5))
    datetime.IsoCalendarDate(year=2014, week=1, weekday=5)
    """
    new = kind.__new__
    if new is tuple.__new__ or not isinstance(new, BuiltinFunctionType):
        return tuple.__new__(kind, fields)
    return kind(fields) if hasattr(kind, "n_fields") else kind(*fields)


def build_named(name: str, fields: tuple[str, ...], items: tuple[Any, ...]) -> Any:
    """Return a named tuple of a class that is told by its name and fields."""
    return tuple.__new__(named_tuple_class(name, fields), items)


def concatenate_text(*parts: str) -> str:
    """Concatenate strings."""
    return "".join(parts)


def format_value(value: Any, conversion: str, specification: str) -> str:
    """Format a value like a replacement field of an f-string."""
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
    """Return exactly `count` items, or raise the error of unpacking them."""
    found: tuple[Any, ...] = _unpacker(count)(items)
    return found


@cache
def _unpacker(count: int) -> Callable[[Any], Any]:
    """Return a function that unpacks so many items: Python's own is fast, and exact."""
    names = "".join(f"_{place}, " for place in range(count))
    source = f"def unpacked(items):\n    ({names}) = items\n    return ({names})"
    space: dict[str, Any] = {}
    exec(compile(source, "<unpacking>", "exec"), space)
    function: Callable[[Any], Any] = space["unpacked"]
    return function


def element_type(of: Type) -> Type:
    """Return the type of the elements of a value of type `of`.

    Raises
    ------
    TypeFailure
        If iterating over it raises.
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
    return repeated(element_type(of), count)


def dimension(array: Any, axis: int) -> int:
    """Return one dimension of an array."""
    size: int = array.shape[axis]
    return size


def _dimension(array: Any, axis: int) -> Type:
    return INT


def convert_scalar(kind: Any, *values: Any) -> Any:
    """Return a NumPy scalar made by its class."""
    return kind(*values)


def _convert_scalar(kind: Any, *values: Any) -> Type:
    of = static_type(values[0]) if values else INT
    dtype = np.dtype(kind)
    if dtype.kind in "biufc":
        if isinstance(of, (PythonScalar, NumpyScalar)):
            return NumpyScalar(dtype)
        if isinstance(of, Array) and of.shape is not None:
            return Array(dtype, of.shape) if of.shape else NumpyScalar(dtype)
    elif isinstance(of, Array) and of.shape:
        return ClassArray("ndarray", None, of.shape)
    elif dtype.kind in "mM" and isinstance(of, (PythonScalar, NumpyScalar)):
        return OBJECT  # one date
    return ANY


def _makes_no_scalar(kind: Any, *values: Any) -> str | None:
    """Return why a conversion may call another function; None for NumPy's scalars."""
    known = isinstance(kind, type) and issubclass(kind, np.generic)
    return None if known else "it converts to what is no scalar of NumPy"


def _no_named_tuple(name: Any, fields: Any, items: Any) -> str | None:
    """Return why a call makes no named tuple; None if it does."""
    known = type(name) is str and type(fields) is tuple
    if not known or any(type(each) is not str for each in fields):
        return "a named tuple has no names"
    count = len(items) if type(items) is tuple else _count(items)
    if count != len(fields):
        return "a named tuple has other items than fields"
    try:
        named_tuple_class(name, fields)
    except ValueError as error:
        return str(error)
    return None


def _count(argument: Any) -> int | None:
    of = static_type(argument)
    return len(of.items) if isinstance(of, Tuple) else None


def _leaves_the_program(kind: Any, *more: Any) -> str | None:
    """Return why an error may end more than the call; None if it is an `Exception`."""
    if not isinstance(kind, type) or issubclass(kind, Exception):
        return None
    return f"it raises {kind.__name__}, which no handler of errors catches"


def _other_method(receiver: Any, name: Any, *args: Any, **kwargs: Any) -> str | None:
    """Return why a method is none of a text that gives another; None if it is."""
    if isinstance(receiver, slice) and name == "indices":
        return None
    known = type(name) is str and name in _STRING_METHODS and name != "format"
    if known and static_type(receiver) == STR:
        return None
    return "it calls a method by its name"


ROWS: tuple[Row, ...] = (
    *closed(
        row(
            dimension,
            _dimension,
            sample(np.zeros((2, 3)), 1),
            bad=sample(np.zeros(3), 1),
            template="{0}.shape[{1}]",
            reads=False,
        ),
    ),
    sharing(
        convert_scalar,
        _convert_scalar,
        sample(np.float32, 3),
        sample(np.int8, np.ones(2)),
        bad=sample(np.float32, None, None),
        template="call",
        closed=True,
        classes=(0,),
        barred=_makes_no_scalar,
    ),
    *closed(
        row(
            bound_value,
            _check_bound,
            sample(1),
            bad=sample(Unbound("y")),
            name="check_bound",
            returns="same",
            reads=False,
            asks=nothing,
        ),
        row(
            free,
            _check_bound,
            sample(1),
            bad=sample(Unbound("y")),
            name="check_free",
            returns="same",
            reads=False,
            asks=nothing,
        ),
        row(
            refine,
            _refine,
            sample(1, False),
            sample(None, True),
            template="{0}",
            returns="same",
            reads=False,
            asks=nothing,
        ),
    ),
    acting(
        raise_error,
        _never,
        bad=sample(ValueError, ("no",)),
        keeps=True,
        closed=True,
        classes=(0,),
        barred=_leaves_the_program,
        asks=nothing,
    ),
    acting(
        users_traceback,
        NONE,
        sample(ValueError()),
        sample(ValueError(), 1),
        bad=sample(1),
        asks=nothing,
    ),
    acting(look_at_frames, _never, bad=sample("stack"), closed=True, asks=nothing),
    row(
        reraise,
        _never,
        bad=sample(),
        template="raise",
        effect=True,
        closed=True,
        asks=nothing,
    ),
    row(
        np.errstate,
        lambda **settings: OBJECT,
        sample(all="ignore"),
        bad=sample(every="ignore"),
        effect=True,
        asks=nothing,
    ),
    making(
        exception_new,
        lambda kind, arguments, attributes, cause=Ellipsis: OBJECT,
        sample(ValueError, ("no",), {"value": 1}),
        sample(ValueError, ("no",), {}, KeyError("why")),
        takes_any=True,
        asks=nothing,
    ),
    *closed(
        acting(
            assert_true,
            lambda test, *message: NONE,
            sample(True),
            bad=sample(False, "no"),
            asks=nothing,
        ),
        row(
            bool,
            _truth,
            sample(np.array([1.0])),
            sample(""),
            bad=sample(np.array([1, 2])),
            name="truth",
        ),
        row(
            operator.not_,
            _not,
            sample(np.float64(0)),
            bad=sample(np.array([1, 2])),
            prefix="not ",
        ),
        row(
            operator.is_,
            _is,
            sample(np.float64(1), None),
            infix="is",
            reads=False,
            takes_any=True,
            asks=nothing,
        ),
        row(
            is_not,
            _is,
            sample(np.float64(1), None),
            infix="is not",
            reads=False,
            takes_any=True,
            asks=nothing,
        ),
        row(
            contains,
            _contains,
            sample(1.0, np.arange(3.0)),
            sample("a", "abc"),
            bad=sample(1, 2),
            by_identity=True,
            infix="in",
        ),
        row(
            contains_not,
            _contains,
            sample(1.0, np.arange(3.0)),
            bad=sample(1, 2),
            by_identity=True,
            infix="not in",
        ),
    ),
    row(
        call_method,
        _pure_method,
        sample("abc", "upper"),
        sample(1.5, "is_integer"),
        bad=sample("abc", "missing"),
        name="pure_method",
        template="method",
        closed=True,
        barred=_other_method,
    ),
    calling(
        call_method,
        _method_of_array,
        sample([3], "index", 3),
        bad=sample([3], "missing"),
        template="method",
        asks=of_method,
    ),
    calling(
        call, ANY, sample(max, 3, 4), bad=sample(max), template="call", asks=nothing
    ),
    acting(
        call,
        ANY,
        sample(max, 3, 4),
        bad=sample(max),
        name="call_graph",
        template="call",
        asks=nothing,
    ),
    sharing(
        call,
        ANY,
        sample(ord, "a"),
        bad=sample(ord),
        name="call_pure",
        template="call",
        asks=behind_first,
    ),
    acting(
        call,
        ANY,
        sample(sorted, [2, 1]),
        bad=sample(sorted, 1),
        name="call_changing",
        template="call",
        writes=(1,),
        returns="shares",
        asks=behind_first,
    ),
    making(
        build,
        lambda kind, fields: ANY,
        sample(tuple, (1, 2)),
        reads=False,
        takes_any=True,
        asks=nothing,
    ),
    making(
        build_named,
        lambda name, fields, items: OBJECT,
        sample("Point", ("x", "y"), (1, 2)),
        bad=sample("Point", ("class",), (1,)),
        reads=False,
        takes_any=True,
        closed=True,
        barred=_no_named_tuple,
        asks=nothing,
    ),
    *closed(
        row(concatenate_text, _text, sample("a", "b"), template="join"),
        row(
            format_value,
            _text,
            sample(np.float64(1.5), "", ".2f"),
            sample(1, "r", ""),
            sample(np.float32(0.1), "", ""),
            bad=sample("a", "", "d"),
            template="field",
            takes_any=True,
        ),
        row(
            operator.mod,
            _formatted,
            sample("%d of %s", (1, np.float64(2))),
            sample(b"%d", 1),
            bad=sample("%d", "a"),
            name="format_percent",
            infix="%",
            takes_any=True,
        ),
        sharing(
            unpack,
            _unpack,
            sample(np.zeros((2, 3)), 2),
            sample([1, 2.0], 2),
            bad=sample(np.zeros(3), 2),
        ),
    ),
)
