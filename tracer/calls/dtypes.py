"""NumPy's functions of what types tell: dtypes, kinds of numbers, dimensions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from runtime.types import (
    PYTHON_SCALARS,
    Array,
    NumpyScalar,
    PythonScalar,
    Type,
    Union,
)
from tracer.calls.arguments import is_plain, run_plainly
from tracer.calls.handlers import Builtin
from tracer.errors import on_behalf
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.staging import Stager

OF_DTYPES = (
    np.result_type,
    np.promote_types,
    np.can_cast,
    np.issubdtype,
    np.common_type,
    np.iscomplexobj,
    np.isrealobj,
    np.isdtype,
    np.isscalar,
    np.iterable,
)
"""Functions that ask for nothing but dtypes and classes."""
OF_PLAIN_VALUES = (
    np.min_scalar_type,
    normalize_axis_index,
    normalize_axis_tuple,
)
"""Functions of plain values whose result Python needs while tracing."""
NUMPY = (Array, NumpyScalar)
_KINDS = {scalar: kind for kind, scalar in PYTHON_SCALARS.items()}


class Unknown(Exception):
    """Only the run knows what kind of value an argument is."""


def representative(of: Type) -> Any:
    """Return a value with the dtype, and the class, of a type.

    Examples
    --------
    >>> representative(Array(np.dtype("int8"), (None, 2))).shape
    (1, 1)
    """
    match of:
        case Array(dtype, shape) if dtype.kind != "T":
            return np.zeros((1,) * (1 if shape is None else len(shape)), dtype)
        case NumpyScalar(dtype) if dtype.kind in "biufc":
            return dtype.type(0)
        case PythonScalar("int" | "float" | "complex" | "bool"):
            return _KINDS[of]()
        case Union(several):
            first, *others = map(representative, several)
            dtypes = {getattr(one, "dtype", None) for one in (first, *others)}
            if len(dtypes) == 1 and len({type(one) for one in (first, *others)}) == 1:
                return first
    raise Unknown


def _represented(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol:
        return representative(value._ag_value.type)
    if type(value) in (tuple, list):
        return type(value)([_represented(trace, item) for item in value])
    if not is_plain(value):
        raise Unknown
    return trace.part(Stager).original(value)


def _of_dtypes(function: Any, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function with values of the same dtypes, if these are known."""
    try:
        given = _represented(trace, args)
        named = {name: _represented(trace, value) for name, value in kwargs.items()}
    except Unknown:
        return trace.asked.call_numpy(function, args, kwargs)
    return on_behalf(function, *given, **named)


def _of_plain_values(function: Any, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    if is_plain((args, kwargs)):
        return run_plainly(trace, function, args, kwargs)
    return trace.asked.call_numpy(function, args, kwargs)


def _rows(
    functions: tuple[Callable[..., Any], ...], handler: Callable[..., Any]
) -> tuple[Builtin, ...]:
    return tuple(Builtin(each, handler=partial(handler, each)) for each in functions)


def _attribute(function: Any, trace: Trace, a: Any, *args: Any) -> Any:
    """Return the shape or size of an array, as far as its type has it."""
    if type(a) is Symbol and isinstance(a._ag_value.type, NUMPY) and not args:
        return getattr(a, function.__name__)
    return trace.asked.call_numpy(function, (a, *args), {})


DTYPES = (
    *_rows(OF_DTYPES, _of_dtypes),
    *_rows(OF_PLAIN_VALUES, _of_plain_values),
    *_rows((np.ndim, np.shape, np.size), _attribute),
)
"""What a call of each does in a trace."""
