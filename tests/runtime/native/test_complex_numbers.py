"""Complex numbers within kernels, with the bits of Python and NumPy."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from runtime.native import executable
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")

EDGES = (0.0, -0.0, 1.5, -2.25, 1e-300, 1e200, float("inf"), float("nan"))


def points(count: int, seed: int) -> np.ndarray:
    """Return complex numbers, the same every time."""
    random = np.random.default_rng(seed)
    return random.normal(size=count) + 1j * random.normal(size=count)


POINTS = points(5, 3)


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def escapes(c, limit):
    z, count = 0j, 0
    while count < limit and abs(z) < 2:
        z = z * z + c
        count += 1
    return z, count


def test_mandelbrot_of_python_s_and_numpy_s_numbers() -> None:
    same(escapes, *((complex(c), 90) for c in POINTS), *((c, 90) for c in POINTS))
    function = native(escapes)
    for _ in range(3):
        function(0.1 + 0.2j, 90)
    assert natives(function)[0].faults == 0


def arithmetic(a, b, turns):
    found: Any = [a]
    for turn in range(turns):
        total = a + b - a * b
        if turn == turns - 1:
            found = [total, a * 2, 0.5 - b, -a, a == b, a != a, a.real, b.imag]
            found += [abs(total), bool(a), a / b]
    return found


def test_operators_at_their_edges() -> None:
    numbers = [complex(*parts) for parts in itertools.product(EDGES[:6], repeat=2)]
    numbers += [complex(EDGES[6], 1.0), complex(EDGES[7], 0.0)]
    pairs = [(a, b, 70) for a in numbers[::3] for b in numbers[::2]]
    same(arithmetic, *pairs)
    same(arithmetic, *((np.complex128(a), np.complex128(b), 70) for a, b, _ in pairs))
    same(arithmetic, *((np.complex128(a), b, 70) for a, b, _ in pairs[::5]))


def test_quotients_of_many_numbers() -> None:
    def quotients(values, python):
        total = 0j
        for value in values:
            total = value / (total + 0.75)
            python = python / (python + 0.5 - 0.25j)
        return total, python

    many = points(300, 4)
    same(quotients, (many, 1 + 2j), (many[::-3], -1j))


def test_elements_of_arrays_of_complex_numbers() -> None:
    def transform(x):
        n = len(x)
        out = np.empty(n, dtype=complex)
        for k in range(n):
            total, turn = 0j, complex(np.cos(k / n), np.sin(k / n))
            power = 1 + 0j
            for value in x:
                total += value * power
                power *= turn
            out[k] = total.conjugate()
        return out

    many = points(70, 5)
    same(transform, many, many[::-1], many.real, regions=0)


def test_complex_or_not() -> None:
    def roots(values):
        found = None
        for value in values:
            if value < 0:
                found = complex(0.0, math.sqrt(-value))
            elif value > 0:
                found = math.sqrt(value)
        return found

    same(roots, ([1.0, -4.0] * 40,), ([4.0] * 80,), ([0.0] * 80,))


def test_parts_of_real_numbers() -> None:
    def parts(n):
        total = 0
        for k in range(n):
            total += k.real + (k * 0.5).imag + (k * 0.5).real
        return total

    same(parts, 70, 90)


def of_single_floats(z, turns):
    found, total = z, 0.0
    for k in range(turns):
        found = np.float32(k) * z
        total = total + float(abs(found + z))
    return found, total


def test_numbers_of_two_single_floats_are_left_to_numpy() -> None:
    sets = [(z, 9) for z in (0.3 + 0.7j, np.complex128(0.3 + 0.7j), np.complex64(3j))]
    same(of_single_floats, *sets, regions=0)
