"""Calls back into Python that run no loop at the first call: told in loops only."""

from __future__ import annotations

import warnings

import pytest

import autograph as ag
from tests.tracer.calls.test_loops_run import Circle, Frozen, Square, Summed


def chosen_item(shapes, n):
    return shapes[n].area()


def chosen_attribute(shapes, n):
    return shapes[n].doubled.side


def chosen_by_a_branch(shapes, n):
    shape = shapes[0] if n > 0 else shapes[-1]
    return shape.area()


def of_a_class_of_texts(shapes, n):
    return Frozen(n).area()


def in_a_loop(shapes, n):
    return sum(shape.area() for shape in shapes)


def a_method_with_a_loop(shapes, n):
    return shapes[n].total()


def a_class_with_a_loop(shapes, n):
    return Summed([n] * n).sum


class Model:
    """An object that is called, whose class has a loop."""

    def __call__(self, n):
        return sum(k for k in range(n))


MODELS = [Model(), Model(), Model()]


def a_chosen_object_with_a_loop(shapes, n):
    return MODELS[n % 2](n)


def told_by(function):
    decorated = ag.function(function)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for count in (2, 3, 4):
            shapes = [Square(k) if k % 2 else Circle(k) for k in range(count)]
            assert decorated(shapes, count - 1) == function(shapes, count - 1)
    return [str(each.message) for each in caught]


@pytest.mark.parametrize(
    "function",
    [chosen_item, chosen_attribute, chosen_by_a_branch, of_a_class_of_texts],
)
def test_outside_of_loops_they_are_not_told(function):
    assert told_by(function) == []


@pytest.mark.parametrize(
    "function",
    [in_a_loop, a_method_with_a_loop, a_class_with_a_loop, a_chosen_object_with_a_loop],
)
def test_loops_are_told(function):
    (told,) = told_by(function)
    assert f"{function.__name__} runs this call in Python" in told
