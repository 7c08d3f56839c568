"""Iterators in machine code: those that several take items of, and `itertools`."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from tests.runtime.native.natively import inline, native, same

X = np.array([1.5, -2.0, 3.25, 0.5, -1.0, 4.0, 2.0])
LONG = np.tile(X, 20)


def pairs_of_one(x: Any) -> Any:
    iterator = iter(x)
    found = 0.0
    for a in iterator:
        b = next(iterator, 10.0)
        found = found * 0.5 + a * b
    return found


def test_next_in_a_loop_over_the_same() -> None:
    inline(pairs_of_one, LONG)
    inline(pairs_of_one, LONG[:51])


def two_loops(x: Any) -> Any:
    numbered = enumerate(x)
    first, count, total = -1, 0, 0.0
    for k, v in numbered:
        first = k
        if v > 3.5:
            break
    for _, v in numbered:
        total += v
        for _, w in numbered:
            count += 1
            if w < 0:
                break
    for _ in numbered:
        count = -1
    return first, count, total


def test_a_loop_goes_on_where_another_has_stopped() -> None:
    inline(two_loops, LONG)
    inline(two_loops, -np.abs(LONG))


def next_until_none(x: Any) -> Any:
    backwards = reversed([v for v in x if v > 0])
    found = []
    while (v := next(backwards, None)) is not None:
        found.append(v)
    found.append(next(backwards, np.float64(-1.0)))
    return found


def test_next_with_a_default() -> None:
    inline(next_until_none, LONG)


def next_until_stop(x: Any) -> Any:
    rows = iter(x)
    total, stops = 0.0, 0
    for _ in range(len(x) + 2):
        try:
            row = next(rows)
            total += row[1]
            row[0] = total
        except StopIteration:
            stops += 1
    return total, stops, x


def test_the_end_is_caught() -> None:
    inline(next_until_stop, LONG.reshape(70, 2))


def next_without_end(x: Any, n: int) -> Any:
    items = iter(x)
    total = 0.0
    for _ in range(n):
        total += next(items)
    return total


def test_the_end_is_python_s() -> None:
    same(next_without_end, (LONG, 140), (LONG, 141))


def grows_behind_its_end(x: Any) -> Any:
    items = [x[0]]
    iterator = iter(items)
    total = next(iterator, 9.0)
    for v in x:
        total = total * 0.5 + next(iterator, -v)
        items.append(v)
    for item in iterator:
        total += item
    return total


def test_what_comes_behind_the_end_is_not_its() -> None:
    inline(grows_behind_its_end, LONG)


def grows_meanwhile(x: Any, n: int) -> Any:
    items = [v for v in x if v > 3.0]
    iterator = iter(items)
    total = 0.0
    for item in iterator:
        total = total * 0.5 + item * next(iterator, 7.0)
        if len(items) < n:
            items.append(x[len(items)])
    return total, items


def test_a_list_that_grows_while_it_is_gone_through() -> None:
    inline(grows_meanwhile, LONG, 50)


def numbers_counted(n: int) -> Any:
    total = 0
    for k in itertools.count(n):
        if k * k > 5000:
            break
        total += k
    for k in itertools.count(n, -3):
        if k < -1000:
            return total, k
    return total


def test_count() -> None:
    inline(numbers_counted, 3)


def far_count(n: int) -> Any:
    found = []
    for k in itertools.count(n, n):
        found.append(k)
        if len(found) > 5:
            break
    return found


@pytest.mark.parametrize("n", [2**62, -(2**62), 2**63, 2**61, 2**12, 0])
def test_count_beyond_what_fits(n: int) -> None:
    same(far_count, (n,), (3,))


def combined(x: Any, n: int, m: int) -> Any:
    total = 0.0
    for i, j, k in itertools.product(range(n), range(m), range(1, 6, 2)):
        total = total * 0.25 + x[i * 2 + j + k]
    return total


def test_product_of_ranges() -> None:
    inline(combined, LONG, 9, 8)
    same(combined, (LONG, 9, 8), (LONG, 9, 0), (LONG, 0, 9))


def given_again(x: Any, n: int) -> Any:
    total = 0.0
    for v, w in zip(itertools.repeat(x[0], n), itertools.repeat(2)):
        total = total * 0.5 + v * w
    return total


def test_repeat() -> None:
    same(given_again, (LONG, np.int64(40)), (LONG, np.int64(-1)), (LONG, 0))


def weighted(x: Any) -> Any:
    total = 0.0
    for v, w in zip(x, itertools.cycle([1, -2, 3])):
        total = total * 0.5 + v * w
    weights = itertools.cycle((0.5, 2.0))
    for v in x:
        if v > 0:
            total += v * next(weights)
    return total


def test_cycle() -> None:
    inline(weighted, LONG)


def side_by_side(x: Any, y: Any) -> Any:
    total = 0.0
    for a, b in zip(x, y, strict=True):
        total = total * 0.5 + a * b
    return total


def test_zip_of_the_same_length() -> None:
    inline(side_by_side, LONG, LONG[::-1].copy())
    same(side_by_side, (LONG, LONG[:70]), (LONG[:70], LONG))


def to_one_of_two(n: Any, x: Any) -> Any:
    total = 0.0
    for k in range(min(n, 50)):
        for j in range(1, 2**k, 7):
            total += x[j % len(x)]
            if j > 1000:
                break
    return total


def test_ranges_to_numbers_of_several_types() -> None:
    inline(to_one_of_two, np.int64(60), LONG)
    same(to_one_of_two, (np.int64(12), LONG), (5, LONG))


def told_between(x: Any, log: list[Any]) -> Any:
    iterator = iter(x)
    total = 0.0
    for v in iterator:
        total = total * 0.5 + v * 2.0 - v * v + (v + 1.0) * (v - 1.0)
        if total > 50.0:
            log.append(f"{next(iterator, None)}")
    return total


def test_iterators_beside_calls_of_python() -> None:
    function = native(told_between)
    first: list[Any] = []
    second: list[Any] = []
    assert function(LONG, first) == told_between(LONG, second)
    assert first == second
