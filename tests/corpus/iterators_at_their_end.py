"""Iterators that are used again behind their end: Python's own stay there."""

from __future__ import annotations

import itertools

from tests.corpus.case import case, f64, i64


class Indexed:
    def __init__(self, x, n):
        self.x = x
        self.n = n

    def __getitem__(self, k):
        if k >= self.n:
            raise IndexError(k)
        return self.x * k


class Counting(Indexed):
    def __init__(self, x, n):
        super().__init__(x, n)
        self.k = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.k >= self.n:
            raise StopIteration
        self.k += 1
        return self.x * self.k


def grown_behind_a_loop(made):
    items, total = iter(made), 0.5
    for v in items:
        total = total + v
    made.n += 2
    for v in items:
        total = total * 10 + v
    return total, next(items, -1.0), list(made)


def grown_behind_next(made):
    items, found = iter(made), []
    for _ in range(4):
        found.append(next(items, -1.0))
    made.n += 3
    found.append(next(items, -2.0))
    return found, [v for v in items]


def grown_behind_a_list(made):
    items = iter(made)
    first = list(items)
    made.n += 2
    return first, tuple(items), [*items]


def ended_in_the_loop_itself(made, limit):
    items, found = iter(made), []
    for v in items:
        found.append(v)
        found.append(next(items, -1.0))
        if made.n < limit:
            made.n += 1
    return found


def ended_in_a_branch(made, ends):
    items, total = iter(made), 0.5
    if ends:
        for v in items:
            total = total + v
    made.n += 2
    for v in items:
        total = total * 2 + v
    return total


def left_by_break_and_error(made, limit):
    items, found = iter(made), []
    try:
        for v in items:
            found.append(v)
            if v > limit:
                raise ValueError(v)
    except ValueError:
        found.append(-1.0)
    for v in items:
        if v > 2 * limit:
            break
        found.append(v)
    made.n += 1
    for v in items:
        found.append(v)
    made.n += 1
    return found, next(items, -2.0)


def ended_in_turns_of_a_loop(made, turns):
    items, total = iter(made), 0.5
    for _ in range(turns):
        for v in items:
            total = total * 2 + v
        made.n += 1
    return total


def ended_by_zip(made, xs):
    items, total = iter(made), 0.5
    for v, x in zip(items, xs, strict=False):
        total = total + v * x
    made.n += 2
    for v in items:
        total = total * 10 + v
    return total


def a_list_grown(xs):
    items, total = iter(xs), 0.5
    for v in items:
        total = total + v
    xs.append(100.0)
    for v in items:
        total = total * 10 + v
    return total, next(items, -1.0)


class Noting:
    def __init__(self, n, notes):
        self.n = n
        self.notes = notes

    def __iter__(self):
        self.notes.append(self.n)
        return iter([0.5 * k for k in range(self.n)])


def chained_while_the_second_grows(n, turns):
    notes, found = [], []
    first, second = Noting(n, notes), Noting(n, notes)
    items = itertools.chain(first, second)
    first.n += 1
    for v in items:
        found.append(v)
        if second.n < turns:
            second.n += 1
    return found, notes, next(items, -1.0)


MADE = [
    lambda cls=cls, x=x, n=n: cls(x, n)
    for cls in (Indexed, Counting)
    for x, n in ((1.5, 3), (f64(1.5), i64(3)), (f64(2), i64(0)))
]

CASES = [
    *[
        case(function, *[lambda make=make: (make(),) for make in MADE])
        for function in (grown_behind_a_loop, grown_behind_next, grown_behind_a_list)
    ],
    *[
        case(function, *[lambda make=make: (make(), i64(5)) for make in MADE])
        for function in (ended_in_the_loop_itself, ended_in_turns_of_a_loop)
    ],
    case(
        ended_in_a_branch,
        *[lambda make=make, b=b: (make(), i64(b)) for make in MADE for b in (0, 1)],
    ),
    case(
        left_by_break_and_error,
        *[lambda make=make, b=b: (make(), f64(b)) for make in MADE for b in (1, 9)],
    ),
    case(
        ended_by_zip,
        *[lambda make=make: (make(), [1.0, 2.0]) for make in MADE],
        *[lambda make=make: (make(), [1.0] * 9) for make in MADE],
    ),
    case(
        chained_while_the_second_grows,
        *[lambda n=n: (n, 5) for n in (0, 2, i64(0), i64(2))],
    ),
    case(a_list_grown, lambda: ([1.0, 2.0],), lambda: ([1.0] * 100,)),
]
