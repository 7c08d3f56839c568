"""``try`` in machine code: what is raised and caught in a loop is a jump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import autograph as ag
from runtime.native import executable
from runtime.native.loading.library import library
from runtime.native.nodes import control
from tests.runtime.native.natively import inline, native, natives, same

X = np.array([1.5, -2.0, 3.25, 0.5, -1.0, 4.0, 2.0])


@pytest.fixture(params=[0, 1, 3])
def faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(control, "TURNS", 1)
    monkeypatch.setattr(executable, "FEW", 10**9)
    library().force_faults(request.param)
    yield request.param
    library().force_faults(0)


def counts_negative(x: Any) -> Any:
    total, negative = 0.0, 0
    for v in x:
        try:
            if v < 0:
                raise ValueError("negative")
            total += v
        except (KeyError, ValueError):
            negative += 1
    return total, negative


def test_raised_and_caught() -> None:
    inline(counts_negative, X)


def outer_takes(x: Any) -> Any:
    found = []
    for v in x:
        k = 0
        try:
            k = 1
            try:
                if v > 3:
                    raise IndexError(v)
                if v < 0:
                    raise KeyError
                k = 2
            except IndexError:
                k = k + 10
                if v > 3.5:
                    raise ValueError  # noqa: B904 - nobody looks at its context
        except LookupError:
            k = k + 100
        except ValueError:
            k = k + 1000
        found.append(k)
    return found


def test_the_first_handler_that_takes_it_runs() -> None:
    inline(outer_takes, X)


def variables_before(x: Any) -> Any:
    a, b = 0, np.int64(0)
    for v in x:
        try:
            a = a + 1
            if v < 0:
                raise ValueError
            b = b + 2
            assert v < 3.5, v
            a = a + 10
        except ValueError:
            b = b - a
        except AssertionError:
            a = -a
    return a, b


def test_a_handler_sees_what_the_body_has_set() -> None:
    inline(variables_before, X)


def ends_in_finally(x: Any) -> Any:
    count, total = 0, 0.0
    for v in x:
        try:
            if v > 3.5:
                break
            if v < 0:
                continue
            total += v
        finally:
            count += 1
    return count, total


def test_finally() -> None:
    inline(ends_in_finally, X)


def raises_through_finally(x: Any, log: list[int]) -> Any:
    for k in range(len(x)):
        try:
            try:
                if x[k] < 0:
                    raise ValueError(k)
            finally:
                log.append(k)
        except ValueError:
            log.append(-k)
    return log


def test_what_is_raised_through_finally_is_caught() -> None:
    inline(raises_through_finally, np.tile(X, 20), [])


class Steps:
    def __init__(self, x: Any, n: int) -> None:
        self.x, self.n, self.k = x, n, 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.k >= self.n:
            raise StopIteration
        self.k += 1
        return self.x * self.k


def sum_of_steps(x: Any, n: int) -> Any:
    total = 0.0
    for v in Steps(x, n):
        total += v
    return total


def test_iterators_of_the_users() -> None:
    inline(sum_of_steps, np.float64(1.5), 9)


class Account:
    def __init__(self, balance: float) -> None:
        self.balance = balance
        self.asked = 0
        self.refused = 0


class Draws:
    def __init__(self, limit: int) -> None:
        self.limit, self.asked, self.sum = limit, 0, 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.asked += 1
        if self.asked > self.limit:
            raise StopIteration
        self.sum += self.asked
        return self.sum


def draws(given: Draws, x: Any) -> Any:
    total = 0.0
    for k in given:
        total = total * 0.5 + x[k % len(x)]
    return total, given.asked, given.sum


def test_attributes_that_a_body_stores() -> None:
    inline(draws, Draws(50), X)


def keeps(account: Account, x: Any) -> Any:
    for v in x:
        try:
            account.asked += 3
            account.asked = account.asked // int(v)
            if v > 3.5:
                raise ValueError(v)
        except ValueError:
            account.refused += 1
    return account.asked


def test_attributes_behind_errors_of_other_kinds() -> None:
    same(keeps, (Account(9.0), X), (Account(9.0), X * 2))


def overflows(x: Any, n: int) -> Any:
    k, count = 1, 0
    for v in x:
        try:
            k = k * n
            if v < 0:
                raise ValueError
            k = k // int(v)
        except (ValueError, ZeroDivisionError):
            count += 1
    return k, count


def test_other_errors_are_faults() -> None:
    same(overflows, (X, 2**40), (X, 3))


def told_as_well(x: Any, log: list[Any]) -> Any:
    total = 0.0
    for v in x:
        try:
            if v < 0:
                raise ValueError
            total = total * 0.5 + v
        except ValueError:
            total -= 1.0
        x[0] = x[0] * 0.5 + total
        total = total + x[1] * 2.0 - x[2] * x[3] + x[4] * x[5]
        if total > 50:
            log.append(f"{total}")
    return total, log


def test_marks_beside_a_try(faults: int) -> None:
    same(told_as_well, (X * 5, []))


def unbound_in_a_turn(x: Any) -> Any:
    error = 0
    for v in x:
        try:
            if v > 3.5:
                raise ValueError
            error = 1
        except ValueError as error:  # noqa: F841 - which has no value behind it
            pass
    return error


def test_variables_without_a_value(faults: int) -> None:
    same(unbound_in_a_turn, (X * 2,), (X,), (X[:5],))


def reads_its_error(x: Any) -> Any:
    texts = []
    for v in x:
        try:
            if v < 0:
                raise ValueError("negative")
        except ValueError as error:
            texts.append(str(error))
    return texts


def test_exceptions_that_are_read_stay_python() -> None:
    function = native(reads_its_error)
    assert function(X) == reads_its_error(X)
    graph = function.get_concrete_function(X)
    assert "caught and read" in str(graph.native)


def searched(x: Any) -> Any:
    k = 0
    while True:
        try:
            if x[k] > 3.5:
                return k
            k += 1
        except IndexError:
            return -1


def test_a_function_as_a_whole() -> None:
    inline(searched, X)
    inline(searched, -X)


def test_it_counts_as_one_region() -> None:
    function = ag.function(executor="native")(counts_negative)
    function(X)
    assert len(natives(function)) == 1
