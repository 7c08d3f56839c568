"""Objects of which code that is called back may have set the class."""

from __future__ import annotations

from typing import Any

from tracer.policy import is_opaque
from tracer.record.trace import Trace
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy


def may_have_changed(trace: Trace, value: Any) -> bool:
    """Whether only the run knows of which class a value is by now."""
    if not isinstance(value, ObjectProxy) or not trace.knowledge.clobbered():
        return False
    real = value._ag_real
    made = trace.part(Objects).made_attributes(real) is not None
    return not made and not is_opaque(type(real))
