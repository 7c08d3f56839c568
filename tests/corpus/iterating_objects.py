"""Objects of the user's that are gone through: `__iter__`, `__next__`, `__getitem__`."""

from __future__ import annotations

import itertools

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


class Steps:
    def __init__(self, x, n):
        self.x = x
        self.n = n
        self.k = 0

    def __iter__(self):
        self.k = 0
        return self

    def __next__(self):
        if self.k >= self.n:
            raise StopIteration
        self.k += 1
        return self.x * self.k


class Gen:
    def __init__(self, x, n):
        self.x = x
        self.n = n

    def __iter__(self):
        for k in range(self.n):
            yield self.x + k


class Seq:
    def __init__(self, x, n):
        self.x = x
        self.n = n

    def __getitem__(self, k):
        if k >= self.n:
            raise IndexError(k)
        return self.x * k


class Newton:
    def __init__(self, x):
        self.x = x
        self.g = x

    def __iter__(self):
        return self

    def __next__(self):
        new = 0.5 * (self.g + self.x / self.g)
        if abs(new - self.g) < 1e-6:
            raise StopIteration
        self.g = new
        return new


class Inner:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)


def by_next(x, n):
    t = 0
    for v in Steps(x, n):
        t = t + v
    return t


def by_generator(x, n):
    t = 0
    for v in Gen(x, n):
        t = t + v
    return t


def by_index(x, n):
    t = 0
    for v in Seq(x, n):
        t = t + v
    return t


def until_it_settles_or_count(x, n):
    last = None
    c = 0
    for v in Newton(x + 1.5):
        last = v
        c += 1
        if c > 50:
            break
    return last, c


def next_by_hand(x, n):
    s = Steps(x, n)
    it = iter(s)
    a = next(it)
    b = next(it, -1)
    return a, b, s.k


def collected(x, n):
    return list(Steps(x, n)), sum(Gen(x, n)), [v for v in Seq(x, n)]


def by_iter_of_array(x, n):
    t = 0.0
    for v in Inner(np.arange(n) * x):
        t += v
    return t


def left_early(x, n):
    t = 0
    s = Steps(x, 3)
    for v in s:
        if v > 2:
            break
        t = t + v
    return t, s.k


def next_until_stop(x, n):
    s = Steps(x, n)
    out = []
    while True:
        try:
            out.append(next(s))
        except StopIteration:
            break
    return out


def numbered_and_zipped(x, n):
    t = 0
    for i, v in enumerate(Steps(x, n)):
        t = t + i * v
    for a, b in zip(Steps(x, n), Gen(x, n)):
        t = t + a * b
    return t


def steps_given(s, x):
    t = 0
    for v in s:
        t = t + v * x
    return t, s.k


def objects_given(s, x):
    t = 0
    for v in s:
        t = t + v * x
    return t


def searched_and_compared(x, n):
    return (
        x in Steps(x, n),
        max(Steps(x, n), default=0),
        tuple(Gen(x, n)),
    )


def unpacked(x, n):
    a, b, c = Steps(x, 3)
    p, *q = Gen(x, 3)
    return a, b, c, p, q


def until_it_settles(x, n):
    t = 0
    for v in Newton(x + 1.5):
        t = t + v
    return t


def first_and_any(x, n):
    return next(iter(Gen(x, n)), None), any(v > 2 for v in Steps(x, n))


def next_of_python_s_own(it, x):
    first = next(it)
    if x > 1:
        return first, next(it, None)
    try:
        return first, next(it), next(it), x
    except StopIteration:
        return first, "stopped"


SETS = (f64(2.5), 3), (f64(-1.0), 0), (f64(3.0), 4)
OF_THE_RUN = (f64(3.0), i64(3))


class Only:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]


class Resets:
    def __init__(self, n):
        self.n = n
        self.i = 0

    def __iter__(self):
        self.i = 0
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


def next_by_index(x, items):
    steps = iter(items)
    return next(steps), next(steps)


def next_by_index_caught(x, items):
    try:
        return next(iter(items))
    except IndexError:
        return 1
    except StopIteration:
        return x


def next_by_index_in_a_loop(x, n):
    steps = iter(Only([x] * n))
    total = 0
    for _ in range(int(x)):
        total += next(steps)
    return total


def begins_anew_behind_a_star(x):
    first, *rest = Resets(4)
    return first, rest, x + 1


def begins_anew_as_list(x, items):
    steps = iter(items)
    first = next(steps)
    return first, list(steps), steps is items, x


def steps_by_method(items):
    step, whole = iter(items).__next__, iter(items)
    return step(), step(), type(whole).__name__


def steps_to_the_end(items):
    step, taken = iter(items).__next__, []
    try:
        while True:
            taken.append(step())
    except StopIteration:
        taken.append(-1)
    return taken


def attributes_of_the_class_only(x, items):
    names = "__call__", "__dict__", "__module__", "__iter__", "__len__", "__class__"
    return [(hasattr(x, name), hasattr(items, name)) for name in names]


CASES = [
    *[
        case(function, *SETS, OF_THE_RUN)
        for function in (
            by_next,
            by_generator,
            by_index,
            until_it_settles_or_count,
            collected,
            by_iter_of_array,
            left_early,
            next_until_stop,
            searched_and_compared,
            unpacked,
            until_it_settles,
            first_and_any,
        )
    ],
    case(next_by_hand, *SETS, OF_THE_RUN, raises=StopIteration),
    case(numbered_and_zipped, *SETS),
    case(
        steps_given,
        (Steps(2.0, 3), f64(1.5)),
        (Steps(2.0, 0), f64(1.5)),
        (Steps(f64(2.0), i64(3)), f64(1.5)),
    ),
    case(
        objects_given,
        (Gen(2.0, 3), f64(1.5)),
        (Inner([1, 2, 3]), f64(1.5)),
        (Inner(floats(1, 2, 3)), f64(1.5)),
        (Seq(f64(2.0), 3), f64(1.5)),
        (Seq(f64(2.0), i64(3)), f64(1.5)),
    ),
    case(
        next_of_python_s_own,
        lambda: (itertools.count(3), f64(1.5)),
        lambda: (iter([1.0, 2.0]), f64(0.5)),
        lambda: ((i for i in range(1)), f64(1.5)),
        lambda: (iter([]), f64(1.5)),
        raises=StopIteration,
    ),
    case(
        next_by_index,
        (f64(2), Only([])),
        (f64(2), Only([1])),
        (f64(1), Only(ints(3, 4))),
        raises=StopIteration,
    ),
    case(next_by_index_caught, (f64(2), Only([])), (f64(1), Only(ints(3, 4)))),
    case(next_by_index_in_a_loop, (f64(2), 3), (f64(3), 2), raises=StopIteration),
    case(begins_anew_behind_a_star, f64(2)),
    case(begins_anew_as_list, (f64(2), Resets(3))),
    case(
        steps_by_method,
        [1, 2, 3],
        ints(1, 2),
        floats(1),
        ((1, 2),),
        raises=StopIteration,
    ),
    case(steps_to_the_end, [1, 2], ((3,),), ((),)),
    case(
        attributes_of_the_class_only,
        (floats(1), [1, 2]),
        (f64(1), {"a": f64(1)}),
        (2, (1, 2)),
        (i64(2), "ab"),
    ),
]


class Added(Seq):
    def __radd__(self, other):
        return other, self.n


def items_into_a_list(items):
    found = [0.5, 1.5]
    found += items
    found.extend(items)
    found[1:2] = items
    return found


def items_into_a_list_in_a_loop(xs, items):
    found = []
    for _ in xs:
        found += items
    return found


def items_into_a_set(items):
    found = {0.5}
    found.update(items)
    return found, found.union(items)


def an_object_that_adds_itself(items):
    found = [0.5]
    found += items
    return found


COUNTED = [lambda: Steps(f64(2), i64(3)), lambda: Gen(f64(2), i64(3))]
COUNTED += [lambda: Seq(f64(2), i64(3)), lambda: Newton(f64(2))]

CASES += [
    case(items_into_a_list, *[lambda make=make: (make(),) for make in COUNTED]),
    case(
        items_into_a_list_in_a_loop,
        *[lambda make=make: (floats(1, 2), make()) for make in COUNTED],
    ),
    case(items_into_a_set, *[lambda make=make: (make(),) for make in COUNTED]),
    case(an_object_that_adds_itself, lambda: (Added(f64(2), i64(3)),)),
]


class Bag:
    """Iterates over a dict, by a method that is called by its name."""

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def copy(self):
        made = Bag({})
        for item in self.items:
            made.items[item] = 1
        return made


def first_of_a_copy(bag, x):
    made = bag.copy()
    made.items[x] = 1
    first = next(made.__iter__())
    if x > 2:
        first = first + next(made.__iter__())
    return first, list(made.__iter__()), made.items


CASES += [
    case(
        first_of_a_copy,
        *[lambda x=x: (Bag({1: 2, 3: 4}), x) for x in (1, i64(3), f64(-2))],
    ),
]
