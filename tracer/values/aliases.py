"""What types are written with, such as ``list[float]``, where the function makes it."""

from __future__ import annotations

import operator
import typing
from functools import reduce
from types import EllipsisType, GenericAlias, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    ForwardRef,
    Generic,
    NewType,
    ParamSpec,
    TypeVar,
    get_args,
    get_origin,
)

from tracer.errors import on_behalf
from tracer.record.contents import held, holds_staged
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.enumerations import member_or
from tracer.values.lookup import in_class

OF_TYPING: Any = type(ClassVar[int])
BARE: Any = type(typing.Sequence)
TAKING_PARAMETERS: tuple[Any, ...] = (type(ClassVar), BARE, OF_TYPING)
"""Classes of what is no class and takes parameters: ``Union[int, str]``."""
ALIASES: tuple[Any, ...] = (GenericAlias, UnionType, OF_TYPING)
"""Classes of aliases. They never change, and are equal if their parts are."""
PARTS = (
    *(str, int, bytes, type(None), EllipsisType),
    *(TypeVar, ParamSpec, ForwardRef, NewType),
    *(type(ClassVar), BARE),  # and `typing.Any`, `typing.List`
)
"""Classes of parts that are no classes."""


class _MadeHereError(Exception):
    """An alias of a class that the function makes."""


def with_parameters(trace: Trace, of: Any, key: Any) -> Any:
    """Return a class, or what `typing` has for one, with parameters: ``list[key]``.

    The library's keep what they make, for the whole process.
    """
    if any(type(each) is Symbol or isinstance(each, Proxy) for each in held(key)):
        return trace.asked.pure(operator.getitem, (of, key), {})
    return member_or(trace, on_behalf(operator.getitem, of, _real(trace, key)))


def _real(trace: Trace, key: Any) -> Any:
    if type(key) in (tuple, list):
        return type(key)([_real(trace, each) for each in key])
    return trace.asked.original(key)


def is_of(value: Any, kind: type, classes: Any) -> bool:
    """Whether a value that stands for one of a class is an instance of others.

    Those of `typing` ask for the class of a value by `type`.
    """
    if isinstance(classes, tuple):
        return any(is_of(value, kind, each) for each in classes)
    if get_origin(classes) in (typing.Union, UnionType):
        return is_of(value, kind, get_args(classes))
    if isinstance(classes, (OF_TYPING, BARE)):
        return issubclass(kind, classes)
    return isinstance(value, classes)


def of_every_run(trace: Trace, value: Any) -> Any:
    """Return an alias of the user's own classes for one that a trace has made.

    Returns
    -------
    object
        The alias, or None where the run makes a part of it.
    """
    try:
        return _plain(trace, value)
    except _MadeHereError:
        return None


def _plain(trace: Trace, value: Any) -> Any:
    """Return an alias, or a part of one, with the user's own classes."""
    if isinstance(value, ALIASES):
        parts = [_plain(trace, part) for part in value.__args__]
        notes = getattr(value, "__metadata__", ())
        if notes:
            return Annotated[(*parts, *[_note(trace, each) for each in notes])]
        return _made_of(value, parts)
    original = trace.asked.original(value)
    if isinstance(original, PARTS) and not is_staged(original):
        return original
    if is_staged(original) or not trace.asked.is_lasting(original):
        raise _MadeHereError
    return original


def _note(trace: Trace, value: Any) -> Any:
    """Return the user's own object for what `Annotated` adds to a type."""
    original = trace.asked.original(value)
    if is_staged(original) or holds_staged(original):
        raise _MadeHereError
    return original


def _made_of(alias: Any, parts: list[Any]) -> Any:
    """Return an alias of the same class with other parts."""
    if isinstance(alias, UnionType):
        return reduce(operator.or_, parts)
    of: Any = alias.__origin__
    if type(alias) is OF_TYPING and _is_remembered(of):
        return of[tuple(parts)]
    if isinstance(alias, OF_TYPING):
        return alias.copy_with(tuple(parts))
    if type(alias) is GenericAlias:
        return GenericAlias(of, tuple(parts))
    taken = parts[0] if parts[0] is ... else parts[:-1]
    return of[taken, parts[-1]]  # of a callable


def _is_remembered(of: Any) -> bool:
    """Whether a class gives one alias for the same parameters, as `typing` does."""
    maker = in_class(of, "__class_getitem__")
    return maker is not None and maker is vars(Generic).get("__class_getitem__")
