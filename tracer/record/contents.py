"""Arguments of a call that only the run knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from runtime.types import NumpyScalar, PythonScalar, Type
from tracer.record.deferred import Deferred
from tracer.record.staged import is_staged
from tracer.record.trace import Trace

Handler = Callable[..., Any]
"""The handler of a call while tracing; its first argument is the trace."""


LISTS = (tuple, list)
"""Containers whose items count as operands."""
TEXTS = ("__str__", "__repr__", "__format__")
"""What a class may define that says what the text of its instances is."""


def held(
    value: Any,
    within: tuple[type, ...] = (tuple, list, dict, set, frozenset),
    keys: bool = False,
) -> Iterator[Any]:
    """Yield what a value holds at any depth, or the value itself if it holds nothing.

    Containers are looked into once each: one may hold itself, or stand in many places.

    Parameters
    ----------
    value
        Any value.
    within : tuple of type, optional
        The classes of containers to look into.
    keys : bool, optional
        Whether the keys of dicts are looked at too, and not their values alone.

    Examples
    --------
    >>> row = [1, {"a": (2, 3)}]
    >>> row.append(row)
    >>> list(held(row)), list(held(row, (list,))), list(held(4))
    ([1, 2, 3], [1, {'a': (2, 3)}], [4])
    """
    seen: set[int] = set()
    rest = [value]
    while rest:
        each = rest.pop()
        kind = type(each)  # a staged value tells another class
        if kind is slice and any(map(is_staged, bounds_of(each))):
            rest += reversed(bounds_of(each))
        elif not issubclass(kind, within):
            yield each
        elif id(each) not in seen:
            seen.add(id(each))
            inner = [*(each.values() if issubclass(kind, dict) else each)]
            if keys and issubclass(kind, dict):
                inner += each
            rest += reversed(inner)


def bounds_of(part: slice) -> tuple[Any, Any, Any]:
    """Return what a slice holds."""
    return part.start, part.stop, part.step


def has_symbol(value: Any) -> bool:
    """Whether a value is, or holds in lists and tuples, one known only at run time."""
    if is_staged(value):
        return value._ag_needs_run
    if type(value) in (list, slice) or isinstance(value, tuple):
        return any(is_staged(one) and one._ag_needs_run for one in held(value, LISTS))
    return False


def for_the_run(trace: Trace, *values: Any) -> bool:
    """Whether only the run can compare values.

    The user's objects may compare by Python values alone: that is tried first.
    """
    if any(map(has_symbol, values)):
        return True
    return any(map(compares_in_code, values)) and trace.part(Deferred).compares()


def compares_in_code(value: Any) -> bool:
    """Whether a value is, or holds, an object; stand-ins for lists are asked too."""
    return any(
        one._ag_compares
        or (isinstance(one, LISTS) and any(map(compares_in_code, list(one))))
        for one in held(value, LISTS)
        if is_staged(one)
    )


def is_single(of: Type) -> bool:
    """Whether values of a type are numbers, which are not iterable."""
    if isinstance(of, PythonScalar):
        return of.kind not in ("str", "bytes")
    return isinstance(of, NumpyScalar) and of.dtype.kind not in "US"


def holds_staged(value: Any, around: tuple[int, ...] = ()) -> bool:
    """Whether a value is, or holds at any depth, one that only the run knows.

    Parameters
    ----------
    value
        Any value. Of an exception, what it was made with counts, and its attributes;
        one that says itself what its text is, only the run knows.
    around : tuple of int
        The identities of the exceptions that hold it: one may hold itself.
    """
    for one in held(value):
        if is_staged(one):
            if not one._ag_is_known:
                return True
        elif isinstance(one, BaseException) and id(one) not in around:
            kind = type(one)
            if any(type(getattr(kind, name)) is FunctionType for name in TEXTS):
                return True
            within = (*one.args, *vars(one).values())
            if holds_staged(within, (*around, id(one))):
                return True
    return False
