"""Calls of NumPy's functions, recorded by their rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ir.constants import has_text
from runtime.ops import BY_FUNCTION, row_of_ufunc
from runtime.ops.infer import infer
from tracer.calls.arguments import out_by_name, written_first, written_to
from tracer.calls.arrays import operate
from tracer.errors import on_behalf
from tracer.record.decisions import OPERATION
from tracer.record.numpys_code import NumpysCode, is_unsure
from tracer.record.trace import Trace
from tracer.values.containers import as_list
from tracer.values.variables import Variables


def ufunc(
    trace: Trace, ufunc: np.ufunc, method: str, inputs: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call of a ufunc or of one of its methods."""
    if method == "__call__" and len(inputs) > ufunc.nin:
        if len(inputs) > ufunc.nin + ufunc.nout or "out" in kwargs:
            return on_behalf(ufunc, *inputs, **kwargs)  # NumPy says what is too many
        missing = ufunc.nin + ufunc.nout - len(inputs)
        kwargs = {**kwargs, "out": (*inputs[ufunc.nin :], *(None,) * missing)}
        inputs = inputs[: ufunc.nin]
    out = kwargs.get("out")
    single = ufunc.nout == 1 or method != "__call__"
    if isinstance(out, tuple) and len(out) == 1 and single:
        kwargs = {**kwargs, "out": out[0]}
        out = out[0]
    if out is None or (type(out) is tuple and all(one is None for one in out)):
        out = None
        kwargs = {name: value for name, value in kwargs.items() if name != "out"}
    inputs = tuple([as_list(value) for value in inputs])
    inputs = trace.part(Variables).values_in(inputs)
    if method == "__call__" and not kwargs:
        row, sign = BY_FUNCTION.get(ufunc), trace.running_sign()
        if row is not None and row.infix in (sign, sign.removesuffix("=")):
            return operate(trace, row.name, *map(_scalar, inputs))
    args = tuple([trace.lift(value) for value in inputs])
    keywords = {name: trace.lift(value) for name, value in kwargs.items()}
    row, before = row_of_ufunc(ufunc, args, keywords, method)
    trace.decide("call", OPERATION)
    named, of = tuple(keywords.items()), None
    if before and not has_text(ufunc):  # it becomes an input of the graph
        of, _ = infer(row, (*before, *args), named)
        before = (trace.lift(ufunc),)
    result = trace.record(row, (*before, *args), named, of=of, sure=of is None)
    return result if isinstance(out, tuple) else written_to(out, result)


def numpy_function(
    trace: Trace, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Record a call of a NumPy function, by its row if it has one."""
    row = BY_FUNCTION.get(function)
    if row is None:
        return trace.asked.unknown(function, args, kwargs)
    given, named = args, kwargs
    args = tuple([as_list(value) for value in args])
    args, kwargs = written_first(row, *out_by_name(row, args, kwargs))
    if is_unsure(trace, row, args, kwargs):
        # NumPy's code may return a list that it is given.
        made = trace.part(NumpysCode).traced(function, given, named)
        if made is not NotImplemented:
            return made
    trace.decide("call", OPERATION)
    result = trace.emit(row, *args, **kwargs)
    return written_to(kwargs.get("out"), result)


def _scalar(operand: Any) -> Any:
    """Return a NumPy scalar that became an array on the way to a ufunc.

    Any array of the user would be a symbol.
    """
    return operand[()] if type(operand) is np.ndarray else operand
