"""Loops that calls run, found in what they name."""

from __future__ import annotations

import colorsys
import functools

import numpy as np
import pytest

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
