"""Draws of Python's `random` in machine code are those of Python, bit by bit."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.loading import library
from runtime.native.nodes import control
from runtime.native.objects import python_random
from tests.runtime.native.natively import native, natives

if not python_random._knows_memory():
    pytest.skip("the state of generators is elsewhere here", allow_module_level=True)


def inside(n):
    count = 0
    for _ in range(n):
        x, y = random.random(), random.random()
        if x * x + y * y <= 1:
            count += 1
    return count


def numbers(n, width):
    total = 0.0
    for i in range(n):
        total += random.uniform(-1, 2.5) + random.uniform(0.5, i)
        total += random.randint(1, 6) + random.randrange(10) + random.randrange(-3, 2)
        total += random.randint(0, 2**40) + random.randint(0, width)
    return total


def others(n):
    total = 0.0
    for i in range(n):
        total += random.expovariate(2.0)
        if i % 3:
            total += random.gauss(0.0, 1.0)
    return total


def assert_same(function, *arguments):
    compiled = native(function)
    for seed in range(3):
        random.seed(seed)
        wanted, state = function(*arguments), random.getstate()
        random.seed(seed)
        assert compiled(*arguments) == wanted
        assert random.getstate() == state
    return natives(compiled)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(inside, (2000,)), (numbers, (900, 2**33)), (numbers, (900, 0)), (others, (99,))],
)
def test_the_same_numbers(function, arguments):
    (found,) = assert_same(function, *arguments)
    assert found.calls == 3
    assert found.faults == 0


def test_a_fault_takes_draws_back(monkeypatch):
    monkeypatch.setattr(control, "TURNS", 1)
    library.library().force_faults(3)
    try:
        for function, *arguments in ((inside, 50), (numbers, 30, 7), (others, 31)):
            (found,) = assert_same(function, *arguments)
            assert found.faults == 3
    finally:
        library.library().force_faults(0)


def test_errors_come_after_the_same_draws():
    def shrinking(n):
        total = 0
        for i in range(n):
            total += random.randrange(5 - i)
        return total

    compiled = native(shrinking)
    for _ in range(3):
        random.seed(4)
        with pytest.raises(ValueError, match="empty range"):
            shrinking(9)
        state = random.getstate()
        random.seed(4)
        with pytest.raises(ValueError, match="empty range"):
            compiled(9)
        assert random.getstate() == state


def test_functions_replaced_by_others_are_called(monkeypatch):
    compiled = native(inside)
    compiled(10)
    monkeypatch.setattr(random, "random", lambda: 0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert compiled(10) == inside(10) == 10


class Walk:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.place = 0.0

    def go(self, n):
        for _ in range(n):
            self.place += self.rng.random() - self.rng.uniform(0, 1)
        return self.place


def test_generators_of_ones_own():
    compiled = native(Walk.go)
    for seed in range(3):
        plain, ours = Walk(seed), Walk(seed)
        assert compiled(ours, 300) == plain.go(300)
        assert ours.rng.getstate() == plain.rng.getstate()
    (found,) = natives(compiled)
    assert (found.calls, found.faults) == (3, 0)
    changed = Walk(4)
    changed.rng.uniform = lambda low, high: 0.25
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        place = compiled(changed, 3)
    again = Walk(4)
    again.rng.uniform = changed.rng.uniform
    assert again.go(3) == place


def test_numbers_of_numpy_stay_so():
    def drawn(low):
        return random.uniform(low, 2.0)

    random.seed(1)
    wanted = drawn(np.float64(1.0))
    random.seed(1)
    found = native(drawn)(np.float64(1.0))
    assert found == wanted
    assert type(found) is type(wanted)
