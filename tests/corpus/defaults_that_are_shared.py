"""Defaults that all tuples and dataclasses of a class have: one object for all."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any, NamedTuple

import numpy as np

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)


class Log:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
        return self


LOG, ITEMS, NOTHING, SUMS = Log(), [], object(), np.zeros(2)


class Entry(NamedTuple):
    x: float = 1
    log: Log = LOG
    items: list = ITEMS
    sums: Any = SUMS
    other: Any = NOTHING


Pair = collections.namedtuple("Pair", "x items", defaults=[ITEMS])


@dataclasses.dataclass
class Record:
    x: float = 1.0
    log: Log = LOG
    other: Any = NOTHING
    items: list = dataclasses.field(default_factory=lambda: ITEMS)
    kept: Any = dataclasses.field(default=LOG, init=False)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fixed:
    log: Log = LOG
    measure: Any = len


def fresh(*args):
    def make():
        LOG.items.clear()
        ITEMS.clear()
        SUMS[:] = 0
        return args

    return make


SETS = [fresh(1.0), fresh(2.0), fresh(f64(3)), fresh(4.0), fresh(f64(5))]


@add(*SETS)
def tuples_with_names(x):
    entry = Entry(x)
    entry.items.append(x)
    entry.log.add(x).add(2)
    entry.sums[0] += x
    same = entry.other is NOTHING, entry.items is Entry().items, Entry(2, NOTHING)[1:3]
    return len(ITEMS), LOG.items, SUMS, same[0], same[1], same[2][1] is ITEMS


@add(*SETS)
def tuples_made_in_other_ways(x):
    pair, other = Pair(x), Pair(x, [1])
    pair.items.append(x)
    return other, ITEMS, Pair(2)._replace(x=3).items is ITEMS, Pair._make([x, other])


@add(*[fresh(floats(*each)) for each in ((1, 2), (3, 4, 5), (6,))])
def tuples_of_a_loop(x):
    made = []
    for v in x:
        entry = Entry(v)
        entry.items.append(v)
        made.append(entry)
    return made[-1].items, [each.x for each in made], made[0].items is ITEMS


@add(*SETS)
def dataclasses_made_here(x):
    one, other = Record(x), Record(x, log=Log())
    one.log.add(x)
    one.kept.add(-x)
    other.items.append(x)
    return LOG.items, ITEMS, one.log is LOG, other.log is LOG, one.other is NOTHING


@add(*SETS)
def dataclasses_that_leave(x):
    made = Record(x)
    made.log.add(made.x)
    return made.x, made.log is LOG, LOG.items, dataclasses.replace(made).log is LOG


@add(*SETS)
def frozen_ones(x):
    one = Fixed()
    one.log.add(x)
    return LOG.items, one == Fixed(), one.measure([x]), Fixed(log=Log()).log is LOG
