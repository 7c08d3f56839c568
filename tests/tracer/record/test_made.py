"""What the traced function makes: when the run has to make it."""

import re
from functools import partial

import numpy as np
import pytest

import autograph as ag
from runtime.ir.graph import format_graph
from tests.tracer.tracing import agree

X = np.array([3.0, 1.0, 2.0])
MAKES = re.compile(r"_new\b|\bcall\(")


def graph(function, *others):
    concrete = ag.function(function).get_concrete_function(X, *others)
    return format_graph(concrete.graph, spans=False)


class Counter:
    def __init__(self):
        self.seen = []


def a_list(x, leave):
    found = []
    if leave and x[0] > 1:
        found.append(x[1])
    return len(found)


def an_exception(x, leave):
    error = ValueError("none")
    if leave and x[0] > 1:
        error.args = ("one",)
    return error.args[0]


def an_object(x, leave):
    counter = Counter()
    if leave:
        counter.seen = {"itself": counter}
        return counter.seen["itself"] is counter, counter
    return len(counter.seen)


def a_partial(x, leave):
    scaled = partial(np.multiply, 2.0)
    if leave:
        scaled.unit = "m"
        return scaled.unit
    return scaled(x[0])


@pytest.mark.parametrize("make", [a_list, an_exception, an_object, a_partial])
def test_python_makes_what_the_trace_can_follow(make):
    assert not MAKES.search(graph(make, False))


@pytest.mark.parametrize("make", [a_list, an_exception, an_object, a_partial])
def test_the_run_makes_what_it_cannot(make, golden):
    golden(graph(make, True))


@pytest.mark.parametrize("make", [a_list, an_exception, a_partial])
def test_the_answers_are_the_same(make):
    agree(make, (X, False), (X, True), (-X, True))


def several(x):
    """Each call begins the trace again, until the position holds for all callers."""

    def grown(limit):
        found = []
        if x[0] > limit:
            found.append(limit)
        return len(found)

    return grown(0.0), grown(1.0), grown(2.0), grown(3.0), grown(4.0)


def test_a_position_reached_by_many_calls():
    agree(several, X, -X)
