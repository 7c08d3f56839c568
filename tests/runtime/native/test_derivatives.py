"""Gradients as machine code: the way back of a loop is a loop of the same kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import autograph as ag
from runtime.derivatives.gradients import value_and_gradient
from runtime.executors import executable, native_report
from runtime.types import Array

pytest.importorskip("llvmlite")

VECTOR = np.random.default_rng(1).random(40)
MATRIX = np.random.default_rng(2).random((9, 7))


def whole(function: Any, *arguments: Any) -> None:
    """Check that a gradient is one region, and the same as by its plan."""
    traced = ag.function(function).get_concrete_function(*arguments)
    places = [n for n, v in enumerate(traced.graph.inputs) if isinstance(v.type, Array)]
    graph = value_and_gradient(traced.graph, places)
    native, plan = (executable(graph, None, each) for each in ("native", "plan"))
    given = [each for each in arguments if isinstance(each, np.ndarray)]
    for _ in range(3):
        value, gradients = native(*[each.copy() for each in given])
        expected, others = plan(*[each.copy() for each in given])
        assert type(value) is type(expected)
        assert value == expected
        for one, other in zip(gradients, others, strict=True):
            np.testing.assert_array_equal(one, other, strict=True)
    report = native_report(native)
    assert "not native" not in report
    assert report.count(" 0 faults") == report.count("faults") == 1


def test_a_recurrence_through_an_array() -> None:
    def recurrence(x):
        a = np.zeros(len(x))
        a[0] = x[0]
        for i in range(1, len(x)):
            a[i] = np.sin(a[i - 1]) * x[i] + 0.5 * x[i - 1]
        return a[-1]

    whole(recurrence, VECTOR)


def test_numbers_on_tapes_and_a_branch() -> None:
    def branches(x):
        total = 0.0
        for each in x:
            if each > 0.5:
                total = total + each * each
            else:
                total = total - np.sin(each)
        return total

    whole(branches, VECTOR)


def test_a_loop_whose_turns_depend_on_the_data() -> None:
    def root(x):
        found = 0.0
        for each in x:
            guess = each
            while abs(guess * guess - each) > 1e-9:
                guess = 0.5 * (guess + each / guess)
            found += guess
        return found

    whole(root, VECTOR)


def test_stencils_by_slices() -> None:
    def heat(u, turns):
        u = u.copy()
        for _ in range(turns):
            u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        return np.sum(u * u)

    whole(heat, VECTOR, 12)


def test_stencils_in_two_dimensions() -> None:
    def heat(u, turns):
        for _ in range(turns):
            v = u.copy()
            inner = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
            v[1:-1, 1:-1] = u[1:-1, 1:-1] * 0.6 + 0.1 * inner
            u = v
        return np.sum(u * u)

    whole(heat, MATRIX, 12)


def test_matrix_products_and_arrays_on_tapes() -> None:
    def network(w, v, inputs):
        state = np.zeros((3, 7))
        i = 0
        while i < len(inputs):
            state = np.tanh(state @ w + inputs[i] @ v)
            i += 1
        return np.sum(state * state)

    rng = np.random.default_rng(3)
    whole(network, rng.random((7, 7)), rng.random((5, 7)), rng.random((20, 3, 5)))


def test_products_that_are_masked() -> None:
    def entropy(x):
        total = 0.0
        for k in range(12):
            total += np.sum(np.where(x > 0.02 * k, x * np.log(x), x))
        return total

    whole(entropy, VECTOR + 0.5)
