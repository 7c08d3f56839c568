"""Methods, and functions that objects hold, looked up after code has run in between.

Special methods and libraries hardly ever replace them. So the trace goes on with those
that it knows, and the run sees that they are still there.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from tracer.flow.known_classes import KnownClasses
from tracer.policy import is_convertible
from tracer.record.places import Place
from tracer.record.rebound_names import CALLED
from tracer.record.trace import Trace
from tracer.record.value_classes import never_changes
from tracer.serve.origins import AttributeOf
from tracer.values.classes import Classes
from tracer.values.descriptors import class_method
from tracer.values.functions_and_classes import StagedBoundFunction, StagedFunction
from tracer.values.lookup import ABSENT, _instance_dict, in_class, method_in_class
from tracer.values.proxies import ObjectProxy


def looked_up_again(trace: Trace, proxy: ObjectProxy, name: str) -> Any:
    """Return what an object has to be called by a name; `ABSENT` if it is not certain.

    The run raises if the object has something else there by now.
    """
    place = Place(proxy, "attribute", name)
    if place in trace.facts.stored or trace.knowledge.replaced():
        return ABSENT
    if trace.part(KnownClasses).is_set_on_any(type(proxy._ag_real), name):
        return ABSENT
    held, expected = _held(trace, proxy, name)
    checked = Place(proxy, "method", name)
    if held is not ABSENT and trace.knowledge.find(checked) is not True:
        trace.emit("check_attribute", proxy, name, expected)
        trace.knowledge.learn(checked, True)
    return held


def _held(trace: Trace, proxy: ObjectProxy, name: str) -> tuple[Any, Any]:
    """Return what an object has under a name, and what the run has to find there."""
    kind, origin = type(proxy._ag_real), proxy._ag_origin
    own = {} if origin is None else _instance_dict(proxy._ag_real)
    value = own[name] if name in own else in_class(kind, name, ABSENT)
    if name not in own and issubclass(
        type(value), (FunctionType, classmethod, staticmethod)
    ):
        function = getattr(value, "__func__", value)
        if not is_convertible(function):
            return ABSENT, None
        trace.part(Classes).find(kind, name, origin, visible=True)
        if value is function:
            bound = StagedBoundFunction(StagedFunction(function, trace), proxy)
        else:
            bound = class_method(trace, kind, value, name)
        return bound, method_in_class(kind, name)
    if isinstance(value, CALLED):
        if origin is None:
            return trace.part(Classes).attribute(kind, name), value
    elif origin is None or trace.knowledge.exchanged() or not _is_users(value):
        return ABSENT, None
    if name not in own and hasattr(type(value), "__set__"):  # it may set another one
        return ABSENT, None
    staged = trace.asked.stage(value, AttributeOf(origin, name))
    return staged, staged


def _is_users(value: Any) -> bool:
    """Whether a value is an object whose class gives it methods of the user's."""
    kind = type(value)
    return Classes.is_users(kind) and not (
        never_changes(value) or issubclass(kind, (tuple, np.ndarray, np.generic))
    )
