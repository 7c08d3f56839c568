"""What properties, methods of classes and other descriptors make of an attribute."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from types import GetSetDescriptorType, MethodDescriptorType
from typing import Any

from tracer.flow.tries import tried
from tracer.policy import attribute_of, is_convertible
from tracer.record.causes import CACHED, REMEMBERED
from tracer.record.places import Place, Unknown
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf, Fixed
from tracer.serve.presence import Lacks, has_itself
from tracer.values.bound_methods import opaque_method
from tracer.values.functions_and_classes import StagedBoundFunction
from tracer.values.lasting import is_constant
from tracer.values.lookup import (
    ABSENT,
    METHODS,
    REMEMBERING,
    WRITTEN_IN_C,
    _describes,
    binds,
    gives_itself,
    in_class,
)
from tracer.values.proxies import ObjectProxy
from tracer.values.reads import Reads


def class_method(trace: Trace, kind: type, found: Any, name: str) -> Any:
    """Return a class method or static method."""
    staged = trace.asked.stage(found.__func__, Fixed(found.__func__, name))
    if issubclass(type(found), staticmethod):
        return staged
    return StagedBoundFunction(staged, trace.asked.stage_class(kind))


def may_be_computed(trace: Trace, proxy: ObjectProxy, found: Any, name: str) -> bool:
    """Whether code of the class may run if an object itself has lost the value."""
    if binds(found) or issubclass(type(found), (staticmethod, classmethod)):
        return False
    if not isinstance(trace.knowledge.find(Place(proxy, "attribute", name)), Unknown):
        return False
    real = proxy._ag_real
    hooked = found is ABSENT and in_class(type(real), "__getattr__") is not None
    return _describes(found) or (hooked and not has_itself(real, name))


def read_property(trace: Trace, getter: Any, proxy: ObjectProxy, name: str) -> Any:
    """Return the value of a property, or what ``__getattr__`` gives in its place."""
    instead = in_class(type(proxy._ag_real), "__getattr__")
    if is_convertible(getter) and instead is None:
        return trace.asked.traced(getter, (proxy,), {})
    if is_convertible(getter) and is_convertible(instead):

        def read() -> Any:
            return trace.asked.traced(getter, (proxy,), {})

        def ask(error: AttributeError) -> Any:
            return trace.asked.traced(instead, (proxy, name), {})

        site = "property", name, *trace.stack.site()
        return tried(trace, site, read, [(AttributeError, ask)], ())
    if is_constant(proxy):
        return trace.asked.ask(getattr, proxy, name)
    if type(proxy._ag_real) in VALUES:
        return trace.asked.pure(getattr, (proxy, name), {})
    return trace.asked.call_back(getattr, (proxy, name), {})


def described(
    trace: Trace,
    proxy: ObjectProxy,
    found: Any,
    name: str,
    made: dict[str, Any] | None,
) -> Any:
    """Return what a descriptor in the class makes of an attribute.

    Parameters
    ----------
    trace, proxy, name
        The running trace, the object and the attribute.
    found
        The descriptor.
    made : dict or None
        The attributes of the object, if it is made while tracing.
    """
    if is_convertible(getter := in_class(type(found), "__get__")):
        owner = trace.asked.stage_class(type(proxy._ag_real))
        given = trace.asked.stage(found, Fixed(found, name)), proxy, owner
        return trace.asked.traced(getter, given, {})
    if type(found) is cached_property:
        ask = partial(trace.asked.call_back, getattr, (proxy, name), {}, cause=CACHED)
        return _cached(trace, proxy, found, name, made, ask)
    if isinstance(found, MethodDescriptorType):
        return opaque_method(trace, proxy, name)
    if isinstance(found, REMEMBERING):  # it has attributes, such as `cache_clear`
        return trace.asked.call_back(getattr, (proxy, name), {}, cause=REMEMBERED)
    if isinstance(found, GetSetDescriptorType):
        return trace.emit("load_attribute", proxy, name)
    return trace.asked.call_back(getattr, (proxy, name), {})


def is_asked_by_class(found: Any) -> bool:
    """Whether a class attribute answers each look at it in the class by itself."""
    kind = type(found)
    known = (*METHODS, *WRITTEN_IN_C, REMEMBERING)
    return _describes(found) and not (issubclass(kind, known) or gives_itself(found))


def said_by_class(trace: Trace, name: str, value: Any) -> Any:
    """Return what a class says of itself; its namespace is a view of what changes."""
    if name == "__dict__":
        return trace.asked.stage(value, Fixed(value, "namespace"))
    if name in ("__mro__", "__bases__"):
        return tuple(map(trace.asked.stage_class, value))
    return value


def described_by_class(trace: Trace, kind: type, name: str) -> Any:
    """Return what a descriptor gives where the class is asked, and no object."""
    found = trace.asked.find_in_class(kind, name)
    staged = trace.asked.stage_class(kind)
    if not is_convertible(getter := in_class(type(found), "__get__")):
        return trace.asked.call_back(getattr, (kind, name), {})
    given = trace.asked.stage(found, Fixed(found, name)), None, staged
    return trace.asked.traced(getter, given, {})


def described_above(
    trace: Trace,
    proxy: ObjectProxy,
    found: Any,
    name: str,
    ask: Callable[[], Any],
) -> Any:
    """Return what a descriptor in a class that `super` found makes of an attribute.

    Parameters
    ----------
    trace, proxy, found, name
        See `described`.
    ask
        Asks for it at run time.
    """
    made = trace.asked.made_attributes(proxy._ag_real)
    nearest = in_class(type(proxy._ag_real), name)
    if is_convertible(in_class(type(found), "__get__")):
        return described(trace, proxy, found, name, made)
    if nearest is found and hasattr(type(found), "__set__"):
        return trace.asked.object_attribute(proxy, name)
    if type(found) is not cached_property or hasattr(type(nearest), "__set__"):
        return ask()
    if trace.asked.object_keeps(proxy, name):
        return trace.asked.object_attribute(proxy, name)
    return _cached(trace, proxy, found, name, made, ask)


def _cached(
    trace: Trace,
    proxy: ObjectProxy,
    found: cached_property[Any],
    name: str,
    made: dict[str, Any] | None,
    ask: Callable[[], Any],
) -> Any:
    """Return the value of a cached property, and keep it; or ask for it at run time."""
    if made is not None:
        value = trace.asked.call(found.func, (proxy,), {})
        trace.asked.store_made(made, name, value)
        return value
    own = attribute_of(proxy._ag_real, "__dict__")
    kept = own is not None and not trace.builder.staged
    if proxy._ag_origin is None or not kept:
        return ask()
    trace.guard(Guard(AttributeOf(proxy._ag_origin, "__dict__"), Lacks(name)))
    with trace.construct:  # it runs for the first look at each object
        value = trace.asked.call(found.func, (proxy,), {})
    trace.part(Reads).store(Place(proxy, "attribute", name), value)
    return value
