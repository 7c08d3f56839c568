"""Chains of operations on arrays in machine code, against NumPy."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.native import executable
from tests.runtime.native.natively import natives, same
from tests.some import Some

pytest.importorskip("llvmlite")

DTYPES = "bool int8 int32 int64 uint8 uint64 float32 float64 complex128".split()
PARTNERS = "bool int8 uint16 int64 float32 float64".split()
BINARY = (
    "add sub mul truediv pow and_ or_ xor lt le gt ge eq ne floordiv mod lshift"
).split()
UNARY = (
    "negative absolute sqrt square reciprocal floor ceil trunc rint exp log sin tanh "
    "log1p expm1 arctan isnan logical_not cbrt exp2 sign"
).split()
SCALARS = (2, 300, 0.5, 1e200, True, np.float32(0.1), np.int8(7))


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def sample(dtype: str, count: int = 700) -> np.ndarray:
    """Return numbers of a dtype with its edges, the same every time."""
    rng = np.random.default_rng(5)
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return rng.random(count) < 0.5
    if kind.kind in "iu":
        ends = np.iinfo(kind)
        return rng.integers(ends.min, ends.max, count, kind, endpoint=True)
    found = (rng.standard_normal(count) * 10.0 ** rng.integers(-9, 9, count)).astype(
        kind
    )
    found[:6] = 0.0, -0.0, np.inf, -np.inf, np.nan, 1.0
    return found


@pytest.mark.parametrize("name", BINARY)
def test_operators(name: str, some: Some) -> None:
    operation = getattr(operator, name)

    def combined(x, y):
        return operation(operation(x, y), y)

    others = [sample(each)[::-1].copy() for each in PARTNERS]
    few = (slice(6, None), slice(6, 9), slice(0, 0))  # without the edges: no warnings
    sets: list[Any] = []
    for dtype in DTYPES:
        sets += [(sample(dtype), other) for other in others]
        sets += [(sample(dtype)[part], others[-1][part]) for part in few]
        sets += [(sample(dtype), scalar) for scalar in SCALARS]
    for each in batched(some(some(sets)), 16):
        same(combined, *each, regions=0)


def batched(sets: list[Any], size: int) -> Iterator[list[Any]]:
    """Yield lists of no more sets than a function keeps graphs."""
    for first in range(0, len(sets), size):
        yield sets[first : first + size]


@pytest.mark.parametrize("name", UNARY)
def test_functions(name: str, some: Some) -> None:
    function = getattr(np, name)

    def between(x):
        return function(x * 0.5 + 1) * x

    sets: list[Any] = []
    for dtype in DTYPES[1:8]:
        sets += [sample(dtype)[6:], sample(dtype), sample(dtype, 7)]
    same(between, *some(some(sets)), regions=0)


def chain(x, y):
    return ((x * y + x) * 0.5 - y) / (x - y)


def test_a_chain_is_one_region() -> None:
    x, y = np.linspace(0.5, 2, 1300), np.linspace(3, 4, 1300)
    same(chain, (x, y), (x.astype(np.float32), y.astype(np.float32)))


def test_shapes_that_broadcast() -> None:
    column, row = np.arange(30.0)[:, None], np.arange(40.0, 52)[None, :]
    cube = np.arange(2.0 * 30 * 12).reshape(2, 30, 12) + 0.25
    same(chain, (column, row), (cube, row), (row, cube), (column, cube[0]))
    same(chain, (np.ones((0, 3)), np.ones(3)), (np.ones((4, 1)), np.ones((1, 0))))
    same(chain, (np.ones(3), np.ones(4)), (np.ones((2, 3)), np.ones((3, 2))), regions=0)


def test_views_and_other_orders() -> None:
    whole = np.arange(1.0, 901).reshape(30, 30)
    other = np.arange(2000.0, 2900).reshape(30, 30)
    same(chain, lambda: (whole[1:-1, 1:-1], other[2:, :-2]))
    same(chain, lambda: (whole.T, other), lambda: (whole.T, other.T))
    same(chain, lambda: (whole[::-1], other), lambda: (whole[:, ::-2], other[:, ::2]))
    same(chain, lambda: (np.broadcast_to(whole[0], (30, 30)), other))
    same(chain, lambda: (np.asfortranarray(whole), np.asfortranarray(other)))
    odd = np.frombuffer(b"\0" * 81, np.uint8)[1:].view(np.float64)
    same(chain, lambda: (odd, np.arange(1.0, 11.0)))


def layouts(shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Yield arrays that broadcast to a shape, laid out in many ways."""
    random = np.random.default_rng(8).random
    yield from (random(shape), np.asfortranarray(random(shape)), random(shape)[::-1])
    yield from (random(shape[::-1]).T, random(shape[::-1]).T[::-1], random(shape[-1]))
    yield random([2 * size for size in shape[::-1]]).T[
        tuple([slice(None, None, 2)] * len(shape))
    ]
    yield np.broadcast_to(random((*shape[:-1], 1)), shape)
    yield from (random((1, *shape[1:])), random((*shape[:-1], 1)))


@pytest.mark.filterwarnings("ignore::autograph.RetracingWarning")
@pytest.mark.parametrize("shape", [(3, 5), (1, 4), (4, 1), (0, 3), (2, 3, 4), (40, 50)])
def test_results_are_laid_out_as_numpys(shape: tuple[int, ...], some: Some) -> None:
    def two(x, y):
        return np.exp(x * 0.01) + y, x > y

    function = autograph.function(two, executor="native", reduce_retracing=True)
    for x, y in some(some(itertools.product(layouts(shape), repeat=2))):
        for one, other in zip(function(x, y), two(x, y), strict=True):
            assert one.tobytes("A") == other.tobytes("A")
            assert one.strides == other.strides
            assert one.base is None


def test_columns_stay_machine_code() -> None:
    def scaled(x, y):
        return (x * 2.0 + y) * x

    function = autograph.function(scaled, executor="native")
    x = np.arange(12.0).reshape(3, 4)
    assert function(x.T, x.T).flags.f_contiguous
    assert (function(x.T, np.arange(3.0)) == scaled(x.T, np.arange(3.0))).all()
    assert sum(each.faults for each in natives(function)) == 0


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_integers_without_a_sign_are_machine_code(dtype: str) -> None:
    def mixed(x, y):
        z = (x * y + 3) ^ y
        return np.where(z > y, z - y, abs(z)), np.maximum(-x, y) / 2.0, x + 0.5

    x, y = sample(dtype), sample(dtype)[::-1].copy()
    function = autograph.function(mixed, executor="native")
    for one, other in zip(function(x, y), mixed(x, y), strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()
    (region,) = natives(function)
    assert region.faults == 0


def test_elements_apart_have_code_of_their_own() -> None:
    def scaled(x, y):
        return (x * 2.0 + y) * x

    function = autograph.function(scaled, executor="native")
    x, y = np.arange(24.0), np.arange(24.0)[::-1].copy()
    assert (function(x, y) == scaled(x, y)).all()
    (region,) = natives(function)
    assert "elements_1_strided" not in region.region.module.text
    for other in (x[::2], x[::-2], np.broadcast_to(x[:1], (12,))):
        assert (function(other, y[:12]) == scaled(other, y[:12])).all()
    assert sum(each.faults for each in natives(function)) == 0


def test_parts_that_are_used_outside() -> None:
    def several(x, y):
        total = x + y
        product = total * y
        return total, np.exp(product), product > 1.0, x

    same(several, (np.linspace(-1, 1, 1200), np.linspace(0, 1, 1200)))
    same(several, (np.ones((3, 4)), np.ones(4)), (np.ones(4), np.ones((3, 4))))


def test_warnings_of_what_is_not_chosen() -> None:
    def inverse(x):
        return np.where(x != 0, 1.0 / x, 0.0) + np.where(x > 0, np.log(x), -1.0)

    same(inverse, np.arange(40.0), np.arange(1.0, 1000.0), np.arange(-3.0, 3.0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_casts(dtype: str, some: Some) -> None:
    def cast(x, to):
        return (x + x).astype(to) + x.astype(to)

    def cast_and_used(x, to):
        return np.where((x + x).astype(to) > 1, x.astype(bool), x > 0)

    with np.errstate(all="ignore"):
        for function in (cast, cast_and_used):
            sets = [(sample(dtype), np.dtype(to)) for to in some(DTYPES)]
            same(function, *sets, regions=0)
    same(cast, (np.full(9, 1e300), np.dtype("float32")))  # its plan warns


def test_written_in_between() -> None:
    def changed(x, y):
        first = x * 2 + y
        x[0] = 100.0
        second = x * 2 + y
        return first, second, first - second

    same(changed, (np.arange(50.0), np.ones(50)))


def test_in_a_loop() -> None:
    def heat(u, steps):
        for _ in range(steps):
            v = u.copy()
            v[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
            u = v
        return u

    same(heat, (np.sin(np.arange(100.0)), 40))


def test_long_chains_are_several_functions() -> None:
    def long(x):
        for _ in range(100):
            x = np.sin(x) * 0.5 + 1.0
        return x

    same(long, np.linspace(0, 1, 2000), regions=0)

    def written_out(x):
        total = x
        for k in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0) * 4:
            total = np.sin(total) * k + x
        return total

    same(written_out, np.linspace(0, 1, 2000), regions=1)
