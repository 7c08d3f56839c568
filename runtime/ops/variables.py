"""Rows that change the value of a `Variable`; reading it is loading its `value`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.asking import nothing
from runtime.ops.flow import static_type
from runtime.ops.row import Row, TypeFailure, call, row, writing
from runtime.types import ANY, NONE, Array, NumpyScalar, PythonScalar, Type
from runtime.variable import Variable


def fitted(variable: Variable, held: Any, value: Any) -> Any:
    """Return a value in the dtype of what a Variable holds, as it is added to it."""
    return variable._fitted(value)


def _fitted(variable: Any, held: Any, value: Any) -> Type:
    own, given = static_type(held), static_type(value)
    if not isinstance(own, (Array, NumpyScalar)):
        raise TypeFailure
    if isinstance(given, Array) and given.shape != ():
        return Array(own.dtype, given.shape)
    if isinstance(given, (Array, NumpyScalar, PythonScalar)):
        return NumpyScalar(own.dtype)
    return ANY  # a list or an object may be an array of any shape


def assigned(variable: Variable, held: Any, value: Any) -> Any:
    """Return what a Variable would hold, instead of this, if a value were assigned."""
    return variable._sized(variable._fitted(value))


def _assigns(kernel: Callable[..., Any]) -> Row:
    name = kernel.__name__
    return writing(
        kernel,
        lambda target, value: ANY,
        call(Variable([1.0, 2.0]), np.ones(2)),
        bad=(call(Variable([1.0, 2.0]), np.ones(3)), call(Variable([1, 2]), 1.5)),
        name=name,
        template="{0}." + name + "({1})",
        returns="shares",
        asks=nothing,
    )


_VARIABLE = Variable([1.0, 2.0])
ROWS: tuple[Row, ...] = (
    _assigns(Variable.assign),
    _assigns(Variable.assign_add),
    _assigns(Variable.assign_sub),
    writing(
        Variable.__setitem__,
        lambda target, index, value: NONE,
        call(Variable([1.0, 2.0]), 0, 3.0),
        bad=call(Variable([1.0, 2.0]), 2, 3.0),
        name="assign_item",
        template="{0}[{1}] = {2}",
        statement=True,
        asks=nothing,
    ),
    row(
        fitted,
        _fitted,
        call(_VARIABLE, np.ones(2), np.ones(3)),
        call(_VARIABLE, np.ones(2), 1.5),
        bad=call(_VARIABLE, np.ones(2), 1j),
    ),
    row(
        assigned,
        lambda variable, held, value: static_type(held),
        call(_VARIABLE, np.ones(2), np.zeros(2)),
        bad=(call(_VARIABLE, np.ones(2), np.ones(3)), call(_VARIABLE, np.ones(2), 1j)),
        asks=nothing,
    ),
)
