"""Defaults of callees: the objects for parameters that a call leaves out."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from tracer.record.trace import Trace
from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.origins import AttributeOf, Fixed, ItemOf, root
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.staging import Stager


def stage_defaults(
    trace: Trace,
    function: FunctionType,
    twin: FunctionType,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> None:
    """Stage the defaults that a call of a twin takes.

    A default is made once, and all calls share it: what one call writes into it, the
    next one reads. Defaults of parameters that the call passes are left alone: nothing
    depends on them.
    """
    base = trace.part(ArrivedFunctions).origin(function)
    values, code = function.__defaults__ or (), function.__code__
    first = code.co_argcount - len(values)
    found = list(twin.__defaults__ or ())
    for index, value in enumerate(values):
        position = first + index
        named = position >= code.co_posonlyargcount
        if position < len(args) or (named and code.co_varnames[position] in kwargs):
            continue
        if found[index] is value:
            place = ItemOf(AttributeOf(base, "__defaults__"), index)
            found[index] = _staged(trace, value, place)
    twin.__defaults__ = tuple(found) or None
    keywords = dict(twin.__kwdefaults__ or {})
    for name, value in (function.__kwdefaults__ or {}).items():
        if name not in kwargs and keywords[name] is value:
            place = ItemOf(AttributeOf(base, "__kwdefaults__"), name)
            keywords[name] = _staged(trace, value, place)
    twin.__kwdefaults__ = keywords or None


def _staged(trace: Trace, value: Any, place: ItemOf) -> Any:
    arrived = not isinstance(root(place), Fixed)
    if type(value) in PLAIN_TYPES and not (
        arrived and trace.part(ArrivedFunctions).is_first_look(place)
    ):
        return value
    return trace.part(Stager).stage(value, place)
