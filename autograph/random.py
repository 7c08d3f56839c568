"""Random numbers by key: the same key and shape give the same numbers.

A draw has no state and no order. It is a pure operation of the graph. Its result does
not depend on whether it runs once or in a loop, early or late, in one process or in
many. So do not use a key twice; make new keys with `split` or `fold_in`.

>>> import numpy as np
>>> import autograph as ag
>>> @ag.function
... def walk(key, steps):
...     place = 0.0
...     for step in range(steps):
...         place += ag.random.normal(ag.random.fold_in(key, step))
...     return place
>>> key = ag.random.key(7)
>>> walk(key, np.int64(100)) == walk(key, np.int64(100))
np.True_

The numbers come from NumPy's Philox, a counter-based generator: Salmon, Moraes, Dror
and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC '11. They are the same
for the same version of NumPy. Other versions may improve the distributions (NEP 19).

The functions of `numpy.random` and the methods of its generators have a state. In a
graph they are effects: they draw anew at each call, in the order of the program, from
the stream that plain NumPy draws from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from autograph.library.boundary import boundary
from autograph.library.operations import perform

Shape = SupportsIndex | Sequence[SupportsIndex]


@boundary
def key(seed: SupportsIndex) -> np.ndarray:
    """Make a key from a seed.

    Parameters
    ----------
    seed : int
        A non-negative integer.

    Returns
    -------
    ndarray
        The key: two words of `numpy.uint64`.

    Examples
    --------
    >>> key(0).shape
    (2,)
    """
    made: np.ndarray = perform("random_key", seed)
    return made


@boundary
def split(key: ArrayLike, n: SupportsIndex = 2) -> np.ndarray:
    """Make new keys from a key, which must not be used afterwards.

    Parameters
    ----------
    key : array_like
        A key.
    n : int, optional
        The number of new keys.

    Returns
    -------
    ndarray
        One key in each row. A larger `n` adds keys after these.

    Examples
    --------
    >>> first, second = split(key(0))
    >>> bool(uniform(first) == uniform(second))
    False
    """
    made: np.ndarray = perform("random_split", key, n)
    return made


@boundary
def fold_in(key: ArrayLike, data: SupportsIndex) -> np.ndarray:
    """Make a new key from a key and an integer, such as the index of a loop.

    Parameters
    ----------
    key : array_like
        A key.
    data : int
        The integer. Different integers give different keys.

    Examples
    --------
    >>> bool(uniform(fold_in(key(0), 1)) == uniform(fold_in(key(0), 2)))
    False
    """
    made: np.ndarray = perform("random_fold_in", key, data)
    return made


@boundary
def uniform(
    key: ArrayLike,
    shape: Shape = (),
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    dtype: DTypeLike = np.float64,
) -> Any:
    """Draw numbers from the uniform distribution from `low` up to `high`.

    Parameters
    ----------
    key : array_like
        A key that is used for nothing else.
    shape : int or sequence of int, optional
        The shape of the result; ``()`` gives a NumPy scalar.
    low, high : array_like, optional
        The interval. Rounding may give `high` itself.
    dtype : dtype-like, optional
        `numpy.float64` or `numpy.float32`.

    Examples
    --------
    >>> drawn = uniform(key(0), (2, 3), low=-1.0)
    >>> drawn.shape, bool((abs(drawn) <= 1).all())
    ((2, 3), True)
    """
    return perform("random_uniform", key, shape, low, high, dtype)


@boundary
def normal(
    key: ArrayLike,
    shape: Shape = (),
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    dtype: DTypeLike = np.float64,
) -> Any:
    """Draw numbers from a normal distribution.

    Parameters
    ----------
    key : array_like
        A key that is used for nothing else.
    shape : int or sequence of int, optional
        The shape of the result; ``()`` gives a NumPy scalar.
    loc, scale : array_like, optional
        The mean and the standard deviation.
    dtype : dtype-like, optional
        `numpy.float64` or `numpy.float32`.

    Examples
    --------
    >>> normal(key(0), 3, dtype=np.float32).dtype
    dtype('float32')
    """
    return perform("random_normal", key, shape, loc, scale, dtype)


@boundary
def integers(
    key: ArrayLike,
    low: ArrayLike,
    high: ArrayLike | None = None,
    shape: Shape = (),
    dtype: DTypeLike = np.int64,
    endpoint: bool = False,
) -> Any:
    """Draw integers from `low` up to `high`, or from 0 up to `low`.

    Parameters
    ----------
    key : array_like
        A key that is used for nothing else.
    low, high : array_like
        The range; without `high` it is from 0 up to `low`.
    shape : int or sequence of int, optional
        The shape of the result; ``()`` gives a NumPy scalar.
    dtype : dtype-like, optional
        An integer dtype.
    endpoint : bool, optional
        Whether the end of the range may be drawn too.

    Examples
    --------
    >>> set(integers(key(0), 1, 6, 1000, endpoint=True).tolist())
    {1, 2, 3, 4, 5, 6}
    """
    return perform("random_integers", key, low, high, shape, dtype, endpoint)


@boundary
def permutation(key: ArrayLike, x: ArrayLike) -> np.ndarray:
    """Return the items of an array, or the integers below a number, in random order.

    Parameters
    ----------
    key : array_like
        A key that is used for nothing else.
    x : int or array_like
        The number of integers, or the array, which is shuffled along its first axis.

    Examples
    --------
    >>> sorted(permutation(key(0), 4).tolist())
    [0, 1, 2, 3]
    """
    made: np.ndarray = perform("random_permutation", key, x)
    return made


@boundary
def choice(
    key: ArrayLike,
    a: ArrayLike,
    shape: Shape = (),
    replace: bool = True,
    p: ArrayLike | None = None,
) -> Any:
    """Draw items of an array, or integers below a number.

    Parameters
    ----------
    key : array_like
        A key that is used for nothing else.
    a : int or array_like
        The number of integers, or the array, whose items along the first axis are
        drawn.
    shape : int or sequence of int, optional
        The shape of the draws; ``()`` draws one item.
    replace : bool, optional
        Whether an item may be drawn more than once.
    p : array_like, optional
        The probability of each item. By default all are equal.

    Examples
    --------
    >>> sorted(choice(key(0), ["a", "b"], 2, replace=False).tolist())
    ['a', 'b']
    """
    return perform("random_choice", key, a, shape, replace, p)
