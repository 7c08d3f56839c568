"""Objects of methods: what a graph reads and writes of them, and for how long."""

from __future__ import annotations

import gc
import weakref
from typing import TypeVar

import numpy as np
import pytest

import autograph as ag
from tests.autograph.polymorphic.model import Model

NUMBER = np.float64(2.0)
T = TypeVar("T")


def test_two_objects_do_not_share_what_they_hold():
    one, two = Model(), Model(10.0)
    assert (one.step(NUMBER), two.step(NUMBER)) == (3, 21)
    assert (one.weight, two.weight) == (3, 21)


def test_a_method_does_not_keep_its_object_alive():
    model = Model()
    model.step(NUMBER)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_a_bound_method_keeps_its_object_as_python_s_does():
    step = Model().step
    gc.collect()
    assert step(NUMBER) == 3


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_objects_that_come_and_go_do_not_fill_the_cache():
    for rate in range(200):
        model = Model(float(rate % 3))
        assert model.step(NUMBER) == 1 + model.rate * 2
    assert Model.step.cache_info().currsize <= Model.step.cache_info().maxsize


def test_the_trace_count_of_a_method_can_be_read():
    class Fresh:
        @ag.function
        def double(self, x):
            return x + x

    fresh = Fresh()
    fresh.double(NUMBER)
    fresh.double(NUMBER)
    assert fresh.double.trace_count == 1


def test_an_attribute_that_changes_between_calls():
    model = Model()
    model.step(NUMBER)
    model.rate = 5.0
    assert model.step(NUMBER) == 13


def test_an_attribute_that_keeps_changing_does_not_retrace_for_ever():
    class Schedule:
        rate = 0.0

        @ag.function
        def scaled(self, x):
            return x * self.rate

    schedule = Schedule()
    for turn in range(30):
        schedule.rate = turn / 10
        assert schedule.scaled(NUMBER) == NUMBER * (turn / 10)
    assert schedule.scaled.trace_count <= 4


def test_a_counter_attribute_counts():
    class Counter:
        def __init__(self):
            self.calls = 0

        @ag.function
        def call(self, x):
            self.calls += 1
            return x + self.calls

    counter = Counter()
    assert [counter.call(NUMBER) for _ in range(10)] == list(range(3, 13))
    assert counter.calls == 10
    assert counter.call.trace_count <= 4


def test_a_list_attribute_grows():
    class Recorder:
        def __init__(self):
            self.history = []

        @ag.function
        def record(self, x):
            self.history.append(x)
            return len(self.history)

    recorder = Recorder()
    assert [recorder.record(NUMBER) for _ in range(4)] == [1, 2, 3, 4]
    assert recorder.history == [2.0] * 4


def test_each_object_has_its_own_count_of_traces():
    class Doubler:
        @ag.function
        def double(self, a):
            return a + a

    one, two = Doubler(), Doubler()
    one.double(np.int64(1))
    one.double(np.int64(2))
    one.double(NUMBER)
    assert one.double.trace_count == 2
    two.double(np.int64(1))
    two.double(NUMBER)
    two.double("a")
    assert two.double.trace_count == 3
    assert one.double.trace_count == 2


def test_a_class_with_equality_of_its_own():
    class Same:
        def __init__(self, rate):
            self.rate = rate

        def __eq__(self, other):
            return isinstance(other, Same)

        def __hash__(self):
            return 1

        @ag.function
        def scaled(self, x):
            return x * self.rate

    assert (Same(2.0).scaled(NUMBER), Same(3.0).scaled(NUMBER)) == (4, 6)


def test_a_class_that_cannot_be_hashed():
    class Unhashable:
        __hash__ = None

        def __init__(self, rate):
            self.rate = rate

        @ag.function
        def scaled(self, x):
            return x * self.rate

    assert (Unhashable(2.0).scaled(NUMBER), Unhashable(3.0).scaled(NUMBER)) == (4, 6)


def test_a_hundred_objects_keep_a_graph_each():
    models = [Model(float(rate)) for rate in range(100)]
    for model in models * 2:
        model.step(NUMBER)
    assert {model.step.trace_count for model in models} == {1}


def test_an_object_is_freed_though_its_method_failed():
    class Fragile:
        @ag.function
        def fail(self, x):
            raise ValueError(x)

    def use():
        fragile = Fragile()
        with pytest.raises(ValueError, match=r"2\.0"):
            fragile.fail(NUMBER)
        return weakref.ref(fragile)

    gone = use()
    gc.collect()
    assert gone() is None
