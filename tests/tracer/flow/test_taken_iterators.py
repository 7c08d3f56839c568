"""Iterators that something took at once are not gone on with."""

import itertools

import numpy as np
import pytest

import autograph as ag


def iterates_after(x):
    items = iter(x)
    for _ in itertools.groupby(items):
        break
    return [value * 2 for value in items]


def asks_after(x):
    doubled = map(abs, x)
    for _ in itertools.groupby(doubled):
        break
    return next(doubled)


def iterates_after_doubling(x):
    items = iter(x)
    groups = itertools.groupby(value * 2 for value in items)
    return [next(groups)[0], *items]


FUNCTIONS = [iterates_after, asks_after, iterates_after_doubling]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_one_whose_keys_only_the_run_knows(function):
    x = np.array([1.0, 1.0, 2.0, 3.0])
    assert ag.function(function, callbacks="allow")(x) == function(x)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_one_whose_keys_are_known(function):
    found = ag.function(function, callbacks="allow")([1, 1, 2, 3])
    assert found == function([1, 1, 2, 3])
