"""Functions of libraries that a program replaces, as tests of programs do."""

from __future__ import annotations

import math
import types
from unittest import mock

import numpy as np
import pytest

import autograph as ag
from tests.harness import compare, outcome

HERE = __name__


def down(x):
    return math.floor(x)


def down_of_each(x):
    return [math.floor(each) for each in x]


def imported_here(x):
    from math import floor

    return floor(x)


def total(x):
    return np.sum(x)


def length(x):
    return np.linalg.norm(x)


def around(x):
    return x * math.pi


def size(x):
    return abs(x)


CASES = [
    (down, "math.floor", 2.5),
    (down_of_each, "math.floor", [2.5, 1.5]),
    (imported_here, "math.floor", 2.5),
    (total, "numpy.sum", np.ones(3)),
    (total, f"{HERE}.np", np.ones(3)),
    (length, "numpy.linalg.norm", np.ones(3)),
    (length, "numpy.linalg", np.ones(3)),
    (around, "math.pi", 2.5),
    (size, "builtins.abs", -2.5),
]
REPLACED = {
    "math.pi": 3,
    f"{HERE}.np": types.SimpleNamespace(sum=len),
    "numpy.linalg": types.SimpleNamespace(norm=len),
}


@pytest.mark.parametrize("first", ["plain", "replaced"])
@pytest.mark.parametrize(("function", "name", "x"), CASES)
def test_what_is_replaced_is_used_while_it_is(function, name, x, first):
    decorated = ag.function(function, callbacks="allow")
    replaced = mock.patch(name, REPLACED.get(name, lambda value: -1))
    if first == "replaced":
        with replaced:
            decorated(x)
    for _ in range(2):
        assert not compare(outcome(function, (x,)), outcome(decorated, (x,)))
        with replaced:
            assert not compare(outcome(function, (x,)), outcome(decorated, (x,)))


def test_graphs_of_both_are_kept():
    decorated = ag.function(down, callbacks="allow")
    for _ in range(3):
        assert decorated(2.5) == 2
        with mock.patch("math.floor", math.ceil):
            assert decorated(2.5) == 3
    assert decorated.trace_count == 2
