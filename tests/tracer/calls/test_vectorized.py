"""Calls of `np.vectorize`: compiled where the function takes integers alone."""

import warnings

import numpy as np
import pytest

import autograph as ag


@np.vectorize
def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def called(function, x):
    """Return the operations of the graph of a call, and its result."""
    traced = ag.function(function, callbacks="allow")
    result = traced(x)
    (concrete,) = traced.concrete_functions
    return [node.operation.name for node in concrete.graph.nodes()], result


def test_integers_are_compiled():
    names, result = called(lambda n: steps(n), np.array([[1, 2], [3, 6]]))
    assert "while" in names
    assert "call" not in names
    assert result.tolist() == [[0, 1], [7, 8]]


def test_numpy_warns_of_what_floats_do():
    def larger(x):
        return np.vectorize(lambda v: v > 1)(x)

    names, _ = called(larger, np.array([0.5, 2]))
    assert "call" in names
    with pytest.warns(RuntimeWarning, match="invalid value encountered in"):
        ag.function(larger, callbacks="allow")(np.array([np.nan]))


def test_its_warning_says_what_to_write():
    with pytest.warns(ag.CallbackWarning, match="write a loop over the items"):
        ag.function(lambda x: np.vectorize(lambda v: v / 2)(x))(np.arange(3.0))


def test_the_dtype_may_be_changed_between_calls():
    doubled = np.vectorize(lambda v: v * 2)
    traced = ag.function(lambda x: doubled(x))
    x = np.array([1, 2])
    assert traced(x).dtype == np.int64
    doubled.otypes = "f"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert traced(x).dtype == np.float32


def test_items_are_seen_in_the_order_of_a_ufunc(capsys):
    def shown(x):
        def show(n):
            print(n)
            return n

        return np.vectorize(show, otypes="l")(x)

    turned = np.asfortranarray([[1, 2], [3, 4]])
    names, result = called(shown, turned)
    assert "call" not in names
    assert capsys.readouterr().out.split() == ["1", "3", "2", "4"]
    assert result.flags.f_contiguous
