"""Calls of NumPy's functions, recorded by their rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ops import BY_FUNCTION, row_of_ufunc
from tracer.calls.arguments import out_by_name
from tracer.calls.arrays import operate
from tracer.calls.callbacks import call_back
from tracer.errors import on_behalf
from tracer.record.decisions import OPERATION
from tracer.record.trace import Trace
from tracer.values.containers import as_list
from tracer.values.variables import Variables


def ufunc(
    trace: Trace, ufunc: np.ufunc, method: str, inputs: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call of a ufunc or of one of its methods."""
    if method == "__call__" and len(inputs) > ufunc.nin + ufunc.nout:
        return on_behalf(ufunc, *inputs, **kwargs)  # NumPy says what is too many
    if method == "__call__" and len(inputs) > ufunc.nin:
        kwargs = {**kwargs, "out": tuple(inputs[ufunc.nin :])}
        inputs = inputs[: ufunc.nin]
    out = kwargs.get("out")
    if isinstance(out, tuple) and len(out) == 1:
        kwargs = {**kwargs, "out": out[0]}
        out = out[0]
    if out is None:
        kwargs = {name: value for name, value in kwargs.items() if name != "out"}
    inputs = trace.part(Variables).values_in(tuple(inputs))
    if method == "__call__" and not kwargs:
        row, sign = BY_FUNCTION.get(ufunc), trace.running_sign()
        if row is not None and row.infix in (sign, sign.removesuffix("=")):
            return operate(trace, row.name, *map(_scalar, inputs))
    args = tuple([trace.lift(value) for value in inputs])
    keywords = {name: trace.lift(value) for name, value in kwargs.items()}
    row, before = row_of_ufunc(ufunc, args, keywords, method)
    trace.decide("call", OPERATION)
    result = trace.record(row, before + args, tuple(keywords.items()))
    return result if out is None or isinstance(out, tuple) else out


def numpy_function(
    trace: Trace, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Record a call of a NumPy function, by its row if it has one."""
    row = BY_FUNCTION.get(function)
    if row is None:
        return call_back(trace, function, args, kwargs)
    args = tuple([as_list(value) for value in args])
    args, kwargs = out_by_name(row, args, kwargs)
    trace.decide("call", OPERATION)
    result = trace.emit(row, *args, **kwargs)
    out = kwargs.get("out")
    return result if out is None else out


def _scalar(operand: Any) -> Any:
    """Return a NumPy scalar that became an array on the way to a ufunc.

    Any array of the user would be a symbol.
    """
    return operand[()] if type(operand) is np.ndarray else operand
