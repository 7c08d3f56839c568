"""How often a function is traced until nothing new is learnt of it."""

import math

import pytest

import autograph as ag
import tracer.tracing as tracing

TABLES = [[1.0, 2.0, 4.0], [1.0, 3.0, 9.0], [1.0, 5.0], [2.0, 7.0], [0.0, 6.0], [3.0]]
T0, T1, T2, T3, T4, T5 = TABLES


@pytest.fixture
def attempts(monkeypatch):
    """Return a list that grows at each attempt."""
    made = []

    def new_trace(*arguments):
        made.append(arguments)
        return before(*arguments)

    before = tracing.new_trace
    monkeypatch.setattr(tracing, "new_trace", new_trace)
    return made


def root(x, text):
    try:
        return float(text)
    except ValueError:
        return math.sqrt(x)


def eight_roots(x):
    a = root(x, "a")
    b = root(x, "b")
    c = root(x, "c")
    d = root(x, "d")
    e = root(x, "e")
    f = root(x, "f")
    g = root(x, "g")
    h = root(x, "h")
    return [a, b, c, d, e, f, g, h]


def test_what_many_calls_of_a_function_need_is_learnt_from_a_few(attempts):
    ag.function(eight_roots).get_concrete_function(ag.TensorSpec((), float))
    assert len(attempts) <= 5


def chosen(n):
    return T0[n] + T1[n] + T2[n] + T3[n] + T4[n] + T5[n]


def test_lists_of_numbers_are_like_those_before(attempts):
    function = ag.function(chosen).get_concrete_function(ag.TensorSpec((), int))
    assert len(attempts) <= 4
    assert function(0) == chosen(0)
