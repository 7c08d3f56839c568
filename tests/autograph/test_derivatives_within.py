"""Derivatives within functions that are traced: part of one graph, and exact."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import (
    ArgumentsOverlap,
    AutographError,
    NoDerivative,
    NotDifferentiable,
)

X = np.array([0.5, 1.5, -1.0])


def graphed(function):
    """Return a compiled function that never calls back into Python."""
    return ag.function(function, callbacks="error")


def cost(w, x, y):
    hidden = np.tanh(x @ w["a"])
    error = hidden @ w["b"] - y
    return (error * error).mean()


cost_and_gradient = ag.value_and_grad(cost)


def data():
    rng = np.random.default_rng(3)
    w = {"a": rng.normal(size=(3, 4)), "b": rng.normal(size=4)}
    return w, rng.normal(size=(20, 3)), rng.normal(size=20)


def test_training_is_one_graph():
    def train(w, x, y, steps):
        losses = np.zeros(steps)
        a, b = w["a"], w["b"]
        for i in range(steps):
            losses[i], g = cost_and_gradient({"a": a, "b": b}, x, y)
            a = a - 0.1 * g["a"]
            b = b - 0.1 * g["b"]
        return losses, a, b

    w, x, y = data()
    losses, a, b = graphed(train)(w, x, y, np.int64(40))
    for loss in losses:
        value, g = cost_and_gradient(w, x, y)
        assert loss == pytest.approx(value, rel=1e-12)
        w = {name: w[name] - 0.1 * g[name] for name in w}
    np.testing.assert_allclose(a, w["a"], rtol=1e-10)
    np.testing.assert_allclose(b, w["b"], rtol=1e-10)
    assert losses[-1] < losses[0]


def test_training_can_be_differentiated():
    def trained(rate, w, x):
        for _ in range(5):
            g = ag.grad(lambda w: ((x * w - 1.0) ** 2).sum())(w)
            w = w - rate * g
        return ((x * w - 1.0) ** 2).sum()

    found = ag.grad(trained)(0.05, X.copy(), X[::-1].copy())
    step = 1e-6
    up = graphed(trained)(np.float64(0.05 + step), X.copy(), X[::-1].copy())
    down = graphed(trained)(np.float64(0.05 - step), X.copy(), X[::-1].copy())
    assert found == pytest.approx((up - down) / (2 * step), rel=1e-6)


def test_what_a_function_closes_over_is_constant():
    @graphed
    def both(w):
        return ag.grad(lambda u: (u * w).sum())(w), ag.grad(lambda u: (u * u).sum())(w)

    by_one, by_both = both(X.copy())
    assert by_one.tolist() == X.tolist()
    assert by_both.tolist() == (2 * X).tolist()


def test_one_array_as_two_arguments():
    @graphed
    def partial_derivatives(w):
        return ag.grad(lambda a, b: (a * b * b).sum(), (0, 1))(w, w)

    by_a, by_b = partial_derivatives(X.copy())
    assert by_a.tolist() == (X * X).tolist()
    assert by_b.tolist() == (2 * X * X).tolist()


def test_branches_and_loops_around():
    @graphed
    def walk(x, n):
        for i in range(n):
            if x[0] > 0:
                x = x - 0.5 * ag.grad(lambda x: (x**2).sum())(x)
            else:
                x = x + ag.grad(lambda x: x[0] * x[1])(x)
            x = x + i
        return x

    expected = X.copy()
    for i in range(4):
        if expected[0] > 0:
            expected = expected - expected
        else:
            expected = expected + np.array([expected[1], expected[0], 0.0])
        expected = expected + i
    assert walk(X.copy(), np.int64(4)).tolist() == expected.tolist()


def test_effects_come_once_and_in_order(capsys):
    @graphed
    def shown(x):
        log = np.zeros(3)

        def f(x):
            print("inside")
            log[0] += 1.0
            y = x * x
            log[1] = y[0]
            return y.sum()

        print("before")
        g = ag.grad(f)(x)
        print("after")
        return g, log

    g, log = shown(X.copy())
    assert g.tolist() == (2 * X).tolist()
    assert log.tolist() == [1.0, 0.25, 0.0]
    assert capsys.readouterr().out == "before\ninside\nafter\n"


def test_an_argument_that_is_written_counts_as_it_was():
    @graphed
    def scaled(x):
        def f(x):
            x *= 3.0
            return (x * x).sum()

        return ag.grad(f)(x)

    x = X.copy()
    assert scaled(x).tolist() == (18 * X).tolist()
    assert x.tolist() == (3 * X).tolist()


def test_gradients_may_be_written():
    @graphed
    def scaled(x, y):
        by_x, by_y = ag.grad(lambda x, y: x @ y, (0, 1))(x, y)
        by_x *= 2.0
        by_y[0] = 7.0
        again = ag.grad(lambda x: (x + y).sum())(x)
        again[0] = 5.0
        return by_x, by_y, again

    x, y = X.copy(), X[::-1].copy()
    by_x, by_y, again = scaled(x, y)
    assert (x.tolist(), y.tolist()) == (X.tolist(), X[::-1].tolist())
    assert by_x.tolist() == (2 * y).tolist()
    assert by_y.tolist() == [7.0, *X[1:]]
    assert again.tolist() == [5.0, 1.0, 1.0]


class Model:
    def __init__(self, weights):
        self.weights = weights

    def loss(self, x):
        return (np.tanh(self.weights * x) ** 2).sum()


def test_attributes_are_constants():
    @graphed
    def slope(model, x):
        return ag.grad(model.loss)(x), model.weights * 2.0

    found, doubled = slope(Model(X), np.ones(3))
    t = np.tanh(X)
    np.testing.assert_allclose(found, 2 * t * (1 - t * t) * X, rtol=1e-14)
    assert doubled.tolist() == (2 * X).tolist()


def test_values_that_leave_the_function_stay():
    @graphed
    def kept(x):
        seen = []

        def f(x):
            y = x.copy()
            for i in range(3):
                y[i] = y[i] * 2.0
            z = x + 1.0
            seen.append(z)
            seen.append(y)
            return y.sum() + z.sum()

        g = ag.grad(f)(x)
        return g, seen[0] * 2.0, seen[1]

    g, z, y = kept(X.copy())
    assert g.tolist() == [3.0, 3.0, 3.0]
    assert z.tolist() == (2 * (X + 1)).tolist()
    assert y.tolist() == (2 * X).tolist()


def test_what_does_not_vary_has_zeros():
    @graphed
    def flat(x, y):
        return ag.grad(lambda x, y: y.sum(), (0, 1))(x, y)

    by_x, by_y = flat(X.copy(), X.copy())
    assert (by_x.tolist(), by_y.tolist()) == ([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])


def test_structures_and_python_floats():
    @graphed
    def derived(pair):
        def f(pair, more):
            return pair[0] * pair[1]["w"].sum() * more

        (value, aux), (g, by_more) = ag.value_and_grad(
            lambda pair, more: (f(pair, more), more + 1.0), (0, 1), has_aux=True
        )(pair, 3.0)
        return value, aux, g[0], g[1]["w"], g[1]["n"], by_more

    found = derived((2.0, {"w": X.copy(), "n": 4}))
    assert found[:3] == (6.0, 4.0, 3.0)
    assert found[3].tolist() == [6.0, 6.0, 6.0]
    assert found[4:] == (None, 2.0)
    assert [type(each) for each in found[2::3]] == [float, float]


def test_the_direction_of_jvp():
    @graphed
    def along(x, v):
        return ag.jvp(lambda x, k: (np.sin(x) * k, {"k": k}), (x, 2.0), (v, 1.0))

    (y, _), (dy, dk) = along(X.copy(), np.ones(3))
    np.testing.assert_allclose(y, np.sin(X) * 2)
    np.testing.assert_allclose(dy, 2 * np.cos(X) + np.sin(X))
    assert dk == {"k": 1.0}


def test_pulls():
    @graphed
    def rows(x):
        result, pull = ag.vjp(lambda x: np.cumsum(x * x), x)
        first = pull(np.array([1.0, 0.0, 0.0]))[0]
        result[:] = 0.0
        return first, pull(np.array([0.0, 0.0, 1.0]))[0]

    first, last = rows(X.copy())
    assert first.tolist() == [1.0, 0.0, 0.0]
    assert last.tolist() == (2 * X).tolist()


def test_an_argument_without_floats_has_no_cotangent():
    @graphed
    def pulled(x, names):
        return ag.vjp(lambda x, names: x * len(names), x, names)[1](np.ones(3))

    by_x, by_names = pulled(X.copy(), ["a", "b"])
    assert by_x.tolist() == [2.0, 2.0, 2.0]
    assert by_names is None


def test_an_argument_written_before_the_pull_is_refused():
    @graphed
    def rows(x):
        _, pull = ag.vjp(lambda x: x * x, x)
        x[0] = 9.0
        return pull(np.ones(3))[0]

    with pytest.raises(ArgumentsOverlap):
        rows(X.copy())


def test_pull_elsewhere_is_refused():
    @graphed
    def rows(x, n):
        _, pull = ag.vjp(lambda x: x * x, x)
        total = np.zeros(3)
        for _ in range(n):
            total = total + pull(np.ones(3))[0]
        return total

    with pytest.raises(NotDifferentiable, match="another branch or loop") as refused:
        rows(X.copy(), np.int64(2))
    assert refused.value.span is not None


def test_errors_are_those_of_the_users_line():
    @graphed
    def text(x):
        def f(x):
            return float(str(x[0])) * x[1]

        try:
            return ag.grad(f)(x)
        except Exception:
            return x

    with pytest.raises(NoDerivative, match="of type str") as refused:
        text(X.copy())
    assert refused.value.span.function.endswith("f")

    with pytest.raises(NotDifferentiable, match="one real float"):
        graphed(lambda x: ag.grad(lambda x: x * 2.0)(x))(X.copy())
    with pytest.raises(NotDifferentiable, match="no float"):
        graphed(lambda x: ag.grad(lambda x: x.sum() * 2.0)(x))(np.arange(3))
    with pytest.raises(AutographError, match="no parameter"):
        graphed(lambda x: ag.grad(lambda x: x.sum(), "y")(x))(X.copy())


def test_what_is_left_on_a_stack_does_not_matter():
    def left(x, n):
        waiting = []
        for i in range(n):
            waiting.append(x[i] * i)  # noqa: PERF401 - the list is the point
        return waiting.pop() ** 2

    slope = ag.grad(left)(X.copy(), np.int64(3))
    np.testing.assert_allclose(slope[:3], [0.0, 0.0, 8.0 * X[2]])


def test_complex_numbers_within():
    z = np.array([1.0 + 2.0j, 0.5 - 1.0j])
    cube, size = (lambda w: (w**3).sum()), (lambda w: (np.abs(w) ** 2).sum())

    @ag.function
    def slopes(z):
        return ag.grad(cube, holomorphic=True)(z), ag.grad(size)(z)

    by_cube, by_size = slopes(z)
    np.testing.assert_allclose(by_cube, 3 * z**2)
    np.testing.assert_allclose(by_size, 2 * z.conj())
    assert slopes(1j) == (-3 + 0j, -2j)
    with pytest.raises(NotDifferentiable, match="'w' is real"):
        slopes(z.real)
    with pytest.raises(NotDifferentiable, match="one real float"):
        ag.function(lambda z: ag.grad(cube)(z))(z)


def test_products_with_complex_jacobians_within():
    def both(z, v):
        _, along = ag.jvp(lambda w: w * w, (z,), (v,))
        return along, ag.vjp(lambda w: w * w, z)[1](v)[0]

    z, v = np.array([1.0 + 2.0j]), np.array([2.0 - 1.0j])
    for found in (*both(z, v), *ag.function(both)(z, v)):
        np.testing.assert_allclose(found, 2 * z * v)
    with pytest.raises(ValueError, match="its value real"):
        ag.function(both)(z.real, v)


def test_by_a_number_of_either_kind():
    def root(a):
        t = 1.5  # NumPy's from the first turn on
        while np.abs(t**3 - a) > 1e-12:
            t = t - (t**3 - a) / ag.grad(lambda t: t**3 - a)(t)
        return t

    assert ag.grad(root)(8.0) == pytest.approx(1 / 12)

    def slope(known, x):
        return ag.grad(lambda t: t * t)(x if known else 2.0)

    for known in (np.True_, np.False_):
        found, expected = (
            f(known, np.float64(1.0)) for f in (ag.function(slope), slope)
        )
        assert (type(found), found) == (type(expected), expected)
