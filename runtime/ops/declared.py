"""Calls back into Python whose result type is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from runtime.ops.asking import nothing
from runtime.ops.row import Row, acting, call, calling
from runtime.types import (
    ANY,
    NONE,
    OBJECT,
    ClassArray,
    Container,
    List,
    Tuple,
    Type,
    accepts,
    parse_type,
    type_of,
)


def call_declared(
    function: Callable[..., Any], declared: Any, /, *args: Any, **kwargs: Any
) -> Any:
    """Call a function, and see that what it gives is what was declared.

    Parameters
    ----------
    function : callable
        The function.
    declared
        The text of a type, a class, None, or ``("tuple", …)`` and ``("list", …)`` of
        what their items are, ``("dict", (key, …), …)`` with a pair for each item.
    *args, **kwargs
        What the function is given.

    Raises
    ------
    TypeError
        If it gives something else.

    Examples
    --------
    >>> call_declared(divmod, ("tuple", "int", "int"), 7, 2)
    (3, 1)
    >>> call_declared(divmod, ("tuple", "int", "float"), 7, 2)
    Traceback (most recent call last):
        ...
    TypeError: item 1 of the result of divmod() is int, but result= declares float
    """
    value = function(*args, **kwargs)
    for place, given, wanted in _differences(value, declared, ""):
        name = getattr(function, "__qualname__", None) or repr(function)
        raise TypeError(
            f"{place}the result of {name}() is {given}, but result= declares {wanted}"
        )
    return value


def check_fits(value: Any, declared: str, what: str) -> Any:
    """Return a value if it has the declared type.

    Raises
    ------
    ValueError
        If it has not.

    Examples
    --------
    >>> check_fits(2.5, "float", "x does not fit")
    2.5
    """
    if not accepts(_type(declared), type_of(value)):
        raise ValueError(f"{what}: it is {_spelled(value)}, not {declared}")
    return value


def _differences(
    value: Any, declared: Any, place: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the differences from a declaration: where, actual type, declared type."""
    if type(declared) is tuple:
        yield from _differences_within(value, declared, place)
    elif isinstance(declared, type):
        if not isinstance(value, declared):
            yield place, _spelled(value), f"a {declared.__name__}"
    elif not accepts(_type(declared), type_of(value)):
        yield place, _spelled(value), str(_type(declared))


def _differences_within(
    value: Any, declared: tuple[Any, ...], place: str
) -> Iterator[tuple[str, str, str]]:
    kind, *items = declared
    within = dict(items) if kind == "dict" else dict(enumerate(items))
    if type(value) is not _KINDS[kind]:
        yield place, _spelled(value), f"a {kind}"
    elif kind == "dict" and value.keys() != within.keys():
        yield (
            place,
            f"a dict with the keys {list(value)}",
            f"a dict with the keys {list(within)}",
        )
    elif len(value) != len(within):
        yield (
            place,
            f"a {kind} of length {len(value)}",
            f"a {kind} of length {len(within)}",
        )
    else:
        for key, each in within.items():
            yield from _differences(value[key], each, f"item {key!r} of {place}")


_KINDS: dict[str, Any] = {"tuple": tuple, "list": list, "dict": dict}


def _spelled(value: Any) -> str:
    of = type_of(value)
    named = of == OBJECT or isinstance(of, ClassArray)
    return f"a {type(value).__name__}" if named else str(of)


@cache
def _type(declared: str | None) -> Type:
    return NONE if declared is None else parse_type(declared)


def _rule(function: Any, declared: Any, /, *args: Any, **kwargs: Any) -> Type:
    """Return the declared type."""
    if isinstance(declared, (Type, type)):
        return ANY
    if not isinstance(declared, tuple):
        return _type(declared)
    kind, *items = declared
    if kind == "dict":
        return Container("dict")
    if kind == "list":
        return List(ANY)  # the function may keep it, and put anything else into it
    return Tuple(tuple([_rule(None, each) for each in items]))


def _fitting(value: Any, declared: Any, what: Any) -> Type:
    """Return the type that the value was checked to have."""
    return ANY if isinstance(declared, Type) else _type(declared)


ROWS: tuple[Row, ...] = (
    calling(
        call_declared,
        _rule,
        call(divmod, ("tuple", "int", "int"), 7, 2),
        call(sorted, ("list", int, "int"), [2, 1]),
        call(np.zeros, "float64[?]", 3),
        call(dict, ("dict", ("a", "int")), a=1),
        bad=call(divmod, "int", 7, 2),
        asks=nothing,
    ),
    acting(
        check_fits,
        _fitting,
        call(np.ones(2), "float64[?]", "x does not fit"),
        bad=call(np.ones(2), "float64[3]", "x does not fit"),
        returns="same",
        asks=nothing,
    ),
)
