"""The result of ``super()`` in a trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from tracer.errors import on_behalf
from tracer.flow.known_classes import KnownClasses
from tracer.record.causes import PARENT
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import AttributeOf, Fixed
from tracer.values.bound_methods import BoundMethod
from tracer.values.descriptors import described_above
from tracer.values.functions_and_classes import StagedBoundFunction
from tracer.values.lookup import binds, is_property, undecorated
from tracer.values.named_tuples import NamedTuples, is_named_tuple


class Parent:
    """Finds attributes in the classes after one in the method resolution order."""

    __slots__ = ("_ag_behind", "_ag_receiver", "_ag_trace")

    def __init__(self, kind: type, receiver: Any, trace: Trace) -> None:
        self._ag_behind = kind
        self._ag_receiver = receiver
        self._ag_trace = trace

    def __getattribute__(self, name: str) -> Any:
        # What every object has, `__init__` above all, would hide that of the classes.
        if name.startswith("_ag_"):
            return object.__getattribute__(self, name)
        if name == "__class__":  # the only one that `super` has itself
            return super
        receiver = self._ag_receiver
        if issubclass(type(receiver), BaseException):  # made while tracing
            return on_behalf(getattr, super(self._ag_behind, receiver), name)
        if issubclass(type(receiver), tuple):
            named = self._ag_trace.part(NamedTuples)
            return named.behind(self._ag_behind, receiver, name)
        return _find(self._ag_trace, self._ag_behind, receiver, name)


def _find(trace: Trace, behind: type, receiver: Any, name: str) -> Any:
    """Return ``super(behind, receiver).name``."""
    original = trace.asked.original(receiver)
    if type(receiver) is Symbol:
        known = trace.part(KnownClasses).find(receiver)
        if known is None:
            return _asked(trace, behind, receiver, name)
        of = known.kind
    elif not isinstance(original, type):
        of = type(receiver._ag_real)
    else:  # of a class: itself, or an instance of its metaclass
        of = original if behind in original.__mro__ else type(original)
    order = of.__mro__
    if behind not in order:
        message = "super(type, obj): obj must be an instance or subtype of type"
        return on_behalf(_raise, TypeError(message))
    for kind in order[order.index(behind) + 1 :]:
        if name in vars(kind):
            found = vars(kind)[name]
            if type(receiver) is Symbol and isinstance(found, _DESCRIBED_IN_C):
                return _asked(trace, behind, receiver, name)
            if not isinstance(original, type) and _computes(found):
                ask = partial(_asked_in_python, trace, behind, receiver, name)
                if type(receiver) is Symbol:
                    return ask()
                return described_above(trace, receiver, found, name, ask)
            return _found_in(trace, kind, of, receiver, name)
    return on_behalf(
        _raise, AttributeError(f"'super' object has no attribute {name!r}", name=name)
    )


def _asked(trace: Trace, behind: type, receiver: Symbol, name: str) -> Any:
    """Return what Python finds at run time."""
    parent = trace.asked.pure(super, (behind, receiver), {})
    return trace.emit("ask_attribute", parent, name)


def _asked_in_python(trace: Trace, behind: type, receiver: Any, name: str) -> Any:
    """Return what a descriptor computes that is not converted."""
    parent = trace.asked.pure(super, (behind, receiver), {})
    return trace.asked.call_back(getattr, (parent, name), {}, cause=PARENT)


def _computes(found: Any) -> bool:
    """Whether a class attribute computes that of an object, and is no plain property.

    Methods, which are called, only bind it.
    """
    described = hasattr(type(found), "__get__") and not callable(found)
    bound = issubclass(type(found), (classmethod, staticmethod)) or is_property(found)
    return described and not bound


_DESCRIBED_IN_C = (GetSetDescriptorType, MemberDescriptorType)
"""Attributes that C code computes from an object."""


def _found_in(trace: Trace, kind: type, of: type, receiver: Any, name: str) -> Any:
    """Return what a class holds, bound to an object or a class that derives from it."""
    of_class = trace.asked.original(receiver) is of
    if name == "__new__" and is_named_tuple(kind):
        return partial(trace.part(NamedTuples).constructed, kind)
    if kind is object and name in _OF_OBJECT:
        return _OF_OBJECT[name](trace, receiver)
    every = kind is object  # whose methods no lookup in a class finds
    found = vars(object)[name] if every else trace.asked.find_in_class(kind, name)
    if is_property(found) and not of_class:
        getter = undecorated(found.fget)
        return trace.asked.traced(getter, (receiver,), {})
    if issubclass(type(found), (classmethod, staticmethod)):
        inner = found.__func__
        staged = trace.asked.stage(inner, Fixed(inner, name))
        if issubclass(type(found), staticmethod):
            return staged
        return StagedBoundFunction(staged, trace.asked.stage_class(of))
    if binds(found):
        staged = trace.asked.stage(found, Fixed(found, name))
        return staged if of_class else StagedBoundFunction(staged, receiver)
    if not hasattr(type(found), "__get__"):
        origin = AttributeOf(Fixed(kind, kind.__name__), name)
        return trace.asked.stage(found, origin)
    if of_class:
        return trace.asked.stage(found, Fixed(found, name))
    return BoundMethod(trace, receiver, name, partial(_called, trace, found, receiver))


def _does_nothing(*args: Any, **kwargs: Any) -> None:
    """Apply ``object.__init__`` to an instance of a class with one of its own."""


def _called(
    trace: Trace, method: Any, receiver: Any, /, *args: Any, **kwargs: Any
) -> Any:
    """Call a method that is written in C: the run does."""
    return trace.asked.call_back(method, (receiver, *args), kwargs, cause=PARENT)


_OF_OBJECT: dict[str, Callable[[Trace, Any], Any]] = {
    "__init__": lambda trace, receiver: _does_nothing,
    "__init_subclass__": lambda trace, receiver: _does_nothing,
    "__new__": lambda trace, receiver: trace.asked.class_attribute(object, "__new__"),
    "__setattr__": lambda trace, receiver: partial(trace.asked.store_plain, receiver),
}
"""What a trace does for the methods that every class ends with."""


def _raise(error: Exception) -> Any:
    raise error
