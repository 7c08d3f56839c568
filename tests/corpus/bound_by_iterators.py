"""Iterators that one branch makes, and that bind variables of the function around."""

import collections
import math

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
SETS = [
    lambda given=given, counts=counts: (map(float, given), counts)
    for given in ([1, 2, 3], [4, 5])
    for counts in (TRUE, FALSE)
]


@add(*SETS)
def counted_in_a_sum(items, counts):
    n = 0

    def counted(values):
        nonlocal n
        for n, each in enumerate(values, start=1):
            yield each

    if counts:
        items = counted(items)
    return math.fsum(items), n


@add(*SETS, ([1.0, 2.0], TRUE), (floats(1, 2), TRUE))
def counted_where_there_is_no_length(items, counts):
    try:
        n = len(items)
    except TypeError:
        n = 0

        def counted(values):
            nonlocal n
            for n, each in enumerate(values, start=1):
                yield each

        items = counted(items)
    total = math.fsum(items)
    return "nothing" if not n else total / n


@add(*SETS)
def counted_by_a_function_of_map(items, counts):
    n = 0

    def counted(value):
        nonlocal n
        n += 1
        return value

    if counts:
        items = map(counted, items)
    total, known = sum(items), n
    n = 10
    return total, known, n


@add(*SETS)
def counted_into_containers(items, counts):
    n, found, unique, four = 0, [0.5], set(), [0.0, 9.0]

    def counted(values):
        nonlocal n
        for each in values:
            n += 1
            yield each

    if counts:
        items = counted(items)
    items = iter(items)
    first = next(items)
    found.extend(items)
    after = n
    unique.update(counted(found))
    more = n
    four[1:1] = counted(found) if counts else found
    return first, found, after, sorted(unique), more, four, n


@add(*SETS)
def counted_into_an_array(items, counts):
    n = 0

    def counted(values):
        nonlocal n
        for each in values:
            n += 1
            yield each

    if counts:
        items = counted(items)
    return np.fromiter(items, float), n


@add(*SETS)
def the_last_of_some(items, counts):
    n = 0

    def small(value):
        nonlocal n
        n += 1
        return value < 4.5

    for _ in range(2):
        if counts:
            items = filter(small, list(items))
    return list(collections.deque(items, maxlen=2)), n
