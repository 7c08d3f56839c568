"""Graphs that share a head call: it is made once for each call, whichever fits."""

import warnings

import numpy as np
import pytest

import autograph as ag

CALLS = [
    *((None, (2,)), (3, (2,)), (None, (3,)), (3, (2, 2)), (4, (3,)), (None, (3, 3))),
    *((3, (2,)), (None, (2,)), (5, (2,)), (6, (2,)), (7, (2,)), (None, (2, 2, 2))),
]


class Scale:
    def __init__(self, factor):
        self.factor = factor


@pytest.fixture
def made():
    """The number of calls that were made."""
    return []


def test_other_values_than_those_of_a_graph_are_no_change_of_what_it_had_read(made):
    @ag.do_not_convert
    def settings():
        made.append(1)
        return {"offset": len(made)}

    def scaled(scale, x):
        factor = scale.factor
        offset = settings()["offset"]
        return (x.sum() if factor is None else x.sum() * factor) + offset

    function = ag.function(scaled, callbacks="allow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, (factor, shape) in enumerate(CALLS, 1):
            found = function(Scale(factor), np.ones(shape))
            assert found == np.prod(shape) * (factor or 1) + number
    assert len(made) == len(CALLS)


def test_a_call_that_changes_what_was_read_before_it_is_made_in_its_turn(made):
    scale = Scale(1)

    @ag.do_not_convert
    def grow():
        made.append(1)
        scale.factor += 1

    def scaled(scale, x):
        before = scale.factor
        grow()
        return x * before * scale.factor

    function = ag.function(scaled, callbacks="allow")
    for number in range(1, 6):
        assert function(scale, np.float64(2.0)) == 2.0 * number * (number + 1)
    assert len(made) == 5
