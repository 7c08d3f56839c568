"""Concrete functions: one graph, called by position and name, checked, inspected."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.ir.text import format_graph
from runtime.types import parse_type

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
SCALAR = ag.TensorSpec((), np.float64)
FLOATS = ag.TensorSpec((None,), np.float64)


def relu(x):
    return x if x > 0 else 0 * x


def test_a_concrete_function_serves_one_signature(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    assert concrete(np.float64(-3.0)) == 0
    assert repr(concrete) == "<ConcreteFunction relu(x: np.float64)>"
    with pytest.raises(ag.AutographError) as caught:
        concrete(X)
    golden(f"{caught.value}\n")


def test_types_stand_for_values():
    decorated = ag.function(lambda x: x.sum())
    concrete = decorated.get_concrete_function(parse_type("float64[?]"))
    for size in (0, 1, 5):
        assert concrete(np.ones(size)) == size


def test_every_stage_can_be_read(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    graphs = (concrete.graph, concrete.optimized_graph)
    graph, optimized = (format_graph(each, spans=False) for each in graphs)
    golden("\n".join((ag.to_code(relu) + "\n", graph, optimized, concrete.plan)))


def add(x, y):
    return x + y


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (((), {}), "x"),
        (((NUMBER,), {}), "y"),
        (((NUMBER, NUMBER, NUMBER), {}), "2"),
        (((NUMBER, NUMBER), {"y": NUMBER}), "y"),
        (((NUMBER, NUMBER), {"z": NUMBER}), "z"),
    ],
    ids=["none", "one misses", "one more", "twice", "unknown"],
)
def test_a_wrong_call_raises_a_type_error_that_names_the_argument(call, said):
    concrete = ag.function(add).get_concrete_function(SCALAR, SCALAR)
    args, kwargs = call
    with pytest.raises(TypeError, match=said):
        concrete(*args, **kwargs)


def test_get_concrete_function_runs_nothing():
    seen = []

    @ag.function
    def note(x):
        seen.append(x)
        return x

    note.get_concrete_function(X)
    assert seen == []


def test_the_name():
    assert ag.function(add).get_concrete_function(X, X).name == "add"
    assert "lambda" in ag.function(lambda x: x).get_concrete_function(X).name


def test_a_concrete_function_outlives_its_function():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(X)
    np.testing.assert_array_equal(concrete(X), X + 1)


def test_an_error_of_the_run_stands_at_the_user_s_line():
    def get(x, i):
        return x[i]

    concrete = ag.function(get).get_concrete_function(X, np.int64(0))
    with pytest.raises(IndexError) as caught:
        concrete(X, np.int64(7))
    assert caught.traceback[-1].name == "get"
