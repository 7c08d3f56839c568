"""The first item that passes a test, of iterators of every kind."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
SETS = ((wave(4), 0.3), (wave(4), f64(5)), (wave(9), f64(-9)), (wave(9), i64(0)))


@add(*SETS)
def first_from_the_end(x, limit):
    return next((v for v in reversed(x) if v > limit), 1.5)


@add(*SETS)
def first_if_others_pass(x, limit):
    return next((v for v in reversed(x) if x[0] > limit), None)


@add(*SETS)
def number_of_the_first(x, limit):
    return next((i for i, v in enumerate(x) if v > limit), -1)


@add(*SETS)
def number_from_the_end(x, limit):
    return next((i for i, v in enumerate(reversed(x)) if v > limit), -1)


@add(*SETS)
def first_of_pairs(x, limit):
    return next((a - b for a, b in zip(x, x[1:]) if a > limit), None)


@add(*SETS)
def first_after_one(x, limit):
    items = reversed(x)
    one = next(items)
    return one, next((v for v in items if v > limit), -1), list(items)


@add(*SETS)
def first_two_and_the_rest(x, limit):
    items = (v * 2 for v in reversed(x) if v > limit)
    return next(items, 0), next(items, 0), list(items)


@add(*SETS)
def extremes_from_the_end(x, limit):
    found = (v for v in reversed(x) if v > limit)
    return max(found, default=0), any(v > limit for v in reversed(x))
