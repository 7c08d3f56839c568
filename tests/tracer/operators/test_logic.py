"""`and`, `or`, `not`, `is` and `in` on symbols."""

import numpy as np

import autograph as ag
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


DEBUGGING = False


def called_if_debugging(table, keys):
    total = 0.0
    for key in keys:
        value = table.get(key)
        if callable(value) and DEBUGGING:
            value = value()
        if not (callable(value) or not DEBUGGING):
            value = value() + 1
        total += value
    return total


def parts_of_tests(x, seen):
    def noted(answer):
        seen.append(answer)
        return answer

    return (
        x > 1 and DEBUGGING,
        x > 1 or not DEBUGGING,
        x > 1 and noted(False),
        x > 1 or noted(True),
        x > 1 and None,
        x and DEBUGGING,
        5 if x > 1 and noted(False) else 6,
    )


def test_a_plain_operand_that_decides_is_the_answer():
    decorated = ag.function(called_if_debugging, callbacks="error")
    for count in (2, 3, 4):
        table = {k: float(k) for k in range(count)}
        assert decorated(table, range(count)) == called_if_debugging(
            table, range(count)
        )
    decorated = ag.function(parts_of_tests)
    for x in (0, 1, 2, 3.5, 0.0, np.float64(0.5), np.float64(2), 2, 0, 5):
        lists = [], []
        expected = repr(parts_of_tests(x, lists[0]))
        assert (repr(decorated(x, lists[1])), lists[1]) == (expected, lists[0])
