"""Attributes of objects whose class has code for them: asked for, or set past it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.errors import on_behalf
from tracer.flow.tries import tried
from tracer.record.contents import has_symbol
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.classes import Classes
from tracer.values.lookup import runs_code
from tracer.values.named_tuples import NamedTuples
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy


def has(trace: Trace, proxy: ObjectProxy, name: str) -> Any:
    """Whether an object has an attribute, which its class may compute."""
    if is_computed(type(proxy._ag_real), name):
        return _of_object(trace, proxy, name, lambda value: True, False)
    return trace.part(Objects).has(proxy, name)


def attribute_or(trace: Trace, proxy: ObjectProxy, name: str, default: Any) -> Any:
    """Return an attribute of an object, or another value if there is none."""
    if is_computed(type(proxy._ag_real), name):
        return _of_object(trace, proxy, name, lambda value: value, default)
    there = trace.part(Objects).has(proxy, name)
    if type(there) is Symbol:
        return trace.emit("attribute_or", proxy, name, default)
    return trace.part(Objects).attribute(proxy, name) if there else default


def store_plain(trace: Trace, value: Any, name: Any, *more: Any) -> Any:
    """Apply ``object.__setattr__``, which no method of the class sees."""
    if isinstance(value, ObjectProxy) and type(name) is not Symbol and len(more) == 1:
        trace.part(Objects).store_plain(value, name, *more)
        return None
    if isinstance(value, tuple) and not is_staged(value):
        trace.part(NamedTuples).gets_attribute(value)
    if has_symbol((value, name)):
        return trace.asked.call_back(object.__setattr__, (value, name, *more), {})
    return on_behalf(object.__setattr__, value, name, *more)


def is_computed(kind: type, name: str) -> bool:
    """Whether code of the user's class may answer, which is compiled."""
    return Classes.is_users(kind) and runs_code(kind, name)


def _of_object(
    trace: Trace,
    proxy: ObjectProxy,
    name: str,
    found: Callable[[Any], Any],
    missing: Any,
) -> Any:
    def ask() -> Any:
        return found(trace.part(Objects).attribute(proxy, name))

    return asked_once(trace, name, ask, missing)


def asked_once(trace: Trace, name: str, ask: Callable[[], Any], missing: Any) -> Any:
    """Ask for an attribute once; an AttributeError says that there is none."""

    def absent(error: AttributeError) -> Any:
        return missing

    site = "attribute", name, *trace.stack.site()
    return tried(trace, site, ask, [(AttributeError, absent)], ())
