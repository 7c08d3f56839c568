"""Machine code that calls what it cannot undo, and goes on from its last mark."""

from __future__ import annotations

import collections
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import autograph as ag
from runtime.native import executable
from runtime.native.loading.library import library
from runtime.native.nodes import control, resuming
from tests.runtime.native.natively import native, natives, same

X = np.array([1.5, -2.0, 3.25, 0.5, -1.0, 4.0, 2.0])
LONG = np.tile(X, 20)


@pytest.fixture(params=[0, 1, 2, 3, 5, 7])
def faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(control, "TURNS", 1)
    monkeypatch.setattr(executable, "FEW", 10**9)
    monkeypatch.setattr(resuming, "COST", 0.0)
    library().force_faults(request.param)
    yield request.param
    library().force_faults(0)


# Effects: what they do is done once, and in order.


def prints_and_writes(x: Any, n: int) -> Any:
    y = np.zeros(len(x))
    total = 0.0
    for k in range(n):
        y[k % len(x)] = x[k % len(x)] * k
        total += y[k % len(x)]
        if k % 3 == 1:
            print(k, total)
        x[(k * 5) % len(x)] -= 0.5
    return total, y


def test_prints_between_writes(faults: int) -> None:
    same(prints_and_writes, (X, 20))


def lists_between_prints(x: Any, found: list[float]) -> Any:
    last = 0.0
    for k in range(12):
        found.append(x[k % 7] + last)
        if k % 4 == 2:
            last = found.pop()
        if k % 5 == 3:
            found[k % len(found)] = last
            found.insert(1, last + 1)
            found.reverse()
        print(len(found))
    return found, last


def test_lists_are_put_back(faults: int) -> None:
    same(lists_between_prints, (X, [float(k) for k in range(70)]))


def callback_may_raise(x: Any, told: Callable[[int, float], None]) -> float:
    total = 0.0
    for k in range(len(x)):
        total = total * 0.5 + x[k] * 2.0
        x[k] = total
        told(k, total)
    return total


def tell(k: int, total: float) -> None:
    print("told", k, total)
    if total < 0:
        raise ValueError(f"below zero at {k}")


def test_a_callback_that_raises(faults: int) -> None:
    same(callback_may_raise, (LONG, tell))


def test_its_error_is_at_the_users_line() -> None:
    function = native(callback_may_raise)
    with pytest.raises(ValueError, match="below zero at 1") as caught:
        function(LONG.copy(), tell)
    names = [entry.name for entry in caught.traceback]
    assert names[-2:] == ["callback_may_raise", "tell"]
    first = callback_may_raise.__code__.co_firstlineno
    assert caught.traceback[-2].lineno == first + 4
    assert len(natives(function)) == 1


def counts(x: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    for value in x:
        key = int(abs(value) * 10.0) % 4
        found[key] = found.get(key, 0) + 1
    return found


def seen_before(n: int) -> tuple[int, int]:
    seen = set()
    k, steps = 1, 0
    while k not in seen:
        seen.add(k)
        k = (k * k + 3 * k + 1) % n
        steps += 1
    return k, steps


def test_dicts_and_sets(faults: int) -> None:
    same(counts, (X,))
    same(seen_before, (1009,), (1013,), (1019,))


def mixed(items: list[Any], table: dict[Any, Any], keys: Any) -> Any:
    total: Any = 0
    for k in keys:
        item = items[k % len(items)]
        total = total + item * 2 - table.get(k, 0.5)
        table[k] = item
        if total > 10 or item == "a":
            total = total / (len(table) - 1)
            found = table[k + 1]
            table[k] = found // 2
    return total


def at_once(table: dict[Any, Any], seen: set[int], keys: Any) -> Any:
    count = 0
    for k in keys:
        if k % 3 not in seen:
            seen.add(int(k) % 3)
            count += 1
        table[k] = table.get(k, 0.5) * 3 - 1
        if table[k + 1] == 2 or 7 // table[k] > 3:
            count += len(table)
    return count


def queue(n: int) -> Any:
    waiting = collections.deque([1])
    seen = {0}
    order = []
    while waiting:
        k = waiting.popleft()
        if k not in seen and k < n:
            seen.add(k)
            order.append(k)
            waiting.append(k * 2)
            waiting.append(k * 2 + 1)
    return order, len(seen), waiting.pop()


def test_what_is_done_at_once(faults: int) -> None:
    keys = np.arange(90)
    many = [1, 2.5, True, np.float64(3.0), 10**30, np.int8(100)] * 12
    table = dict.fromkeys(range(95), 3)
    same(at_once, (table, {0}, keys))
    same(at_once, ({1: 2}, {0}, keys))  # a key that is not there
    same(at_once, (dict.fromkeys(range(95), "a"), {0}, keys))  # a text and a number
    same(at_once, (dict.fromkeys(range(95), 0), {0}, keys))  # a division by zero
    # What may be an object, under a name, is left to the plan: it may show its end.
    same(mixed, (many, table, keys), regions=0)
    same(mixed, ([1, 2] * 40, {1: 2}, keys), regions=0)
    same(mixed, ([1, "a"] * 40, table, keys), regions=0)
    same(mixed, ([6.0, "a"] * 40, {}, keys[:2]), regions=0)
    same(queue, (40,), regions=0)


class Number:
    """A number that says what is done to it."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __add__(self, other: Any) -> Number:
        print("add", self.value)
        return Number(self.value + getattr(other, "value", other))

    def __eq__(self, other: object) -> bool:
        print("eq", self.value)
        return False

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        print("bool", self.value)
        return self.value > 3


def of_numbers(items: list[Any], x: Any) -> Any:
    total = items[0]
    count = 0
    for k in range(len(x)):
        total = total + x[k % 140]
        if total:
            count += 1
        if items[k % len(items)] == total:
            count += 100
    return total.value, count


def test_operators_of_objects(faults: int) -> None:
    same(of_numbers, ([Number(float(k)) for k in range(70)], LONG), regions=0)


# What loops go through


def over_an_object(items: Any, x: Any) -> float:
    total = 0.0
    for k in items:
        if k > 5:
            break
        total = total * 0.5 + x[k]
        x[k] = total
    return total


def some(n: int) -> Iterator[int]:
    for k in range(n):
        print("next", k)
        yield k


class Odd:
    """Goes on after it has ended once."""

    def __init__(self) -> None:
        self.k = 0

    def __iter__(self) -> Odd:
        return self

    def __next__(self) -> int:
        self.k += 1
        if self.k % 4 == 0:
            raise StopIteration
        return self.k


def test_over_objects(faults: int) -> None:
    same(over_an_object, ({3: 1, 1: 2, 4: 3}, X), regions=0)
    same(over_an_object, (Odd(), X), regions=0)


def over_a_list_that_grows(items: list[int], x: Any) -> list[int]:
    total = 0
    for k in items:
        total += k
        if len(items) < 80:
            items.append(k + 1)
        if k % 7 == 0:
            print(total)
        for other in reversed(items):
            if other > 70:
                break
            total += other % 3
    return items


def test_over_a_list_that_grows(faults: int) -> None:
    same(over_a_list_that_grows, (list(range(66)), X))


def zipped(x: Any, y: Any) -> float:
    total = 0.0
    for k, (a, b) in enumerate(zip(x, y[::-1], strict=False), 3):
        total += a * b + k
        if a > 1:
            print(k, a)
    return total


def test_zipped(faults: int) -> None:
    same(zipped, (X, X * 2), (X[:4], X))


# What a fault comes from


def too_large(n: int) -> int:
    found = 1
    for k in range(n):
        found = found * 3 + k
        if k % 10 == 0:
            print(k)
    return found


def warns_late(x: Any) -> float:
    total = np.float64(1.0)
    for k in range(9):
        total = total * x[k % 7] + 1.0
        if k == 4:
            total = total / (x[3] - 0.5)
        if k % 2:
            print(k, total)
    return total


def reads_only(x: Any) -> None:
    for k in range(len(x)):
        print(k)
        x[k] = x[k] + 1.0


def out_of_bounds(x: Any) -> None:
    for k in range(len(x) + 1):
        print(k)
        x[k] = x[k] + 1.0


def test_faults(faults: int) -> None:
    same(too_large, (60,))
    same(warns_late, (X,))
    fixed = LONG.copy()
    fixed.flags.writeable = False
    same(reads_only, (fixed,))
    same(out_of_bounds, (LONG,))


def test_warnings_come_once() -> None:
    function = native(warns_late)
    for _ in range(3):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            function(X)
        assert [str(each.message) for each in caught] == [
            "divide by zero encountered in scalar divide"
        ]


def sometimes_bound(x: Any, limit: float) -> float:
    for value in x:
        if value > limit:
            last = value * 2.0
            print("found")
    return last


def test_names_without_a_value(faults: int) -> None:
    same(sometimes_bound, (X, 2.0), (X, 9.0))


def arrays_of_its_own(x: Any, n: int) -> Any:
    now = x * 1.0
    kept = []
    for k in range(n):
        after = now * 0.5 + k
        after[k % 7] = -1.0
        if k % 3 == 0:
            kept.append(after[1:3])
            print(after.sum())
        now = after
    return now, kept


def test_arrays_of_its_own(faults: int) -> None:
    same(arrays_of_its_own, (X, 11))


def adapting(x: Any) -> Any:
    y, h, t = x.copy(), 0.5, 0.0
    while t < 1.0:
        h = min(h, 1.0 - t)
        moved = y + h * np.array([y[1], -y[0]])
        error = np.max(np.abs(moved - y))
        y = moved
        t += h
        h = h * min(2.0, max(0.3, (0.1 / (error + 1e-12)) ** 0.5))
    return y.sum()


def test_an_operation_that_is_written_out_in_vain() -> None:
    x = np.array([0.4, -0.3])
    function = ag.function(ag.grad(adapting), executor="native")
    expected = ag.function(ag.grad(adapting), executor="plan")
    assert function(x).tobytes() == expected(x).tobytes()


# Long calls that come to a fault


def long(x: Any, n: int) -> Any:
    total = np.float64(1.0)
    for k in range(n):
        total = total * 0.999 + x[k % 7]
        x[k % 7] += 1e-9
        if k == n - 5:
            total = total / (x[0] - x[0])
    return total


def test_long_calls_go_on_from_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "LONG", 0.0)
    function = native(long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [[function(y, 5000), y] for y in (X.copy(), X.copy(), X.copy())]
        expected = X.copy()
        result = long(expected, 5000)
    for value, left in found:
        assert value == result
        assert left.tobytes() == expected.tobytes()
    (region,) = natives(function)
    assert region.region.module.marks
    assert region.faults == 3
