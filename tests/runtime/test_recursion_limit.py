"""Blocks that raise the limit may overlap in any order, and within each other."""

from __future__ import annotations

import sys

import pytest

from runtime.recursion_limit import DEEP, deep_recursion, recursion_times


@pytest.fixture(autouse=True)
def _unchanged():
    limit = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == limit


def test_the_highest_that_is_needed_counts():
    limit = sys.getrecursionlimit()
    with recursion_times(3):
        assert sys.getrecursionlimit() == 3 * limit
        with deep_recursion(), recursion_times(3):
            assert sys.getrecursionlimit() == DEEP
        assert sys.getrecursionlimit() == 3 * limit


def test_blocks_of_two_threads_end_in_any_order():
    limit = sys.getrecursionlimit()
    first, second = recursion_times(2), deep_recursion()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() == DEEP
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == limit


def test_a_limit_that_the_program_sets_meanwhile_stays():
    limit = sys.getrecursionlimit()
    with deep_recursion():
        sys.setrecursionlimit(limit + 7)
    try:
        assert sys.getrecursionlimit() == limit + 7
    finally:
        sys.setrecursionlimit(limit)
