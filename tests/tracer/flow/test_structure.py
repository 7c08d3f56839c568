"""When staged values are the same, and how tuples are taken apart."""

from typing import NamedTuple

import numpy as np

from tests.tracer.tracing import agree, graph_of
from tracer.flow.structure import held_as_one, is_structure, rebuild, same


class Pair(NamedTuple):
    """Two values."""

    left: float
    right: float


def test_same_tells_values_apart_as_python_code_could():
    assert same((1, "a", None), (1, "a", None))
    assert same(float("nan"), float("nan"))
    assert not same(1, True)
    assert not same(0.0, -0.0)
    assert not same([1], [1])
    assert not same((1,), (1, 2))


def test_two_nans_are_two_keys():
    nan = float("nan")
    assert held_as_one(nan, nan)
    assert held_as_one(0.5, 0.5)
    assert not held_as_one(nan, float("nan"))
    assert not held_as_one(complex(nan), complex(nan))


def test_namedtuples_are_structures():
    pair = Pair(1.0, 2.0)
    assert is_structure(pair)
    assert not is_structure([1])
    assert rebuild(pair, [3, 4]) == Pair(3, 4)
    assert type(rebuild(pair, [3, 4])) is Pair


def swaps(pair, x):
    if x > 0:
        pair = Pair(pair.right, pair.left)
    return pair


def test_branches_merge_namedtuples_leaf_by_leaf(golden):
    pair = Pair(np.float64(1.0), 2.0)
    golden(graph_of(swaps, pair, np.float64(1.0)))
    agree(swaps, (pair, np.float64(1.0)), (pair, np.float64(-1.0)))


def rotates(x):
    state = (0, (1.0, None))
    for value in x:
        state = (state[0] + 1, (value, state[1][0]))
    return state


def test_loops_carry_tuples_leaf_by_leaf(golden):
    golden(graph_of(rotates, np.ones(3)))
    agree(rotates, np.ones(3), np.ones(0))


def other_length(x):
    found = ()
    for value in x:
        found = (*found, value)
    return len(found)


def test_a_tuple_grows_at_run_time():
    agree(other_length, np.ones(3), np.ones(0))


def lists_of_branches(x):
    if x > 0:
        parts = [x, 1]
    else:
        parts = [0.0, 2]
    return parts


def test_fresh_lists_of_one_length_are_merged_item_by_item(golden):
    golden(graph_of(lists_of_branches, np.float64(1.0)))
    agree(lists_of_branches, np.float64(1.0), np.float64(-1.0))
