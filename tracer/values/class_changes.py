"""Objects of which code that is called back may have set the class."""

from __future__ import annotations

from typing import Any

from tracer.policy import is_opaque
from tracer.record.places import Place, Unknown
from tracer.record.trace import Trace
from tracer.values.proxies import ObjectProxy


def may_have_changed(trace: Trace, value: Any) -> bool:
    """Whether only the run knows of which class a value is by now."""
    if not isinstance(value, ObjectProxy) or not trace.knowledge.clobbered():
        return False
    made = value._ag_origin is None and value._ag_value is None
    if made or is_opaque(type(value._ag_real)):
        return False
    return isinstance(trace.knowledge.find(_place(value)), Unknown)


def stays(trace: Trace, *values: Any) -> None:
    """Let the run see that objects still have the class by which they are traced."""
    for value in values:
        if may_have_changed(trace, value):
            kind = type(value._ag_real)
            trace.emit("check_class", value, kind)
            trace.knowledge.learn(_place(value), kind)


def _place(proxy: ObjectProxy) -> Place:
    return Place(proxy, "attribute", "__class__")
