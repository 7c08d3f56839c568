"""Special attributes that the user's code reads by their names."""

from __future__ import annotations

from typing import Any

from tracer.errors import on_behalf
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.values.proxies import ObjectProxy


def get_attribute(trace: Trace, value: Any, name: str) -> Any:
    """Return ``value.name``, which Python or NumPy would not be told."""
    if name == "__class__" and isinstance(value, ObjectProxy):
        return trace.asked.stage_class(type(value._ag_real))
    if type(value) is not Symbol:
        return on_behalf(getattr, value, name)
    if name == "__class__" and python_class(value._ag_value.type) is None:
        return trace.emit("type_of", value)
    if name == "__class__":
        return value.__class__
    return trace.asked.attribute(value, name, True)
