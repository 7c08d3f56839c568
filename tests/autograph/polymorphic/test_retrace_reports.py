"""How a function tells that it keeps tracing, and why."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


def power(x, n):
    total = x * 0
    for _ in range(n):
        total = total + x
    return total


def many(decorated, count=12):
    for size in range(1, count + 1):
        decorated(np.ones(size))


def test_a_function_that_keeps_retracing_warns_and_says_what_differed():
    @ag.function
    def scale(x):
        return 2 * x

    with pytest.warns(UserWarning, match="scale") as caught:
        many(scale)
    text = str(caught[0].message)
    assert "x" in text
    assert "shape" in text or "float64[" in text
    assert "input_signature" in text
    assert "TensorSpec" in text


def test_the_warning_names_the_line_of_the_call():
    scale = ag.function(lambda x: 2 * x)
    with pytest.warns(UserWarning, match="retrac") as caught:
        many(scale)
    assert caught[0].filename == __file__


def test_the_signature_of_the_warning_stops_it():
    scale = ag.function(
        lambda x: 2 * x, input_signature=(ag.TensorSpec((None,), np.float64),)
    )
    many(scale)
    assert scale.trace_count == 1


def test_numbers_that_become_symbols_do_not_warn():
    decorated = ag.function(power)
    for n in range(50):
        decorated(NUMBER, n)


def test_explain_retraces_is_a_table_of_what_differed():
    @ag.function
    def scale(x, mode="fast"):
        return 2 * x

    for x, mode in ((X, "fast"), (X.astype(int), "fast"), (X, "slow")):
        scale(x, mode)
    text = str(scale.explain_retraces())
    assert "int64" in text
    assert "slow" in text
    assert "mode" in text


def test_no_retrace_raises_instead_of_tracing():
    @ag.function
    def scale(x):
        return 2 * x

    scale(X)
    with ag.no_retrace():
        scale(X + 1)
        with pytest.raises(ag.AutographError, match="scale"):
            scale(X.astype(int))
    scale(X.astype(int))
    assert scale.trace_count == 2


def test_no_retrace_says_what_differs():
    @ag.function
    def scale(x):
        return 2 * x

    scale(X)
    with ag.no_retrace(), pytest.raises(ag.AutographError, match="int64"):
        scale(X.astype(int))


def test_no_retrace_holds_in_its_own_thread_only():
    scale = ag.function(lambda x: 2 * x)
    with ag.no_retrace():
        thread = threading.Thread(target=scale, args=(X,))
        thread.start()
        thread.join()
    assert scale.trace_count == 1


def test_a_trace_that_fails_leaves_no_half_made_entry():
    @ag.function
    def fails(x):
        if x.ndim > 1:
            raise ValueError("too many dimensions")
        return x + 1

    for _ in range(2):
        with pytest.raises(ValueError, match="too many"):
            fails(X[None])
    np.testing.assert_array_equal(fails(X), X + 1)


def test_a_trace_that_is_interrupted_leaves_no_half_made_entry():
    stops = [True]

    @ag.function
    def interrupted(x):
        helper()
        return x + 1

    def helper():
        if stops:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted(X)
    stops.clear()
    np.testing.assert_array_equal(interrupted(X), X + 1)


def test_methods_and_lambdas_that_retrace_warn_too():
    class Model:
        @ag.function
        def scale(self, x):
            return 2 * x

    for scale in (Model().scale, ag.function(lambda x: 2 * x)):
        with pytest.warns(UserWarning, match="retrac"):
            many(scale)


def test_two_functions_that_retrace_a_little_do_not_warn():
    first, second = ag.function(lambda x: x + 1), ag.function(lambda x: x + 2)
    for size in (1, 2, 3):
        first(np.ones(size))
        second(np.ones(size))
