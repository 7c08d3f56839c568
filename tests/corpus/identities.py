"""`id`, scalar classes from dtypes, and managers that a test chooses."""

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


class Knot:
    """Told by its identity as a key, although another may be equal to it."""

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self.value == other.value


def equal_knots():
    return [Knot(1), Knot(2), Knot(1)]


def knot_twice():
    knot = Knot(1)
    return [knot, Knot(2), knot]


@add((equal_knots(),), (knot_twice(),), (equal_knots(),))
def counted_by_identity(knots):
    seen = {}
    for knot in knots:
        seen[knot] = seen.get(knot, 0) + knot.value
    return list(seen.values())


@add(*SOME)
def knots_made_here(x):
    seen = {Knot(v): v for v in (x[0], x[0])}
    return [(knot.value, v) for knot, v in seen.items()]
