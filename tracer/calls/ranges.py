"""Ranges that index arrays: NumPy takes them for the arrays of their numbers."""

from __future__ import annotations

from typing import Any

from runtime.ops import OPS
from runtime.types import Array, Iterable
from tracer.record.makers import maker_of
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def as_arrays(trace: Trace, symbol: Symbol, index: Any) -> Any:
    """Return an index of an array with arrays for the ranges in it."""
    if not isinstance(symbol._ag_value.type, Array):
        return index
    if type(index) is tuple:
        return tuple([_as_array(trace, part) for part in index])
    return _as_array(trace, index)


def _as_array(trace: Trace, part: Any) -> Any:
    if type(part) is range:
        return trace.emit("arange", part.start, part.stop, part.step)
    if type(part) is Symbol and isinstance(part._ag_value.type, Iterable):
        maker = maker_of(trace, part)
        if maker is not None and maker.operation.name == "range":
            return trace.record(OPS["arange"], maker.args)
    return part
