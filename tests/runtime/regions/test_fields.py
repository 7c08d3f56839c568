"""Loops over attributes of objects and items of dicts, without the objects."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

import autograph
from tests.runtime.native.natively import same as same_natively
from tests.runtime.unboxed.unboxedly import same as same_unboxed


@dataclass
class Oscillator:
    place: float = 1.0
    speed: float = 0.5
    turns: int = 0
    trail: np.ndarray = field(default_factory=lambda: np.zeros(8))

    def move(self, dt):
        self.speed = self.speed - self.place * dt
        self.place = self.place + self.speed * dt
        self.turns += 1

    def run(self, count, dt):
        for i in range(count):
            self.move(dt)
            if self.place > 0.9:
                self.trail[i % 8] += self.place
        return self.turns


@dataclass
class Pair:
    first: Oscillator
    second: Oscillator

    def swing(self, count):
        for _ in range(count):
            pull = self.first.place - self.second.place
            self.first.speed -= pull
            self.second.speed += pull
            self.first.place += 0.01 * self.first.speed
            self.second.place += 0.01 * self.second.speed


ZERO = np.float64(0.0)


class Slotted:
    __slots__ = ("total",)

    def __init__(self, total=ZERO):
        self.total = total


def run(oscillator, count, dt):
    return oscillator.run(count, dt), oscillator


def swing(pair, count):
    pair.swing(count)
    return pair


def until(state, limit):
    while state["error"] > limit:
        if state["steps"] >= 50:
            break
        state["error"] *= 0.5
        state["steps"] += 1
    return state


def added(slotted, x):
    for value in x:
        slotted.total += value
    return slotted.total


X = np.linspace(0.0, 1.0, 40)


@pytest.fixture(params=["native", "numbers of Python"])
def same(request):
    if request.param == "native":
        pytest.importorskip("llvmlite")
        return same_natively
    return same_unboxed


def test_attributes(same):
    same(run, lambda: (Oscillator(), 500, 0.01), lambda: (Oscillator(), 0, 0.01))


def test_attributes_of_attributes(same):
    same(swing, lambda: (Pair(Oscillator(), Oscillator(-1.0)), 100))


def test_slots(same):
    same(added, lambda: (Slotted(), X))


def test_items_and_a_loop_that_is_left(same):
    same(
        until,
        lambda: ({"error": 1.0, "steps": 0}, 1e-3),
        lambda: ({"error": 1.0, "steps": 0}, 1e-30),
    )


def test_two_names_of_one_object():
    def both(pair, count):
        for _ in range(count):
            pair.first.place += 1.0
            pair.second.place *= 2.0
        return pair

    one = Oscillator()
    for executor in ("native", "plan"):
        compiled = autograph.function(both, executor=executor)
        pair = compiled(Pair(Oscillator(), Oscillator()), 3)
        assert (pair.first.place, pair.second.place) == (4.0, 8.0)
        one.place = 1.0
        assert compiled(Pair(one, one), 3).first.place == 22.0


def test_an_error_leaves_what_python_leaves():
    pytest.importorskip("llvmlite")

    def inverted(oscillator, x):
        for value in x:
            oscillator.turns += 1
            if value > 0.5:
                raise ValueError(oscillator.turns)
            oscillator.place = value
        return oscillator

    compiled = autograph.function(inverted, executor="native")
    plain, ours = Oscillator(), Oscillator()
    for call, oscillator in ((inverted, plain), (compiled, ours)):
        with pytest.raises(ValueError, match="21"):
            call(oscillator, X)
    assert (ours.turns, ours.place) == (plain.turns, plain.place)
    assert ours.turns == 21


class Celsius(Oscillator):
    """Storing `speed` runs code."""

    def __setattr__(self, name, value):
        object.__setattr__(self, name, -value if name == "speed" else value)


class Later:
    """Instances have no `total` at first."""


def test_what_python_has_to_store(same):
    def slowed(oscillator, count):
        total = 0.0
        for _ in range(count):
            oscillator.speed = oscillator.speed * 0.5
            total += oscillator.speed
        return total

    for kind in (Oscillator, Celsius):
        plain, ours = kind(), kind()
        compiled = autograph.function(slowed)
        assert compiled(ours, 3) == slowed(plain, 3)
        assert vars(ours)["speed"] == vars(plain)["speed"]


def test_an_attribute_that_the_loop_sets_first():
    def last(later, x):
        for value in x:
            later.total = value * 2
        return later.total

    compiled = autograph.function(last, executor="native")
    for _ in range(3):
        assert compiled(Later(), X) == 2.0
    with pytest.raises(AttributeError, match="total"):
        compiled(Later(), X[:0])
