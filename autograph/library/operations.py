"""Functions of ours that are operations: a trace records what they do."""

from __future__ import annotations

from typing import Any

from runtime.ops import OPS
from tracer.record.context import ACTIVE
from tracer.record.decisions import OPERATION


def perform(name: str, *args: Any, **kwargs: Any) -> Any:
    """Record the operation of a row, or do what it does.

    Parameters
    ----------
    name : str
        The name of the row.
    *args, **kwargs
        What it is given, as its kernel takes it.
    """
    trace = ACTIVE.get()
    if trace is None:
        return OPS[name].kernel(*args, **kwargs)
    trace.decide("call", OPERATION)
    return trace.emit(name, *args, **kwargs)
