"""Generator expressions handed to code that is not compiled, returned, or kept."""

import collections
import itertools

import numpy as np

from tests.corpus.case import adding_to, floats, ints

CASES = []
add = adding_to(CASES)

SOME = (ints(1, -2, 3, 4), floats(1, 1), [1, -2, 3], [])


class Edges:
    def __init__(self):
        self.found = []

    def add(self, pairs):
        for pair in pairs:
            self.found.append(pair)
        return self


@add(1, 3, 0)
def handed_to_a_method_of_an_object_that_leaves(n):
    edges = Edges()
    edges.add((i, i + n) for i in range(n))
    return edges.found


@add(*SOME)
def handed_to_an_ordered_dict(x):
    found = collections.OrderedDict()
    found.update((float(v), k) for k, v in enumerate(x) if v > 0)
    return found


@add(*SOME)
def kept_in_a_list(x):
    kept = [(v * 2 for v in x), (v + w for v in x for w in (v, 1))]
    return [list(each) for each in kept]


@add(*SOME)
def returned_by_a_helper_in_a_branch(x):
    def doubled(y):
        if len(y) > 2:
            return (v * 2 for v in y)
        return (v * 3 for v in y)

    total = 0
    for v in doubled(x):
        total += v
    return total


@add(*SOME)
def reads_what_changes_afterwards(x):
    scale = 1
    found = collections.deque()
    for k in range(3):
        found.extend(v * scale for v in x)
        scale = scale + k
    return list(found)


@add(*SOME)
def nested_and_closed_over(x):
    counts = collections.Counter()
    offset = len(x)
    counts.update(
        int(v) + w + offset for v in x for w in (u * 2 for u in range(int(abs(v))))
    )
    return sorted(counts.items())


@add(*SOME)
def joined_from_a_dict_of_the_run(x):
    names = {}
    for v in x:
        names[float(v)] = str(v)
    kept = collections.OrderedDict(names)
    return ", ".join(f"{key}={kept[key]}" for key in kept)


@add(ints(2, 0, 1), [1, 0], raises=ZeroDivisionError)
def raises_when_advanced(x):
    found = collections.OrderedDict()
    found.update((v, 10 // int(v)) for v in x)
    return found


@add(*SOME)
def advanced_in_a_branch(x):
    items = (v * 2 for v in x)
    first = None
    if np.sum(x) > 1:
        first = next(items, None)
    return first, list(items)


@add(*SOME)
def advanced_by_hand_then_gone_through(x):
    items = (v * 2 for v in x)
    total = 0
    for v in x:
        if v > 0:
            total = total + next(items, 100)
    for rest in items:
        total = total - rest
    return total


DICTS = ({1: 2, 4: 5}, {"a": 0}, {})


@add(*DICTS)
def over_a_dict(table):
    return (key for key in table)


@add(*DICTS)
def over_the_items_of_a_dict(table):
    return ((key, 2 * value) for key, value in table.items())


@add(*DICTS)
def over_a_dict_made_here(table):
    made = {key: 1 for key in table}
    return (key for key in made if key)


@add("ab", "")
def over_a_text(text):
    return (letter + "!" for letter in text)


class Vector(tuple):
    """A tuple that is made of whatever can be iterated over."""

    def __new__(cls, values):
        return values if type(values) is Vector else super().__new__(cls, values)

    def scaled(self, by):
        return self.__class__(item * by for item in self)


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.left


class Squares:
    def __getitem__(self, index):
        if index == 4:
            raise IndexError
        return index * index


@add((Vector([1.0, 2.0]), 3), (Vector([1, 2, 3]), 0.5), (Vector([]), 1))
def of_a_tuple_handed_to_its_class(vector, by):
    return vector.scaled(by)


@add(*((of, 2) for of in (Vector([1]), frozenset([1, 2]), range(3), (4, 5.0), "ab")))
def of_what_never_changes(items, by):
    return Vector(item * by for item in items)


@add((lambda: (Countdown(3), 2)), (Squares(), 2))
def of_an_object_handed_to_a_class(items, by):
    return Vector(item * by for item in items)


MANY = frozenset(range(1000, 7000))


@add([1, 2], [1, 1005], [])
def within_many_values_that_never_change(x):
    return sum(not any(each == number for number in MANY) for each in x)


class Counted:
    """Counts how often it is iterated over."""

    def __init__(self, items):
        self.items = items
        self.times = 0

    def __iter__(self):
        self.times += 1
        return iter(self.items)


@add((lambda: (Counted([1, 2]), 3)), (lambda: (Counted((1.5,)), 2)))
def of_an_object_that_counts(counted, by):
    counted.times = 5
    scaled = (item * by for item in counted)
    times = counted.times
    return Vector(scaled), times, counted.times


@add(2, 2.5)
def of_an_object_made_here_that_counts(by):
    counted = Counted([1, 2])
    counted.times = by
    scaled = (item * by for item in counted)
    times = counted.times
    return Vector(scaled), times, counted.times


@add(*SOME[:3])
def chained_behind_items_of_the_run(xs):
    pairs = {}
    for i in range(abs(int(xs[0])) + 1):
        pairs[i] = xs[0] * i
    named = {"sum": xs[0] + 1}
    single = {int(xs[0]), 7}
    left = ((key, [value]) for key, value in named.items())
    found = dict(itertools.chain(pairs.items(), left))
    return found, sorted(itertools.chain(pairs, (value + 1 for value in single)))
