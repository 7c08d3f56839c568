"""Containers that take items from what looks at them: each item sees those before."""

import collections

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
VALUES = (floats(1, 2, -3, 2), [1.0, 2.0, 2.0, 5], np.arange(80.0) % 7, [1.0] * 70)


class Kept:
    def __init__(self):
        self.items, self.known, self.table = [1.0], {1.0}, {0: 1.0}


@add(3, i64(4), 0, 70)
def fibonacci(n):
    found = [0, 1]
    found.extend(found[-1] + found[-2] for _ in range(n))
    return found


@add(*VALUES)
def sums_added_in_place(x):
    sums = [0.0, 1.0]
    sums += (sums[-1] + v for v in x)
    return sums


@add(*VALUES)
def sums_by_map(x):
    sums = [0.0]
    sums.extend(map(lambda v: sums[-1] + v, x))
    return sums


@add(*VALUES)
def only_new_ones(x):
    found = [0.0]
    found.extend(v for v in x if v not in found)
    return found


@add(*VALUES)
def longer_and_longer(x):
    found = []
    found.extend(len(found) for v in x if v > 0)
    return found


@add(*VALUES)
def ascending_by_filter(x):
    found = [1.0]
    found.extend(filter(lambda v: v > found[-1], x))
    return found


@add([1.0, 2.0, 5], [1.0] * 70)
def list_of_the_callers(xs):
    xs.extend(xs[-1] + v for v in range(3))
    xs += (len(xs) for v in range(2))
    return xs


@add([1.0, 2.0, 2.0, 5], [1.0] * 3)
def set_that_grows(xs):
    found = {0.0}
    found.update(len(found) + v for v in xs)
    return sorted(found)


@add([1.0, 2.0, 2.0, 5], [1.0] * 3)
def dict_that_grows(xs):
    found = {0.0: 1}
    found.update(((v, len(found)) for v in xs), **{"last": 3})
    return found


@add(*VALUES)
def lists_of_an_object(x):
    kept = Kept()
    kept.items.extend(kept.items[-1] * v for v in x[:5])
    kept.items += (len(kept.items) for v in x)
    return kept.items


@add(
    lambda: (Kept(), floats(1, 2, -3)),
    lambda: (Kept(), [1.0, 2.0]),
)
def containers_of_an_object_that_arrives(kept, x):
    def lengths():
        for v in x:
            yield len(kept.items) + v

    kept.items.extend(lengths())
    kept.items.extend(map(lambda v: kept.items[-1] + v, x))
    kept.known.update(len(kept.known) + v for v in x)
    kept.table.update((i, len(kept.table) + kept.table[0]) for i, v in enumerate(x))
    return kept.items, sorted(kept.known), kept.table


@add(floats(1, 2, 0, 4), floats(1, 2), [1.0, 0.0, 3.0])
def items_before_an_error(x):
    found = []
    try:
        found.extend(1 // int(v) for v in x)
    except ZeroDivisionError:
        return found, "zero"
    return found


@add(1, f64(2.5))
def dict_updated_with_itself_by_keyword(x):
    kept = {"x": x}
    kept.update(y=[kept, x])
    return kept


@add(1, f64(2.5))
def keywords_updated_with_themselves(x):
    return (lambda **given: given.update(y=given) or given)(x=x)


@add(1, f64(2.5))
def dict_joined_with_what_holds_it(x):
    kept = {"x": x}
    kept |= {"y": kept}
    return kept


@add(1, f64(2.5))
def list_extended_in_place_by_itself(x):
    kept = [x]
    kept += (kept, x)
    return kept


@add(1, f64(2.5))
def list_doubled_in_place(x):
    kept = [x]
    kept += kept
    kept += kept
    return kept


@add(1, f64(2.5))
def slice_set_to_the_list_itself(x):
    kept = [x]
    kept[:1] = (kept for _ in range(2))
    return kept


class Sum:
    """Adds items, each to what the one before has made of it."""

    def __init__(self, total):
        self.total = total

    def __iadd__(self, items):
        for item in items:
            self.total = self.total + item
        return self


class Stack(list):
    """A list that nothing extends by its method."""

    def extend(self, items):
        raise ValueError("items are added, and nothing is extended")


@add(
    lambda: (collections.deque([1]), np.int64(2)),
    lambda: (Stack([1]), 3),
    lambda: (collections.deque([1, 2]), np.float64(0.5)),
)
def added_in_turn(kept, k):
    kept += (len(kept) * k for turn in range(3))
    if k > 1:
        kept += map(lambda v: v + len(kept), [1, k])
    return kept


@add(lambda: (Sum(1.0), np.int64(2)), lambda: (Sum(2), 3))
def added_by_its_own_method(total, k):
    total += (total.total * k for turn in range(3))
    return total.total
