"""Objects of no class of the user's, ``object()``, that mark what is missing."""

import itertools

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
COUNTS = [(1,), (0,), (3,), (4,), (2,)]
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


@add(floats(0, 2, 1), ([3, 1],), ([],), ([0.5, 2, 3],))
def mark_in_a_list(x):
    missing = object()
    found = [missing if v > 1 else v for v in x]
    return [None if v is missing else v for v in found], missing in found


@add(*COUNTS)
def marks_told_apart(n):
    first, second = object(), object()
    either = first if n > 0 else second
    return (
        first is second,
        first == second,
        first != second,
        either is first,
        either == second,
        isinstance(either, object),
        type(first).__name__,
        hash(first) == hash(first),
        bool(first),
    )


@add(*COUNTS, raises="IndexError")
def marks_in_a_comprehension(n):
    marks = [object() for _ in range(3)]
    one = marks[n]
    return one is marks[0], marks.index(one), {marks[0]: 1, marks[1]: 2}.get(one, 3)


@add(*COUNTS)
def mark_as_a_key(n):
    counts, key = {}, object()
    counts[key] = n
    for i in range(n):
        counts[key] += i
    return counts[key], len(counts), key in counts


@add(*COUNTS)
def mark_made_in_a_branch(n):
    marks = []
    for i in range(n):
        if i % 2:
            marks.append(object())
    return len(marks), len(set(marks)), marks[:1] == marks[1:2]


class Holder:
    pass


@add(*COUNTS)
def mark_as_an_attribute(n):
    holder = Holder()
    holder.mark = object()
    return holder.mark is holder.mark, n
