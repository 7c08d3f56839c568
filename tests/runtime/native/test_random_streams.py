"""Draws in machine code are those of NumPy's generators, bit by bit."""

from __future__ import annotations

import copy
import threading

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native import executable
from runtime.native.loading import library
from runtime.native.nodes import control
from runtime.native.objects import random_streams
from tests.runtime.native.natively import native, natives

if not random_streams._functions():
    pytest.skip("NumPy does not share its functions here", allow_module_level=True)


def distributions(n, rng, low):
    total = 0.0
    for _ in range(n):
        total += rng.random() + rng.uniform(-1, 2.5) + rng.uniform()
        total += rng.standard_normal() + rng.normal(2.0, 0.5) + rng.normal(scale=3)
        total += rng.exponential() + rng.exponential(2) + rng.standard_exponential()
        total += rng.lognormal(0.0, 0.25)
        total += rng.integers(10) + rng.integers(low, 2**40) + rng.integers(-3, high=3)
    return total


def of_old(n, rng):
    total = 0
    for _ in range(n):
        total += rng.rand() + rng.random_sample() + rng.uniform(1.0, 2.0)
        total += rng.randint(6) + rng.randint(-(2**33), 2**35)
    return total


def walk(n, rng, limit):
    place = 0
    for _ in range(n):
        if rng.random() < 0.5:
            place += 1
        else:
            place -= rng.integers(1, 3)
        if place < limit:
            raise ValueError("place", place)
    return place


def state(rng):
    bits = random_streams.bit_generator(rng)
    return repr(bits.state)


def assert_same(function, rng, *arguments):
    """Test that a function draws and returns what plain Python does."""
    compiled = native(function)
    other = copy.deepcopy(rng)
    for _ in range(3):
        wanted = function(arguments[0], rng, *arguments[1:])
        found = compiled(arguments[0], other, *arguments[1:])
        assert (type(found), found) == (type(wanted), wanted)
        assert state(rng) == state(other)
    (region,) = natives(compiled)
    assert region.calls == 3
    return region


@pytest.mark.parametrize("bits", ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"])
def test_distributions(bits):
    rng = np.random.Generator(getattr(np.random, bits)(5))
    region = assert_same(distributions, rng, np.int64(50), np.int64(-7))
    assert region.faults == 0


def test_generators_of_old():
    region = assert_same(of_old, np.random.RandomState(3), np.int64(50))
    assert region.faults == 0


def test_what_is_drawn_before_a_fault_is_drawn_again():
    rng = np.random.default_rng(1)
    other, compiled = copy.deepcopy(rng), native(walk)
    for _ in range(3):
        with pytest.raises(ValueError, match="place") as wanted:
            walk(np.int64(10_000), rng, -40)
        with pytest.raises(ValueError, match="place") as found:
            compiled(np.int64(10_000), other, -40)
        assert found.value.args == wanted.value.args
        assert state(rng) == state(other)
    assert natives(compiled)[0].faults == 3


def test_forced_faults(monkeypatch):
    monkeypatch.setattr(control, "TURNS", 3)
    monkeypatch.setattr(executable, "FEW", 10**9)
    library.library().force_faults(4)
    try:
        region = assert_same(walk, np.random.default_rng(9), np.int64(30), -1000)
        assert region.faults
    finally:
        library.library().force_faults(0)


@pytest.mark.parametrize(("low", "high"), [(3, 3), (4, 1)])
def test_bounds_that_numpy_refuses(low, high):
    def last_of(n, rng, low, high):
        for _ in range(n):
            drawn = rng.integers(low, high)
        return drawn

    compiled = native(last_of)
    for function in (last_of, compiled):
        with pytest.raises(ValueError, match="low >= high"):
            function(np.int64(30), np.random.default_rng(1), low, high)


def test_a_scale_below_zero():
    def noise(n, rng, scale):
        total = 0.0
        for _ in range(n):
            total += rng.normal(0.0, scale)
        return total

    compiled = native(noise)
    with pytest.raises(ValueError, match="scale < 0"):
        compiled(np.int64(30), np.random.default_rng(1), -1.0)
    assert compiled(np.int64(30), np.random.default_rng(1), 0.0) == 0.0


def test_draws_that_are_called():
    def urn(n, rng, low):
        total = 0.0
        for _ in range(n):
            total += rng.choice(5) + rng.poisson(2.0) + rng.gamma(2.0)
            total += rng.normal(size=3).sum() + rng.permutation(4)[0] + low
        return total

    assert_same(urn, np.random.default_rng(2), np.int64(40), 1)


def test_the_generator_of_numpy_itself():
    shared = np.random  # whose functions draw from one generator of old

    def dice(n):
        total = 0
        for _ in range(n):
            total += shared.randint(1, 7) + shared.rand()
        return total

    compiled, n = native(dice), np.int64(100)
    shared.seed(3)
    wanted = dice(n), shared.rand()
    shared.seed(3)
    assert (compiled(n), shared.rand()) == wanted


def test_a_generator_in_use_stays_with_the_plan():
    rng, compiled = np.random.default_rng(1), native(walk)
    held, done = threading.Event(), threading.Event()

    def hold():
        with rng.bit_generator.lock:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    try:
        assert random_streams.address_of(rng) == 0
    finally:
        done.set()
        thread.join()
    compiled(np.int64(30), rng, -1000)
    assert natives(compiled)[0].faults == 0
