"""Lists and dicts that a function reaches by several names stay one at each call."""

import pytest

import autograph as ag

SHARED = [0, 0]


@ag.function
def fibonacci(n, known={0: 0, 1: 1}):  # noqa: B006 - what is tested
    if n not in known:
        known[n] = fibonacci(n - 1) + fibonacci(n - 2)
    return known[n]


def test_a_default_is_the_memory_of_a_recursion():
    expected = [2, 3, 0, 5, 13, 1, 8, 1, 34]
    assert [fibonacci(n) for n in (3, 4, 0, 5, 7, 2, 6, 1, 9)] == expected


def by_index(items, n):
    items[0] += n
    return SHARED[0], list(SHARED)


def by_loop(items, n):
    for i in range(2):
        items[i] += n
    return list(SHARED), SHARED[1]


def by_both(items, n):
    items[0] += n
    SHARED[1] += 1
    return items is SHARED, SHARED[0], list(SHARED)


def calls(function, order):
    """Return the results of calls with the list of the module, and with others."""
    SHARED[:] = [0, 0]
    return [
        function(SHARED if which == "S" else [k] * (2 + k % 2), k)
        for k in range(5)
        for which in order
    ]


@pytest.mark.filterwarnings("ignore::autograph.RetracingWarning")
@pytest.mark.parametrize("order", ["SO", "OS", "OOS", "S", "SSO"])
@pytest.mark.parametrize("function", [by_index, by_loop, by_both])
def test_an_argument_may_be_a_list_of_the_module(function, order):
    assert calls(ag.function(function), order) == calls(function, order)
