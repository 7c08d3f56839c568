"""Slices asked for their indices, and functions of `filter` that stop it."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@add((i64(1), i64(4), i64(3)), (1, -1, 5), (None, None, i64(4)))
def indices_of_a_slice(start, stop, length):
    first, last, step = slice(start, stop).indices(length)
    return list(range(first, last, step)), slice(None, None, -1).indices(length)


@add((1, 2, -3), (1, 2, f64(3)), ("a", 2, i64(3)), raises=(ValueError, TypeError))
def indices_of_no_slice(start, stop, length):
    return slice(start, stop).indices(length)


@add(ints(0, 1, 2, 3), [1, 2, 3])
def filter_that_stops(xs):
    def low(v):
        if v > 2:
            raise StopIteration
        return True

    return list(filter(low, xs))
