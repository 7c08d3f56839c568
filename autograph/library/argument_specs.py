"""The spec of a value: what is known about it while tracing."""

from __future__ import annotations

from typing import Any

from runtime.types import Type, members, type_of
from tracer.errors import NotStaged, user_error
from tracer.record.context import ACTIVE
from tracer.record.symbols import Symbol
from tracer.serve.specs import TensorSpec, spec_of_type


def spec_of(value: Any) -> TensorSpec:
    """Return the dtype and the shape of a value, without the value.

    A spec is an ordinary Python object, also while a function is traced. Printing one
    at the head of a function shows what the function is traced for.

    Parameters
    ----------
    value : array_like
        An array, a NumPy scalar or a Python number or string.

    Raises
    ------
    TypeError
        If the value is any other object.
    NotStaged
        If the dtype of the value is known only at run time.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> @ag.function
    ... def double(x):
    ...     print("Tracing with", ag.spec_of(x))
    ...     return x + x
    >>> double(np.array([1.0, 2.0]))
    Tracing with TensorSpec(shape=(2,), dtype=np.float64, name=None)
    array([2., 4.])
    >>> double(np.array([3.0, 4.0]))
    array([6., 8.])
    """
    symbolic = type(value) is Symbol
    of = value._ag_value.type if symbolic else type_of(value)
    found = _spec(of)
    if found is not None:
        return found
    trace = ACTIVE.get()
    if symbolic and trace is not None:
        trace.refuse(
            NotStaged(
                f"ag.spec_of() gets a value of type {of}, which has no single dtype",
                hint="call it where the value has one dtype, or convert the value with "
                "astype",
            )
        )
    kind = value.__class__.__name__
    raise user_error(
        TypeError(f"spec_of() takes an array, a number or a string, not a {kind}")
    )


def _spec(of: Type) -> TensorSpec | None:
    """Return the one spec for all values of a type, if there is one."""
    found = [spec_of_type(member) for member in members(of)]
    known = [spec for spec in found if spec is not None]
    if not known or len(known) < len(found):
        return None
    first, *rest = known
    if any(spec.dtype != first.dtype for spec in rest):
        return None
    return first if not rest or set(rest) == {first} else TensorSpec(None, first.dtype)
