"""A symbol records what it is asked, and refuses what would need the value."""

import copy
import operator
from types import SimpleNamespace

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of
from tracer.errors import NeedsPlainValue, NotStaged

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.5)


def operators(x, n):
    return -x + n * x**2 - n / x, n // 2, n % 2, x @ x, abs(x), x < n, ~(x > 1)


def test_operators_are_rows(golden):
    golden(graph_of(operators, X, NUMBER))
    agree(operators, (X, NUMBER))


def reflected(x):
    return 2 - x, 2**x, 3 // x, divmod(7, x), round(x, 1)


def test_operators_from_the_right(golden):
    golden(graph_of(reflected, NUMBER))
    agree(reflected, NUMBER)


def ufuncs(x):
    return np.add(x, 1), np.divmod(x, 2), np.sqrt(x, dtype=np.float32)


def test_ufuncs(golden):
    golden(graph_of(ufuncs, X))
    agree(ufuncs, X)
    agree(lambda x: (np.maximum.reduce(x), np.add.accumulate(x)), X)


def classes(x, n):
    return isinstance(x, np.ndarray), isinstance(n, float), x.__class__ is np.ndarray


def test_the_class_of_a_symbol_is_that_of_its_value(golden):
    golden(graph_of(classes, X, NUMBER))
    agree(classes, (X, NUMBER), (X, np.int8(1)))


CONVERSIONS = {
    "index": lambda x: [10, 20, 30].__getitem__(x),
    "bool": lambda x: [lambda: value for value in (1, 2) if x],  # noqa: B023 -- unconverted
}


@pytest.mark.parametrize("what", CONVERSIONS)
def test_what_needs_the_value_is_refused_with_a_way_out(what, golden):
    with pytest.raises(ag.AutographError) as caught:
        ag.function(CONVERSIONS[what]).get_concrete_function(np.int64(1))
    golden(f"{caught.value.message}\n{caught.value.hint}\n")


def test_copies():
    agree(lambda x: (copy.copy(x), copy.deepcopy(x), x.copy()), X)
    agree(lambda x: copy.copy(x) + 1, NUMBER)


def text_of_getter(item):
    return str(operator.itemgetter(item))


@pytest.mark.parametrize("item", [X, NUMBER])
def test_python_never_writes_a_text_of_what_stands_for_a_value(item):
    with pytest.raises(NeedsPlainValue, match="the text of a value"):
        ag.function(text_of_getter)(item)


def test_python_never_writes_a_text_of_what_stands_for_an_object():
    with pytest.raises(NotStaged, match="cannot be written as a text"):
        ag.function(text_of_getter)(SimpleNamespace())
