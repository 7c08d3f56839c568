"""What stands above a function: convert, do_not_convert, and the options of calls."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import autograph as ag

NUMBER = np.float64(2.0)


@ag.convert
def converted(x):
    while x > 1:
        x = x / 2
    return x


def test_convert_is_plain_outside_and_staged_within():
    assert converted(8.0) == 1.0
    graph = ag.function(lambda x: converted(x)).get_concrete_function(NUMBER).graph
    assert [node.operation.name for node in graph.region.nodes] == ["while"]
    assert ag.convert(converted) is converted


def test_convert_of_what_has_no_source_is_refused():
    with pytest.raises(ag.AutographError, match="is not a Python function"):
        ag.convert(np.sin)


@ag.do_not_convert
def opaque(x):
    return sorted([x, 1.0])


def test_do_not_convert_calls_back_at_each_run():
    decorated = ag.function(lambda x: opaque(x)[0])
    with pytest.warns(
        ag.CallbackWarning, match=r"opaque\(x\) calls a function that is marked"
    ):
        assert decorated(NUMBER) == 1
    assert opaque(0.5) == [0.5, 1.0]


def test_calls_back_are_warned_about_allowed_or_forbidden():
    def function(x):
        return opaque(x)

    with pytest.warns(ag.CallbackWarning):
        ag.function(function)(NUMBER)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ag.function(function, callbacks="allow")(NUMBER)
    with pytest.raises(ag.AutographError, match="callbacks='error' forbids"):
        ag.function(function, callbacks="error")(NUMBER)
    with pytest.raises(ValueError, match="callbacks='silent'"):
        ag.function(function, callbacks="silent")


def test_a_decorated_function_counts_its_own_calls():
    @ag.function
    def counted(x):
        counted.calls += 1
        return x * 2

    counted.calls = 0
    for x in (1.0, 2.0, 2.5):
        assert counted(np.float64(x)) == 2 * x
    assert counted.calls == 3
    assert counted.trace_count == 1
