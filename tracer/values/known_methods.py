"""Methods that the user's classes define, of values that only the run knows."""

from __future__ import annotations

from typing import Any

from tracer.flow.known_classes import KnownClasses
from tracer.policy import is_convertible
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.classes import Classes
from tracer.values.descriptors import class_method
from tracer.values.functions_and_classes import StagedBoundFunction, StagedFunction
from tracer.values.lookup import ABSENT, METHODS, in_class, method_in_class


def known_method(trace: Trace, symbol: Symbol, name: str) -> Any:
    """Return a method that the class of a value defines; `ABSENT` if it has none.

    Guards say that an array has it when the graph is called. Of what runs before it,
    and of objects that branches and loops leave, the run says it.
    """
    classes = trace.part(KnownClasses)
    known = classes.find(symbol)
    if known is None or is_convertible(in_class(known.kind, "__getattribute__")):
        return ABSENT
    found = in_class(known.kind, name)
    function = getattr(found, "__func__", found)
    if not issubclass(type(found), METHODS) or not is_convertible(function):
        return ABSENT
    if name in known.own or name in trace.facts.class_attributes:
        return ABSENT
    if classes.is_set(known.kind, name) or trace.knowledge.replaced():
        return ABSENT
    for origin in known.origins or (None,):
        trace.part(Classes).find(known.kind, name, origin, visible=True)
    if not known.origins or known.optional or trace.knowledge.clobbered():
        expected = method_in_class(known.kind, name)
        trace.emit("check_attribute", symbol, name, expected)
        trace.emit("check_class", symbol, known.kind)  # `super` follows it
    if found is function:
        return StagedBoundFunction(StagedFunction(function, trace), symbol)
    return class_method(trace, known.kind, found, name)
