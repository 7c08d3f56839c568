"""Calls back into Python that run no loop: they are told in loops only."""

from __future__ import annotations

import colorsys
import functools
import warnings

import numpy as np
import pytest

import autograph as ag
from autograph.source import instructions
from tracer.calls.loops_run import runs_loops


class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

    def total(self):
        return self.summed([self.side] * 4)

    def summed(self, sides):
        return sum(each for each in sides)

    @property
    def doubled(self):
        return Square(2 * self.side)

    @property
    def perimeter(self):
        return self.total()


class Circle(Square):
    def area(self):
        return 3 * self.side * self.side


class Frozen(str):
    def __new__(cls, side):
        self = super().__new__(cls, "square")
        self.side = side
        return self

    def area(self):
        return self.side * self.side


class Summed(str):
    def __new__(cls, sides):
        self = super().__new__(cls, "sum")
        self.sum = sum(side for side in sides)
        return self


def down(n):
    return 0 if n == 0 else down(n - 1)


@pytest.mark.parametrize(
    ("called", "kind", "loops"),
    [
        (Square, None, False),
        (Square.area, Square, False),
        (Square.total, Square, True),
        (Square.total, None, False),  # of which class the method is, nobody knows
        (Square.doubled, Square, False),
        (Square.perimeter, Square, True),
        (Square(1).area, None, False),
        (Frozen, None, False),
        (Summed, None, True),
        (functools.partial(down, 3), None, True),
        (np.sum, None, False),
        (colorsys.rgb_to_hls, None, False),
    ],
)
def test_loops_are_found_in_what_a_call_names(called, kind, loops):
    assert runs_loops(called, instructions, kind) == loops


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
    "function", [in_a_loop, a_method_with_a_loop, a_class_with_a_loop]
)
def test_loops_are_told(function):
    (told,) = told_by(function)
    assert f"{function.__name__} runs this call in Python" in told
