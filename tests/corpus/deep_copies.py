"""Deep copies: what is copied shares nothing with what it was copied from."""

import copy

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following

    def __repr__(self):
        return f"Node({self.value})"


def objects_in_list(nodes, x):
    copied = copy.deepcopy(nodes)
    copied[0].value += x
    return nodes, copied, copied[0] is nodes[0]


def objects_made_here(x):
    last = Node(x)
    nodes = [Node(1, last), last]
    copied = copy.deepcopy(nodes)
    copied[1].value += 1
    return nodes, copied, copied[0].following is copied[1]


def one_list_twice(rows, x):
    copied = copy.deepcopy(rows)
    copied[0][0] += x
    copied[1].append(x)
    return rows, copied, copied[0] is copied[1]


def one_array_twice(rows, x):
    copied = copy.deepcopy(rows)
    copied[0][0] += x
    return rows, copied, copied[0] is copied[1]


def dict_of_the_caller(state, x):
    copied = copy.deepcopy(state)
    for v in x:
        if v > 1:
            copied["seen"].append(v)
        else:
            copied["last"] = v
    return copied, state


def several_containers(state, x):
    copied = copy.deepcopy(state)
    copied["place"][0] += x
    copied["tags"].add("moved")
    return copied, state


def within_a_list(rows, x):
    kept = [x, rows, {"rows": rows}]
    copied = copy.deepcopy(kept)
    copied[1][0] = x
    return kept, copied, copied[1] is copied[2]["rows"]


def next_generation(grid, limit):
    following = copy.deepcopy(grid)
    for i in range(len(grid)):
        for j in range(len(grid[0])):
            if grid[i][j] > limit:
                following[i][j] = 0
    return following, grid


def _twice(row):
    return lambda: ([row.copy()] * 2, f64(3))


class Counted:
    """An object that says in the memo how often it is copied."""

    def __init__(self, items):
        self.items = items

    def __deepcopy__(self, memo):
        memo["seen"] = memo.get("seen", 0) + 1
        return Counted(copy.deepcopy(self.items, memo))


def each_with_a_memo(x, memo):
    found = [copy.deepcopy(item, memo) for item in x], "seen" in memo
    memo.clear()  # it holds what has another identity in each run
    return found


def the_whole_with_a_memo(x, memo):
    first, second = copy.deepcopy(x, memo), copy.deepcopy(x, memo=memo)
    length = len(memo)
    memo.clear()
    return first, first is second, first is x, length


def with_a_memo_made_here(x, memo):
    kept = {}
    made = copy.deepcopy([x, x], kept)
    return made, made[0] is made[1], len(kept), copy.deepcopy(x=x, memo=None)


def known_before():
    x = [[1], 2]
    return x, {id(x): "whole", id(x[0]): "part"}


WITH_MEMOS = (
    *[
        lambda x=x: (x(), {})
        for x in (
            lambda: [1, 2],
            lambda: [[1], [2]],
            lambda: ["a", None, 2.5],
            lambda: [Counted([1]), Counted([])],
            lambda: [floats(1, 2), f64(3)],
        )
    ],
    lambda: ([[1], 2], None),
    known_before,
)

CASES = [
    case(each_with_a_memo, *WITH_MEMOS[:5], known_before),
    case(the_whole_with_a_memo, *WITH_MEMOS[:5], known_before),
    case(with_a_memo_made_here, *WITH_MEMOS[:-1]),
    case(objects_in_list, ([Node(1.0), Node(2.0)], f64(3)), ([Node(1)], i64(1))),
    case(objects_made_here, f64(3), 2),
    case(one_list_twice, _twice([1, 2]), ([[1], [2]], f64(3))),
    case(one_array_twice, _twice(floats(1, 2)), ([floats(1), floats(2)], f64(3))),
    case(dict_of_the_caller, ({"seen": [1]}, ints(0, 1, 2, 3))),
    case(several_containers, ({"place": [0, 0], "tags": {"a"}}, i64(2))),
    case(within_a_list, ([1, 2], i64(3)), (np.arange(2), 3)),
    case(next_generation, ([[1, 2], [3, 4]], i64(2)), ([[1, 2]], 1)),
]
