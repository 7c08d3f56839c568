"""Calls back that are asked for, and say what they give."""

from __future__ import annotations

import itertools
import uuid

import numpy as np
import pytest

import autograph as ag
from runtime.ops.declared import ROWS

X = np.array([3.0, 1.0])
VECTOR = ag.TensorSpec((None,), float)


def scaled(x, by=1.0):
    return x * by


def gives(value, declared, staged=True):
    """What a call gives that is told to give `declared`."""

    def call(x):
        return ag.py_function(lambda x: value, x, result=declared)

    return (ag.function(call, callbacks="error") if staged else call)(X)


@pytest.mark.parametrize("staged", [True, False])
@pytest.mark.parametrize(
    ("value", "declared"),
    [
        (X, VECTOR),
        (X, ag.TensorSpec((2,), np.float64)),
        (X, ag.TensorSpec(None, np.float64)),
        (np.float64(1), ag.TensorSpec(None, np.float64)),
        (np.float64(1), ag.TensorSpec((), np.float64)),
        (np.int8(1), np.int8),
        (1, int),
        (True, bool),
        ("a", str),
        (None, None),
        (uuid.UUID(int=1), uuid.UUID),
        ([1], object),
        ((1, X), (int, VECTOR)),
        ([1, X, None], [int, VECTOR, None]),
        ({"a": 1, 2: [X]}, {"a": int, 2: [VECTOR]}),
        ((), ()),
        ({}, {}),
    ],
    ids=repr,
)
def test_what_is_as_declared_comes_back(value, declared, staged):
    assert gives(value, declared, staged) is value


@pytest.mark.parametrize("staged", [True, False])
@pytest.mark.parametrize(
    ("value", "declared", "message"),
    [
        (1, float, "is int, but .* declares float"),
        (1.0, np.float64, "is float, but .* declares np.float64"),
        (True, int, "is bool, but .* declares int"),
        (
            X,
            ag.TensorSpec((3,), float),
            r"is float64\[2\], but .* declares float64\[3\]",
        ),
        (np.ones((2, 2)), VECTOR, r"is float64\[2,2\], but .* declares float64\[\?\]"),
        (X, None, r"is float64\[2\], but .* declares None"),
        (None, int, "is None, but .* declares int"),
        ("a", uuid.UUID, "is str, but .* declares a UUID"),
        ({1}, int, "is a set, but .* declares int"),
        ((1,), (int, int), "a tuple of length 1, but .* a tuple of length 2"),
        ([1], (int,), "is a list, but .* declares a tuple"),
        ((1, 2), (int, float), "item 1 of the result .* is int, but .* declares float"),
        ({"b": 1}, {"a": int}, r"the keys \['b'\], but .* the keys \['a'\]"),
        ({"a": [1.0]}, {"a": [int]}, "item 0 of item 'a' of the result .* is float"),
    ],
    ids=repr,
)
def test_what_is_not_as_declared_is_an_error(value, declared, message, staged):
    with pytest.raises(TypeError, match=message):
        gives(value, declared, staged)


@pytest.mark.parametrize("staged", [True, False])
def test_a_declaration_has_to_be_one(staged):
    with pytest.raises(TypeError, match="takes a TensorSpec, a class, None"):
        gives(1, 3, staged)


def test_the_graph_knows_the_declared_type():
    @ag.function
    def ranked(x):
        pair = ag.py_function(divmod, 7, 2, result=(int, int))
        return ag.py_function(scaled, x, by=2.0, result=VECTOR) + pair[0]

    graph = ranked.get_concrete_function(X).graph
    assert [str(node.results[0].type) for node in graph.region.nodes] == [
        "(int; int)",
        "float64[?]",
        "int",
        "float64[?]",
    ]
    assert np.array_equal(ranked(X), X * 2 + 3)


def test_calls_happen_at_each_run_in_order():
    count = itertools.count()

    def counted(x):
        first = ag.py_function(next, count, result=int)
        for value in x:
            ag.py_function(print, "value", value, result=None)
        if x[0] > 0:
            ag.py_function(next, count, result=int)
        return first

    decorated = ag.function(counted, callbacks="error")
    assert [decorated(X) for _ in range(3)] == [0, 2, 4]


def test_the_function_may_be_made_in_the_traced_one_and_write_its_arguments():
    def doubled(x):
        factor = x[0]

        def write(values):
            values[:] = values * factor

        y = x.copy()
        ag.py_function(write, y, result=None)
        return y

    assert np.array_equal(ag.function(doubled)(X), doubled(X))


def test_a_method_of_an_object_may_change_it():
    class Counter:
        count = 0

        def add(self, x):
            self.count += 1
            return x + self.count

    def twice(counter, x):
        y = ag.py_function(counter.add, x, result=VECTOR)
        return ag.py_function(counter.add, y, result=VECTOR), counter.count

    plain, decorated = Counter(), Counter()
    staged = ag.function(twice)
    for _ in range(2):
        expected, found = twice(plain, X), staged(decorated, X)
        assert np.array_equal(expected[0], found[0])
        assert expected[1] == found[1]


def test_errors_of_the_function_are_the_users():
    def fails(x):
        raise KeyError(x.size)

    @ag.function
    def calls(x):
        try:
            return ag.py_function(fails, x, result=VECTOR)
        except KeyError as error:
            return error.args

    assert calls(X) == (2,)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_samples_run_and_rejects_raise(row):
    for sample in row.samples:
        args, kwargs = sample()
        row.kernel(*args, **kwargs)
    for bad in row.rejects:
        args, kwargs = bad()
        with pytest.raises((TypeError, ValueError)):
            row.kernel(*args, **kwargs)
