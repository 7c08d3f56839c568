"""Checks of values at run time, for debugging: ordered side effects."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.ops.row import Row, acting, call, closed
from runtime.types import NONE

_EPSILONS = 10
"""The default tolerance of nearness, in units of the spacing of numbers near 1."""


def _comparison(
    name: str,
    sign: str,
    compare: Callable[[Any, Any], Any],
    good: tuple[int, int],
    bad: tuple[int, int],
) -> Row:
    """Return the row that checks that a comparison holds for all elements."""

    def kernel(x: Any, y: Any, message: Any = "") -> None:
        left, right = _broadcast(x, y, sign, message)
        _all_hold(compare(left, right), left, right, sign, message)

    kernel.__name__ = kernel.__qualname__ = name
    return acting(
        kernel,
        NONE,
        call(*good),
        call(np.full(2, good[0]), good[1], "so"),
        bad=call(*bad),
        name=name,
    )


def assert_near(
    x: Any, y: Any, rtol: Any = None, atol: Any = None, message: Any = ""
) -> None:
    """Raise an AssertionError unless ``|x - y| <= atol + rtol * |y|`` everywhere."""
    left, right = _broadcast(x, y, "is near", message)
    inexact = [one.dtype for one in (left, right) if one.dtype.kind in "fc"]
    least = max((np.finfo(dtype).eps for dtype in inexact), default=0.0)
    allowed = _EPSILONS * float(least)
    absolute = allowed if atol is None else atol
    relative = allowed if rtol is None else rtol
    with np.errstate(invalid="ignore"):
        near = np.abs(left - right) <= absolute + relative * np.abs(right)
    _all_hold(near | (left == right), left, right, "is near", message)


def _broadcast(
    x: Any, y: Any, sign: str, message: Any
) -> tuple[np.ndarray, np.ndarray]:
    left, right = np.asarray(x), np.asarray(y)
    try:
        shape = np.broadcast_shapes(left.shape, right.shape)
    except ValueError:
        _fail(
            f"x {sign} y does not hold: x has the shape {left.shape}, y has the shape "
            f"{right.shape}",
            message,
        )
    return np.broadcast_to(left, shape), np.broadcast_to(right, shape)


def _all_hold(
    holds: Any, left: np.ndarray, right: np.ndarray, sign: str, message: Any
) -> None:
    """Raise an AssertionError at the first element where something does not hold."""
    if np.all(holds):
        return
    places = np.argwhere(np.logical_not(holds))
    first = tuple(places[0].tolist())
    values = f"x is {left[first]!s} and y is {right[first]!s}"
    where = f" for {len(places)} of {left.size} elements; at {list(first)}"
    _fail(f"x {sign} y does not hold{where if first else ':'} {values}", message)


def _fail(what: str, message: Any) -> None:
    raise AssertionError(f"{message}: {what}" if message else what)


def assert_shapes(shapes: Sequence[tuple[Any, Any]], message: Any = "") -> None:
    """Raise unless values have shapes in which each letter stands for one size.

    Examples
    --------
    >>> assert_shapes([(np.ones((2, 3)), ("N", 3)), (np.ones(2), ("N",))])
    >>> assert_shapes([(np.ones((2, 3)), ("N", 3)), (np.ones(4), ("N",))])
    Traceback (most recent call last):
        ...
    AssertionError: value 1 has the shape (4,), expected ('N',): N is 2 in value 0
    """
    sizes: dict[str, tuple[int, int]] = {}
    for position, (value, expected) in enumerate(shapes):
        shape = np.shape(value)
        wanted = _sizes_wanted(expected, len(shape))
        described = f"value {position} has the shape {shape}, expected {expected}"
        if wanted is None:
            _fail(f"{described}: it has {len(shape)} dimensions", message)
        for axis, (size, want) in enumerate(zip(shape, wanted or ())):
            if isinstance(want, str) and want != ".":
                known, where = sizes.setdefault(want, (size, position))
                if known != size:
                    _fail(f"{described}: {want} is {known} in value {where}", message)
            elif want not in (None, ".") and operator.index(want) != size:
                _fail(f"{described}: dimension {axis} is {size}", message)


def _sizes_wanted(expected: Any, rank: int) -> list[Any] | None:
    """Return what is expected of each dimension; None if the rank does not match."""
    items = list(expected) if isinstance(expected, (tuple, list)) else [expected]
    open_at = [place for place, item in enumerate(items) if item in (..., "...", "*")]
    if len(open_at) > 1:
        raise ValueError(f"{expected} has more than one ellipsis")
    if open_at:
        spare = rank - (len(items) - 1)
        items[open_at[0] : open_at[0] + 1] = [None] * max(spare, 0)
        return items if spare >= 0 else None
    return items if len(items) == rank else None


def check_numerics(x: Any, message: Any = "") -> None:
    """Raise a FloatingPointError if a number in a value is NaN or infinite."""
    values = np.asarray(x)
    finite = np.isfinite(values)
    if np.all(finite):
        return
    lost, endless = int(np.isnan(values).sum()), int(np.isinf(values).sum())
    first = tuple(np.argwhere(np.logical_not(finite))[0].tolist())
    where = f" out of {values.size}, the first at {list(first)}" if first else ""
    what = f"the value has {lost} NaN and {endless} infinite elements{where}"
    raise FloatingPointError(f"{message}: {what}" if message else what)


ROWS: tuple[Row, ...] = closed(
    _comparison("assert_equal", "==", np.equal, (1, 1), (1, 2)),
    _comparison("assert_none_equal", "!=", np.not_equal, (1, 2), (1, 1)),
    _comparison("assert_less", "<", np.less, (1, 2), (1, 1)),
    _comparison("assert_less_equal", "<=", np.less_equal, (1, 1), (2, 1)),
    _comparison("assert_greater", ">", np.greater, (2, 1), (1, 1)),
    _comparison("assert_greater_equal", ">=", np.greater_equal, (1, 1), (1, 2)),
    acting(
        assert_near,
        NONE,
        call(1.0, np.array([1.0, 1.0 + 1e-16])),
        call(1.0, 1.1, 0.2),
        bad=call(1.0, 1.1),
    ),
    acting(
        assert_shapes,
        NONE,
        call([(np.ones((2, 3)), ("N", 3)), (np.ones(2), ("N",))]),
        bad=call([(np.ones(2), ())]),
    ),
    acting(
        check_numerics,
        NONE,
        call(np.ones(2)),
        call(1),
        bad=call(np.array([1.0, np.nan])),
    ),
)
