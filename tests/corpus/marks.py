"""Objects of no class of the user's, ``object()``, that mark what is missing."""

import itertools

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
ITEMS = (
    [1, 2, 3],
    [],
    [1.0, 2.0],
    floats(1, 2, 4),
    floats(),
    [i64(3), 1.5, 2],
    lambda: (iter([1, 2, 3]),),
    [1, 1, 2, 5, 5] * 30,
)
LOOKED_UP = (({"a": 1}, "a"), ({"a": 1}, "b"), ({i: i for i in range(99)}, 50), ({}, 1))


@add(*ITEMS)
def the_largest(xs):
    nothing = object()
    found = max(xs, default=nothing)
    return [] if found is nothing else [found]


@add(*ITEMS)
def until_the_mark(xs):
    items, end, total = iter(xs), object(), 0
    while (item := next(items, end)) is not end:
        total += item
    return total


@add(*ITEMS)
def runs(xs):
    last = object()
    count = 0
    for x in xs:
        count += last is object or x != last
        last = x
    return count


@add(*LOOKED_UP)
def counted_up(table, key):
    missing = object()
    known = table.pop(key, missing)
    table[key] = 0 if known is missing else known + 1
    return table


@add(*ITEMS[:6], ITEMS[7])
def differences(xs):
    end = object()
    pairs = itertools.zip_longest(xs, xs[1:], fillvalue=end)
    return ["end" if two is end else two - one for one, two in pairs]


@add(*ITEMS)
def the_last_three(xs):
    free = object()
    buffer = [free] * 3
    for i, x in enumerate(xs):
        buffer[i % 3] = x
    return [x for x in buffer if x is not free], buffer.count(free)


@add(1, f64(2), f64(0))
def one_of_two(x):
    left, right = object(), object()
    chosen = left if x > 1 else right
    return chosen is left, chosen is right, {left: x}[left], type(chosen) is object


@add(1, f64(2))
def takes_no_arguments(x):
    try:
        return object(x)
    except TypeError as error:
        return str(error)
