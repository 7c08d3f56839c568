"""Calls with Python integers beyond 64 bits, of functions traced for shorter ones."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

import autograph as ag
from runtime.errors import IntegerTooLarge

WIDE = 2**70


def called_with_numbers(function):
    """Return the decorated function, with a graph that takes an integer."""
    decorated = ag.function(function)
    for number in (1, 2, 3):
        decorated(number)
    return decorated


def pair(n):
    return np.array([n, 1])


def test_a_graph_serves_all_integers_of_64_bits_and_another_one_all_others():
    decorated = called_with_numbers(pair)
    traced = decorated.trace_count
    for number in (2**62, WIDE, -WIDE, 2**63, 4):
        assert repr(decorated(number)) == repr(pair(number))
    assert decorated.trace_count == traced + 1


def test_what_was_printed_is_not_printed_again():
    def shown(n):
        print(n)
        return np.asarray(n).dtype

    decorated = called_with_numbers(shown)
    with redirect_stdout(io.StringIO()) as out:
        with pytest.raises(IntegerTooLarge, match="call it again"):
            decorated(WIDE)
        assert decorated(WIDE) == np.dtype(object)
    assert out.getvalue().splitlines() == [str(WIDE)] * 2


def test_what_was_changed_is_not_changed_again():
    seen = []

    def noted(n):
        seen.append(n)
        return np.asarray(n).dtype

    decorated = called_with_numbers(noted)
    with pytest.raises(IntegerTooLarge):
        decorated(WIDE)
    assert seen == [1, 2, 3, WIDE]
    assert decorated(WIDE) == np.dtype(object)


def test_a_concrete_function_says_it():
    concrete = called_with_numbers(pair).get_concrete_function(4)
    with pytest.raises(IntegerTooLarge, match="dtype=object"):
        concrete(WIDE)
    assert concrete(5).tolist() == [5, 1]


def test_a_helper_that_calls_itself_is_traced_anew_too():
    decorated = called_with_numbers(halved)
    with pytest.raises(IntegerTooLarge):
        decorated(WIDE)
    assert decorated(WIDE) == halved(WIDE)


def halved(n):
    return 0 if n < 2 else halved(n // 2) + (np.array(n).dtype == np.int64)


def test_a_loop_tests_them_as_machine_code():
    def roots(n):
        total = 0.0
        for k in range(n):
            total += np.sqrt(k * k)
        return total

    decorated = ag.function(roots, executor="native")
    for number in (3, 4, 5, 6):
        assert decorated(number) == roots(number)
