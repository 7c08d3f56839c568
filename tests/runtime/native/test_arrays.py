"""Arrays within kernels: made, viewed, assigned, reduced, carried by loops."""

from __future__ import annotations

import functools
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from runtime.native import executable
from tests.runtime.native.natively import native, natives, same
from tests.some import Some

pytest.importorskip("llvmlite")
ROWS, COLUMNS = 6, 7
MATRIX = np.random.default_rng(3).random((ROWS, COLUMNS)) - 0.5
VECTOR = np.random.default_rng(4).random(COLUMNS) - 0.25
WHOLE = np.arange(-9, 12).reshape(3, 7)


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def decay(x, turns):
    for _ in range(turns):
        x = x * 0.5 + 1.0
    return x


def heat(u, turns):
    for _ in range(turns):
        around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
        u[1:-1, 1:-1] += 0.1 * (around - 4 * u[1:-1, 1:-1])
    return u


def exchanged(x, turns):
    y = x + 1.0
    for _ in range(turns):
        x, y = y, x * 2.0
    return x, y


def shifted(x, turns):
    k = 0
    while k < turns:
        x[1:] = x[:-1]
        x[::-1] = x
        x[::2] *= 2
        k += 1
    return x


def chosen(x, turns):
    best = x
    for k in range(turns):
        y = x * k
        if y[0] > best[1]:
            best = y
        x = x + best
    return best, x


def rows(x, turns):
    total = np.zeros(x.shape[1])
    for k in range(turns):
        for each in x:
            total += each * k
            total[k % 3] = each[0]
    return total


def last_of_inner(x, turns):
    kept = np.ones_like(x)
    for k in range(turns):
        for j in range(k):
            y = x * j
            if y[0] > 3.0:
                kept = y
                break
        x = x + kept
    return x, kept


LOOPS: dict[Callable[..., Any], Any] = {
    decay: VECTOR,
    heat: MATRIX,
    exchanged: VECTOR,
    shifted: VECTOR,
    chosen: VECTOR + 1.0,
    rows: MATRIX,
    last_of_inner: VECTOR + 1.0,
}


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.__name__)
def test_loops_carry_arrays(loop: Callable[..., Any]) -> None:
    x = LOOPS[loop]
    same(loop, (x, 0), (x, 1), (x, 23), (x * 3, 40), (x[::-1], 5), (x[:2], 5))


MAKERS: dict[str, Callable[..., Any]] = {
    "zeros": lambda x, n: np.zeros(n),
    "zeros of integers": lambda x, n: np.zeros((n, 2), dtype=np.int32),
    "ones": lambda x, n: np.ones((2, n), float),
    "ones of truth values": lambda x, n: np.ones(n, dtype=bool),
    "full": lambda x, n: np.full(n, 2.5),
    "full of what does not fit": lambda x, n: np.full(n, 300, dtype=np.int8),
    "zeros_like": lambda x, n: np.zeros_like(x),
    "ones_like": lambda x, n: np.ones_like(x, dtype=np.float32),
    "full_like": lambda x, n: np.full_like(x, n),
    "copy": lambda x, n: x.copy(),
    "np.copy": lambda x, n: np.copy(x),
    "arange": lambda x, n: np.arange(n),
    "arange with a step": lambda x, n: np.arange(9, -n, -2),
    "array": lambda x, n: np.array([1.0, 2.0, 0.5]),
    "reshape": lambda x, n: x.reshape(COLUMNS, -1) + 1.0,
    "transpose": lambda x, n: x.T + 1.0,
    "astype": lambda x, n: (3 * x).astype(np.int32),
    "astype of the same": lambda x, n: x.astype(float),
    "astype of truth values": lambda x, n: (x > 0).astype(np.float32),
    "outer": lambda x, n: np.outer(x[0], x[:, 1]),
    "outer of integers": lambda x, n: np.outer(np.arange(n), np.arange(3)),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
def test_arrays_are_made(make: Callable[..., Any]) -> None:
    def made(x, n):
        total = 0.0
        for k in range(n):
            total += k
        return make(x, n), total

    same(
        made, (MATRIX, 3), (MATRIX, 0), (MATRIX, 5), (MATRIX.T.copy().T, 4), (MATRIX, 2)
    )


def test_ranges_of_large_floats() -> None:
    def counted(n, turns):
        x = np.arange(n, n + 5, dtype=np.float32)
        for _ in range(turns):
            x = np.arange(n, n + 5, dtype=np.float32)
            n += 1
        return x

    same(counted, (3, 40), (-(2**24) - 3, 30), (2**24 - 2, 9), (2**24 - 200, 30))


REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": lambda x: x.sum(),
    "np.sum": np.sum,
    "sum of rows": lambda x: np.sum(x, axis=1),
    "sum of columns": lambda x: x.sum(0),
    "sum along the last": lambda x: x.sum(axis=-1),
    "max": lambda x: x.max(),
    "max of columns": lambda x: np.max(x, axis=0),
    "min of rows": lambda x: x.min(axis=1),
    "prod": lambda x: np.prod(x),
    "count": lambda x: (x > 0).sum(),
    "any": lambda x: np.any(x > 0.2),
    "all": lambda x: (x > 0).all(),
    "argmax": lambda x: x[0].argmax(),
    "argmin": lambda x: np.argmin(x[:, 1]),
    "cumsum": lambda x: np.cumsum(x[1]),
    "argmax of all": lambda x: np.argmax(x),
    "argmin of all": lambda x: x.argmin(),
}
PRODUCTS: dict[str, Callable[..., Any]] = {
    "product": lambda x: x @ x.T,
    "product with a vector": lambda x: x @ x[0],
    "product of a vector": lambda x: x[:, 0] @ x,
    "product of vectors": lambda x: x[0] @ x[1],
    "dot": lambda x: np.dot(x, x[1]),
    "norm": lambda x: np.linalg.norm(x),
    "norm of a row": lambda x: np.linalg.norm(x[1]),
    "dot of vectors": lambda x: x[0].dot(x[1]),
}


@pytest.mark.parametrize("reduce", [*REDUCTIONS.values(), *PRODUCTS.values()])
def test_reductions(reduce: Callable[..., Any], some: Some) -> None:
    def reduced(x, n):
        found = reduce(x)
        for k in range(n):
            x[k % 2] += k
            found = reduce(x)
        return found

    large = np.random.default_rng(8).random((70, 300)) * 10.0 ** np.linspace(-9, 9, 300)
    odd = np.array([[0.0, -0.0, 1.0], [np.nan, -np.inf, 2.0]])
    # Matrix products may or may not warn of the invalid elements: it depends on BLAS.
    more = () if reduce in PRODUCTS.values() else (odd, WHOLE)
    floats = large.astype(np.float32)
    for x in some(some((MATRIX, large, floats, -0.0 * MATRIX, *more))):
        parts = (x, 0), (x[:, ::2], 2), (x.T, 2), (x[:, :1], 1), (x[:0], 0)
        same(reduced, (x, 3), *parts)


@pytest.mark.parametrize("product", [np.dot, np.matmul])
def test_products_of_single_and_no_numbers(
    product: Callable[..., Any], some: Some
) -> None:
    def products(a, b, m, turns):
        number, row = product(a, b), product(m, b)
        for k in range(turns):
            number = number + product(a[:k], b[:k])
            row = row + product(m[:, :k], b[:k])
        return number, row, product(m[:, :1], m[:1])

    for n in some((1, 2, 5, 0)):
        ones, m = np.ones(n), np.ones((n, n))
        less = -0.0 * ones, ones, -0.0 * m
        same(products, (ones, ones, m, 30), (*less, 40), (*less, 0), regions=n > 0)
        far = np.arange(3.0 * n)[::3]
        same(products, (far, ones, m, 30), (ones, far[::-1], m.T, 40), regions=n > 0)


LATER: dict[str, Callable[..., Any]] = {
    "maximum": lambda y: np.maximum(y, 0.0),
    "minimum": lambda y: np.minimum(y, 0.0) + 1.0,
    "sign": np.sign,
    "floor_divide": lambda y: y // 2.0,
    "exp": lambda y: np.exp(-y),
    "max": lambda y: y * y.max(),
    "sum": lambda y: y.sum(),
    "matrix": lambda y: np.outer(y, y) @ y,
    "row": lambda y: y @ y,
    "number": lambda y: np.maximum(y[1], y[2]) + y,
}


@pytest.mark.parametrize("later", LATER.values(), ids=LATER.keys())
def test_later_loops_lose_no_warning(later: Callable[..., Any]) -> None:
    def divided(x, z, turns):
        for _ in range(turns):
            y = x / z
            x = later(y) + z
        return x

    zero, one = np.array([0.0, 1.0, 2.0]), np.array([1.0, 2.0, 4.0])
    same(divided, (one, one, 3), (one, zero, 1), (one, zero, 23), (zero, zero, 24))


def test_results_are_laid_out_as_by_numpy() -> None:
    @functools.partial(native, reduce_retracing=True)
    def like(x, turns):
        made = np.zeros_like(x), np.copy(x), np.full_like(x, 2.0), x.copy(), x + 1.0
        for k in range(turns):
            made[0][0, 0] += k
        return made

    def plain(x):
        return np.zeros_like(x), np.copy(x), np.full_like(x, 2.0), x.copy(), x + 1.0

    row, x = np.arange(5.0), np.ones((4, 5))
    spread = np.broadcast_to(row, (4, 5)), np.broadcast_to(row[:4, None], (4, 5))
    others = x, x.T, x[:, ::-1], x[::2], x[:, :1], x[:1].T, x[:, ::2], x[None, 0]
    for each in (*spread, *others):
        for found, one in zip(like(each, 3), plain(each), strict=True):
            assert found.strides == one.strides
            assert str(found.flags) == str(one.flags)


def test_an_operation_in_place_that_always_fails() -> None:
    def grown(x, y, turns):
        for k in range(turns):
            y[::2] -= x[::2]
            x[0] = k
        return x

    x = np.ones(4)
    same(grown, (x, x, 3), (x, x[:1], 4), (x, x[:1], 0), (x[:3], x, 5))


def test_a_loop_does_not_grow() -> None:
    @native
    def shrunk(x, turns):
        for _ in range(turns):
            x = np.sqrt(x * 0.5) + x.max()
        return x

    x = np.ones(10_000)
    shrunk(x, 3)
    shrunk(x, 4)
    tracemalloc.start()
    try:
        shrunk(x, 1_000)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * x.nbytes
    assert natives(shrunk)[0].faults == 0


def test_operands_that_lie_backwards() -> None:
    @functools.partial(native, reduce_retracing=True)
    def folded(x, turns):
        for _ in range(turns):
            x = x[::-1] * 0.5 + x
        return x, x + x[::-1], x[::-1] < 0.5, abs(x[::-1])

    def plain(x, turns):
        for _ in range(turns):
            x = x[::-1] * 0.5 + x
        return x, x + x[::-1], x[::-1] < 0.5, abs(x[::-1])

    for x in (
        VECTOR,
        VECTOR[::-1],
        VECTOR[::-2],
        MATRIX,
        MATRIX[:, ::-1],
        MATRIX[::-1],
    ):
        for found, one in zip(folded(x, 5), plain(x, 5), strict=True):
            assert found.tobytes() == one.tobytes()
            assert str(found.flags) == str(one.flags)
            assert found.strides == one.strides
    assert natives(folded)[0].faults == 0


def test_parts_of_arrays_are_returned() -> None:
    def parts(x, turns):
        made, part = x * 2.0, x
        for k in range(turns):
            part = x[k % 2 :: 2] if k % 3 else part[::-1].T
        return part, made[1:], x[...], made.reshape(1, -1)

    same(parts, (MATRIX, 70), (MATRIX.T, 71), (VECTOR, 72), (VECTOR[::2], 4))
    fixed = VECTOR.copy()
    fixed.flags.writeable = False
    for x in (VECTOR, fixed, VECTOR[1:4]):
        part, made, whole, reshaped = native(parts)(x, 70)
        assert part.base is whole.base is (x if x.base is None else x.base)
        assert part.flags.writeable is x.flags.writeable
        assert made.base is reshaped.base
        assert made.flags.writeable


def test_results_that_are_parts_leave_nothing_behind() -> None:
    @native
    def parted(x, turns):
        y, z = x * 2.0, x
        for k in range(turns):
            z = x[1:] if k > 5 else x + y
        return y, (y[0], y), z

    x = np.ones(10_000)
    for _ in range(3):
        parted(x, 9)
    tracemalloc.start()
    try:
        for _ in range(10):
            parted(x, 9)
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < x.nbytes
    assert natives(parted)[0].calls == 13
    assert natives(parted)[0].faults == 0


def test_slices_in_steps_that_are_computed() -> None:
    def sieve(n):
        prime = np.ones(n, dtype=bool)
        prime[:2] = False
        for k in range(2, n):
            if prime[k]:
                prime[k * k :: k] = False
        return prime

    def strided(x, step, turns):
        for _ in range(turns):
            x[::step] = x[::step] + 1.0
        return x[1::step]

    same(sieve, (200,), (90,))
    steps = (1, 3, 100, 2**31, 2**31 + 1, 2**62, -1, -3, 0)
    same(strided, *((VECTOR, step, 70) for step in steps))
    same(strided, *((VECTOR[::-2], step, 70) for step in steps))


@pytest.mark.parametrize("axis", [0, 1])
def test_means_along_an_axis(axis: int) -> None:
    def centered(x, turns):
        for _ in range(turns):
            x = x - 0.5 * x.mean(axis=1)[:, None] if axis else x - np.mean(x, axis=0)
        return x

    same(centered, (MATRIX, 30), (MATRIX[:1], 31), (MATRIX[:, :1], 32), (MATRIX.T, 33))


def test_integers_and_truth_values_change_their_sign() -> None:
    def changed(x, y, turns):
        for k in range(turns):
            x = -abs(x) - ~x * k
            y = ~y ^ (x > 0)
        return x, y

    smallest = np.array([np.iinfo(np.int32).min, 0, 7], np.int32)
    for x in (smallest, np.array([-(2**63), 0, -5]), smallest.astype(np.int8)):
        same(changed, (x, x > 0, 30), (x[::2], x[::2] < 0, 31))


def test_means() -> None:
    def mean_after(x, turns):
        found = x.mean()
        for k in range(turns):
            x[k % 2] += k
            found = np.mean(x)
        return found

    same(mean_after, (MATRIX, 3), (MATRIX, 4), (MATRIX[:, ::2], 2), (MATRIX[:0], 0))
