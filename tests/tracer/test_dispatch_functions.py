"""The table of calls: recorded, traced into, run now, or called back."""

import random
import warnings

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of, refusal

X = np.array([3.0, 1.0, 2.0])


@ag.do_not_convert
def foreign(x):
    return x.sum() if isinstance(x, np.ndarray) else x


def calls_library(x):
    return foreign(x) + 1


def test_an_unknown_function_is_called_back(golden):
    golden(graph_of(calls_library, X, callbacks="allow"))
    agree(calls_library, X, callbacks="allow")


def test_each_place_that_calls_back_is_warned_about_once():
    decorated = ag.function(calls_library)
    with pytest.warns(
        ag.CallbackWarning, match="foreign is not known to the graph"
    ) as all_:
        decorated(X)
    assert len(all_) == 1
    assert all_[0].lineno == calls_library.__code__.co_firstlineno + 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        decorated(X + 1)


def test_calls_back_may_be_forbidden(golden):
    golden(refusal(calls_library, X, callbacks="error"))


def with_out(x, y):
    np.add(x, 1, out=y)
    np.cumsum(x, out=y[:])
    return y


def test_out_is_written(golden):
    golden(graph_of(with_out, X, X.copy()))
    agree(with_out, (X, X.copy()))


def plain_numpy(x):
    return x.astype(np.result_type(np.int8, np.float32)) + np.zeros(
        3, np.promote_types("i2", "i4")
    )


def test_dtypes_may_be_computed():
    agree(plain_numpy, X)


def frozen(x):
    return x + random.random()


def test_what_is_frozen_while_tracing_is_warned_about():
    decorated = ag.function(frozen)
    with pytest.warns(ag.FrozenWarning, match=r"random.*runs while tracing"):
        first = decorated(X)
    np.testing.assert_array_equal(decorated(X), first)


def random_in_branch(x):
    if x.sum() > 0:
        return random.random()
    return 0.0


def test_under_a_branch_of_the_graph_it_is_called_at_each_run():
    decorated = ag.function(random_in_branch, callbacks="allow")
    assert decorated(X) != decorated(X)


def wrong_arguments(x):
    return np.concatenate(x, 5, 6, 7)


def test_numpy_s_own_errors_are_raised():
    agree(wrong_arguments, X)
    agree(lambda x: np.reshape(x, (2, 2)), X)
    agree(lambda x: np.add(x, 1, 2, 3, 4), X)


@ag.function
def doubled(x):
    return 2 * x


def calls_decorated(x):
    return doubled(x) + doubled(1)


def test_a_decorated_function_is_traced_into(golden):
    golden(graph_of(calls_decorated, X))
    agree(calls_decorated, X)


def decorates(x):
    @ag.function
    def inner(value):
        return value * 2

    return inner(x)


def test_a_function_may_use_the_package_itself():
    agree(decorates, X)
