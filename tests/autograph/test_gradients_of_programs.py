"""Derivatives of short programs, each compared with differences to second order."""

from __future__ import annotations

import cmath

import numpy as np
import pytest

import autograph as ag

X = np.array([0.7, -1.3, 0.4, 2.1])
M = np.array([[0.5, -1.2, 0.3, 0.9], [1.1, 0.4, -0.7, 0.2], [0.8, -0.3, 1.6, -1.1]])


def split_unequally(m):
    left, right = np.hsplit(m, [1])
    first, second = np.split(right, [2])
    return left.sum() * first, second[0]


def draws_by_a_seed(x):
    generator = np.random.default_rng(5)
    for _ in range(int(generator.integers(2, 5))):
        place = int(generator.integers(0, 4))
        x = x * (x[place] + generator.normal())
    return x


def nodes_and_weights(b):
    nodes, weights = np.polynomial.legendre.leggauss(5)
    t = 0.5 * b * (nodes + 1.0)
    return (weights * np.exp(-t * t)).sum() * 0.5 * b


def product_of_polynomials(x):
    return np.polymul(x, x[:2])


def complex_steps(z):
    for _ in range(3):
        z = cmath.exp(z) * 0.3 + cmath.sqrt(z) - cmath.acosh(z)
        if cmath.isnan(z):
            break
    return z


def polar(z):
    radius, angle = cmath.polar(z)
    return cmath.rect(radius * 2.0, angle + 1.0) * cmath.phase(z)


def through_complex_numbers(x):
    return (cmath.asin(x) * cmath.log(-x)).imag + abs(cmath.rect(x, 2.0))


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (split_unequally, M),
        (draws_by_a_seed, X),
        (nodes_and_weights, 1.2),
        (product_of_polynomials, X),
        (complex_steps, 0.4 - 0.3j),
        (complex_steps, -0.4 + 0.3j),
        (polar, -0.4 + 0.3j),
        (through_complex_numbers, 1.7),
    ],
)
def test_both_modes_to_second_order(function, argument):
    ag.check_gradients(function, (argument,))
    value = ag.function(function)(argument)
    assert type(value) is type(function(argument))
    np.testing.assert_equal(value, function(argument))
