"""Extremes by keys that have effects, or whose comparison raises."""

import math
import operator
import itertools
import functools
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


NAN = float("nan")
INF = float("inf")


@add((["a", "b", "a"], floats(1, 2, 3)), ([], floats()))
def best_key(keys, x):
    d = dict(zip(keys, x))
    e = {}
    for v in x:
        e[v] = e.get(v, 0) + 1
    return (
        max(d, key=d.get, default=None),
        min(e, key=e.get, default="none"),
        max(e.items(), key=lambda p: p[1], default=0),
        max(e, key=lambda k: (e[k], k), default=1),
    )


@add((ints(1, 2, 2, 3),), (ints(),), raises=ValueError)
def mode(x):
    counts = {}
    for v in x:
        counts[int(v)] = counts.get(int(v), 0) + 1
    best = max(counts, key=counts.get)
    return best, counts[best]


@add(
    ([floats(1, 2), floats(3, 4), floats(5, 6)],),
    ([floats(1), floats(3)],),
    ([floats(1)],),
    raises=ValueError,
)
def ambiguous(rows):
    def key(r):
        print("key", r)
        return r * 2

    return max(rows, key=key)


@add(
    (floats(1, 2, 0),),
    (floats(),),
    raises=(
        "ValueError",
        "_UFuncNoLoopError",
    ),
)
def mixed(x):
    def key(v):
        print("k", v)
        return "s" if v == 2 else v

    return max(x, key=key)


@add((floats(1, 2, 0),), (floats(),))
def lazily(x):
    def g():
        for v in x:
            print(v)
            yield {"v": v}["v"]

    return min(g(), default=None), max((print("x", v) or v for v in x), default=3)


@add((floats(1, 2, 0), {1.0: 5, 2.0: 3, 0.0: 9}), (floats(), {}), raises="ValueError")
def by_table(x, d):
    t = {}
    for v in x:
        t[v] = d[v]
    return (
        max(zip(x, range(3)), key=lambda p: t[p[0]]),
        min((v * 2 for v in x), key=lambda v: t[v / 2]),
        max((t[v] for v in x), key=lambda v: -v),
    )


@add(
    ([3.0, "a"], f64(1)),
    ([f64(1), 2], f64(2)),
    raises=(
        "TypeError",
        "ValueError",
    ),
)
def texts(x, l):
    return (
        max(v for v in x if print(v) or v),
        max(x, l),
        max(x, key=lambda v: (print("key", v), v)[1]),
    )
