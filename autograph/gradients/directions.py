"""Derivatives along all directions of an array, stacked: a loop within a trace."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from autograph.gradients.repeated import rows_of
from runtime.errors import NotDifferentiable
from runtime.types import Array
from tracer.record.staged import is_staged
from tracer.record.trace import Trace


def rows_along(
    trace: Trace,
    leaf: Any,
    like: Mapping[str, Any],
    along: Callable[[Any], Mapping[str, Any]],
) -> dict[str, Any]:
    """Return derivatives along all directions of an array, stacked.

    Parameters
    ----------
    trace : Trace
        The trace.
    leaf : Any
        The array, or number.
    like : mapping
        By place what the derivatives are like.
    along : callable
        Takes a direction, and returns the derivatives by place.

    Returns
    -------
    dict
        By place arrays with the dimensions of the array, and then those of what the
        derivative is like.
    """
    if not rank_within(trace, leaf):
        one = along(np.float64(1.0))
        return {place: one[place] for place in like}

    def row(place: Any) -> tuple[Any, ...]:
        found = along(trace.emit("unit", place, leaf))
        return tuple(found[each] for each in like)

    # The rows have the dimensions of what they are like, whatever these are.
    own = shape_within(trace, leaf)
    count = leaf.size if any(map(is_staged, own)) else math.prod(own)
    made = tuple(_zeros(trace, (count,), each) for each in like.values())
    rows: tuple[Any, ...] = trace.asked.traced(rows_of, (row, count, made), {})
    return {
        place: trace.emit("reshape", each, (*own, *shape_within(trace, like[place])))
        for place, each in zip(like, rows, strict=True)
    }


def rank_within(trace: Trace, leaf: Any) -> int:
    """Return the number of dimensions of an array or number."""
    of = trace.type_of(leaf)
    rank = of.rank if isinstance(of, Array) else 0
    if rank is None:
        raise NotDifferentiable(
            "a Jacobian of arrays whose number of dimensions only the run knows",
            hint="give the array a known number of dimensions: x.reshape(-1)",
        )
    return rank


def shape_within(trace: Trace, leaf: Any) -> tuple[Any, ...]:
    """Return the dimensions of an array, as far as known as numbers."""
    of = trace.type_of(leaf)
    known = of.shape if isinstance(of, Array) else ()
    return tuple(
        leaf.shape[place] if size is None else size
        for place, size in enumerate(known or ())
    )


def zero_rows(trace: Trace, leaf: Any, like: Any) -> Any:
    """Return zeros with the dimensions of two arrays."""
    return _zeros(trace, shape_within(trace, leaf), like)


def _zeros(trace: Trace, leading: tuple[Any, ...], like: Any) -> Any:
    shape = (*leading, *shape_within(trace, like))
    return trace.emit("zeros", shape, _dtype(trace, like))


def _dtype(trace: Trace, leaf: Any) -> np.dtype:
    """Return the dtype of a float or an array of some."""
    return getattr(trace.type_of(leaf), "dtype", np.dtype(float))
