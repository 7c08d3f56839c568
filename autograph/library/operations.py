"""Functions of this package that are operations: a trace records them."""

from __future__ import annotations

from typing import Any

from runtime.ops import OPS
from tracer.record.context import ACTIVE
from tracer.record.decisions import OPERATION


def perform(name: str, /, *args: Any, **kwargs: Any) -> Any:
    """Record an operation in a trace, or run it.

    Parameters
    ----------
    name : str
        The name of its row.
    *args, **kwargs
        Its arguments, as its kernel takes them.
    """
    trace = ACTIVE.get()
    if trace is None:
        return OPS[name].kernel(*args, **kwargs)
    trace.decide("call", OPERATION)
    return trace.emit(name, *args, **kwargs)
