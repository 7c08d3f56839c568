"""Stars before what only the run can go through: displays, calls, unpacking."""

from __future__ import annotations

import itertools
from collections import namedtuple

import numpy as np

from tests.corpus.case import case, floats, grid, i64

Pair = namedtuple("Pair", "first second")


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, a, b):
        return self.x + a + b


def weighed(a, b, c):
    return a + b * c


def counted(a, *rest):
    return a + len(rest)


def less(a, b=3):
    return a - b


def displays_of_list(xs, n):
    out = []
    for x in xs:
        if x > 0:
            out.append(x)
    y = [*out, n]
    y.append(7)
    z = (n, *out)
    s = {*out, 3.0}
    return y, z, s, len(z)


def displays_of_array(xs, n):
    big = xs[xs > 0]
    return [*big, n], (*big, *big), [*big, *range(n)]


def display_grows_in_loop(xs, n):
    ys = [*xs]
    for x in xs:
        if x > 1:
            ys = [*ys, x + n]
    return ys


def unpacked_array(xs, n):
    out = xs[xs > 0]
    a, *b = out
    *c, d = out
    b.append(n)
    return a, b, c, d


def unpacked_in_for(xs, n):
    out = []
    for x in xs:
        out.append((x, n, x))
    r = []
    for a, *b in out:
        r.append(a)
        r.append(b)
    (p, *q), *rest = out
    return r, p, q, len(rest)


def unpacked_too_few(xs, n):
    try:
        a, b, *c = xs[xs > n]
    except ValueError as e:
        return str(e)
    return a, c


def unpacked_into_items(xs, n):
    d = {}
    d["a"], *d["b"] = xs[xs > n]
    return d


def calls_of_builtins(xs, n):
    out = []
    for x in xs:
        if x > n:
            out.append(x)
    print(*out)
    print(n, *out, sep="-")
    m = max(*out, 0.0, 0.0)
    return m, min(*out, *out)


def calls_of_function(xs, n):
    out = xs[xs > n]
    return weighed(*out), weighed(n, *out[:2])


def calls_of_flexible_functions(xs, n):
    out = xs[xs > n]
    return counted(*out), less(*out[:1])


def call_that_does_not_fit(xs, n):
    out = xs[xs > n]

    def product(a, b):
        return a * b

    try:
        return product(*out)
    except TypeError as e:
        return str(e)


def call_of_known_items_that_does_not_fit(xs, n):
    def product():
        return n

    try:
        return product(*xs)
    except TypeError as e:
        return str(e)


def call_of_what_takes_nothing(xs, n):
    def product():
        return n

    try:
        return product(*xs[xs > n])
    except TypeError as e:
        return str(e)


def calls_of_classes_and_methods(xs, n):
    out = xs[xs > n]
    p = Point(*out[:2])
    q = Pair(*out[:2])
    return p.x, p.plus(*out[:2]), q.second, q


def zip_of_rows(xs, n):
    rows = [xs[xs > k] for k in range(int(n) + 1)]
    r = []
    for pair in zip(*rows):
        r.append(sum(pair))
    return r


def zip_and_back(xs, n):
    rows = []
    for x in xs:
        rows.append((x, x + n))
    a, b = zip(*rows)
    return a, b, list(zip(*rows))


def numpy_of_rows(xs, n):
    rows = []
    for x in xs:
        rows.append(np.array([x, x + n]))
    return np.stack([*rows]), np.vstack((*rows,)), np.add(*rows[:2])


def order_of_evaluation(xs, n):
    ys = []
    for x in xs:
        ys.append(x)
    return [*ys, ys.pop(), len(ys)], (*ys, ys.append(3))


def display_of_number(xs, n):
    v = xs[0]
    return [*v]


def unpacked_number(xs, n):
    v = xs[0]
    a, *b = v
    return a


def call_with_number(xs, n):
    v = xs[0]
    return weighed(*v)


def stars_before_map(xs, n):
    print(*map(lambda v: v + n, xs))
    return [*map(abs, xs)], [*(v for v in xs if v > n)]


def unpacked_map(xs, n):
    a, *b = map(lambda v: v * n, xs[xs > 0])
    return a, b


def display_in_closure(xs, n):
    order = []

    def add(v):
        nonlocal order
        order = [*order, v] if v > n else order

    for x in xs:
        add(x)
    return order


def call_with_keywords(xs, n):
    out = xs[xs > n]
    return weighed(*out[:2], c=n), dict(zip("ab", [*out]))


SETS = (
    (floats(3, -1, 2, 5), i64(1)),
    (floats(1, -1, 2), i64(0)),
    (floats(-1, 4, -2), 2),
)

CASES = [
    case(function, *SETS)
    for function in (
        displays_of_list,
        displays_of_array,
        display_grows_in_loop,
        unpacked_array,
        unpacked_in_for,
        unpacked_too_few,
        unpacked_into_items,
        calls_of_builtins,
        calls_of_flexible_functions,
        call_that_does_not_fit,
        call_of_known_items_that_does_not_fit,
        call_of_what_takes_nothing,
        zip_of_rows,
        zip_and_back,
        numpy_of_rows,
        order_of_evaluation,
        stars_before_map,
        unpacked_map,
        display_in_closure,
    )
]
CASES += [
    case(function, *SETS, raises=TypeError)
    for function in (
        calls_of_function,
        calls_of_classes_and_methods,
        display_of_number,
        unpacked_number,
        call_with_number,
        call_with_keywords,
    )
]


def told(*given, **named):
    return given, sorted(named)


def noted(notes, item):
    notes.append(item)
    return item


def alone_after_keywords(count):
    notes = []
    items = iter([5, 6, count])
    told(*(noted(notes, one) for one in range(count)), first=noted(notes, "first"))
    told(*(noted(notes, one) for one in range(count)), **{"next": noted(notes, "next")})
    told(0, *(noted(notes, one) for one in range(count)), last=noted(notes, "last"))
    return notes, told(*items, **{"before": next(items)}), told(*notes, a=notes.pop())


def alone_or_beside_others(count):
    notes = []
    for call in (
        lambda: told(*count),
        lambda: told(1, *count),
        lambda: told(*count, *""),
    ):
        try:
            notes.append(call())
        except TypeError as error:
            notes.append(str(error))
    return notes


CASES += [
    case(alone_after_keywords, 2, 3, 0, i64(2)),
    case(alone_or_beside_others, 2, i64(2), [2], floats(1, 2)),
]


class Holder:
    def __init__(self, held):
        self.held = held


def tens(one, two):
    return one * 10 + two


def side_by_side(holders, number):
    holders.append(Holder((number, 2)))
    made = []
    for each in holders:
        held = each.held
        made.append(list(map(tens, held, held)))
        made.append(list(map(max, held, holders[0].held, held)))
        made.append(list(itertools.starmap(tens, zip(held, held))))
        made.append(list(itertools.starmap(tens, [held, (number, 1)])))
        made.append(list(itertools.starmap(min, map(divmod, held, held))))
    return made


CASES += [
    case(side_by_side, lambda: ([Holder((1, 2)), Holder([3, 4])], 5), lambda: ([], 2.5))
]


def stars_in_keys(rows, known):
    total = 0
    for row in rows:
        total = total + known[(1, *[step + 1 for step in row])]
        known[2, *(step for step in row), len(row)] = total
        known[2, *row, len(row)] += 1
    del known[2, *rows[0], len(rows[0])]
    return total, known


def stars_in_indices(table, rows):
    total = table[..., 0] * 0
    for row in rows:
        places = [place % 3 for place in row if place >= 0]
        total = total + table[*places, 1:2].sum() + table[..., *places]
        table[*places, 0:2] += 1
    return total, table


CASES += [
    case(stars_in_keys, ([[1, 2]] * 40, {(1, 2, 3): 4}), ([[7]] * 40, {(1, 8): 0.5})),
    case(stars_in_indices, (grid(9, 3).reshape(3, 3, 3), [[4, -1, 2], [2, 0]] * 20)),
]
