"""Defaults of callees: the objects for parameters that a call leaves out."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.origins import AttributeOf, Fixed, ItemOf, Origin
from tracer.values.staging import Stager


def stage_defaults(
    stager: Stager,
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
    fixed = Fixed(function, function.__name__)
    values, code = function.__defaults__ or (), function.__code__
    first = code.co_argcount - len(values)
    found = list(twin.__defaults__ or ())
    for index, value in enumerate(values):
        position = first + index
        named = position >= code.co_posonlyargcount
        if position < len(args) or (named and code.co_varnames[position] in kwargs):
            continue
        if found[index] is value:
            place = ItemOf(AttributeOf(fixed, "__defaults__"), index)
            found[index] = _staged(stager, value, place)
    twin.__defaults__ = tuple(found) or None
    keywords = dict(twin.__kwdefaults__ or {})
    for name, value in (function.__kwdefaults__ or {}).items():
        if name not in kwargs and keywords[name] is value:
            place = ItemOf(AttributeOf(fixed, "__kwdefaults__"), name)
            keywords[name] = _staged(stager, value, place)
    twin.__kwdefaults__ = keywords or None


def _staged(stager: Stager, value: Any, place: Origin) -> Any:
    return value if type(value) in PLAIN_TYPES else stager.stage(value, place)
