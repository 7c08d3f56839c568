"""A module that has a `slice` of its own: items are read as ever."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def slice(x, n):
    return x[n:], x[:n]


@add((floats(1, 2, 3), i64(1)), ([1, 2, 3], 2))
def slices_in_its_module(x, n):
    first = x[n:]
    x[:n] = [f64(0)] * int(n)
    return first, x[::2], slice(x, n)


@add((floats(1, 2, 3), i64(1), 5), ([1, 2, 3], 2, None))
def slice_as_parameter(x, n, slice):
    del_from = list(x)
    del del_from[n:]
    return del_from, x[n:], slice


@add((grid(3, 4), i64(1)), (grid(3, 4), 2))
def slices_of_two_dimensions(x, n):
    x[n:, ::2] += 1
    return x[..., n:-1], x[:n, None]
