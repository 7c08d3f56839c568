"""Slices of the caller, with bounds that vary or that are objects."""

import numpy as np

from tests.corpus.case import case, floats


class Bound:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return int(self.value)

    def __repr__(self):
        return f"Bound({self.value})"

    def moved(self):
        self.value += 1
        return self.value


class Window:
    def __init__(self, part):
        self.part = part


def part_of_an_array(x, part):
    copied = x.copy()
    copied[part] = 0
    return x[part].sum(), copied, part


def parts_of_a_matrix(x, parts):
    return x[parts], [x[:, part].sum() for part in parts]


def text_of_a_slice(part, x):
    return f"{part}", repr(part), str([part]), part.indices(5), x[part]


def part_of_an_object(window, x):
    start, stop = window.part.start, window.part.stop
    return x[window.part], start, stop if stop is None else stop + 1


def of_the_caller_or_not(x, part):
    if x.sum() > 3:
        chosen = part
    else:
        chosen = slice(None)
    return x[chosen], chosen


def objects_as_bounds(x, part):
    first = part.start.value
    return part.start.moved(), first, part.start is part.stop, x[part]


def arrays_as_bounds(part):
    return part.start.sum(), part.step, slice(part.stop, None)


def bound_changed_between(part, x):
    return x[part] * part.start.value


def _kept(start):
    kept = slice(Bound(start), 4)
    return kept, floats(1, 2, 3, 4)


def _pair(bound):
    return slice(bound, bound)


LONG = floats(0, 1, 2, 3, 4, 5)
MATRIX = np.arange(12.0).reshape(3, 4)
STARTS = (0, 1, 2, 3)

CASES = [
    case(part_of_an_array, *[(LONG, slice(start, start + 2)) for start in STARTS]),
    case(
        parts_of_a_matrix,
        *[(MATRIX, (slice(start), slice(None, start, 2))) for start in STARTS],
    ),
    case(
        text_of_a_slice,
        *[(slice(start, None), LONG) for start in STARTS],
        *[(slice(np.int64(start), 5), LONG) for start in STARTS],
    ),
    case(part_of_an_object, *[(Window(slice(s, s + 2)), LONG) for s in STARTS]),
    case(of_the_caller_or_not, (LONG, slice(2, 4)), (LONG * 0, slice(-1, None))),
    case(
        objects_as_bounds,
        *[(LONG, slice(Bound(start), Bound(start + 2))) for start in STARTS],
        *[(LONG, _pair(Bound(start))) for start in STARTS],
    ),
    case(arrays_as_bounds, *[(slice(LONG + s, s, None),) for s in STARTS]),
    case(bound_changed_between, *map(_kept, STARTS)),
]
