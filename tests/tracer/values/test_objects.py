"""Instances of the user's classes: attributes are loaded and stored at each run."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of
from tracer.errors import NotStaged

X = np.array([3.0, 1.0, 2.0])


class Counter:
    """Counts."""

    limit = 10

    def __init__(self, count=0):
        self.count = count
        self.total = np.float64(0.0)

    def add(self, x):
        self.count += 1
        self.total = self.total + x
        return self.total

    @property
    def mean(self):
        return self.total / self.count

    @staticmethod
    def double(x):
        return 2 * x

    @classmethod
    def capped(cls, x):
        return np.minimum(x, cls.limit)


class Loud(Counter):
    """Adds more."""

    def add(self, x):
        return super().add(10 * x)


class Point(NamedTuple):
    """A pair."""

    x: float
    y: float


@dataclass
class Step:
    """Mutable."""

    size: float
    count: int = 0


class Scaled:
    """Answers operators."""

    def __init__(self, factor):
        self.factor = factor

    def __mul__(self, x):
        return self.factor * x

    def __call__(self, x):
        return x / self.factor

    def __len__(self):
        return 3

    def __bool__(self):
        return bool(self.factor > 0)


def accumulates(counter, x):
    if x > 0:
        counter.add(x)
    return counter.total


def test_attributes_are_loaded_and_stored_in_order(golden):
    golden(graph_of(accumulates, Counter(), np.float64(1.0)))
    agree(accumulates, (Counter(), np.float64(1.0)), (Counter(), np.float64(-1.0)))


def in_a_loop(counter, x):
    for value in x:
        counter.add(value)
    return counter.mean


def test_a_loop_that_stores_to_an_attribute(golden):
    golden(graph_of(in_a_loop, Counter(), X))
    agree(in_a_loop, (Counter(), X))


def reads_only(counter, x):
    return x * counter.limit + counter.count


def test_a_plain_attribute_that_is_only_read_is_a_constant(golden):
    golden(graph_of(reads_only, Counter(3), X))
    agree(reads_only, (Counter(3), X))


def methods(counter, x):
    return counter.double(x), counter.capped(x), Counter.double(x), counter.add(x)


def test_methods_of_all_kinds(golden):
    golden(graph_of(methods, Loud(1), np.float64(2.0)))
    agree(methods, (Counter(1), np.float64(2.0)), (Loud(1), np.float64(2.0)))


def made_while_tracing(x):
    counter = Counter()
    for value in x:
        if value > 1:
            counter.add(value)
    return counter.total, counter.count


def test_an_object_made_in_the_function_leaves_no_trace(golden):
    golden(graph_of(made_while_tracing, X))
    agree(made_while_tracing, X, X[:0])


def returns_made(x):
    return Counter()


def test_an_object_that_leaves_the_function_is_made_at_run_time(golden):
    golden(graph_of(returns_made, X, callbacks="allow"))
    agree(returns_made, X, callbacks="allow")


def structures(point, step, x):
    step.count += 1
    moved = Point(point.x + x, y=point.y)
    return moved, step.size * step.count


def test_namedtuples_and_dataclasses(golden):
    point = Point(np.float64(1.0), 2.0)
    golden(graph_of(structures, point, Step(0.5), np.float64(1.0)))
    agree(structures, (point, Step(0.5), np.float64(1.0)))


def operators(scaled, x):
    if scaled:
        x = scaled * x
    return scaled(x), len(scaled)


def test_special_methods_are_traced(golden):
    golden(graph_of(operators, Scaled(np.float64(2.0)), X))
    agree(operators, (Scaled(np.float64(2.0)), X), (Scaled(np.float64(-2.0)), X))


def has_attributes(counter, x):
    if hasattr(counter, "total"):
        x = x + getattr(counter, "offset", 1)
    counter.last = x
    return counter.last


def test_attributes_that_may_be_missing():
    agree(has_attributes, (Counter(), X))


def missing(counter, x):
    if x > 0:
        return counter.nothing
    return x


def test_a_missing_attribute_is_an_error_of_the_run():
    agree(missing, (Counter(), np.float64(1.0)), (Counter(), np.float64(-1.0)))


def test_a_method_may_be_a_function_of_its_own():
    class Model:
        def __init__(self):
            self.weight = np.float64(1.0)

        @ag.function
        def train(self, x):
            if x > 0:
                self.weight = self.weight + x
            return self.weight

    model, other = Model(), Model()
    assert [model.train(np.float64(1.0)) for _ in range(3)] == [2, 3, 4]
    assert other.train(np.float64(-1.0)) == 1


def identical(left, right, x):
    left.count = 5
    right.count = right.count + 1
    return left.count * x


def test_two_arguments_may_be_one_object():
    decorated = ag.function(identical)
    one, two = Counter(), Counter()
    assert decorated(one, two, np.float64(1.0)) == 5
    assert decorated(one, one, np.float64(1.0)) == 6
    assert decorated(two, one, np.float64(1.0)) == 5


class Walking:
    def speed(self):
        return 1.0


class Running(Walking):
    def speed(self):
        return 2.0


def hurry(animal, x):
    if x > 0:
        animal.__class__ = Running
    return animal.speed()


def test_the_class_of_an_object_stays():
    with pytest.raises(NotStaged, match="'__class__' of an object is set"):
        ag.function(hurry)(Walking(), np.float64(1.0))
