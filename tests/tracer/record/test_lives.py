"""Where objects end: in the graph, if anything could see it, and in the plan."""

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of

pytestmark = pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")
NUMBER = np.float64(2.5)


class Ended:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append("ends")


def bound_anew(log, x):
    one = Ended(log)
    log.append("has a name")
    one = Ended(log)
    log.append("has another")
    one = None  # noqa: F841  # the end of the object
    log.append("has none")
    return x


def in_an_inner_function(log, x):
    def inner():
        one = Ended(log)
        log.append("inner")
        return len(one.log)

    count = inner()
    log.append("outer")
    return count * x


def seen_by_nobody(x):
    found = np.polynomial.Polynomial([1, 2])
    return found(x) + 1


@pytest.mark.parametrize("function", [bound_anew, in_an_inner_function])
def test_an_object_ends_where_nothing_holds_it(golden, function):
    concrete = ag.function(function).get_concrete_function([], NUMBER)
    golden(f"{graph_of(function, [], NUMBER)}\n{concrete.plan}")
    agree(function, ([], NUMBER), ([], 3))


def test_an_end_that_nothing_could_see_is_not_noted():
    assert "let_go" not in graph_of(seen_by_nobody, NUMBER)
