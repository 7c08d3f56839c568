"""Checks of values that run in order, at each run of a graph or of plain Python.

In a traced function each check is an effect of the graph. It is never left out.
If it fails, nothing after it runs.

>>> import numpy as np
>>> import autograph as ag
>>> @ag.function
... def normalized(x):
...     ag.debugging.assert_greater(x.sum(), 0.0, message="no mass")
...     return x / x.sum()
>>> normalized(np.array([1.0, 3.0]))
array([0.25, 0.75])
>>> normalized(np.array([1.0, -3.0]))
Traceback (most recent call last):
    ...
AssertionError: no mass: x > y does not hold: x is -2.0 and y is 0.0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from autograph.library.boundary import boundary
from autograph.library.operations import perform


@boundary
def assert_equal(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x == y`` for all elements.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there; also where
        the shapes do not fit.

    Examples
    --------
    >>> assert_equal([1, 2], [1, 2])
    >>> assert_equal([1, 2, 3], [1, 3, 4], message="counts")
    Traceback (most recent call last):
        ...
    AssertionError: counts: x == y does not hold for 2 of 3 elements; at [1] x is 2 \
and y is 3
    """
    perform("assert_equal", x, y, message)


@boundary
def assert_none_equal(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x != y`` for all elements; see `assert_equal`.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there.

    Examples
    --------
    >>> assert_none_equal([1, 2], 0)
    """
    perform("assert_none_equal", x, y, message)


@boundary
def assert_less(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x < y`` for all elements; see `assert_equal`.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there.

    Examples
    --------
    >>> assert_less([1, 2], 3)
    """
    perform("assert_less", x, y, message)


@boundary
def assert_less_equal(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x <= y`` for all elements; see `assert_equal`.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there.

    Examples
    --------
    >>> assert_less_equal([1, 3], 3)
    """
    perform("assert_less_equal", x, y, message)


@boundary
def assert_greater(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x > y`` for all elements; see `assert_equal`.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there.

    Examples
    --------
    >>> assert_greater([4, 5], 3)
    """
    perform("assert_greater", x, y, message)


@boundary
def assert_greater_equal(x: ArrayLike, y: ArrayLike, message: str = "") -> None:
    """Raise unless ``x >= y`` for all elements; see `assert_equal`.

    Parameters
    ----------
    x, y : array_like
        What is compared, broadcast against each other.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the first place where it does not hold, and the values there.

    Examples
    --------
    >>> assert_greater_equal([3, 5], 3)
    """
    perform("assert_greater_equal", x, y, message)


@boundary
def assert_near(
    x: ArrayLike,
    y: ArrayLike,
    rtol: float | None = None,
    atol: float | None = None,
    message: str = "",
) -> None:
    """Raise unless ``|x - y| <= atol + rtol * |y|`` for all elements.

    Parameters
    ----------
    x, y : array_like
        The values to compare, broadcast against each other.
    rtol, atol : float, optional
        The relative and the absolute tolerance. Each is by default ten times the
        machine epsilon of the less precise of the two values.
    message : str, optional
        The beginning of the error message.

    Examples
    --------
    >>> assert_near(0.1 + 0.2, 0.3)
    """
    perform("assert_near", x, y, rtol, atol, message)


@boundary
def assert_shapes(shapes: Sequence[tuple[Any, Any]], message: str = "") -> None:
    """Raise unless values have the shapes that are told.

    Parameters
    ----------
    shapes : sequence of (array_like, tuple)
        Values and their shapes. A dimension is a size, a name that stands for one
        size throughout, or None for any; ``...`` in one place stands for any number
        of them.
    message : str, optional
        What the error begins with.

    Raises
    ------
    AssertionError
        With the value that does not fit, and why.

    Examples
    --------
    >>> import numpy as np
    >>> points, weights = np.ones((5, 3)), np.ones(4)
    >>> assert_shapes([(points, ("N", 3)), (points, (..., "D"))])
    >>> assert_shapes([(points, ("N", 3)), (weights, ("N",))])
    Traceback (most recent call last):
        ...
    AssertionError: value 1 has the shape (4,), expected ('N',): N is 5 in value 0
    """
    perform("assert_shapes", shapes, message)


@boundary
def check_numerics(x: Any, message: str = "") -> Any:
    """Return a value, and raise if a number in it is NaN or infinite.

    Parameters
    ----------
    x : array_like
        The value.
    message : str, optional
        What the error begins with.

    Returns
    -------
    object
        The value itself.

    Raises
    ------
    FloatingPointError
        With how many there are, and where the first is.

    Examples
    --------
    >>> import numpy as np
    >>> check_numerics(np.array([1.0, 2.0]))
    array([1., 2.])
    >>> check_numerics(np.array([1.0, np.nan]), message="loss")
    Traceback (most recent call last):
        ...
    FloatingPointError: loss: the value has 1 NaN and 0 infinite elements out of 2, \
the first at [1]
    """
    perform("check_numerics", x, message)
    return x
