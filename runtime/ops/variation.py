"""Rows of derivatives: what begins to vary, what stops, and how derivatives fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.errors import NoDerivative
from runtime.ops.facts import Partials
from runtime.ops.flow import static_type
from runtime.ops.row import Row, TypeFailure, call, making, row
from runtime.types import Array, List, NumpyScalar, PythonScalar, Type


def watched(value: Any) -> Any:
    """Return a value under a name of its own, by which derivatives are taken."""
    return value


def stop_gradient(value: Any) -> Any:
    """Return a value that does not vary with what it is made of."""
    return value


def shaped_like(given: Any, value: Any) -> Any:
    """Return a tangent or cotangent as an array or number like its value."""
    dtype = getattr(value, "dtype", np.dtype(float))
    found = np.asarray(given, dtype)
    if found.shape != np.shape(value):
        raise ValueError(
            f"a derivative of shape {found.shape} is given for a value of shape "
            f"{np.shape(value)}"
        )
    return found.copy() if isinstance(value, np.ndarray) else found[()]


def _shaped_like(given: Any, value: Any) -> Type:
    of, own = static_type(value), static_type(given)
    if not isinstance(own, (Array, NumpyScalar, PythonScalar)):
        raise TypeFailure
    if isinstance(of, PythonScalar):
        return NumpyScalar(np.dtype(float))
    if isinstance(of, (Array, NumpyScalar)):
        return of
    raise TypeFailure


def unit(place: Any, like: Any) -> Any:
    """Return zeros like an array or number, with a one at a place in C order."""
    found = np.zeros(np.shape(like), getattr(like, "dtype", float))
    found.reshape(-1)[place] = 1
    return found if isinstance(like, np.ndarray) else found[()]


def _unit(place: Any, like: Any) -> Type:
    return _shaped_like(like, like)


def take_back(shadow: list[Any]) -> Any:
    """Return the last item of a shadow list, taken off it."""
    if not shadow:
        raise NoDerivative(
            "what is left on a list at the end has no derivative",
            hint="take all items off the list, or keep them in an array",
        )
    return shadow.pop()


def _taken(shadow: Any) -> Type:
    of = static_type(shadow)
    if not isinstance(of, List):
        raise TypeFailure
    return of.element


def _same(value: Any) -> Type:
    return static_type(value)


ROWS: tuple[Row, ...] = (
    row(
        watched,
        _same,
        call(np.ones(3)),
        call(np.float64(2.0)),
        template="{0}",
        returns="same",
        reads=False,
        closed=True,
        derivative=Partials((1,)),
    ),
    row(
        stop_gradient,
        _same,
        call(np.ones(3)),
        call(2.0),
        template="{0}",
        returns="same",
        closed=True,
        derivative=Partials((None,)),
    ),
    row(
        unit,
        _unit,
        call(1, np.ones(3)),
        call(4, np.ones((2, 3), np.float32)),
        call(0, np.float64(2.0)),
        bad=call(3, np.ones(3)),
        closed=True,
        derivative=Partials((None, None)),
    ),
    row(
        shaped_like,
        _shaped_like,
        call([1.0, 2.0, 3.0], np.ones(3)),
        call(2.0, np.float64(1.0)),
        bad=call(np.ones(2), np.ones(3)),
        closed=True,
        derivative=Partials((1, None)),
    ),
    making(
        take_back,
        _taken,
        call([1.0, 2.0]),
        bad=call([]),
        writes=(0,),
        effect=True,
        closed=True,
    ),
)
