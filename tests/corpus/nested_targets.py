"""Comprehensions whose targets take items apart that only the run knows."""

import autograph as ag
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)(
    lambda: ([((1,), 2), ((3,), 4)],),
    lambda: ([((2.5,), 1)],),
    lambda: ([],),
    lambda: ([((1, 2), 3)],),
    raises=ValueError,
)


@ag.do_not_convert
def terms(items):
    return list(items)


@add
def tuples_of_one(items):
    return [(i, j) for (i,), j in terms(items)]


@add
def dict_and_builtins(items):
    total = sum(i for (i,), _ in terms(items))
    return {j: i for (i,), j in terms(items)}, total, any(i for (i,), _ in terms(items))


@add
def within_each_other(items):
    return [[j * k for (_,), j in terms(items)] for k in range(2)]


@adding_to(CASES)(lambda: ([((1,), 2), ((3, 4, 5), 4)],), lambda: ([],))
def with_a_star(items):
    pairs = [(a, b, c) for (a, *b), c in terms(items)]
    numbered = [(n, x, y, j) for n, ((x, *y), j) in enumerate(terms(items))]
    rest = [(x, a) for x, *(a,) in terms(items)]
    return pairs, numbered, rest, [z for (x, *y), _ in terms(items) for z in y]
