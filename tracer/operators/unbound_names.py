"""Names that may have no value."""

from __future__ import annotations

from typing import Any

from tracer.record.trace import Trace


def bound(trace: Trace, value: Any) -> Any:
    """Return the value of a name, or raise UnboundLocalError at run time."""
    return trace.bound(value)


def free(trace: Trace, value: Any) -> Any:
    """Return the value of a variable of a function around, or raise NameError."""
    return trace.bound(value, "check_free")
