"""Operators of values of the run that the user calls by their methods' names.

``x.__add__(y)`` is less than ``x + y``: it gives NotImplemented where Python would ask
the other operand.
"""

from __future__ import annotations

from functools import partial
from types import MethodType, MethodWrapperType
from typing import Any

from runtime.types import (
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    STR,
    Array,
    Container,
    List,
    NumpyScalar,
    Type,
    members,
)
from tracer.calls.arguments import may_be_object
from tracer.record.symbols import (
    ANSWERED_IN_TURN,
    COMPARISON_METHODS,
    Symbol,
)
from tracer.record.trace import Trace
from tracer.values.bound_methods import BoundMethod
from tracer.values.containers import DictProxy, ListProxy

_WIDTHS = {BOOL: 0, INT: 0, FLOAT: 1, COMPLEX: 2}
"""Python's numbers: one answers for those that are no wider."""
_NUMBERS = "biufc"
"""The kinds of dtypes of numbers: an array answers for all, a scalar for its own."""


def named_operator(trace: Trace, found: Any) -> Any:
    """Return an attribute; an operator of the run as what calls it by its name."""
    if not issubclass(type(found), (MethodType, MethodWrapperType)):
        return found
    if type(found.__self__) not in _RECEIVERS:
        return found
    name = found.__name__
    if name.strip("_") not in ANSWERED_IN_TURN:
        return found
    return BoundMethod(trace, found.__self__, name, partial(_call, trace, found))


def _call(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    receiver, name = function.__self__, function.__name__
    if len(args) == 1 and not kwargs:
        others = members(trace.type_of(args[0]))
        own = members(trace.type_of(receiver))
        if all(_answers(one, name, other) for one in own for other in others):
            return function(*args)
    if not any(map(may_be_object, (receiver, *args, *kwargs.values()))):
        return trace.emit("pure_method", receiver, name, *args, **kwargs)
    result = trace.emit("call_method", receiver, name, *args, **kwargs)
    trace.clobber(replaces=False)
    return result


_RECEIVERS = (Symbol, ListProxy, DictProxy)
"""The classes of values whose operators answer for the run."""


def _answers(of: Type, name: str, other: Type) -> bool:
    """Whether the method of a value never gives NotImplemented for another value."""
    if isinstance(of, List) or of in (STR, BYTES, Container("dict")):
        word = name.strip("_")
        same = type(of) is type(other) if isinstance(of, List) else of == other
        return same and (word in COMPARISON_METHODS or word == "add")
    if of in _WIDTHS:
        return other in _WIDTHS and _WIDTHS[other] <= _WIDTHS[of]
    if isinstance(of, NumpyScalar):
        return of == other and of.dtype.kind in _NUMBERS
    numpys = isinstance(other, (Array, NumpyScalar)) and other.dtype.kind in _NUMBERS
    plain = isinstance(of, Array) and of.dtype.kind in _NUMBERS
    return plain and (numpys or other in _WIDTHS)
