"""Arrays that loops make: their memory serves again once nobody holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from tests.runtime.native.natively import inline


def two_states(x, n):
    before = x.copy()
    for _ in range(n):
        before, x = x, x + 0.5 * before
    return before, x


def three_states(x, n):
    a, b, c = x, x * 2.0, x * 3.0
    for _ in range(n):
        a, b, c = b, c, a - 0.25 * c
    return a, b, c


def kept_now_and_then(x, n):
    best = x
    for i in range(n):
        x = x * 0.75 + 1.0
        if i % 3 == 0:
            best = x
    return best, x


def a_part_of_the_state(x, n):
    for _ in range(n):
        x = (x + 1.0)[1:]
        x = x[::-1] - 0.5
    return x


def states_of_other_sizes(x, n):
    for _ in range(n):
        x = np.concatenate((x, x[:1])) * 0.5
        x = x * 2.0 - 1.0
    return x


def loops_in_loops(x, n):
    first = x
    for _ in range(n):
        for _ in range(3):
            x = x * 0.5 + first
        first = x - first
        for _ in range(2):
            first = first + 0.125
    return x, first


def read_behind_the_write(x, n):
    total = np.zeros(len(x))
    for _ in range(n):
        after = 2.0 * x
        after[1:] += x[:-1]
        total = total + x * after
        x = after / 4.0
    return total, x


def in_lists(x, n):
    found = []
    for _ in range(n):
        x = x + 0.5
        found.append(x)
    return found


def matrices(x, n):
    now = np.outer(x, x)
    for _ in range(n):
        now = now @ now.T / 8.0 - now
    return now


@pytest.mark.parametrize(
    "loop",
    [
        two_states,
        three_states,
        kept_now_and_then,
        a_part_of_the_state,
        states_of_other_sizes,
        loops_in_loops,
        read_behind_the_write,
        in_lists,
        matrices,
    ],
)
@pytest.mark.parametrize("turns", [4, 5, 11])
def test_no_array_is_written_that_is_still_read(
    loop: Callable[..., Any], turns: int
) -> None:
    inline(loop, np.linspace(0.0, 1.0, 17), turns)
