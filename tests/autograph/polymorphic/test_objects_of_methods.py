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


def test_a_thousand_objects_share_one_graph():
    class Walker:
        def __init__(self, rate):
            self.place = np.float64(0)
            self.rate = np.float64(rate)

        @ag.function
        def step(self, x):
            self.place = self.place + self.rate * x
            return self.place

    for rate in range(1000):
        assert Walker(rate).step(NUMBER) == rate * NUMBER
    assert Walker.step.trace_count == 1


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


def test_objects_of_one_class_share_the_graphs_of_a_method():
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
    assert two.double.trace_count == 2
    two.double("a")
    assert one.double.trace_count == 3


def test_an_object_of_a_derived_class_has_a_graph_of_its_own():
    class Slow(Model):
        def step(self, x):
            return -x

    assert Model().twice(NUMBER) == 8
    assert Slow().twice(NUMBER) == -4


def test_a_method_passed_on_belongs_to_the_object_of_the_call():
    @ag.do_not_convert
    def applied(function, x):
        return function(x)

    class Scale:
        def __init__(self, rate):
            self.rate = rate

        def scaled(self, x):
            return x * self.rate

        @ag.function(callbacks="allow")
        def run(self, x):
            return applied(self.scaled, x)

    assert [Scale(rate).run(NUMBER) for rate in (1.0, 2.0, 3.0, 4.0)] == [2, 4, 6, 8]


def test_identity_counts_where_the_program_asks_for_it():
    @ag.function
    def compared(one, two, x):
        return {one: x}.get(two, one is two)

    for _ in range(3):
        one, two = Model(), Model()
        assert compared(one, one, NUMBER) == NUMBER
        assert compared(one, two, NUMBER) is False


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


def test_numbers_of_many_objects_become_inputs_of_one_graph():
    class Scale:
        def __init__(self, rate):
            self.rate = rate

        @ag.function
        def scaled(self, x):
            return x * self.rate

    for rate in range(100):
        assert Scale(float(rate)).scaled(NUMBER) == rate * NUMBER
    assert Scale.scaled.trace_count == 3


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
