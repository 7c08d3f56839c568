"""`np.r_`, `np.c_`, `np.ndindex`, `np.ndenumerate`, products of ranges, named results."""

import itertools

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

MATRIX = np.arange(12.0).reshape(3, 4) - 5


@add((floats(1, 2, 3),), (ints(1, 2, 3),), (floats(4).astype(np.float32),))
def rows_joined(x):
    return np.r_[x, x[0] * 2, x[::-1]], np.r_[0:3, x], np.r_[x[-1], 1.0, 2]


@add((floats(1, 2, 3),), (ints(1, 2),))
def columns_joined(x):
    return np.c_[x, x**2], np.c_[np.ones(len(x)), x, x], np.r_["0,2", x, x]


@add((floats(1, 2, 3),), raises=ValueError)
def directive_in_the_middle(x):
    return np.r_[x, "c"]


@add((MATRIX,), (MATRIX.T,), (np.ones((0, 3)),), (np.ones((40, 30)),))
def by_index(x):
    total = 0.0
    for i, j in np.ndindex(x.shape):
        total = total + x[i, j] * i
    for place in np.ndindex(*x.shape[:1]):
        total = total - x[place].sum()
    return total, list(np.ndindex(2, 1)), type(np.ndindex(x.shape[0])) is np.ndindex


@add((MATRIX,), (np.arange(3),), (np.ones((40, 30)),), (np.ones((0, 3)),))
def numbered(x):
    y = np.zeros_like(x)
    for place, value in np.ndenumerate(x):
        y[place] = value * (1 + sum(place))
    return y


@add((np.int64(2),), (3,), (-1,), raises=(ValueError,))
def of_a_number(n):
    if n < 0:
        return list(np.ndindex(n))
    return [place for (place,) in np.ndindex(n)]


@add((np.ones((20, 30)),), (MATRIX,))
def product_of_ranges(x):
    total = 0.0
    for i, j in itertools.product(range(x.shape[0]), range(x.shape[1])):
        total = total + x[i, j] * (i - j)
    return total


@add((np.eye(2) + 1,), (np.array([[2.0, 0.5], [0.5, 1.0]]),))
def named_results(a):
    eigen = np.linalg.eigh(a)
    parts = np.linalg.svd(a)
    return (
        eigen.eigenvalues[0] + np.linalg.slogdet(a).logabsdet,
        abs(eigen.eigenvectors),
        parts.S * 2,
        abs(np.linalg.qr(a).R[0, 0]),
    )


@add((2, 3), (np.float64(1.5), 2), (np.int64(2), np.int8(3)), (floats(1, 2), 2))
def power_by_function(x, n):
    return pow(x, n), pow(2, n), pow(base=x, exp=2), pow(x, n, None)


@add((2, 5, 7), (np.float64(2), 5, 7), (2, -1, 7), raises=(TypeError,))
def power_of_three(x, n, m):
    return pow(x, n, m)


LETTERS = b"abcdefgh"


def bytes_kept(place):
    made = bytearray()
    made.append(LETTERS[place])
    made.extend(LETTERS[place : place + 2])
    return made


@add(
    [1, 2],
    [0, 2, 1],
    np.array([3, -1]),
    [True, 2],
    [9],
    [1.5],
    raises=(IndexError, TypeError),
)
def bytes_at_places(places):
    return [bytes_kept(place) for place in places]
