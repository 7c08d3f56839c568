"""What a class has from its own class, as an object has its methods."""

from __future__ import annotations

from abc import ABCMeta
from enum import EnumType
from types import FunctionType
from typing import Any, Protocol

from tracer.record.staged import is_asked
from tracer.serve.origins import Fixed, Origin
from tracer.values.lookup import in_class
from tracer.values.proxies import ITERATING, ObjectProxy, forwards

UNCHANGING = (object, type, EnumType)
"""Metaclasses whose answers stay the same: Python asks the class itself."""
ALIKE = frozenset({"__call__", "__hash__", "__eq__", "__ne__"})
"""What the stand-ins of all classes do."""


def asked_of_metaclass(metaclass: type) -> dict[str, Any]:
    """Return the special methods of the stand-ins for classes of a metaclass.

    Those that a program or a library has written are asked as the methods of objects
    are: the class may be a register that grows.
    """
    space: dict[str, Any] = {}
    for base in reversed(metaclass.__mro__):
        if base not in UNCHANGING:
            space |= forwards(base)
    for name in ALIKE:
        space.pop(name, None)
    if not space:
        return space
    space |= {"_ag_real": property(_real), "_ag_origin": property(_origin)}
    space["_ag_is_asked"] = True
    if space.keys() & set(ITERATING):
        space |= _as_of_objects("_ag_iterable", "_ag_opened")
    if space.keys() & {"__bool__", "__len__"}:
        space |= _as_of_objects("_ag_truth")
    return space


def asks_metaclass(kinds: Any, name: str, value: Any = None) -> bool:
    """Whether a metaclass says by code of its own what belongs to a class.

    Parameters
    ----------
    kinds
        A class, or a tuple of classes and tuples.
    name
        ``"__instancecheck__"`` or ``"__subclasscheck__"``.
    value
        What is asked about. Protocols look at the attributes of an object.
    """
    if isinstance(kinds, tuple):
        return any(asks_metaclass(kind, name, value) for kind in kinds)
    asked = in_class(type(kinds), name)
    if type(asked) is not FunctionType or asked is vars(ABCMeta)[name]:
        return False
    return is_asked(value) or asked.__module__ != Protocol.__module__


def _as_of_objects(*names: str) -> dict[str, Any]:
    return {name: vars(ObjectProxy)[name] for name in names}


def _real(stand_in: Any) -> type:
    kind: type = stand_in._ag_original
    return kind


def _origin(stand_in: Any) -> Origin:
    kind = stand_in._ag_original
    return Fixed(kind, kind.__name__)
