"""Methods that the user's classes of arrays define."""

from __future__ import annotations

from typing import Any

from tracer.policy import is_convertible
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.arrays_of_classes import ArraysOfClasses
from tracer.values.classes import Classes
from tracer.values.descriptors import class_method
from tracer.values.functions_and_classes import StagedBoundFunction, StagedFunction
from tracer.values.lookup import ABSENT, METHODS, in_class, method_in_class


def method_of_array(trace: Trace, symbol: Symbol, name: str) -> Any:
    """Return a method that the class of an array defines; `ABSENT` if it has none.

    Guards say that the array has it when the graph is called, and of what runs before
    it, the run says it.
    """
    known = trace.part(ArraysOfClasses).find(symbol)
    if known is None or is_convertible(in_class(known.kind, "__getattribute__")):
        return ABSENT
    found = in_class(known.kind, name)
    function = getattr(found, "__func__", found)
    if not isinstance(found, METHODS) or not is_convertible(function):
        return ABSENT
    if name in known.own or name in trace.facts.class_attributes:
        return ABSENT
    if trace.knowledge.replaced():
        return ABSENT
    trace.part(Classes).find(known.kind, name, known.origin, visible=True)
    if known.origin is None or trace.knowledge.clobbered():
        expected = method_in_class(known.kind, name)
        trace.emit("check_attribute", symbol, name, expected)
    if found is function:
        return StagedBoundFunction(StagedFunction(function, trace), symbol)
    return class_method(trace, known.kind, found, name)
