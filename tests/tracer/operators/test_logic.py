"""`and`, `or`, `not`, `is` and `in` on symbols."""

import numpy as np

from tests.tracer.tracing import agree, graph_of

X = np.array([1.0, -2.0])


def between(x, low, high):
    return low <= x and x <= high


def test_and_gives_an_operand(golden):
    numbers = np.float64(1.0), np.float64(0.0), np.float64(2.0)
    golden(graph_of(between, *numbers))
    agree(between, numbers, (np.float64(-1.0), *numbers[1:]))


def either(x, y, z):
    return x or y or z


def test_or_gives_the_first_that_is_true(golden):
    numbers = np.int64(0), np.float64(0.0), np.int8(3)
    golden(graph_of(either, *numbers))
    agree(
        either, numbers, (np.int64(1), *numbers[1:]), (np.int64(0), np.float64(4.0), 7)
    )


def mixed(x, n):
    return n > 2 and x.sum() > 0 and "both"


def test_plain_operands_are_decided_while_tracing(golden):
    golden(graph_of(mixed, X, 3))
    agree(mixed, (X, 3), (X, 1), (-X, 3))


def lazy(x, i):
    return i < len(x) and x[i] > 0


def test_the_second_operand_runs_only_if_needed():
    agree(lazy, (X, np.int64(0)), (X, np.int64(1)), (X, np.int64(5)))


def opposite(x):
    return not x > 1


def test_not(golden):
    golden(graph_of(opposite, np.float64(2.0)))
    agree(opposite, np.float64(2.0), np.float64(0.0))


def identities(x, y):
    return x is y, x is None, x is not y, x.sum() is None


def test_is_is_answered_by_types_where_they_can_tell(golden):
    golden(graph_of(identities, X, X.copy()))
    agree(identities, (X, X.copy()))


def is_the_same(x):
    y = x
    return y is x, y[:] is x


def test_is_of_a_name_and_a_view():
    agree(is_the_same, X)


def membership(x, value):
    return value in x, value not in x, value in (1, 2), value in [3.5, value]


def test_in(golden):
    golden(graph_of(membership, X, np.float64(1.0)))
    agree(membership, (X, np.float64(1.0)), (X, np.float64(5.0)))


def chained(x):
    return 0 < x < 3 != x


def test_chains_compare_each_operand_once():
    agree(chained, np.float64(1.0), np.float64(-1.0), np.float64(9.0))
