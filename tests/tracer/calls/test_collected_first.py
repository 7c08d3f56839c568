"""`zip` over several lazy iterations: collected first, or taken by the run."""

from collections import Counter
from collections.abc import MutableMapping

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree

X = np.array([3.0, 1.0, 2.0])
MANY = np.arange(100.0)


def products(x):
    found = []
    for a, b in zip((v * 2 for v in x), (w + 1 for w in x if w > 1), strict=False):
        found.append(a * b)
    return found


def test_they_are_collected_where_nobody_sees_it():
    agree(products, X, MANY, callbacks="error")


def rewritten(x):
    total = 0.0
    for a, b in zip((v * 2 for v in x), (w + 1 for w in x), strict=True):
        x[1] = x[1] + 10
        total = total + a * b
    return total


def test_the_run_takes_them_in_turn_where_a_turn_writes_what_they_read():
    with pytest.warns(ag.CallbackWarning, match="makes a generator"):
        ag.function(rewritten)(X.copy())
    agree(rewritten, X, MANY)


class Table(MutableMapping):
    """Finds items by keys of any case."""

    def __init__(self, items):
        self.items_of_keys = items

    def __getitem__(self, key):
        lower = dict(zip(self.lower_keys(), self.keys(), strict=True))
        return self.items_of_keys[lower[key.lower()]]

    def __setitem__(self, key, value):
        self.items_of_keys[key] = value

    def __delitem__(self, key):
        del self.items_of_keys[key]

    def __iter__(self):
        yield from self.items_of_keys

    def __len__(self):
        return len(self.items_of_keys)

    def lower_keys(self):
        keys = [key.lower() for key in self.items_of_keys]
        if [key for key, count in Counter(keys).items() if count > 1]:
            raise ValueError("keys collide")
        yield from iter(keys)


def scaled(table, name, x):
    return table[name] * x


def test_what_the_first_does_before_its_first_item_is_done_first():
    decorated = ag.function(scaled, callbacks="error")
    assert decorated(Table({"One": 1.0, "Two": 2.0}), "TWO", 3.0) == 6.0
    assert decorated(Table({"One": 1.0, "Two": 4.0}), "TWO", 3.0) == 12.0
    with pytest.raises(ValueError, match="keys collide"):
        decorated(Table({"One": 1.0, "one": 2.0}), "TWO", 3.0)
