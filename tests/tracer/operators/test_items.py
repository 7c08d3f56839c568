"""Items, cells and globals that converted code reads and writes."""

import contextlib

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])
TABLE = (10, 20, 30)
CALLS = 0


def chosen(i):
    return TABLE[i]


def test_a_plain_tuple_at_a_symbolic_index(golden):
    golden(graph_of(chosen, np.int64(1)))
    agree(chosen, np.int64(1), np.int64(-1), np.int64(5))


def subscripts(x, i):
    return x[i], x[i:], x[x > 1], x[[0, 1]], x[..., None]


def test_subscripts_of_arrays(golden):
    golden(graph_of(subscripts, X, np.int64(1)))
    agree(subscripts, (X, np.int64(1)), (X, np.int64(-1)))


def in_place(x):
    x[0] = 9
    x[1:] *= 2
    x -= 1
    return x


def test_in_place_writes_are_nodes_that_write_their_operand(golden):
    golden(graph_of(in_place, X))
    agree(in_place, X)


def rebinds(x):
    y = x
    x += 1
    return x, y


def test_a_scalar_is_bound_anew_and_an_array_written(golden):
    golden(graph_of(rebinds, np.float64(1.0)))
    agree(rebinds, np.float64(1.0), X)


def counter(x):
    count = 0

    def add(by):
        nonlocal count
        count += by

    for value in x:
        if value > 1:
            add(1)
    return count


def test_a_cell_is_carried_as_if_it_were_a_name(golden):
    golden(graph_of(counter, X))
    agree(counter, X, X[:0])


def make_accumulator():
    total = 0.0

    @ag.function
    def accumulate(x):
        nonlocal total
        total = total + x
        return total

    return accumulate, lambda: total


def test_a_closed_over_variable_is_stored_at_each_run():
    accumulate, total = make_accumulator()
    assert [accumulate(np.float64(x)) for x in (1, 2, 4)] == [1, 3, 7]
    assert total() == 7


@ag.function
def counted(x):
    global CALLS
    CALLS += 1
    return x


def test_a_global_is_stored_at_each_run(golden):
    golden(graph_of(counted.python_function, X))
    before = CALLS
    for _ in range(3):
        counted(X)
    assert before + 3 == CALLS


def own_list(i, n):
    squares = [0, 1, 4]
    while n > 0:
        squares[i] = n
        n -= 1
    return squares


def test_a_list_written_at_a_symbolic_index_exists_at_run_time(golden):
    golden(graph_of(own_list, np.int64(1), np.int64(2)))
    agree(own_list, (np.int64(1), np.int64(2)), (np.int64(7), np.int64(2)))


def slot_in_branch(x):
    pair = [0.0, 1.0]
    if x > 0:
        pair[0] = x
    return pair[0] + pair[1]


def test_a_list_item_written_in_a_branch_is_merged(golden):
    golden(graph_of(slot_in_branch, np.float64(2.0)))
    agree(slot_in_branch, np.float64(2.0), np.float64(-2.0))


def deletes(x):
    numbers = {"a": 1}
    if x > 0:
        del numbers["a"]
    return x, numbers


def test_a_dict_is_deleted_from_in_a_branch(golden):
    golden(graph_of(deletes, np.float64(1.0)))
    agree(deletes, np.float64(1.0), np.float64(-1.0))


def manages(x):
    with contextlib.suppress(ValueError):
        x = x + 1
    return x


def test_a_context_manager_is_entered_at_run_time(golden):
    golden(graph_of(manages, X))
    agree(manages, X)


def unpacks(x):
    first, *rest = x
    (a, b), c = (first, rest), x[0]
    return a, b, c


def test_unpacking():
    agree(unpacks, X)
    with pytest.raises(ValueError, match="not enough values"):
        ag.function(unpacks)(X[:0])
