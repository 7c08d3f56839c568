"""Functions known by their code: one graph for the closures that come and go."""

from __future__ import annotations

import gc
import weakref

import numpy as np

import autograph as ag

NUMBER = np.float64(2.0)


@ag.do_not_convert
def applied(function, x):
    return function(x)


def counter(start):
    count = start

    def advance():
        nonlocal count
        count += 1
        return count

    def read():
        return count

    return advance, read


def test_lambdas_of_one_place_share_a_graph():
    @ag.function
    def newton(f, df, x):
        while abs(f(x)) > 1e-9:
            x = x - f(x) / df(x)
        return x

    for square in np.arange(1.0, 30.0):
        root = newton(lambda x: x * x - square, lambda x: 2 * x, NUMBER)  # noqa: B023
        assert abs(root * root - square) < 1e-8
    assert newton.trace_count == 1


def test_defaults_are_read_from_the_function_of_the_call():
    @ag.function
    def called(function, x):
        return function(x) + function(x, weight=1.0)

    for turn in range(20):
        function = lambda x, shift=float(turn), *, weight=turn / 2: x * weight + shift  # noqa: E731
        assert called(function, NUMBER) == called.python_function(function, NUMBER)
    assert called.trace_count == 3  # two values, then numbers that change


def test_another_number_of_defaults_is_another_graph():
    @ag.function
    def called(function, x):
        return function(x)

    assert called(lambda x: x, NUMBER) == 2
    assert called(lambda x, y=3.0: x + y, NUMBER) == 5
    function = lambda x: x  # noqa: E731
    assert called(function, NUMBER) == 2
    function.__defaults__ = (NUMBER,)
    assert called(function, NUMBER) == 2


def test_code_that_is_not_converted_gets_the_function_of_the_call():
    @ag.function(callbacks="allow")
    def passed(function, x):
        return applied(function, x), function

    for shift in range(5):
        function = lambda x, shift=float(shift): x + shift  # noqa: E731
        result, same = passed(function, NUMBER)
        assert result == 2 + shift
        assert same is function
    assert passed.trace_count == 1


def test_functions_that_share_a_variable_are_told_from_those_that_do_not():
    @ag.function
    def used(advance, read):
        return advance(), read(), advance(), read()

    for start in range(4):
        advance, read = counter(start)
        assert used(advance, read) == (start + 1, start + 1, start + 2, start + 2)
        advance, read = counter(start)[0], counter(start)[1]
        assert used(advance, read) == (start + 1, start, start + 2, start)


def test_identity_counts_where_the_program_asks_for_it():
    @ag.function
    def compared(one, other):
        return one is other, one == other, {one: 1}.get(other), other in (one,)

    for start in range(2):
        one, other = counter(start)[1], counter(start)[1]
        assert compared(one, other) == (False, False, None, False)
        assert compared(one, one) == (True, True, 1, True)


def test_a_graph_keeps_no_function_alive():
    @ag.function
    def called(function, x):
        return function(x)

    function = lambda x: x + NUMBER  # noqa: E731
    called(function, NUMBER)
    gone = weakref.ref(function)
    del function
    gc.collect()
    assert gone() is None


def test_the_closure_of_a_function_within_a_list():
    @ag.function
    def composed(functions, x):
        for function in functions:
            x = function(x)
        return x

    for rate in np.arange(6.0):
        functions = [lambda x, power=power: x + power * rate for power in range(3)]  # noqa: B023
        assert composed(functions, NUMBER) == 2 + 3 * rate
    assert composed.trace_count == 1
