"""Squares in machine code: the bits of Python's and NumPy's powers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.runtime.native.natively import native, same

pytest.importorskip("llvmlite")


def squares(x: Any) -> Any:
    out = np.empty_like(x)
    for i in range(len(x)):
        out[i] = x[i] ** 2
    return out


def sum_of_squares(x: Any) -> float:
    total = 0.0
    for value in x:
        total += value**2
    return total


def test_powers_that_are_not_the_nearest_floats() -> None:
    x = np.random.default_rng(0).standard_normal(40_000)
    powers = np.array([value**2 for value in x])
    assert np.array_equal(native(squares)(x), powers)


EDGES = (
    0.0,
    -0.0,
    math.inf,
    -math.inf,
    math.nan,
    5e-324,
    1e-160,
    1.5e-154,
    -3.0,
    1e154,
)


def test_edges() -> None:
    scales = np.ldexp(1 + np.arange(9) * 2.0**-52, np.arange(-500, 520, 120))
    same(squares, np.array([*EDGES, *scales, *np.nextafter(scales, 0.0)]))


def test_pythons_floats() -> None:
    generator = np.random.default_rng(1)
    same(sum_of_squares, [float(value) for value in generator.standard_normal(3000)])


def test_overflow_is_pythons() -> None:
    same(sum_of_squares, [*map(float, range(100)), 3e200])


def test_overflow_warns() -> None:
    same(squares, np.array([*range(100), -2e200]))
