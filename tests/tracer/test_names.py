"""Graph values bear the names that the user's code assigns them to."""

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree


def results(function, *arguments):
    """The names that the results of the graph's first structural node have."""
    graph = ag.function(function).get_concrete_function(*arguments).graph
    structural = [node for node in graph.region.nodes if node.regions]
    return [value.name.partition(".")[0] for value in structural[0].results]


def one(x):
    if x > 0:
        level = x
    else:
        level = -x
    return level


def several(x):
    low, high = x, x
    if x > 0:
        low = 0 * x
    else:
        high = 0 * x
    return low, high


def expression(x):
    return (x if x > 0 else -x) + 1


def loop(x):
    total, last = 0.0, None
    for value in x:
        total, last = total + value, value
    return total, last


@pytest.mark.parametrize(
    ("function", "argument", "names"),
    [
        (one, np.float64(1.0), ["level"]),
        (several, np.float64(1.0), ["low", "high"]),
        (expression, np.float64(1.0), ["t"]),
        (loop, np.ones(2), ["total", "last"]),
    ],
)
def test_names(function, argument, names):
    assert results(function, argument) == names
    agree(function, argument)
