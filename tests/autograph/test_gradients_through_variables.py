"""Derivatives of functions that assign to Variables: what they hold flows on."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotDifferentiable, NotFunctional

X = np.array([0.3, -0.2, 0.9])
START = np.array([1.0, 2.0, 3.0])


class State:
    """Variables, and a function of an array that assigns to them."""

    def __init__(self):
        self.w = ag.Variable(START, name="w")
        self.scale = ag.Variable(0.5, name="scale")
        self.calls = ag.Variable(0, name="calls")

    def begin_again(self):
        self.w.assign(START)
        self.scale.assign(0.5)
        self.calls.assign(0)


state = State()
w, scale, calls = state.w, state.scale, state.calls


@pytest.fixture(autouse=True)
def begun():
    state.begin_again()


def walk(x):
    calls.assign_add(1)
    scale.assign(x.sum() * scale)
    w.assign_sub(x * 0.1)
    if x[0] > 0:
        w[1] = x[2] * x[2]
    else:
        w.assign(x)
    i = 0
    while i < 3:
        w.assign_add(w * x * 0.1)
        scale.assign_add(w.value[i])
        i += 1
    return (w * w).sum() * scale


def fresh(function, *args):
    """Call a function with the Variables as at the start."""
    state.begin_again()
    return function(*args)


def differences(function, x, step=1e-6):
    moves = [np.eye(len(x))[place] * step for place in range(len(x))]
    return np.array(
        [(fresh(function, x + d) - fresh(function, x - d)) / (2 * step) for d in moves]
    )


@pytest.mark.parametrize("x", [X, -X])
def test_what_is_assigned_flows_on(x):
    gradient = differences(walk, x)
    np.testing.assert_allclose(fresh(ag.grad(walk), x), gradient, rtol=1e-6)
    _, derivative = fresh(ag.jvp, walk, (x,), (np.ones(3),))
    assert derivative == pytest.approx(gradient.sum(), rel=1e-6)
    _, pull = fresh(ag.vjp, walk, x)
    np.testing.assert_allclose(pull(1.0)[0], gradient, rtol=1e-6)


def test_second_derivatives():
    rows = differences(ag.grad(walk), X, 1e-5)
    np.testing.assert_allclose(fresh(ag.hessian(walk), X), rows, rtol=1e-6)
    reverse = ag.jacobian(ag.grad(walk), mode="reverse")
    np.testing.assert_allclose(fresh(reverse, X), rows, rtol=1e-6)


@pytest.mark.parametrize(
    "derive", [ag.grad, ag.hessian, lambda f: lambda x: ag.jvp(f, (x,), (x,))]
)
def test_the_variables_hold_what_one_call_assigns(derive):
    walk(X)
    held = w.numpy(), scale.numpy(), calls.numpy()
    state.begin_again()
    derive(walk)(X)
    np.testing.assert_array_equal(w, held[0])
    assert (scale.value, calls.value) == held[1:]


def test_in_a_compiled_function_with_variables_as_sources():
    @ag.function
    def step(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * w
            calls.assign_add(1)
            scale.assign(y.sum())
            loss = scale * scale
        by_x, by_w = tape.gradient(loss, [x, w])
        w.assign_sub(by_w)
        return by_x

    total = (X * START).sum()
    np.testing.assert_allclose(step(X), 2 * total * START)
    np.testing.assert_allclose(w.value, START - 2 * total * X)
    assert calls.value == 1


def test_a_source_that_is_assigned_on_the_tape_is_an_error():
    @ag.function
    def step(x):
        with ag.GradientTape() as tape:
            w.assign(x)
            loss = (w * w).sum()
        return tape.gradient(loss, w)

    with pytest.raises(NotDifferentiable, match="'w' is differentiated by, and assig"):
        step(X)


def test_what_runs_again_reads_what_it_read_before():
    @ag.recompute
    def scaled(x):
        return np.sin(x * w) * w

    def plain(x):
        return np.sin(x * w) * w

    def twice(step):
        def run(x):
            w.assign(step(x))
            return step(w * x).sum()

        return run

    gradient = fresh(ag.grad(twice(plain)), X)
    np.testing.assert_allclose(fresh(ag.grad(twice(scaled)), X), gradient)
    _, pull = fresh(ag.vjp, lambda x: scaled(scaled(x)).sum(), X)
    w.assign(np.zeros(3))
    before = fresh(ag.grad(lambda x: plain(plain(x)).sum()), X)
    np.testing.assert_allclose(pull(1.0)[0], before)


def test_loops_in_segments():
    def long(x):
        for _ in range(10):
            w.assign_add(0.1 * x * w)
            x = np.sin(x * w)
        return x.sum()

    gradient = fresh(ag.grad(long), X)
    np.testing.assert_array_equal(fresh(ag.grad(long, segment=3), X), gradient)


def test_errors_are_those_of_the_variable():
    with pytest.raises(ValueError, match="'w' has the shape"):
        ag.grad(lambda x: w.assign(x[:2]).sum())(X)
    with pytest.raises(TypeError, match="'calls' has the dtype int64"):
        ag.grad(lambda x: calls.assign(x[0]) * 1.0)(X)


def test_a_variable_that_only_the_run_knows_is_refused():
    @functools.partial(ag.function, callbacks="allow")
    def either(x):
        chosen = w if x[0] > 0 else scale
        chosen.assign(x)
        return (w * x).sum()

    with pytest.raises(NotFunctional):
        ag.grad(either)(X)
