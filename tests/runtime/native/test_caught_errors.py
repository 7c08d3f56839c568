"""Errors of operations that a handler in machine code catches, and others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.runtime.native.natively import inline, native, same

X = np.array([1.5, -2.0, 3.25, 0.5, -1.0, 4.0, 2.0])


def out_of_bounds(x: Any, at: Any) -> Any:
    found = 0.0
    for k in at:
        try:
            found += x[k]
            x[k + 1] = found
        except IndexError:
            found -= 1.0
    return found, x


def test_an_index_out_of_bounds_is_caught() -> None:
    inline(out_of_bounds, X, np.array([0, 6, 7, -7, -8, 3, 100]))


def pops(count: int) -> Any:
    stack, missed = [1.5], 0
    for k in range(count):
        try:
            if k % 3 == 0:
                stack.append(k * 0.5)
            stack.pop()
            stack[k] = 1.0
        except IndexError:
            missed += 1
    return stack, missed


def test_pops_of_an_empty_list_are_caught() -> None:
    inline(pops, 20)


def divides(x: Any) -> Any:
    total, missed = 0.0, 0
    for v in x:
        k = int(v)
        try:
            total += 12 // (k - 1)
            total += 12 % (k + 1)
            total += total / (k - 3)
            total += 7 / k
        except ZeroDivisionError:
            missed += 1
    return total, missed


def test_divisions_by_zero_are_caught() -> None:
    inline(divides, np.tile(X, 4))


def numpy_divides(x: Any) -> Any:
    total = np.int64(0)
    for k in x:
        try:
            total += 12 // k
        except ZeroDivisionError:
            total += 100
    return total


def test_numpy_does_not_raise_them() -> None:
    same(numpy_divides, (np.array([1, 2, 0, 3] * 10),))


def interrupted(x: Any) -> Any:
    total = 0.0
    while True:
        try:
            for v in x:
                total += v
            if total > 3:
                return total
        except KeyboardInterrupt:
            return -1.0


def waits(x: Any) -> Any:
    k = 0
    while True:
        try:
            k += 1
            if x[k % len(x)] > 9:
                raise ValueError
            if k > 1000:
                return k
        except BaseException:
            return -1


@pytest.mark.parametrize("function", [interrupted, waits])
def test_what_signals_raise_is_caught_in_python(function: Any) -> None:
    made = native(function)
    assert made(X) == function(X)
    told = str(made.get_concrete_function(X).native)
    assert "a handler of what signals raise" in told or "a loop in a `try`" in told


def warns(x: Any) -> Any:
    total = np.float64(0.0)
    for v in x:
        try:
            if v < 0:
                raise ValueError
            total += np.float64(1.0) / (v - 0.5)
        except ValueError:
            total -= 1.0
    return total


@pytest.mark.filterwarnings("default")
def test_warnings_in_a_body() -> None:
    same(warns, (X,))


def floating_point_errors(x: Any) -> Any:
    total = np.float64(0.0)
    with np.errstate(all="raise"):
        for v in x:
            try:
                total += np.float64(1.0) / (v - 0.5)
            except FloatingPointError:
                total -= 1.0
    return total


def test_errors_that_numpy_raises_are_caught() -> None:
    same(floating_point_errors, (X,))
