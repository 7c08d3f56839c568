"""Gradients that users write, and parts of graphs that run again on the way back."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import autograph as ag
from runtime.errors import DerivativeError, NoDerivative, NotDifferentiable
from tests.autograph.test_gradients import heat, nested, newton, recurrence

X = np.array([0.5, 1.3, 0.7, 0.9, 0.2, 0.35])


@ag.custom_gradient
def clipped(x, limit):
    """Return x, whose cotangent is clipped on the way back."""
    return x, lambda g: (np.clip(g, -limit, limit), None)


@ag.custom_gradient
def root(x):
    y = x
    while np.abs(y * y - x) > 1e-12:
        y = 0.5 * (y + x / y)

    def pull(g):
        return g / (2 * y)

    return y, pull


@ag.custom_gradient
def square_root(x):
    y = np.sqrt(x)
    return y, lambda g: g / (2 * y)


def test_the_gradient_is_what_the_function_says():
    found = ag.grad(lambda x: (clipped(x, 0.5) * np.array([0.1, 3.0])).sum())(X[:2])
    assert found.tolist() == [0.1, 0.5]
    assert clipped(X, 0.5) is X
    assert root(4.0) == pytest.approx(2.0)


def test_second_order_is_that_of_the_pull():
    assert ag.grad(root)(np.float64(4.0)) == pytest.approx(0.25)
    # The pull goes through y, whose own derivative is that of the steps.
    assert ag.grad(ag.grad(root))(np.float64(4.0)) == pytest.approx(-1 / 32, rel=1e-6)


def test_in_loops_and_graphs():
    @ag.function(callbacks="error")
    def slope(x):
        def f(x):
            for i in range(3):
                if x[i] > 0.6:
                    x = x * square_root(x[i])
            return x.sum()

        return ag.grad(f)(x)

    def plain(x):
        for i in range(3):
            if x[i] > 0.6:
                x = x * np.sqrt(x[i])
        return x.sum()

    np.testing.assert_allclose(slope(X[:3].copy()), ag.grad(plain)(X[:3].copy()))


def test_several_arguments_and_results():
    @ag.custom_gradient
    def both(x, pair):
        def pull(g):
            return g["s"] * np.array([2.0, 2.0]), (g["p"], None)

        return {"s": x.sum(), "p": pair[0] * 5.0}, pull

    def f(x, a, b):
        told = both(x, (a, b))
        return told["s"] * told["p"]

    by_x, by_a, by_b = ag.grad(f, (0, 1, 2))(X[:2].copy(), 3.0, 4.0)
    assert by_x.tolist() == [30.0, 30.0]
    assert (by_a, by_b) == (pytest.approx(X[:2].sum()), 0.0)


def test_what_a_custom_gradient_would_lose_is_an_error():
    def f(x, w):
        @ag.custom_gradient
        def scaled(x):
            return x * w, lambda g: g * w

        return scaled(x).sum()

    assert ag.grad(f, 0)(X[:2].copy(), 3.0).tolist() == [3.0, 3.0]
    with pytest.raises(NoDerivative, match="closes over"):
        ag.grad(f, 1)(X[:2].copy(), 3.0)
    with pytest.raises(NoDerivative, match="closes over"):
        ag.jvp(f, (X[:2].copy(), 3.0), (np.ones(2), 1.0))


@pytest.mark.parametrize(
    ("pull", "match"),
    [
        (lambda g: (g, g), "2 cotangents for 1"),
        (lambda g: g[:1], "shape"),
    ],
)
def test_wrong_pulls(pull, match):
    @ag.custom_gradient
    def wrong(x):
        return x * 2.0, pull

    with pytest.raises((DerivativeError, ValueError), match=match):
        ag.grad(lambda x: wrong(x).sum())(X.copy())


def test_no_pair():
    with pytest.raises(NotDifferentiable, match="no pair"):
        ag.custom_gradient(lambda x: x)(X)


def swirl(x):
    for i in range(4):
        x = np.sin(x) * x[i] + 0.1
        print("turn", i)
    return x


def test_what_runs_again_gives_the_same_and_prints_once(capsys):
    again = ag.recompute(swirl)
    expected = ag.grad(lambda x: (swirl(x) ** 2).sum())(X.copy())
    capsys.readouterr()
    found = ag.grad(lambda x: (again(x) ** 2).sum())(X.copy())
    assert capsys.readouterr().out.count("turn") == 4
    assert found.tolist() == expected.tolist()
    np.testing.assert_array_equal(again(X), swirl(X))


def test_what_a_function_closes_over_counts_when_it_runs_again():
    def f(w, x):
        step = ag.recompute(lambda x: np.tanh(w * x))
        return step(step(x)).sum()

    def plain(w, x):
        return np.tanh(w * np.tanh(w * x)).sum()

    for argument in (0, 1):
        found = ag.grad(f, argument)(X.copy(), X[::-1].copy())
        expected = ag.grad(plain, argument)(X.copy(), X[::-1].copy())
        np.testing.assert_allclose(found, expected)
    ag.check_gradients(f, (X.copy(), X[::-1].copy()))


@pytest.mark.parametrize("function", [recurrence, nested, heat, newton])
@pytest.mark.parametrize("segment", [1, 2, 50])
def test_segments_change_nothing(function, segment):
    expected = ag.grad(function)(X.copy())
    found = ag.grad(function, segment=segment)(X.copy())
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def long_walk(x):
    for _ in range(600):
        x = np.sin(x) + 0.01 * x
    return x.sum()


def waiting_walk(x):
    steps = 0
    while steps < 600 and x[0] < 1e6:
        x = np.sin(x) + 0.01 * x
        steps += 1
    return x.sum()


@pytest.mark.parametrize("function", [long_walk, waiting_walk])
def test_segments_take_less_memory(function):
    x = np.linspace(0.1, 1.0, 500)
    taken = []
    for segment in (None, 25):
        gradient = ag.grad(function, segment=segment)
        gradient(x)
        tracemalloc.start()
        gradient(x)
        taken.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert taken[1] < taken[0] / 5


def test_segments_of_segments_of_derivatives():
    gradient = ag.grad(waiting_walk, segment=20)
    expected = ag.hvp(waiting_walk)(X.copy(), np.ones(6))
    np.testing.assert_allclose(ag.grad(lambda x: gradient(x).sum())(X.copy()), expected)
    np.testing.assert_allclose(ag.jvp(gradient, (X,), (np.ones(6),))[1], expected)
    inside = ag.function(lambda x: ag.grad(waiting_walk, segment=20)(x))
    np.testing.assert_array_equal(inside(X.copy()), gradient(X.copy()))
    with pytest.raises(ValueError, match="at least one"):
        ag.grad(waiting_walk, segment=0)


def test_what_cannot_run_again_is_an_error():
    def noisy(x, noise):
        return x * noise.normal()

    def counted(x, k):
        k += 1.0
        return x * k

    with pytest.raises(NoDerivative, match="run draw again"):
        ag.grad(ag.recompute(noisy))(2.0, np.random.default_rng(0))
    with pytest.raises(NoDerivative, match="change 'k' again"):
        ag.grad(lambda x, k: ag.recompute(counted)(x, k).sum())(X.copy(), np.zeros(6))


@ag.custom_gradient
def product(a, b):
    def pull(g):
        by_a = np.zeros(a.shape)
        for i in range(a.shape[1]):
            by_a[:, i] = g * b[i]
        return by_a, a.T @ g

    return a @ b, pull


def test_forward_mode_is_the_way_back_turned_around():
    a = np.arange(6.0).reshape(2, 3)
    b, by_a, by_b = X[:3].copy(), np.cos(a), X[3:].copy()
    _, found = ag.jvp(product, (a, b), (by_a, by_b))
    np.testing.assert_allclose(found, by_a @ b + a @ by_b)
    np.testing.assert_allclose(ag.jacobian(product, 1, mode="forward")(a, b), a)
    found = ag.hvp(lambda x: square_root(x).sum())(X.copy(), np.ones(6))
    np.testing.assert_allclose(found, -0.25 * X**-1.5, rtol=1e-6)


@pytest.mark.parametrize(
    "pull",
    [
        lambda g: np.clip(g, -1.0, 1.0),
        lambda g: np.sign(g),
        lambda g: np.floor(g),
        lambda g: g / np.linalg.norm(g),
        lambda g: np.where(g > 0, g, 0.0),
        lambda g: np.where(X > 0.6, g, 1.0),
        lambda g: g if g[0] > 0 else -g,
        lambda g: g + 0.1,
        lambda g: np.ones(6),
        lambda g: g * np.argmax(g),
    ],
)
def test_what_is_not_linear_has_no_forward_mode(pull):
    told = ag.custom_gradient(lambda x: (x * 2.0, pull))
    with pytest.raises(NoDerivative, match="not linear in the cotangent"):
        ag.jvp(told, (X.copy(),), (np.ones(6),))
