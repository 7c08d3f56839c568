"""`assert` on symbols.

PYTEST_DONT_REWRITE: here `assert` is what is tested.
"""

import numpy as np

from tests.tracer.tracing import agree, graph_of


def checked(x):
    assert x > 0, f"not {x}"
    return 1 / x


def test_an_assertion_is_a_branch_that_raises(golden):
    golden(graph_of(checked, np.float64(2.0)))
    agree(checked, np.float64(2.0), np.float64(0.0))


def plain(x, n):
    assert n > 1
    return x * n


def test_a_plain_assertion_is_raised_at_each_call():
    agree(plain, (np.float64(2.0), 2), (np.float64(2.0), 1))
