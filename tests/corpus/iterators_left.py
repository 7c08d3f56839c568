"""Iterators of Python's own functions that are returned, kept, or handed on."""

import collections
import itertools
import operator

from tests.corpus.case import adding_to, floats, ints

CASES = []
add = adding_to(CASES)

SOME = (ints(1, -2, 3, 4), floats(1, 1), [1, -2, 3], [])


def items_of(*iterators):
    return [list(each) for each in iterators]


@add(*SOME)
def kept_in_a_list_and_gone_through_later(x):
    kept = [
        map(lambda v: v * 2, x),
        filter(lambda v: v > 0, x),
        zip(x, x),
        enumerate(x),
        reversed(x),
        itertools.chain(x, x),
        itertools.islice(x, 2),
        itertools.takewhile(lambda v: v > 0, x),
        itertools.accumulate(x, operator.mul),
    ]
    return items_of(*kept)


@add(*SOME)
def handed_to_an_ordered_dict(x):
    def generated():
        for v in x:
            yield float(v)

    found = collections.OrderedDict()
    found.update(zip(generated(), (v * 2 for v in x)))
    return found


@add(*SOME)
def pairs_of_advanced_iterators(x):
    def pairwise(items):
        ahead, behind = itertools.tee(items)
        next(ahead, None)
        return zip(behind, ahead)

    found = collections.deque()
    found.extend(pairwise(x))
    return list(found)


@add([1, 2, 3], [1], [])
def chosen_by_a_branch(x):
    if len(x) > 2:
        items = map(lambda v: v + 1, x)
    else:
        items = iter(x)
    return list(items)


@add([3, 1, 2], [1], [])
def sorted_by_an_item(x):
    counts = collections.Counter()
    for v in x:
        counts[v] += v
    return counts.most_common(2), sorted(counts.items(), key=operator.itemgetter(1))


@add([1, 1.5, "a"], ["b"], [])
def of_a_union_of_classes(x):
    found = []
    for v in x:
        if isinstance(v, int | float):
            found.append(v)
    return found


@add([1, 2, 3], [1], [])
def flattened(x):
    def subsets(items):
        sizes = range(len(items) + 1)
        return itertools.chain.from_iterable(
            itertools.combinations(items, size) for size in sizes
        )

    return [list(subset) for subset in subsets(x)]


@add(*SOME)
def flattened_pairs_of_the_run(x):
    total = 0
    for v in itertools.chain.from_iterable((v, v * 2) for v in x if v > 0):
        total = total * 2 + v
    return total


class Segments:
    """A sequence whose special methods are those of what it holds."""

    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        return self.parts.__iter__()

    def __reversed__(self):
        return self.parts.__reversed__()


@add(*(Segments(parts) for parts in ([1, 2.5], (3,), {1: 2, 0: 3}, "ab", range(3), [])))
def made_by_its_special_method(segments):
    iterator = segments.__iter__()
    total = [part for part in segments]
    total += [part for part in segments.parts.__iter__()]
    return list(iterator), total, iterator


@add(*(Segments(parts) for parts in ([1, 2.5], {1: 2, 0: 3}, range(3))))
def made_backwards_by_its_special_method(segments):
    return segments.__reversed__(), [*reversed(segments)]


@add(Segments((1, 2)), raises="AttributeError")
def made_backwards_of_a_tuple(segments):
    return segments.__reversed__()
