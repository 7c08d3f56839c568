"""Arrays indexed by ranges, as losses do that pick the probability of each label."""

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

SCORES = np.array([[0.5, 1.5, -1.0], [2.0, 0.1, 0.3]])


@add((SCORES, ints(2, 0)), (SCORES[:1], ints(1)), (SCORES[::-1], [0, 1]))
def cross_entropy(scores, labels):
    n = len(labels)
    p = np.exp(scores)
    p /= p.sum(axis=1, keepdims=True)
    loss = -np.log(p[range(n), labels]).mean()
    p[range(n), labels] -= 1
    return loss, p / n


@add((floats(1, 2, 3), np.int64(2)), (floats(1, 2, 3), 0), (floats(1), np.int8(1)))
def firsts(x, n):
    y = x.copy()
    y[range(n)] = -1.0
    y[range(n - 1, -1, -1)] += x[range(n)]
    return y, x[range(0, len(x), 2)]


@add((floats(1, 2, 3), np.int64(4)), (floats(1, 2), 3), raises=IndexError)
def beyond(x, n):
    return x[range(n)]


@add((floats(1, 2, 3), np.int64(2)), (floats(1, 2), 1), raises=IndexError)
def iterators_are_no_ranges(x, n):
    return x[iter(range(n))]


@add((SCORES, np.int64(2)), (SCORES, 1))
def kept_under_a_name(x, n):
    rows = range(n)
    total = 0.0
    for i in rows:
        total = total + x[rows, i].sum()
    return total, x[rows, rows]
