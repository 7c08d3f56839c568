"""Tapes in compiled functions, as those of TensorFlow are used."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import AutographError, NotDifferentiable

X = np.array([0.5, 1.5, -1.0])


def graphed(function):
    """Return a compiled function that never calls back into Python."""
    return ag.function(function, callbacks="error")


def test_a_training_step_of_variables():
    weight, bias = ag.Variable(np.ones(3)), ag.Variable(0.5)
    rest = ag.Variable(1.0)

    @graphed
    def step(x, y):
        with ag.GradientTape() as tape:
            error = x @ weight + bias - y
            loss = (error**2).mean() + 0.0 * rest.size
        by_weight, by_bias = tape.gradient(loss, [weight, bias])
        weight.assign_sub(0.1 * by_weight)
        bias.assign_sub(0.1 * by_bias)
        return loss

    x = np.eye(3) + 0.1
    y = np.array([1.0, -1.0, 2.0])
    w, b = np.ones(3), 0.5
    for _ in range(20):
        error = x @ w + b - y
        assert step(x, y) == pytest.approx((error**2).mean())
        w, b = w - 0.2 * x.T @ error / 3, b - 0.2 * error.mean()
        np.testing.assert_allclose(weight.numpy(), w)
    assert float(bias) == pytest.approx(b)


def test_watched_arrays_in_loops():
    @graphed
    def descend(x, steps):
        for _ in range(steps):
            with ag.GradientTape() as tape:
                tape.watch(x)
                value = (x**2).sum() + x[0]
            x = x - 0.1 * tape.gradient(value, x)
        return x

    expected = X.copy()
    for _ in range(5):
        expected = expected - 0.1 * (2 * expected + np.array([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(descend(X.copy(), np.int64(5)), expected)


def test_values_in_between_and_structures():
    @graphed
    def derived(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * x
            z = (y * y).sum()
        found = tape.gradient(z, {"y": y, "x": (x,)})
        return found["x"][0], found["y"]

    by_x, by_y = derived(X.copy())
    np.testing.assert_allclose(by_x, 4 * X**3)
    np.testing.assert_allclose(by_y, 2 * X**2)


def test_cotangents_and_sums_of_targets():
    @graphed
    def derived(x):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y, z = x * 2.0, np.sin(x)
        weighted = tape.gradient(y, x, output_gradients=np.array([1.0, 10.0, 0.0]))
        return weighted, tape.gradient([y, z], x), tape.gradient(y, x)

    weighted, both, plain = derived(X.copy())
    assert weighted.tolist() == [2.0, 20.0, 0.0]
    np.testing.assert_allclose(both, 2 + np.cos(X))
    assert plain.tolist() == [2.0, 2.0, 2.0]


def test_a_tape_of_a_tape():
    @graphed
    def second(x):
        with ag.GradientTape() as outer:
            outer.watch(x)
            with ag.GradientTape() as inner:
                inner.watch(x)
                y = (x**3).sum()
            first = inner.gradient(y, x)
            total = (first * np.array([1.0, 2.0, 3.0])).sum()
        return outer.gradient(total, x)

    np.testing.assert_allclose(second(X.copy()), 6 * X * [1.0, 2.0, 3.0])


def test_constants_by_decree():
    @graphed
    def derived(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            with tape.stop_recording():
                k = x * 3.0
            y = (k * x).sum()
        return tape.gradient(y, x)

    assert derived(X.copy()).tolist() == (3 * X).tolist()


def test_what_is_not_connected():
    @graphed
    def derived(x, y):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            tape.watch(y)
            z = x.sum() * 2.0
        return tape.gradient(z, (x, y)), tape.gradient(
            z, y, unconnected_gradients="zero"
        )

    (by_x, by_y), zero = derived(X.copy(), X.copy())
    assert by_x.tolist() == [2.0, 2.0, 2.0]
    assert by_y is None
    assert zero.tolist() == [0.0, 0.0, 0.0]


def target_before(x):
    y = x * 2.0
    with ag.GradientTape() as tape:
        tape.watch(x)
    return tape.gradient(y, x)


def target_after(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    z = y * y
    return tape.gradient(z, x)


def source_unseen(x):
    w = np.ones(3)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = (x * 2.0).sum()
    return tape.gradient(y, w)


def asked_twice(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = (x * 2.0).sum()
    tape.gradient(y, x)
    return tape.gradient(y, x)


def asked_elsewhere(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = (x * 2.0).sum()
    if x[0] > 0:
        return tape.gradient(y, x)
    return x


def integers(x):
    with ag.GradientTape() as tape:
        tape.watch(x.astype(int))
        y = x.sum()
    return tape.gradient(y, x)


def lost(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = float(str(x[0])) * x[1]
    return tape.gradient(y, x)


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (target_before, "not seen a target"),
        (target_after, "not seen a target"),
        (source_unseen, "not seen a source"),
        (asked_twice, "asked twice"),
        (asked_elsewhere, "another branch or loop"),
        (integers, "watches a value of type"),
        (lost, "str"),
    ],
)
def test_what_a_tape_cannot_know_is_an_error(function, match):
    with pytest.raises(AutographError, match=match) as refused:
        graphed(function)(X.copy())
    assert refused.value.span.function == function.__name__


def test_an_unused_variable_is_no_source():
    unused = ag.Variable(1.0)

    @graphed
    def derived(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x.sum()
        return tape.gradient(y, unused)

    with pytest.raises(NotDifferentiable, match="not seen a Variable"):
        derived(X.copy())


def whole(x, weight):
    """Return an array, by writes and a loop that depends on the data."""
    y = x.copy()
    for i in range(1, len(x)):
        y[i] = np.sin(y[i - 1]) * x[i]
    while y.sum() < 20.0:
        y = y * 1.3 * weight
    return y


def test_jacobians():
    weight = ag.Variable(np.array([1.0, 2.0, 3.0]))

    @graphed
    def matrices(x):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            z = np.outer(x, x)
            y = whole(x + z[0, 0] * 0.0, weight.value)
            total = x.sum()
        return tape.jacobian(y, {"x": x, "w": weight}), (
            tape.jacobian(z, [x]),
            tape.jacobian(total, x),
            tape.jacobian(total, z),
            tape.jacobian(total, z, unconnected_gradients="zero"),
        )

    x = np.abs(X)
    found, (outer, of_total, unconnected, zeros) = matrices(x)
    by_x, by_weight = ag.jacobian(whole, (0, 1))(x, weight.numpy())
    np.testing.assert_allclose(found["x"], by_x)
    np.testing.assert_allclose(found["w"], by_weight)
    np.testing.assert_allclose(outer[0], ag.jacobian(lambda x: np.outer(x, x))(x))
    assert of_total.tolist() == [1.0, 1.0, 1.0]
    assert unconnected is None
    assert zeros.tolist() == np.zeros((3, 3)).tolist()


def test_a_jacobian_runs_nothing_twice(capsys):
    @graphed
    def noisy(x, noise):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * noise.normal()
            print("once")
        return tape.jacobian(y, x), y

    found, y = noisy(np.ones(12), np.random.default_rng(0))
    np.testing.assert_array_equal(found, np.diag(y))
    assert capsys.readouterr().out == "once\n"


def test_the_jacobian_of_a_structure_is_an_error():
    @graphed
    def both(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.jacobian([y, y], x)

    with pytest.raises(NotDifferentiable, match="no array"):
        both(X.copy())


def test_eager_tapes_in_each_other_name_what_to_write_instead():
    v = ag.Variable(2.0)

    def by_variable():
        with ag.GradientTape() as outer:
            with ag.GradientTape() as inner:
                y = v * v * v
            g = inner.gradient(y, v)
        return outer.gradient(g, v)

    def by_array():
        with ag.GradientTape() as outer:
            x = outer.watch(np.arange(3.0))
            with ag.GradientTape() as inner:
                y = (x**3).sum()
            g = inner.gradient(y, x)
        return outer.gradient(g, x)

    for function in (by_variable, by_array):
        with pytest.raises(NotDifferentiable, match="tapes in each other") as refused:
            function()
        assert "ag.grad(ag.grad(f))" in refused.value.hint
    assert ag.function(by_variable)() == 12.0
    assert ag.function(by_array)().tolist() == [0.0, 6.0, 12.0]
