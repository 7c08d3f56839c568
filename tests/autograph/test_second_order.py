"""Derivatives of derivatives: in either mode, to any order, against differences."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NoDerivative
from tests import gradients, second_derivatives
from tests.autograph.test_gradients import (
    early,
    heat,
    nested,
    network,
    newton,
    read_while_it_starts_it,
    recurrence,
    same_index_twice,
    two_states_of_one_start,
)
from tests.corpus.case import Case

X = np.array([0.5, 1.3, 0.7, 0.9, 0.2, 0.35])
ALONG = np.linspace(0.5, 1.5, 6)


def of_differences(function, x, along, step=1e-5):
    """Return the product of a Hessian and a direction."""
    gradient = ag.grad(function)
    up, down = gradient(x + step * along), gradient(x - step * along)
    return (up - down) / (2 * step)


def collatz(x):
    y = x[0]
    n = 7
    while n != 1:
        if n % 2:
            n = 3 * n + 1
            y = y * np.cos(y) + x[1]
        else:
            n = n // 2
            y = np.tanh(y * x[2])
    return y


def written_twice(x):
    a = np.zeros(4)
    for i in range(4):
        for j in range(i + 1):
            a[j] += x[i] * x[j] * a[j - 1] + x[i]
        a[1:3] *= np.sin(a[0])
    return (a * a).sum()


def arms_that_tape(x):
    total = x[0] * 0.0
    for i in range(len(x)):
        if x[i] > 0.6:
            y = x[i] ** 3
            for _ in range(i):
                y = np.sin(y) * x[0]
            total = total + y
        elif x[i] > 0.3:
            total = total * x[i]
    return total


@pytest.mark.parametrize("case", gradients.sample(40), ids=lambda case: case.name)
def test_corpus_against_differences_of_gradients(case: Case) -> None:
    verdict, reason = second_derivatives.judged(case)
    assert verdict != gradients.DIFFERENT, reason


def loops_in_arms(x):
    if x[0] > 0:
        total = 0
        for each in x:
            total += each * each
    else:
        total = 1
        for each in x:
            total *= each
    return total


PROGRAMS = [
    recurrence,
    nested,
    heat,
    newton,
    early,
    network,
    read_while_it_starts_it,
    same_index_twice,
    two_states_of_one_start,
    collatz,
    written_twice,
    arms_that_tape,
    loops_in_arms,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_hessians_are_those_of_differences(function):
    expected = of_differences(function, X, ALONG)
    gradient = ag.grad(function)
    reverse = ag.grad(lambda x: gradient(x) @ ALONG)(X.copy())
    _, forward = ag.jvp(gradient, (X.copy(),), (ALONG,))
    np.testing.assert_allclose(reverse, expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(forward, reverse, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("function", [recurrence, collatz, arms_that_tape])
def test_forward_twice_is_reverse_of_forward(function):
    def along(x):
        return ag.jvp(function, (x,), (ALONG,))[1]

    _, twice = ag.jvp(along, (X.copy(),), (ALONG,))
    gradient = ag.grad(along)(X.copy())
    assert twice == pytest.approx(gradient @ ALONG, rel=1e-11)
    assert twice == pytest.approx(of_differences(function, X, ALONG) @ ALONG, rel=1e-4)


def test_derivatives_of_any_order():
    def power(x, n):
        y = x
        for _ in range(n):
            y = y * x
        return y

    derivative = power
    for factor in (6.0, 30.0, 120.0, 360.0, 720.0):
        derivative = ag.grad(derivative)
        assert derivative(1.0, np.int64(5)) == pytest.approx(factor)


def test_third_order_through_a_while():
    def root(x):
        y = x
        while np.abs(y * y - x) > 1e-14:
            y = 0.5 * (y + x / y)
        return y

    third = ag.grad(ag.grad(ag.grad(root)))
    assert third(np.float64(4.0)) == pytest.approx(0.375 * 4.0**-2.5, rel=1e-6)


def test_parameters_keep_their_names_and_structures():
    def energy(state, *, mass=2.0):
        return 0.5 * mass * state["v"] ** 3 + state["x"][0] ** 2

    outer = ag.grad(lambda state, mass: ag.grad(energy)(state, mass=mass)["v"], "mass")
    assert outer({"v": 2.0, "x": [1.0]}, 3.0) == 6.0
    both = ag.grad(ag.grad(lambda x, y: x * x * y * y, "x"), "y")
    assert both(2.0, 3.0) == 24.0
    assert ag.grad(ag.grad(energy, "mass"), 0)({"v": 2.0, "x": [1.0]}) is not None


def stacked(x):
    waiting = []
    for i in range(len(x)):
        waiting.append(x[i] * x[i])
        if i % 2:
            waiting.append(np.sin(x[i]))
    total = 0.0
    for _ in range(9):
        total = total * 0.5 + waiting.pop() ** 2
    return total


def test_stacks_of_the_user():
    value, gradient = ag.value_and_grad(stacked)(X.copy())
    assert value == stacked(X)
    step = 1e-6 * np.eye(6)
    expected = [(stacked(X + d) - stacked(X - d)) / 2e-6 for d in step]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)
    _, derivative = ag.jvp(stacked, (X.copy(),), (ALONG,))
    assert derivative == pytest.approx(gradient @ ALONG)


def sum_that_starts_as_a_python_number(x):
    total = 0
    for i, each in enumerate(x):
        if each > 0.4:
            total += i * each * each
    return total


def test_results_that_may_be_numbers_of_several_classes():
    def back(x):
        return ag.vjp(sum_that_starts_as_a_python_number, x)[1](1.0)[0]

    expected = [0.0, 2.0, 4.0, 6.0, 0.0, 0.0]
    _, forward = ag.jvp(back, (X.copy(),), (np.ones(6),))
    assert forward.tolist() == expected
    found = ag.hessian(sum_that_starts_as_a_python_number)(X.copy())
    assert np.diag(found).tolist() == expected

    def stopped(x):
        return x[0] * ag.stop_gradient(sum_that_starts_as_a_python_number(x))

    total = sum_that_starts_as_a_python_number(X)
    assert ag.grad(stopped)(X.copy()).tolist() == [total, 0.0, 0.0, 0.0, 0.0, 0.0]

    @ag.function
    def taped(x):
        with ag.GradientTape() as tape:
            y = sum_that_starts_as_a_python_number(x)
        return tape.gradient(y, x)

    assert (
        taped(X.copy()).tolist()
        == ag.grad(sum_that_starts_as_a_python_number)(X.copy()).tolist()
    )


def test_a_result_that_nothing_is_known_of_is_an_error():
    def text(x):
        return str(x[0]), x.sum()

    def back(x):
        return ag.vjp(text, x)[1](("", 1.0))[0]

    with pytest.raises(NoDerivative):
        ag.grad(lambda x: back(x).sum())(X.copy())
    with pytest.raises(NoDerivative):
        ag.function(lambda x: ag.jvp(text, (x,), (x,))[1][1])(X.copy())


def test_arrays_without_dimensions_and_results_that_may_be_unbound():
    def doubled(x):
        y = np.array(0.0)
        for k in range(len(x)):
            y += x[k] * x[k]
            y[...] *= x[0]
        return y, y[()]

    def searched(x):
        for each in x:
            if each > 0.8:
                return each**3
        return -np.inf

    for function in (doubled, searched):
        ag.check_gradients(function, (X.copy(),))


def test_a_loop_that_selects_among_what_it_computes_by_definition():
    def adaptive(x):
        y, h, t = x.copy(), 0.5, 0.0
        while t < 1.0:
            h = min(h, 1.0 - t)
            moved = y + h * np.array([y[1], -y[0]])
            error = np.max(np.abs(moved - y))
            y = moved
            t += h
            h = h * min(2.0, max(0.3, (0.1 / (error + 1e-12)) ** 0.5))
        return y.sum()

    ag.check_gradients(adaptive, (np.array([0.4, -0.3]),))


def test_tuples_that_operations_give_are_looked_into():
    grid = np.arange(12.0).reshape(3, 4) ** 2
    ag.check_gradients(lambda a: np.gradient(a), (grid,))
    ag.check_gradients(lambda a: np.modf(np.sin(a) * 0.5), (grid,))
