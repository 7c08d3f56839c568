"""Functions that call themselves, and decorated functions that call each other."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

NUMBER = np.float64(2.0)


@ag.function
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@ag.function
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


@ag.function
def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


@ag.function
def endless(n):
    if n > 0:
        return endless(n + 1)
    return n


def test_recursion_on_a_value_of_the_run():
    assert [factorial(np.int64(n)) for n in (0, 1, 5, 10)] == [1, 1, 120, 3628800]


def test_recursion_on_a_plain_number_is_known_while_tracing():
    assert factorial(5) == 120


def test_two_functions_call_each_other():
    assert is_even(np.int64(10)) is True
    assert is_even(np.int64(7)) is False
    assert is_odd(np.int64(7)) is True


def test_deep_recursion_is_as_deep_as_python_s():
    @ag.function
    def count(n):
        if n <= 0:
            return 0
        return count(n - 1) + 1

    assert count(np.int64(400)) == 400


def test_endless_recursion_is_python_s_error():
    with pytest.raises(RecursionError):
        endless(np.int64(1))


def test_recursion_over_an_array():
    @ag.function
    def total(x):
        if len(x) == 0:
            return 0.0
        return x[0] + total(x[1:])

    assert total(np.arange(5.0)) == 10


def test_recursion_over_nested_lists():
    @ag.function
    def total(tree):
        if isinstance(tree, list):
            return sum(total(each) for each in tree)
        return tree

    assert total([NUMBER, [NUMBER, [NUMBER, 1]], []]) == 7


def test_a_recursive_function_within_a_function():
    @ag.function
    def fibonacci(n):
        def inner(n):
            return n if n < 2 else inner(n - 1) + inner(n - 2)

        return inner(n)

    assert fibonacci(10) == 55


def test_a_decorated_function_calls_another_that_is_replaced():
    def inner(x):
        return x + 1

    decorated = ag.function(inner)

    @ag.function
    def outer(x):
        return decorated(x)

    assert outer(NUMBER) == 3
    decorated = ag.function(lambda x: x - 1)
    assert outer(NUMBER) == 1


def test_a_function_passed_to_itself():
    @ag.function
    def apply(f, x, times):
        if times == 0:
            return x
        return apply(f, f(x), times - 1)

    assert apply(np.negative, NUMBER, 3) == -2


def test_an_inner_function_warns_and_fails_where_it_stands():
    @ag.function
    def inner(x, i):
        return x[i]

    @ag.function
    def outer(x, i):
        return inner(x, i) + 1

    with pytest.raises(IndexError) as caught:
        outer(np.ones(2), np.int64(5))
    assert [each.name for each in caught.traceback][-2:] == ["outer", "inner"]


def test_a_trace_of_the_inner_function_is_not_counted_for_the_outer():
    inner = ag.function(lambda x: x + 1)
    outer = ag.function(lambda x: inner(x) * 2)
    outer(NUMBER)
    outer(NUMBER)
    assert outer.trace_count == 1
    inner(NUMBER)
    assert inner.trace_count <= 1


def test_an_inner_function_s_own_call_is_independent():
    inner = ag.function(lambda x: x + 1)
    outer = ag.function(lambda x: inner(x) * 2)
    assert inner(NUMBER) == 3
    assert outer(NUMBER) == 6
    assert inner(NUMBER) == 3


def test_a_plain_recursive_function_within_a_decorated_one():
    def plain(n, x):
        if n > 0:
            return n * plain(n - 1, x)
        return x

    decorated = ag.function(lambda n, x: plain(n, x))
    assert decorated(5, NUMBER) == 240


def test_recursion_that_never_ends_while_tracing_is_python_s_error():
    @ag.function
    def endless(n):
        return ag.cond(n > 0, lambda: endless(n - 1), lambda: 1) + endless(n)

    with pytest.raises(RecursionError):
        endless(np.int64(5))


def test_a_concrete_function_asked_for_within_a_method():
    one = ag.function(lambda: np.float64(1.0))

    class Model:
        found = None

        def prepare(self):
            self.found = one.get_concrete_function()

    model = Model()
    model.prepare()
    assert model.found() == 1
