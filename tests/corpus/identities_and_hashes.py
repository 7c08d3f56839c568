"""`id`, `hash`, scalar classes from dtypes, and managers that a test chooses."""

import contextlib

import numpy as np

from tests.corpus.case import adding_to, f32, floats, i8, ints

CASES = []
add = adding_to(CASES)

SOME = (ints(1, -2, 3, 4), floats(1, 1), floats(2, dtype=f32), ints(3, dtype=i8))


@add(*SOME)
def places_by_identity(x):
    rows = [x, x + 1, x]
    places = {}
    for k, row in enumerate(rows):
        places.setdefault(id(row), []).append(k)
    return list(places.values())


@add(*SOME)
def found_by_identity(x):
    rows = [x + 1, x]
    for k in range(len(rows)):
        if id(rows[k]) == id(x):
            return k
    return -1


@add(*SOME)
def combined_hashes(x):
    found = 7
    for v in x:
        found = found * 31 ^ hash(v)
    return found & 0xFFFF


@add(*SOME)
def converted_by_the_class_of_a_dtype(x):
    total = x.dtype.type(0)
    for v in x:
        total = x.dtype.type(total + v * 0.5)
    return total


@add(*SOME)
def a_manager_that_a_test_chooses(x):
    with np.errstate(all="ignore") if np.sum(x) > 3 else contextlib.nullcontext():
        y = x // 2
    return y
