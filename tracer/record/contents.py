"""Arguments of a call that only the run knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from runtime.types import NumpyScalar, PythonScalar, Type
from tracer.record.deferred import Deferred
from tracer.record.staged import is_staged
from tracer.record.trace import Trace

Handler = Callable[..., Any]
"""The handler of a call while tracing; its first argument is the trace."""


TEXTS = ("__str__", "__repr__", "__format__")
"""What a class of exceptions may define that says what their text is."""


def has_symbol(value: Any) -> bool:
    """Whether a value is, or directly holds, something known only at run time."""
    if is_staged(value):
        return value._ag_needs_run
    if type(value) is list or isinstance(value, tuple):
        return any(map(has_symbol, value))
    return False


def for_the_run(trace: Trace, *values: Any) -> bool:
    """Whether only the run can compare values.

    The user's objects may compare by Python values alone: that is tried first.
    """
    if any(map(has_symbol, values)):
        return True
    return any(map(_has_object, values)) and trace.part(Deferred).compares()


def _has_object(value: Any) -> bool:
    if is_staged(value) and value._ag_compares:
        return True
    return isinstance(value, (list, tuple)) and any(map(_has_object, list(value)))


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
    if is_staged(value):
        return not value._ag_is_known
    items: Iterable[Any] = ()
    if isinstance(value, (tuple, list, set, frozenset)):
        items = value
    elif isinstance(value, dict):
        items = value.values()
    elif isinstance(value, BaseException) and id(value) not in around:
        if any(isinstance(getattr(type(value), name), FunctionType) for name in TEXTS):
            return True
        items = (*value.args, *vars(value).values())
        around = (*around, id(value))
    return any(holds_staged(item, around) for item in items)
