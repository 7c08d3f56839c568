"""Dicts that make an item where they are asked for one that they do not have."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict

from tests.corpus.case import case, floats


class Doubling(dict):
    def __missing__(self, key):
        self[key] = key * 2
        return self[key]


class Lists(defaultdict):
    pass


class Recent(dict):
    """Keeps in mind what was asked for last."""

    def __init__(self, *args):
        super().__init__(*args)
        self.asked = []

    def __getitem__(self, key):
        self.asked.append(key)
        return super().__getitem__(key)


def asked_for_nothing_else(table, x):
    table["a"]
    if x.sum() > 3:
        table["b"]
    _ = operator.getitem(table, "c")
    return table, sorted(table)


def asked_in_loops(table, x):
    for value in x:
        table[int(value)]
    [table[key] for key in "de"]
    return dict(table)


def counted_between(table, x):
    before = len(table), "a" in table, sorted(table, key=str)
    value = table["a"]
    after = len(table), "a" in table, sorted(table, key=str)
    return before, value, after, x.sum()


def caught(table, x):
    try:
        table["k"]
    except KeyError:
        return "missing"
    return len(table)


def made_here(x):
    doubling, lists, counts = Doubling(), Lists(list), Counter()
    doubling["a"]
    lists[int(x[0])]
    for value in x:
        lists["all"].append(value)
        counts[int(value)] += 1
    counts[99]
    return doubling, dict(lists), counts


def remembered(x):
    table = Recent({"a": x[0], "b": 2})
    table["b"]
    total = table["a"]
    return total, table.asked


def every():
    for make in (
        Doubling,
        lambda: defaultdict(list),
        lambda: Lists(int),
        lambda: defaultdict(int, {"a": 1}),
        lambda: Counter("abc"),
    ):
        yield make(), floats(1, 2, 3)
        yield make(), floats(0, 4)


CASES = [
    case(asked_for_nothing_else, *every()),
    case(asked_in_loops, *every()),
    case(counted_between, *every()),
    case(caught, *every()),
    case(made_here, floats(1, 2), floats(3, 3, 4)),
    case(remembered, floats(1, 2), floats(3)),
]
