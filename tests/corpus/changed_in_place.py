"""Containers changed in place, by ``+=`` and its like, under whatever name they go."""

import itertools
import numpy as np
from tests.corpus.case import *
from tests.corpus.case import case


class A:
    def __init__(self):
        self.l = [1]


def doubled_by_another_name(x):
    c = [1, 2]
    for v in x:
        d = c
        d *= 2
    return c


def extended_by_another_name(x):
    c = [1, 2]
    for v in x:
        d = c
        d += [v]
    return c


def rows_extended(x):
    rows = [[1], [2]]
    for v in x:
        for row in rows:
            row += [v]
    return rows


def rows_doubled(x):
    rows = [[1], [2]]
    for v in x:
        for row in rows:
            row *= 2
    return rows


def attribute_doubled(x):
    a = A()
    for v in x:
        a.l *= 2
    return a.l


def item_doubled_and_extended(x):
    d = {"k": [1]}
    for v in x:
        d["k"] *= 2
        d["k"] += [v]
    return d


def doubled_in_a_branch(x):
    c = [1]
    if x[0] > 0:
        d = c
        d *= 2
    return c


def doubled_by_a_function(x):
    c = [1]

    def f(q):
        q *= 2

    for v in x:
        f(c)
    if x[0] > 5:
        f(c)
    return c


def set_by_another_name(x):
    s = {1}
    for v in x:
        t = s
        t |= {v}
    return s


def dict_by_another_name(x):
    s = {1: 2}
    for v in x:
        t = s
        t |= {v: 1}
    return s


def shared_set(x):
    s = {1}

    def f():
        nonlocal s
        s |= {2}
        s -= {1}

    if x[0] > 5:
        f()
    return s


def shared_dict(x):
    s = {1: 2}

    def f(v):
        nonlocal s
        s |= {v: 1}

    for v in x:
        f(v)
    return s


def shared_list_extended(x):
    c = [1]

    def f(v):
        nonlocal c
        c += [v]

    for v in x:
        f(v)
    return c


def default_changed(x):
    c = [1]

    def f(q=c):
        q += [5]
        q *= 2

    for v in x:
        f()
    return c


def changed_in_a_lambda(x):
    c = [1]
    for v in x:
        (lambda q: q.append(2))(c)
        c.__imul__(2)
        list.append(c, 3)
    return c


def changed_by_operator_functions(x):
    c = [1]
    import operator

    for v in x:
        operator.iadd(c, [2])
        operator.imul(c, 2)
        operator.setitem(c, 0, v)
    return c


def shared_array(x):
    m = np.zeros(2)

    def f(v):
        nonlocal m
        m += v
        m *= 2

    for v in x:
        f(v)
    return m


G = [1]


def global_list(x):
    global G
    for v in x:
        G += [v]
        G *= 2
    return G


def deque_by_another_name(x):
    from collections import deque

    d = deque([1])
    for v in x:
        e = d
        e += [v]
        e *= 2
    return d


def one_list_twice_in_a_tuple(x):
    c = [1]
    with np.errstate(all="ignore"):
        if x[0] > 5:
            d = c
            d *= 3
    t = (c, c)
    for v in x:
        for e in t:
            e += [v]
    return c


def shared_in_try(x):
    c = [1, 2]
    r = []
    for v in x:
        try:
            c *= 2
            r += c[:1]
        except ValueError:
            c.append(0)
    return c, r


def grid_of_rows(x):
    grid = [[0] * 2 for _ in range(2)]
    for i, v in enumerate(x):
        for row in grid:
            row += [v]
        if v > 1:
            grid[0] *= 2
    return grid


class Bag:
    def __init__(self):
        self.items = []
        self.seen = set()

    def put(self, *values):
        self.items += values
        self.seen |= {len(self.items)}


def bag_filled(x):
    bag = Bag()
    for v in x:
        if v > 1:
            bag.put(v, 1)
    return bag.items, bag.seen


def bag_given(bag, x):
    items = bag.items
    for v in x:
        bag.put(v)
        items *= 2
    return items is bag.items


def list_given(items, x):
    other = items
    for v in x:
        other += [v]
    if x.size > 2:
        other *= 2
    return items is other


def repeated_in_a_branch(x):
    c = [[x[0]], [2]]
    if x[0] > 0:
        c = c * 2
    return c


def reversed_or_not(x):
    c = [[x[0]], [2]]
    if x[0] > 0:
        d = c
    else:
        d = c[::-1]
    return c, d


def twice_or_once(x):
    a = [x[0]]
    if x[0] > 0:
        d = [a, a]
    else:
        d = [a]
    return d


def twice_or_with_another(x):
    a = [x[0]]
    if x[0] > 0:
        d = [a, a]
    else:
        d = [a, 3]
    return d


def made_and_held_twice(x):
    if x[0] > 0:
        a = [x[0]]
        d = [a, a]
    else:
        d = [1, 2]
    return d


def held_twice_after_a_loop(x):
    for v in x:
        a = [v]
        d = [a, a]
    return d


def pair_either_way(x):
    a = [x[0]]
    b = [x[1]]
    t = (a, b) if x[0] > 0 else (b, a)
    return t, a, b


def greatest_is_one_of_them(x):
    a, b = [x[0]], [x[1]]
    return (
        max(a, b),
        a,
        b,
        sorted([a, b]),
        min([a, b], key=lambda q: q[0]),
        [a, b][int(x[0])],
    )


def dicts_of_one_list(x):
    d = {"k": [x[0]]}
    e = dict(d) if x[0] > 0 else d.copy()
    return d, e


def repeated_and_changed(x):
    a = [x[0]]
    d = [a] * 2 if x[0] > 0 else [a, a, a]
    d[0].append(1)
    return d


def held_in_try(x):
    a = [x[0]]
    try:
        if x[1] > 5:
            raise ValueError
        d = [a, a]
    except ValueError:
        d = [a]
    d[0].append(1)
    return d, a


def sorted_are_those(x):
    a, b = [x[0]], [x[1]]
    return sorted([a, b], key=lambda q: q[0]), a, b


def extremes_are_those(x):
    a, b = [x[0]], [x[1]]
    return min([a, b], key=lambda q: q[0]), max(a, b, key=len), a, b


def cycled_are_those(x):
    a, b = [x[0]], [x[1]]
    out = []
    for n, p in zip(x, itertools.cycle([a, b])):
        p.append(n)
        out.append(p)
    return out, a, b


def permuted_are_those(x):
    a, b = [x[0]], [x[1]]
    rows = [(k, g) for k, g in itertools.groupby([a, b], key=lambda q: q[0] > 1)]
    return [list(p) for p in itertools.permutations([a, b])], a


def best_of_a_dict(x):
    d = {"a": [x[0]], "b": [x[1]]}
    best = max(d, key=lambda k: d[k][0])
    d[best].append(5)
    order = sorted(d.items(), key=lambda p: -p[1][0])
    order[0][1].append(7)
    return d, order


def rows_by_many_ways(x):
    rows = [[v, i] for i, v in enumerate(x)]
    rows.sort(key=lambda r: -r[0])
    rows[0].append("first")
    best = max(rows)
    best.append("best")
    rows.reverse()
    for r in filter(lambda r: r[0] > 1, rows):
        r.append("f")
    m = list(map(lambda r: r, rows))
    m[0].append("m")
    z = [p for p, _ in zip(rows, x)]
    z[1].append("z")
    return rows, m


def tuple_by_two_names(x):
    pair = (x[0], 2)
    other = pair
    if x[0] > 0:
        pair = pair[:1]
    return pair is other


X = floats(1, 2, 3)
CASES = [
    case(doubled_by_another_name, X, X[:0]),
    case(extended_by_another_name, X, X[:0]),
    case(rows_extended, X, X[:0]),
    case(rows_doubled, X, X[:0]),
    case(attribute_doubled, X, X[:0]),
    case(item_doubled_and_extended, X, X[:0]),
    case(doubled_in_a_branch, X, X * 3, -X),
    case(doubled_by_a_function, X, X * 3, -X),
    case(set_by_another_name, X, X[:0]),
    case(shared_set, X, X * 3, -X),
    case(shared_list_extended, X, X[:0]),
    case(default_changed, X, X[:0]),
    case(changed_in_a_lambda, X, X[:0]),
    case(changed_by_operator_functions, X, X[:0]),
    case(shared_array, X, X[:0]),
    case(global_list, X, X[:0], state=("G",)),
    case(deque_by_another_name, X, X[:0]),
    case(one_list_twice_in_a_tuple, X, X * 3, -X),
    case(dict_by_another_name, X, X[:0]),
    case(shared_dict, X, X[:0]),
    case(shared_in_try, X, X[:0]),
    case(grid_of_rows, X, X[:0]),
    case(bag_filled, X, X[:0]),
    case(bag_given, (Bag(), X), (Bag(), X[:0])),
    case(list_given, ([1], X), ([1.5, 2], X[:1])),
    case(repeated_in_a_branch, X, -X),
    case(reversed_or_not, X, -X),
    case(twice_or_once, X, -X),
    case(twice_or_with_another, X, -X),
    case(made_and_held_twice, X, -X),
    case(held_twice_after_a_loop, X, -X),
    case(pair_either_way, X, -X),
    case(greatest_is_one_of_them, X, -X),
    case(dicts_of_one_list, X, -X),
    case(repeated_and_changed, X, -X),
    case(held_in_try, X, X * 3),
    case(sorted_are_those, X, -X),
    case(extremes_are_those, X, -X),
    case(cycled_are_those, X, -X),
    case(permuted_are_those, X, -X),
    case(best_of_a_dict, X, -X),
    case(rows_by_many_ways, X, -X),
    case(tuple_by_two_names, X, -X),
]


class Record:
    def __init__(self, held):
        self.held = held


class Countdown:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, k):
        if k >= self.n:
            raise IndexError(k)
        return self.n - k


def attribute_of_made_object_over_zero(x):
    record = Record(np.float64(1))
    record.held /= np.float64(0)
    return record.held + x


def attribute_that_is_a_text(x):
    record = Record("%s")
    record.held %= x
    return record.held


def attribute_that_takes_items(items):
    record = Record([0.5])
    record.held += items
    record.held += map(abs, [*record.held])
    return record.held


def attribute_of_an_object_made_in_place(x):
    made = []

    def make():
        made.append(Record(x))
        return made[-1]

    make().held += len(made)
    return [record.held for record in made]


def attribute_of_a_name_that_the_value_rebinds(x):
    record = first = Record(x)
    record.held += (record := Record(2 * x)).held
    return first.held, record.held


CASES += [
    case(attribute_of_made_object_over_zero, f64(2)),
    case(attribute_that_is_a_text, f64(2)),
    case(attribute_that_takes_items, lambda: (Countdown(i64(3)),), ([1.5, f64(2)],)),
    case(attribute_of_an_object_made_in_place, f64(2)),
    case(attribute_of_a_name_that_the_value_rebinds, f64(2)),
]
