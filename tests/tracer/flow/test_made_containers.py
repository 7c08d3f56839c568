"""Containers made while tracing: when they have to exist at run time."""

import numpy as np

import autograph as ag
from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])


def counts(x):
    found = {}
    for value in x:
        found[value] = found.get(value, 0) + 1
    return found


def test_a_dict_with_symbolic_keys_is_made_at_run_time(golden):
    golden(graph_of(counts, X))
    agree(counts, X, X[:0], np.array([1.0, 1.0]))


def by_two_names(x):
    first = []
    second = first
    for value in x:
        first.append(value)  # noqa: PERF402 - the loop is what is tested
    second.append(0.0)
    return first, second is first


def test_a_list_by_two_names_is_one_list(golden):
    golden(graph_of(by_two_names, X))
    agree(by_two_names, X, X[:0])


def kept(x):
    inner = [1]
    outer = {1: inner}
    for value in x:
        outer.setdefault(1, []).append(value)
        outer[value] = 2
    return len(inner)


def test_what_the_run_may_change_is_not_read_while_tracing():
    agree(kept, X, X[:0])


@ag.do_not_convert
def appends(items):
    items.append("a")


def changed_unseen(x):
    items = []
    for value in x:
        items.append(value)  # noqa: PERF402 - the loop is what is tested
    appends(items)
    return isinstance(items[-1], str)


def test_code_that_is_not_traced_may_put_anything_into_a_list():
    agree(changed_unseen, X, X[:0], callbacks="allow")


def chosen(x):
    rows = [[], []]
    for value in x:
        rows[int(value) % 2].append(value)
    return rows


def test_a_list_within_a_list_is_chosen_by_the_run(golden):
    golden(graph_of(chosen, X))
    agree(chosen, X, X[:0])


def kept_in_a_loop(x, found):
    _, *made = "a", 0.0
    for value in x:
        found[value] = made
    return found


def test_a_list_behind_a_star_is_made_where_that_is_needed():
    agree(kept_in_a_loop, (X, {}), (X[:0], {}))


def keep(x, found, **made):
    for value in x:
        found[value] = made
    return found


def kept_by_name(x, found):
    return keep(x, found, a=0.0)


def test_a_dict_of_arguments_is_made_where_that_is_needed():
    agree(kept_by_name, (X, {}), (X[:0], {}))


def sliced():
    return [0.0, 1.0][:1]


def sliced_and_kept(x, found):
    made = sliced()
    for value in x:
        found[value] = made
    return found


def test_what_may_make_a_list_is_marked_where_that_is_needed():
    agree(sliced_and_kept, (X, {}), (X[:0], {}))


class Pair:
    def __init__(self, left):
        self.left = left
        self.log = []


def forgotten(value):
    return Pair(value).left


def made_in_branches(x, items):
    if x[0] > 0:
        forgotten(x)
    else:
        forgotten(-x)
    items += [1.0]
    return items


def test_what_a_branch_makes_for_itself_is_not_merged(golden):
    golden(graph_of(made_in_branches, X, [1.0]))
    agree(made_in_branches, (X, [1.0]), (-X, [1.0]))
