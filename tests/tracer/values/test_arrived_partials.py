"""Partial functions and methods of iterators that arrive: called at each run."""

import functools
import itertools
import random
import warnings

import numpy as np
import pytest

import autograph as ag

NUMBERS = [np.float64(-1.0), np.float64(2.0), np.float64(-3.0), np.float64(4.0)]
warn = functools.partial(warnings.warn, stacklevel=2)
draw = functools.partial(random.uniform, 0.0)
tripled = functools.partial(np.multiply, 3.0)


@pytest.fixture
def decorate():
    return functools.partial(ag.function, callbacks="allow")


def warned_if_positive(x):
    if x > 0:
        warn("positive")
    return x


def test_a_warning_is_given_where_its_branch_is_taken(decorate):
    decorated = decorate(warned_if_positive)
    for x in NUMBERS:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            decorated(x)
        assert [str(each.message) for each in found] == ["positive"] * bool(x > 0)


def drawn(x):
    return draw(1.0) if x > 0 else draw(2.0) + 1


def test_each_run_draws(decorate):
    decorated = decorate(drawn)
    random.seed(1)
    expected = [drawn(x) for x in NUMBERS]
    random.seed(1)
    assert [decorated(x) for x in NUMBERS] == expected


def counting():
    """Return a function whose partial function and iterator count its calls."""
    calls = []
    note, step = functools.partial(calls.append, 1), itertools.count().__next__

    def numbered(x):
        note()
        if x > 0:
            return step() * 10, len(calls)
        return step() + x, len(calls)

    return numbered


def test_effects_happen_at_each_run(decorate):
    plain, decorated = counting(), decorate(counting())
    assert [decorated(x) for x in NUMBERS * 2] == [plain(x) for x in NUMBERS * 2]


def of_arrays(x):
    return tripled(x) + scaled(2.0)


scale = np.ones(2)
scaled = functools.partial(np.multiply, scale)


def test_arrays_of_a_partial_function_are_read_at_each_run(decorate):
    decorated = decorate(of_arrays)
    for factor in (1.0, 5.0):
        scale[:] = factor
        assert decorated(np.float64(2.0)).tolist() == of_arrays(2.0).tolist()


def by_name(x, **others):
    return x, others


def named(x):
    return functools.partial(by_name, a=1, b=2)(x, b=3, c=4), kept(x, a=5)


kept = functools.partial(by_name, b=1, a=2)


def test_keywords_keep_their_order(decorate):
    x = np.float64(1.0)
    assert repr(decorate(named)(x)) == repr(named(x))


class Numbers:
    def __init__(self):
        self.next = itertools.count()


def two(numbers, x):
    return next(numbers.next), numbers.next.__next__() if x > 0 else x


def test_an_iterator_is_advanced_by_its_method(decorate):
    decorated = decorate(two)
    for x in NUMBERS:
        assert decorated(Numbers(), x) == two(Numbers(), x)


def weighted(x, scale=1.0, shift=2.0):
    return x * scale + shift


def test_keywords_that_come_and_go(decorate):
    changing = functools.partial(weighted, scale=3.0)

    def called(x):
        return changing(x)

    decorated = decorate(called)
    for change in ({}, {"shift": 10.0}, {"scale": 5.0}):
        changing.keywords.update(change)
        assert decorated(2.0) == called(2.0)
    del changing.keywords["shift"]
    assert decorated(2.0) == called(2.0)


def power(x, n=1, scale=1.0):
    return x**n * scale


def result_of(function, x):
    return function(x) + 1


@pytest.mark.parametrize(
    "made",
    [
        lambda k: functools.partial(np.multiply, float(k)),
        lambda k: functools.partial(power, n=k, scale=float(k)),
        lambda k: functools.partial(lambda a, b: a * b + k, k + 1),
        lambda k: functools.partial(np.add, np.arange(3.0) * k),
        lambda k: functools.update_wrapper(functools.partial(power, n=k), power),
    ],
    ids=["number", "keywords", "lambda", "array", "named"],
)
def test_one_graph_serves_new_partial_functions(made):
    decorated = ag.function(result_of)
    for k in range(1, 9):
        x = np.arange(3.0) + k
        np.testing.assert_array_equal(decorated(made(k), x), result_of(made(k), x))
    assert len(decorated.concrete_functions) <= 3  # a number is an input at its third


@pytest.mark.parametrize(
    "function",
    [
        lambda given: (given.func is power, given.args, given.keywords),
        repr,
        lambda given: {given: 1}[given],
        lambda given: (given.__class__, type(given), callable(given)),
    ],
    ids=["parts", "text", "hash", "class"],
)
def test_what_else_is_asked_of_new_partial_functions(function):
    decorated = ag.function(function)
    for k in range(4):
        given = functools.partial(power, k, scale=k + 0.5)
        assert decorated(given) == function(given)
