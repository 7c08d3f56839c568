"""Objects that are the same at every call, so that the graph may hold them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from tracer.policy import is_opaque, is_user_module
from tracer.record.staged import Proxy
from tracer.record.value_classes import VALUES
from tracer.serve.origins import Fixed, Origin, root


def stays(origin: Origin) -> bool:
    """Whether an origin leads to the same object at every call."""
    start = root(origin)
    if not isinstance(start, Fixed):
        return False
    if isinstance(start.value, ModuleType):
        return start is origin or not is_user_module(start.value)
    if isinstance(start.value, type):
        return start is origin or is_opaque(start.value)
    return True


def is_constant(value: Any) -> bool:
    """Whether a value stands for one that never changes, the same at every call."""
    return (
        isinstance(value, Proxy)
        and type(value._ag_real) in VALUES
        and value._ag_origin is not None
        and stays(value._ag_origin)
    )
