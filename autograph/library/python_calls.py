"""Explicit calls back into Python, with declared results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.library.boundary import boundary
from runtime.ops import OPS
from runtime.types import PYTHON_SCALARS, scalar
from tracer.errors import user_error
from tracer.flow.made_containers import MadeContainers
from tracer.record.causes import ASKED_FOR
from tracer.record.context import ACTIVE
from tracer.serve.specs import TensorSpec
from tracer.values.functions_and_classes import StandIn


@boundary
def py_function(
    function: Callable[..., Any], /, *args: Any, result: Any, **kwargs: Any
) -> Any:
    """Call a Python function at each run of the graph, with the values of the run.

    The function is not converted, and the graph does not know what it does. The call
    is explicit, so it causes no `CallbackWarning`, and ``callbacks="error"`` allows it.
    The result is declared, so the graph knows its type.

    Parameters
    ----------
    function : callable
        The function.
    *args, **kwargs
        The arguments of the function. Arrays are passed without a copy.
    result : TensorSpec, type, None, or tuples, lists and dicts of these
        The declared result: a `TensorSpec` for an array or a NumPy scalar; `int`,
        `float` and the like for exactly that type; another class for an instance of
        it; None.

    Returns
    -------
    object
        The result of the function.

    Raises
    ------
    TypeError
        If the result is not what was declared.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> def ranks(x):
    ...     return np.array([sorted(x.tolist()).index(value) for value in x.tolist()])
    >>> @ag.function
    ... def centered_ranks(x):
    ...     found = ag.py_function(ranks, x, result=ag.TensorSpec((None,), np.int64))
    ...     return found - found.mean()
    >>> centered_ranks(np.array([2.5, 0.5, 1.0]))
    array([ 1., -1.,  0.])
    """
    trace = ACTIVE.get()
    if trace is None:
        declared = _declared(result, lambda value: value)
        kernel = OPS["call_declared"].kernel
        return kernel(function, declared, *args, **kwargs)
    declared = _declared(result, trace.asked.original)
    trace.decide("call", ASKED_FOR.stance)
    trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    given = trace.emit("call_declared", function, declared, *args, **kwargs)
    trace.clobber()
    return given


def _declared(result: Any, original: Callable[[Any], Any]) -> Any:
    """Return a declaration in the form that the graph holds, with types as text."""
    kind = result.__class__  # a trace may hold a stand-in of the user's dict or list
    if kind is dict:
        items = [(key, _declared(result[key], original)) for key in result]
        return ("dict", *items)
    if kind is tuple or kind is list:
        return (kind.__name__, *[_declared(each, original) for each in result])
    if isinstance(result, StandIn):
        result = original(result)
    if isinstance(result, TensorSpec):
        return str(result.type)
    if result is None:
        return None
    if not isinstance(result, type):
        raise user_error(
            TypeError(
                "result= of ag.py_function() takes a TensorSpec, a class, None, or "
                f"tuples, lists and dicts of these, not a {type(result).__name__}"
            )
        )
    if result in PYTHON_SCALARS:
        return str(PYTHON_SCALARS[result])
    if issubclass(result, np.generic) and np.dtype(result).type is result:
        return str(scalar(np.dtype(result)))
    return result
