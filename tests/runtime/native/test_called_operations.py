"""Operations that machine code leaves to Python."""

from __future__ import annotations

import contextlib
import math
from typing import Any

import numpy as np
import pytest

from runtime.native.nodes.called_operations import NAMES
from runtime.ops import row_named
from tests.alarms import ringing
from tests.corpus.case import floats, grid, ints
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")


def newton(x: np.ndarray, n: int) -> Any:
    step = np.zeros(2)
    for _ in range(n):
        slopes = np.array([[2 * x[0], 1.0], [1.0, -2 * x[1]]])
        step = np.linalg.solve(slopes, np.array([x[0] ** 2 + x[1] - 3, x[0] - 1]))
        x = x - step
    return x, step


def test_solves_within_a_loop() -> None:
    same(newton, (floats(1, 1), 20), (floats(1, 2), 30), (floats(0, 0), 15))


def tripled(x: Any, n: int) -> Any:
    for _ in range(n):
        x = x * 3
    return x


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.complex64, np.longdouble])
def test_what_overflows_is_a_number(kind: Any) -> None:
    largest = np.finfo(kind).max
    same(tripled, (kind(1), 4), (kind(largest), 1), (kind(largest / 2), 3))


def sorted_while_written(x: np.ndarray, n: int) -> Any:
    order = np.argsort(x)
    total = 0.0
    for i in range(n):
        x[i % len(x)] = total
        total += np.sort(x)[0] - round(x[-1] / 3, 2)
        order = np.argsort(x, kind="stable")
    return total, order


def test_sees_what_the_loop_has_written() -> None:
    few = floats(3, 1, 2), grid(2, 4)[1][::-1], floats(np.nan, 1)
    same(sorted_while_written, *((each, 20) for each in few), (floats(), 12))


def power(a: np.ndarray, n: int) -> Any:
    result = np.eye(len(a), dtype=a.dtype)
    while n > 0:
        if n & 1:
            result = result @ a
        a = a @ a
        n >>= 1
    return result


def test_products_of_integers() -> None:
    same(power, (ints(1, 1, 1, 0).reshape(2, 2), np.int64(90)))


def decomposed(a: np.ndarray, n: int) -> Any:
    q = a
    for _ in range(n):
        q, r = np.linalg.qr(a)
        a = r @ q
    return a, q


def test_several_results() -> None:
    same(decomposed, (grid(3, 3) + np.eye(3), 12))


def overflows(x: np.ndarray, n: int) -> Any:
    total = 0.0
    for i in range(n):
        total += np.linalg.det(x * 10.0**i)
    return total


def test_warnings_are_given_once_and_at_their_line() -> None:
    same(overflows, (np.eye(2) * 1e140, 20), (np.eye(2), 20))


def before_a_call(x: np.ndarray, n: int) -> Any:
    product, total = x[0], 0
    for _ in range(n):
        product = product * 1e200
        total += len(np.unique(x))
    return product * 0.0 + total


def test_warnings_of_what_was_computed_before_a_call_are_kept() -> None:
    same(before_a_call, (floats(1, 2), 15))


class Rung(Exception):
    """A signal handler has raised it."""


def many_sorted(x: np.ndarray, n: int) -> Any:
    total = 0.0
    for _ in range(n):
        total += np.sort(x)[0] + math.isqrt(12)
    return total


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_errors_of_signal_handlers_are_raised() -> None:
    function = native(many_sorted)
    function(floats(1, 2), 20)
    with ringing(Rung, 0.01), pytest.raises(Rung):
        function(np.arange(1e4), 10**6)
    assert natives(function)[0].faults == 0


def rows_changed(a: np.ndarray, order: np.ndarray, n: int) -> Any:
    for i in range(n):
        k = i % len(a)
        a[[0, k]] = a[[k, 0]]
        a[order, k] += a[k, order]
        a[k].sort()
    return a


def test_writes_into_the_arguments() -> None:
    places = ints(0, 2, 1)
    same(
        rows_changed,
        (grid(3, 3), places, 14),
        (grid(6, 6)[::2, ::2], places[::-1], 13),
        (grid(3, 3), ints(0, 3), 12),
        (grid(3, 3) * 2e307, places, 14),
        lambda: (lambda a: (a, a[0], 12))(grid(3, 3, np.int64) % 3),
    )


def halved(x: np.ndarray, z: np.ndarray, n: int) -> Any:
    for i in range(n):
        z *= x
        x <<= i % 3
    return z, x


def test_an_operation_that_writes_is_done_once() -> None:
    tiny = floats(1e-200, 2) * (1 + 1j)
    same(halved, (ints(1, 2), tiny, 12), (ints(0, -1), tiny[::-1], 12))


def middle(x: np.ndarray, n: int) -> Any:
    found = []
    for i in range(n):
        rest = np.asarray(x[i:])
        found.append(
            np.median(rest) + rest.std(axis=0) + np.mean(rest, dtype=np.float32)
        )
    return found


def test_means_of_no_elements_warn_at_their_line() -> None:
    same(middle, (floats(3, 1, 2), 3), (grid(14, 1)[:, 0], 13), (floats(3), 15))


@pytest.mark.parametrize("name", sorted(NAMES))
def test_none_gives_warnings_of_its_own(name: str) -> None:
    row = row_named(name)
    with np.errstate(all="ignore"):
        for sample in row.samples:
            args, kwargs = sample()
            if "where" not in kwargs:  # which is not called
                with contextlib.suppress(ValueError):
                    row.kernel(*args, **kwargs)


def test_all_make_new_objects_and_change_none() -> None:
    rows = [row_named(name) for name in NAMES]
    assert all(not row.effect and not row.keeps for row in rows)
    assert all(isinstance(name, str) for row in rows for name in row.writes)


class Asked:
    """Counts how often it is added to something, and raises the third time."""

    def __init__(self) -> None:
        self.count = 0

    def __radd__(self, other: object) -> Any:
        self.count += 1
        if self.count == 3:
            raise TypeError("no more")
        return other


def added_to_each(items: np.ndarray, other: Any) -> list[Any]:
    return [item + other for item in items]


@pytest.mark.parametrize("other", [Ellipsis, {}, np.sin, "a", 2.5])
def test_an_operand_that_does_not_add_raises(other: object) -> None:
    same(added_to_each, (floats(1, 2), other), regions=0)


def test_an_object_is_asked_once() -> None:
    counts = []
    for function in (added_to_each, native(added_to_each)):
        other = Asked()
        with pytest.raises(TypeError, match="no more"):
            function(floats(1, 2, 3, 4), other)
        counts.append(other.count)
    assert counts == [3, 3]


def outgrows(x: np.ndarray, factors: list[int], n: int) -> int:
    product = 1
    for i in range(n):
        x += 1
        product = product * 1_000_003 + factors[i]
    return product


def outgrows_its_items(x: np.ndarray, n: int) -> np.ndarray:
    for _ in range(n):
        x[x > 1] *= 16
    return x


@pytest.mark.parametrize("dtype", [np.float16, np.complex64, np.float64])
def test_a_fault_takes_back_what_was_written(dtype: type) -> None:
    same(outgrows, (np.zeros(3, dtype), [7] * 100, 9), regions=0)
    same(outgrows_its_items, (np.arange(3).astype(dtype), np.int64(8)), regions=0)
