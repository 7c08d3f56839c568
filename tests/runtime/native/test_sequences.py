"""Lists in machine code: they stay the caller's lists, faults and all."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.native.nodes import control
from tests.runtime.native.natively import native, same

pytest.importorskip("llvmlite")


LONG = [float(k * 7 % 50) for k in range(90)]


def test_lists_that_are_made() -> None:
    def squares_and_sum(n):
        found = []
        for i in range(n):
            found.append(i * 0.5)  # noqa: PERF401 - the subject
        total = 0.0
        for value in found:
            total += value
        return found, total

    same(squares_and_sum, 500, 3, 0)


def test_items_are_read_and_written() -> None:
    def running(xs):
        for i in range(1, len(xs)):
            xs[i] = xs[i] + xs[i - 1]
        return xs[-1]

    same(running, (list(LONG),), ([1, 2] * 40,), ([2**60] * 70,))


def test_a_list_is_as_before_a_fault() -> None:
    def inverted(xs):
        for i, value in enumerate(xs):
            xs[i] = 1.0 / value
            xs.append(value)
            if len(xs) > 200:
                break
        return xs

    same(inverted, ([2.0] * 90,), ([*[2.0] * 90, 0.0],), ([3.0] * 190,))


def test_a_list_grows_while_it_is_gone_through() -> None:
    def doubled(xs, limit):
        for value in xs:
            if value < limit:
                xs.append(value * 2)
        return xs

    same(doubled, ([value + 1 for value in LONG], 10.0), ([1.0] * 70, 100.0))


def test_stacks_of_tuples() -> None:
    def visited(n):
        stack = [(0, 0)]
        seen = np.zeros((n, n), dtype=np.int64)
        steps = 0
        while stack:
            i, j = stack.pop()
            if 0 <= i < n and 0 <= j < n and seen[i, j] == 0:
                steps += 1
                seen[i, j] = steps
                stack.append((i + 1, j))
                stack.append((i, j + 1))
        return seen, steps

    same(visited, 9, 17)


def test_methods() -> None:
    def shuffled(xs, n):
        for k in range(n):
            xs.insert(k % 5 - 2, xs.pop(k % len(xs)))
            xs.reverse()
            if k % 7 == 3:
                xs.extend((k * 1.0, 2.0))
            if len(xs) > 150:
                xs.clear()
                xs.append(0.5)
        return xs

    same(shuffled, (list(LONG), 100), ([1.0, 2.0, 3.0] * 30, 400))


def test_errors_of_lists() -> None:
    def emptied(xs, n):
        total = 0.0
        for _ in range(n):
            total += xs.pop()
        return total

    same(emptied, (list(LONG), 40), (list(LONG), 91))


def test_numbers_of_several_types() -> None:
    def mixed(xs, n):
        total = 0
        for k in range(n):
            total = total + xs[k % len(xs)]
            if total > 1000:
                xs[k % 3] = total
                total = 0
        return xs, total

    same(mixed, ([1, 2.5, np.float64(7)] * 30, 300), ([np.int64(3)] * 70, 900))


def test_two_names_of_one_list() -> None:
    def both(xs, ys, n):
        for k in range(n):
            xs.append(ys[k])
            ys[k] = -1.0
        return xs is ys

    shared = [*LONG]
    same(both, lambda: (list(LONG), list(LONG), 80), lambda: ((s := shared[:]), s, 80))


def test_signals_at_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "TURNS", 1)
    test_methods()
    test_stacks_of_tuples()
    test_a_list_is_as_before_a_fault()


def primes(n):
    found = [2]
    for k in range(3, n):
        prime = True
        for p in found:
            if p * p > k:
                break
            if k % p == 0:
                prime = False
                break
        if prime:
            found.append(k)
    return found


def exchanged(n):
    a, b = [1.0], [2.0, 0.5]
    for i in range(n):
        a.append(float(i))
        b[0] += a[-1]
        a, b = b, a
    return len(a), a[-1], b.pop()


def twice(n):
    a = [1.0]
    for _ in range(n):
        a.append(a[-1] * 0.5)
    return a, a


def emptied(n):
    a = [n]
    while len(a) < 40:
        a.append(n)
    while a:
        a.pop()
    return a[n]


def large(n):
    a = [1]
    for i in range(n):
        a.append(a[i] * 3)
    return a


def test_lists_of_a_kernel_alone() -> None:
    same(primes, (90,), (100,), (300,))
    same(exchanged, (70,), (71,), (90,))
    same(twice, (70,), (71,))
    same(emptied, (1,), (2,))
    same(large, (30,), (37,), (90,))


def test_one_list_returned_twice_is_one() -> None:
    @native
    def twice(n):
        a = [1.0]
        for _ in range(n):
            a.append(a[-1] * 0.5)
        return a, a

    first, second = twice(80)
    assert first is second


def test_lists_of_arrays() -> None:
    def states(x, turns):
        found = [x]
        for turn in range(turns):
            found.append(0.5 * found[-1] + turn)
        total = found.pop(0)
        for each in found:
            total = total + each
        return found, total

    same(states, (np.arange(3.0), 70), (np.arange(3.0), 0))


def test_arrays_of_a_list_that_are_freed_while_they_are_read() -> None:
    def consumed(x, turns):
        queue = [x + 1.0]
        total = 0.0
        for turn in range(turns):
            first = queue.pop()
            queue.clear()
            queue.append(first * 0.5)
            total += first[turn % 3] + queue[0].sum()
        return total

    same(consumed, (np.arange(3.0), 90), (np.arange(3.0), 0))


def test_arrays_in_lists_are_changed_in_place() -> None:
    def normalized(rows, turns):
        for _ in range(turns):
            for row in rows:
                row /= row.sum()
        return rows

    same(normalized, ([np.arange(1.0, 4.0), np.ones(2)], 70), regions=0)


def test_lists_of_lists() -> None:
    def triangle(n):
        rows = [[1]]
        for i in range(1, n):
            row = [1]
            for k in range(i - 1):
                row.append(rows[i - 1][k] + rows[i - 1][k + 1])  # noqa: PERF401 - the subject
            row.append(1)
            rows.append(row)
        return rows

    def longest(rows):
        most = 0
        for row in rows:
            for value in row:
                most = max(most, value)
        return most

    same(triangle, 30, 100, 0)
    same(longest, ([[1, 4], [7] * 70, []],), ([[2**70]] * 70,))


def test_lists_of_the_caller_within_a_list_stay_as_they_are_at_a_fault() -> None:
    def counted(rows, at):
        for row in rows:
            row.append(1.0 / (at - len(row)))
        return rows

    same(counted, ([[0.5] for _ in range(70)], 5), regions=0)
    same(counted, ([[0.5]] * 70, 40), regions=0)


def test_lists_that_are_repeated_and_joined() -> None:
    def table(rows, n):
        found = [[0] * n for _ in rows]
        for i in range(len(rows)):
            for k in range(n):
                found[i][k] = rows[i][k % len(rows[i])] + (found[i - 1] + [1])[k]
        return found, 2 * found[0][:0] if n < 0 else found[0]

    same(table, ([[1, 2], [3]] * 40, 5), ([[1], [2]] * 40, 0))


def test_lists_of_its_own_that_hold_the_caller_s() -> None:
    def doubled(rows, extra):
        found = [[k] for k in range(70)]
        found.append(extra)
        for row in found:
            row.append(row[0] * 2)
        for row in rows:
            found.append(row)  # noqa: PERF402 - the subject
        return found

    same(doubled, ([[5]], [7]), ([[5], [6]], [8]), ([], [2**63 - 1]), regions=0)


def test_the_caller_s_arrays_stay_as_they_are_at_a_fault() -> None:
    def carried(x, turns):
        a, b = x, x * 2.0
        for turn in range(turns):
            a, b = b, a
            a[turn % 3] = 1.0 / (turn - 68)
        return a

    x = np.arange(3.0)
    same(carried, (x, 68), (x, 90), (x.astype(np.float32), 67))


def test_numbers_of_its_own_lists_are_repeated_and_joined() -> None:
    def counted(n):
        found = [0] * n + [1, 2]
        for k in range(n):
            found[k] = found[k - 1] + found[-1]
        return sum(found)

    same(counted, 90, 70, 0, -3)


def test_a_list_that_is_written_out_is_returned() -> None:
    def halves(x, turns):
        for _ in range(turns):
            x = x * 0.5
        return [x, 1.0]

    same(halves, (2.0, 70), (np.float64(3.0), 71), (np.arange(3.0), 72))


def test_an_index_of_python_s_or_numpy_s() -> None:
    def root(parents, starts, turns):
        at = 0
        for k in range(turns):
            at = starts[k % 3] if k % 2 else parents[at]
            parents[at] = parents[parents[at]]
        return at, parents

    same(
        root, (list(range(1, 80)), np.array([3, 70, 9]), 70), ([0], np.zeros(3, int), 9)
    )


def test_parts_of_lists() -> None:
    def rotated(xs, turns):
        for k in range(turns):
            xs = xs[1:] + xs[:1] if k % 3 else xs[::-1]
            xs[k % 2] += xs[-2:][0]
        return xs, xs[5:1:-2], xs[-100:k], xs[3:1]

    same(rotated, (list(range(9)), 70), ([0.5, 1.5, 2.5], 71), ([[1], [2], [3]], 3))


def test_parts_of_its_own_lists() -> None:
    def halves(n):
        xs = [1]
        for k in range(n):
            xs = xs[: len(xs) // 2 + 1] + [k] * 2
            xs = xs[::-1]
        return xs

    same(halves, 70, 0)


def test_searches() -> None:
    def distinct(values, known):
        found = []
        count = 0
        for value in values:
            if value not in found:
                found.append(value)
            if value in known:
                count += 1
        return found, count

    values = [k * k % 17 for k in range(80)]
    same(distinct, (values, [1, 2, 4]), (values, [2**80, 4]), (values, [True, 4.0]))


def test_ranges_backwards() -> None:
    def backwards(x, n):
        total = 0
        for i in reversed(range(0, n, 3)):
            total = 2 * total % 1001 + i
        for row in reversed(x):
            total = 0.5 * total + row
        return total

    same(backwards, (np.arange(70.0), 90), (np.arange(70.0), 0), (np.ones((3, 2)), 7))


def test_an_iterator_gives_its_items_once() -> None:
    def twice(n):
        items = reversed(range(n))
        total = 0
        for k in items:
            total += k
        for k in items:
            total += 1000 + k
        return total

    def nested(xs):
        pairs = zip(xs, xs, strict=False)
        total = 0
        for (a, b), c in zip(pairs, xs[2:], strict=False):
            total += a * b - c
        for a, _ in pairs:
            total += 1000 * a
        return total

    same(twice, 70, 90, regions=0)
    same(nested, list(range(80)), regions=0)
