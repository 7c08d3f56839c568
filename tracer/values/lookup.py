"""Attributes looked up as Python does, without running anything."""

from __future__ import annotations

from array import array
from collections import defaultdict, deque
from datetime import date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from functools import cached_property, lru_cache, partial
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Any
from weakref import ProxyTypes

from tracer.policy import attribute_of
from tracer.record.symbols import Symbol

ABSENT = object()
"""The marker for a name that a class does not define."""
METHODS = (FunctionType, classmethod, staticmethod)
"""What a class asks for no code of the program's if it is asked itself."""
WRITTEN_IN_C = (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
"""What a class holds that no program replaces."""
REMEMBERING = type(lru_cache(len))
"""What `functools.cache` and `lru_cache` make of a function."""


def in_class(kind: type, name: str, default: Any = None) -> Any:
    """Return what a class defines under a name, without looking at instances.

    Of a method that is decorated as ours, it is the user's function.
    """
    return undecorated(_defined_in_class(kind, name, default))


def method_in_class(kind: type, name: str) -> Any:
    """Return what a method, bound to an object, has as its function when it runs."""
    found = _defined_in_class(kind, name, None)
    return getattr(found, "__func__", found)


def _defined_in_class(kind: type, name: str, default: Any) -> Any:
    """Return what the namespaces of a class and its bases hold under a name."""
    for base in kind.__mro__:
        if base is object and name not in ("__new__", "__setattr__"):
            return default
        if name in vars(base) and id(vars(base)[name]) not in _GENERIC:
            return vars(base)[name]
    return default


_GENERIC = {
    id(vars(kind)[name])
    for kind in (
        *(int, float, complex, str, bytes, bytearray, tuple, frozenset),
        *(list, dict, set, deque, defaultdict, array, partial, property, BaseException),
        *(Decimal, date, datetime, time, timedelta, tzinfo),
    )
    for name in ("__getattribute__", "__setattr__", "__delattr__")
    if name in vars(kind)
}
"""The identities of what classes written in C define and that does as `object` does."""


def shows_another_class(kind: type) -> bool:
    """Whether objects of a class may say that they are of another, as proxies do."""
    return kind in ProxyTypes or any(
        "__class__" in vars(base) for base in kind.__mro__[:-1]
    )


def undecorated(found: Any) -> Any:
    """Return the user's function behind one that is decorated as ours.

    One with an input signature stays: calls within a trace have to fit it too.
    """
    if type(found) is Symbol:
        return found
    inner = _instance_dict(found).get("python_function")
    if type(inner) is not FunctionType or not hasattr(type(found), "__get__"):
        return found  # one graph of a function is not bound to an object
    return inner if getattr(found, "input_signature", None) is None else found


def _instance_dict(value: object) -> dict[str, Any]:
    """Return the namespace of an object, without asking its ``__getattr__``."""
    own: dict[str, Any] | None = attribute_of(value, "__dict__")
    return {} if own is None else own


def binds(found: Any) -> bool:
    """Whether a class attribute is bound to its object when read, as a function is."""
    decorated = hasattr(type(found), "staged_call") and hasattr(type(found), "__get__")
    return type(found) is FunctionType or decorated


def _describes(found: Any) -> bool:
    """Whether a class attribute is asked for the value of the object's attribute.

    A slot is read as any attribute. A decorated function that is bound already, such as
    a partial one, stays what it is.
    """
    kind = type(found)
    bound = kind is MemberDescriptorType or hasattr(kind, "python_function")
    return hasattr(kind, "__get__") and not bound


def is_property(found: Any, asked: str = "__get__") -> bool:
    """Whether a class attribute is a property that answers as Python's own do."""
    kind = type(found)
    same = getattr(kind, asked, None) is getattr(property, asked)
    return issubclass(type(found), property) and same


def gives_itself(found: Any) -> bool:
    """Whether a class attribute is what its class gives if it is asked."""
    getter = getattr(type(found), "__get__", None)
    return getter is None or getter in _GIVING_THEMSELVES


_GIVING_THEMSELVES = tuple(
    [each.__get__ for each in (FunctionType, property, cached_property)]
)
"""What makes of a class attribute itself where no object is asked."""


def _is_data_descriptor(found: Any) -> bool:
    """Whether a class attribute precedes that of an instance."""
    kind = type(found)
    return kind is not MemberDescriptorType and hasattr(kind, "__set__")


def hooks_stores(kind: type) -> bool:
    """Whether a class has a ``__setattr__`` of its own."""
    hook = in_class(kind, "__setattr__")
    return hook is not None and hook is not object.__setattr__


def runs_code(kind: type, name: str) -> bool:
    """Whether reading an attribute of an instance runs a method or a descriptor."""
    found = in_class(kind, name)
    if in_class(kind, "__getattribute__") is not None:
        return True
    if type(found) in (staticmethod, classmethod):
        return False
    described = hasattr(type(found), "__get__") and not callable(found)
    if is_property(found) or (described and type(found) is not MemberDescriptorType):
        return True
    return in_class(kind, "__getattr__") is not None  # of a slot without a value too


def is_kept_when_asked(real: object, name: str) -> bool:
    """Whether asking for an attribute computes it and sets it on the object."""
    found = in_class(type(real), name)
    return issubclass(type(found), cached_property) and name not in _instance_dict(real)
