"""Iterators over iterators: each takes items when it is asked, and no earlier."""

from heapq import merge
from itertools import chain, compress, groupby, islice, tee
from operator import itemgetter, methodcaller

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def counted(n):
    yield from range(n)


def from_there():
    """Return the arguments of a call: a generator is not copied."""
    return (counted(5),)


@add(((2, 3, 5),), [2, 3, 5], [2])
def products_that_feed_themselves(factors):
    def deferred():
        yield from output

    copies = tee(deferred(), len(factors) + 1)
    multiples = (
        (lambda factor, items: (factor * v for v in items))(factor, items)
        for factor, items in zip(factors, copies)
    )
    output = (key for key, _ in groupby(chain([1], merge(*multiples))))
    return list(islice(copies[-1], 12))


@add(2, 3)
def powers_that_feed_themselves(factor):
    def deferred():
        yield from output

    copies = tee(deferred(), 2)
    output = chain([1], (factor * v for v in copies[0]))
    return list(islice(copies[1], 6))


@add(2, i64(3))
def chained_behind_what_is_told(x):
    told = []

    def items():
        for i in range(3):
            told.append(i)
            yield i * x

    chained = chain([0], (v * 2 for v in tee(items())[0]))
    told.append("made")
    return list(chained), told


@add(from_there)
def chain_over_a_generator(items):
    chained = chain((v * 2 for v in items), [3])
    return next(chained), next(items), list(chained)


@add(from_there)
def groups_of_a_generator(items):
    groups = groupby(map(abs, items), lambda v: v // 2)
    key, group = next(groups)
    return key, next(group), next(items), list(group), next(groups)[0]


@add(from_there)
def groups_left_by_a_break(items):
    for key, group in groupby(v * 2 for v in items):
        if key == 4:
            break
    return list(group), next(items)


@add(from_there)
def copies_of_a_generator(items):
    one, other = tee(v * 2 for v in items)
    return next(one), next(items), list(other), list(one)


@add(from_there)
def compressed_by_a_generator(items):
    found = compress("abcde", map(abs, items))
    return next(found), next(items), list(found)


@add(((2, 3, 5),), [2, 3, 5], ints(2, 3), [])
def generators_of_a_list_merged(factors):
    return list(merge(*[(factor * v for v in range(3)) for factor in factors]))


@add([2, 3, 5], ints(2, 3))
def generators_made_between_reads(values):
    def told(k):
        values[0] = values[0] + k
        yield values[0]

    made = [told(k) for k in range(len(values))]
    before = values[0]
    return before, sum(next(merge(one)) for one in made), values[0]


@add([[1, 2], [2, 3]], [ints(1, 2), ints(2, 2, 3)], ["ab", "bc"], [])
def sets_chained(values):
    counts = {}
    for each in chain.from_iterable(map(set, values)):
        counts[each] = counts.get(each, 0) + 1
    return counts, sorted(chain.from_iterable([set(each) for each in values]))


@add([ints(1, 2, 5), ints(2, 3)], [floats(1, 2)], [])
def chained_up_to_a_limit(values):
    chained = chain.from_iterable(set(each) for each in values)
    for each in chained:
        if each > 1:
            return each
    return None


@add((ints(1, 5), i64(3)), (ints(1), i64(3)), (i64(3), ints(1)), raises=TypeError)
def chained_with_what_is_none(values, other):
    total = 0
    for each in chain(values, other):
        total = total + each
        if total > 3:
            break
    return total


@add(([1, 2],), ({"a": 1},), (i64(1),))
def getter_that_leaves(place):
    return itemgetter(place), methodcaller("index", place)
