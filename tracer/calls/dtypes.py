"""NumPy's functions of what types tell: dtypes, kinds of numbers, dimensions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from runtime.types import (
    INT,
    PYTHON_SCALARS,
    Array,
    NumpyScalar,
    PythonScalar,
    Type,
    members,
)
from tracer.calls.arguments import is_plain, run_plainly
from tracer.calls.handlers import Builtin
from tracer.errors import on_behalf
from tracer.record.numpys_code import NumpysCode
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


class UnknownDtype(Exception):
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
    raise UnknownDtype


def _represented(trace: Trace, value: Any) -> list[Any]:
    """Return the values that a value is represented by, one for each of its types."""
    if type(value) is Symbol:
        kinds = members(value._ag_value.type)
        wide = _WIDE if INT in kinds else ()
        return [*map(representative, kinds), *wide]
    if type(value) in (tuple, list):
        items = product(*[_represented(trace, item) for item in value])
        return [type(value)(each) for each in islice(items, _MOST + 1)]
    if not is_plain(value):
        raise UnknownDtype
    return [trace.part(Stager).original(value)]


_WIDE = (2**63, 2**64)
"""Python integers that NumPy gives other dtypes than those of 64 bits."""
_MOST = 27
"""The number of combinations of types above which nothing is known."""


def _of_dtypes(function: Any, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function with values of the same dtypes, if they agree on the answer."""
    try:
        given = _represented(trace, (args, tuple(kwargs.values())))
        if len(given) > _MOST:
            raise UnknownDtype
        named = [dict(zip(kwargs, values)) for _, values in given]
    except UnknownDtype:
        return trace.asked.call_numpy(function, args, kwargs)
    if len(given) == 1:
        return on_behalf(function, *given[0][0], **named[0])
    try:
        found = [
            function(*values, **options) for (values, _), options in zip(given, named)
        ]
    except Exception:  # which of them are given, the run says
        found = []
    if found and all(type(one) is type(found[0]) and one == found[0] for one in found):
        return found[0]
    return trace.asked.call_numpy(function, args, kwargs)


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


def _broadcast(trace: Trace, *arrays: Any) -> Any:
    """Return what NumPy's own code asks for the shape of, as far as types have it."""
    shapes = [_sizes(trace.type_of(each)) for each in arrays]
    if None in shapes or not trace.part(NumpysCode).running:
        return trace.asked.call_back(np.broadcast, arrays, {})
    empty = [np.broadcast_to(0, shape) for shape in shapes if shape is not None]
    return on_behalf(np.broadcast, *empty)


def _sizes(of: Type) -> tuple[int, ...] | None:
    """Return the shape of a value if its type has all of it."""
    shape = of.shape if isinstance(of, Array) else ()
    if shape is None or not isinstance(of, (*NUMPY, PythonScalar)):
        return None
    sizes = tuple([size for size in shape if size is not None])
    return sizes if len(sizes) == len(shape) else None


DTYPES = (
    *_rows(OF_DTYPES, _of_dtypes),
    *_rows(OF_PLAIN_VALUES, _of_plain_values),
    Builtin(np.broadcast, handler=_broadcast),
    *_rows((np.ndim, np.shape, np.size), _attribute),
)
"""What a call of each does in a trace."""
