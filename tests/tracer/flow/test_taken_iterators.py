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


@pytest.mark.parametrize("function", [iterates_after, asks_after])
def test_one_whose_keys_only_the_run_knows(function):
    refusal = r"used again after itertools\.groupby\(\)(.|\n)*make a list of its items"
    with pytest.raises(ag.AutographError, match=refusal):
        ag.function(function)(np.arange(4.0))


@pytest.mark.parametrize("function", [iterates_after, asks_after])
def test_one_whose_keys_are_known(function):
    assert ag.function(function)([1, 1, 2, 3]) == function([1, 1, 2, 3])
