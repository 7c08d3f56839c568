"""Functions of the standard library that came after Python 3.11."""

from __future__ import annotations

import itertools
import math
import sys

import numpy as np

import autograph as ag
from tests.corpus.case import case

VALUES = (
    lambda: ([1.0, 2.0, 3.0],),
    lambda: ([2.0, 1.0, 4.0, 0.5],),
    lambda: (np.array([1.0, 2.0, 3.0]),),
    lambda: ([],),
)


def sums_of_batches(xs):
    return [sum(batch) for batch in itertools.batched(xs, 2)]


def batches_until(xs):
    total = 0.0
    for batch in itertools.batched(xs, 2):
        total = total * 2 + sum(batch)
        if total > 5:
            break
    return total, [len(batch) for batch in itertools.batched((x * 2 for x in xs), 3)]


def batches_of_an_iterator(xs):
    items = iter(xs)
    batches = itertools.batched(items, 2)
    first = next(batches, None)
    return first, next(items, None), list(batches)


def batches_of_no_items(xs):
    return list(itertools.batched(xs, 0))


def sum_of_products(xs):
    return math.sumprod(xs, xs)


def complete_batches(xs):
    return list(itertools.batched(xs, 2, strict=True))


def incomplete_batches(xs):
    return [*itertools.batched(xs, 2, strict=True)]


def multiplied_and_added(xs):
    return math.fma(xs[0], xs[1], 0.5)


class Scale:
    def __init__(self, by):
        self.by = by

    def scaled(self, x):
        return x * self.by


@ag.do_not_convert
def given(value):
    return value


def method_bound_again(method, x):
    return given(method.__get__)(x)(2), method.__get__.__name__


CASES = []
if sys.version_info >= (3, 12):
    CASES += [
        case(sums_of_batches, *VALUES),
        case(batches_until, *VALUES),
        case(batches_of_an_iterator, *VALUES),
        case(batches_of_no_items, VALUES[0], raises=ValueError),
        case(sum_of_products, *VALUES),
    ]
if sys.version_info >= (3, 13):
    CASES += [
        case(complete_batches, VALUES[1]),
        case(incomplete_batches, *VALUES[::2], raises=ValueError),
        case(
            method_bound_again,
            lambda: (Scale(3.0).scaled, 1),
            lambda: (Scale(2).scaled, 2),
        ),
        case(multiplied_and_added, *VALUES[:3]),
    ]
