"""`if` and its like: Python where the test is plain, a region where it is a symbol."""

import numpy as np

from tests.tracer.tracing import agree, graph_of

POSITIVE, NEGATIVE, ZERO = np.float64(2.0), np.float64(-2.0), np.float64(0.0)


def if_else(x):
    if x > 0:
        y = x + 1
    else:
        y = x - 1
    return y


def test_two_branches_are_one_node(golden):
    golden(graph_of(if_else, POSITIVE))
    agree(if_else, POSITIVE, NEGATIVE)


def elif_chain(x):
    if x > 1:
        y = 1
    elif x > 0:
        y = x
    else:
        y = None
    return y


def test_elif_stands_in_the_other_branch_and_types_join(golden):
    golden(graph_of(elif_chain, POSITIVE))
    agree(elif_chain, POSITIVE, np.float64(0.5), NEGATIVE)


def two_names(x):
    low, high = 0.0, 1.0
    if x > 0:
        low, high = high, x
    return low, high


def test_results_bear_the_names_they_are_assigned_to(golden):
    golden(graph_of(two_names, POSITIVE))
    agree(two_names, POSITIVE, NEGATIVE)


def same_either_way(x):
    scale = 3
    if x > 0:
        scale = 3
        x = x * 2
    return x * scale


def test_what_is_the_same_on_both_paths_stays_a_constant(golden):
    golden(graph_of(same_either_way, POSITIVE))
    agree(same_either_way, POSITIVE, NEGATIVE)


def plain_test(x, negate):
    if negate:
        x = -x
    return x


def test_a_plain_test_is_python_s(golden):
    golden(graph_of(plain_test, POSITIVE, True))
    agree(plain_test, (POSITIVE, True), (POSITIVE, False))


def guard(x):
    if x == 0:
        raise ValueError("zero")
    return 1 / x


def test_a_branch_that_raises_ends_there(golden):
    golden(graph_of(guard, POSITIVE))
    agree(guard, POSITIVE, ZERO)


def both_raise(x):
    if x > 0:
        raise ValueError("positive")
    raise KeyError("not")


def test_after_two_branches_that_raise_comes_nothing(golden):
    golden(graph_of(both_raise, POSITIVE))
    agree(both_raise, POSITIVE, NEGATIVE)


def unbound_on_a_path(x):
    if x > 0:
        y = 1.0
    return y


def test_a_name_bound_on_one_path_only(golden):
    golden(graph_of(unbound_on_a_path, POSITIVE))
    agree(unbound_on_a_path, POSITIVE, NEGATIVE)


def first_above(x, limit):
    found = None
    for value in x:
        if value > limit:
            found = value
            break
    if found is None:
        return -1.0
    return found * 2


def test_is_none_narrows_a_union_in_its_branches(golden):
    x = np.array([1.0, 2.0, 3.0])
    golden(graph_of(first_above, x, np.float64(1.5)))
    agree(first_above, (x, np.float64(1.5)), (x, np.float64(9.0)))


def wrong_in_a_branch(x, wide):
    if wide:
        return x @ np.ones((5, 2))
    return x


def nested_wrong(x):
    if x.sum() > 100:
        x = x @ np.ones((5, 2))
    return x.sum()


def test_what_numpy_would_raise_is_raised_if_reached(golden):
    golden(graph_of(nested_wrong, np.ones(3)))
    agree(nested_wrong, np.ones(3), np.full(3, 99.0))
    agree(wrong_in_a_branch, (np.ones(3), False), (np.ones(3), True))


def truth_of_an_array(x):
    if x:
        return 1
    return 2


def test_truth_of_arrays_is_numpy_s(golden):
    golden(graph_of(truth_of_an_array, np.ones(1)))
    agree(truth_of_an_array, np.ones(1), np.zeros(1), np.ones(2))


def two_lists(x, rows):
    if x > 0:
        chosen = rows
    else:
        chosen = [x]
    return chosen[0]


def test_which_list_it_is_the_run_decides(golden):
    golden(graph_of(two_lists, POSITIVE, [1.0, 2.0]))
    agree(two_lists, (POSITIVE, [1.0, 2.0]), (NEGATIVE, [1.0, 2.0]))


def held_twice(x):
    kept = [x]
    other = [x + 1]
    if x > 0:
        chosen = kept
    else:
        chosen = other
    chosen.append(x)
    return kept, other


def test_lists_chosen_between_that_have_other_names_exist_at_run_time(golden):
    golden(graph_of(held_twice, POSITIVE))
    agree(held_twice, POSITIVE, NEGATIVE)
