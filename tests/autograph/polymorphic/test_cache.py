"""What the cache of a function keeps, for how long, and what it keeps alive."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import autograph as ag
from autograph.polymorphic import graph_cache

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


class Plain:
    def __init__(self, rate=1.0):
        self.rate = rate


def test_cache_info_counts_graphs():
    decorated = ag.function(lambda x: x + 1)
    for x in (X, X, X.astype(int), X):
        decorated(x)
    info = decorated.cache_info()
    assert (info.traced, info.currsize) == (2, 2)
    assert info.maxsize >= 16


def test_cache_clear_forgets_the_graphs():
    decorated = ag.function(lambda x: x + 1)
    decorated(X)
    decorated.cache_clear()
    assert decorated.cache_info().currsize == 0
    np.testing.assert_array_equal(decorated(X), X + 1)


def test_cache_clear_frees_what_the_graphs_hold():
    class Big:
        scale = 3.0

    decorated = ag.function(lambda x, big: x * big.scale)
    big = Big()
    decorated(X, big)
    gone = weakref.ref(big)
    decorated.cache_clear()
    del big
    gc.collect()
    assert gone() is None


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_the_graphs_of_ten_thousand_shapes_are_not_all_kept():
    decorated = ag.function(lambda x: x + 1)
    for size in range(1, 200):
        decorated(np.ones(size))
    info = decorated.cache_info()
    assert info.currsize <= info.maxsize < 200


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_the_graph_used_longest_ago_goes_first():
    decorated = ag.function(lambda x: x + 1)
    often = np.ones(1000)
    decorated(often)
    for size in range(1, 300):
        decorated(np.ones(size))
        decorated(often)
    assert decorated.trace_count == 300


def test_the_oldest_graphs_go(monkeypatch):
    monkeypatch.setattr(graph_cache, "TRACES_KEPT", 2)
    decorated = ag.function(lambda x: x + 1)
    for size in (1, 2, 3, 3, 2):
        decorated(np.ones(size))
    assert decorated.trace_count == 3
    decorated(np.ones(1))
    assert decorated.trace_count == 4


def test_a_function_that_is_gone_leaves_nothing():
    def make():
        weights = np.ones(10)
        return ag.function(lambda x: x @ weights)

    decorated = make()
    decorated(np.ones(10))
    gone = weakref.ref(decorated)
    del decorated
    gc.collect()
    assert gone() is None


def test_an_argument_is_not_kept_alive_by_its_graph():
    decorated = ag.function(lambda each: each.rate)
    plain = Plain()
    decorated(plain)
    gone = weakref.ref(plain)
    del plain
    gc.collect()
    assert gone() is None


def test_an_array_is_not_kept_alive_by_its_graph():
    decorated = ag.function(lambda x: x + 1)
    x = np.ones(3)
    decorated(x)
    gone = weakref.ref(x)
    del x
    gc.collect()
    assert gone() is None


def test_a_list_of_arrays_is_not_kept_alive_by_its_graph():
    decorated = ag.function(lambda xs: xs[0] + xs[1])
    x = np.ones(3)
    decorated([x, x])
    gone = weakref.ref(x)
    del x
    gc.collect()
    assert gone() is None


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_a_new_object_at_an_old_address_is_not_taken_for_the_old_one():
    decorated = ag.function(lambda plain, x: plain.rate * x)
    for rate in range(50):
        assert decorated(Plain(float(rate)), NUMBER) == 2 * rate
