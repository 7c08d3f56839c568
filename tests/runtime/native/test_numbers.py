"""Arithmetic in machine code: each operator on each pair of types, at the edges."""

from __future__ import annotations

import functools
import math
import operator
import warnings
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.native import executable
from tests.corpus.case import Case
from tests.harness import SAME, judge_case
from tests.runtime.native.natively import same
from tests.some import Some

pytest.importorskip("llvmlite")
native = functools.partial(autograph.function, executor="native")

INTS = (0, 1, -1, 2, -3, 7, 62, 63, 2**31, 2**53 + 1, 2**62, -(2**63), 2**63 - 1)
FLOATS = (0.0, -0.0, 1.0, -1.5, 0.5, 3.0, -7.25, 1e308, 5e-324, math.inf, math.nan)
VALUES: dict[str, tuple[Any, ...]] = {
    "int": INTS,
    "float": (*FLOATS, 2.0**53, 1e-300),
    "bool": (True, False),
    **{
        kind.__name__: tuple(kind(v) for v in (0, 1, 3, 7, 100, np.iinfo(kind).max))
        + tuple(kind(v) for v in (-1, -7, np.iinfo(kind).min) if np.iinfo(kind).min)
        for kind in (np.int8, np.int32, np.int64, np.uint8, np.uint64)
    },
    "float32": tuple(
        np.float32(v) for v in (0.0, -0.0, 1.5, -3.0, 3e38, 1e-45, math.nan)
    ),
    "float64": tuple(map(np.float64, FLOATS)),
    "np.bool": (np.True_, np.False_),
}
BINARY = (
    "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift "
    "lt le gt ge eq ne iadd imul"
).split()
UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "abs": operator.abs,
    "not": operator.not_,
    "int": int,
    "float": float,
    "float32": np.float32,
    "int8": np.int8,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "sin": np.sin,
    "log1p": np.log1p,
    "math.sqrt": math.sqrt,
    "math.exp": math.exp,
    "math.log": math.log,
    "math.sin": math.sin,
    "math.floor": math.floor,
}


def twice(operation, left, right):
    result = None
    for _ in range(2):
        result = operation(left, right)
    return result


def once(operation, value):
    result = None
    for _ in range(1):
        result = operation(value)
    return result


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def each_pair(left: str, right: str, most: int = 10) -> list[tuple[Any, Any]]:
    """Return some pairs of values of two types, spread over all."""
    pairs = list(product(VALUES[left], VALUES[right]))
    return pairs if len(pairs) <= most else pairs[:: len(pairs) // most | 1]


@pytest.mark.parametrize("name", BINARY)
def test_binary_operators(name: str, some: Some) -> None:
    operation = getattr(operator, name)
    for left, right in some(some(product(VALUES, VALUES))):
        pairs = each_pair(left, right)
        if name in ("pow", "lshift"):  # without numbers of millions of digits
            pairs = [pair for pair in pairs if not abs(float(pair[1])) > 64]
        judge_all(twice, operation, pairs)


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_number(name: str) -> None:
    for kind in VALUES:
        judge_all(once, UNARY[name], [(value,) for value in VALUES[kind]])


@pytest.mark.parametrize("kind", VALUES)
def test_elements_take_numbers_of_any_type(kind: str, some: Some) -> None:
    dtype = {"np.bool": bool, "int": np.int16, "float": np.uint16, "bool": np.uint32}

    def filled(array, value):
        for i in range(len(array)):
            array[i] = value
        return array

    array = np.zeros(40, dtype.get(kind, kind))
    sets = [(array, value) for values in some(VALUES.values()) for value in values]
    case = Case(filled, tuple(sets), True, frozenset(), ())
    judgement = judge_case(case, one_signature)
    assert judgement.verdict == SAME, judgement.reason


def judge_all(
    function: Callable[..., Any], operation: Any, pairs: list[tuple[Any, ...]]
) -> None:
    case = Case(function, tuple((operation, *p) for p in pairs), True, frozenset(), ())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        judgement = judge_case(case, one_signature)
    assert judgement.verdict == SAME, judgement.reason


def one_signature(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate so that numbers are values of the graph from the start."""
    return native(function, reduce_retracing=True)


def test_functions_of_single_numbers() -> None:
    def rounded(values):
        total = np.float64(0.0)
        for value in values:
            if not np.isnan(value) and np.isfinite(value):
                total += np.floor(value) + np.ceil(value) * np.rint(value)
                total -= np.maximum(value, 0.5) + np.sign(value) * np.minimum(value, 2)
                total += np.square(np.trunc(value)) + np.fabs(value)
        return total, np.isinf(total)

    values = np.linspace(-3.0, 3.0, 90)
    same(rounded, values, values[::-2].astype(np.float32), regions=0)
    same(rounded, np.array([np.nan, np.inf, -0.0, 0.5] * 20), values)


@pytest.mark.parametrize("left", VALUES)
def test_quotients_with_remainders(left: str, some: Some) -> None:
    for right in some(VALUES):
        judge_all(twice, divmod, each_pair(left, right))


def test_quotients_with_remainders_of_elements() -> None:
    def turns(values, step):
        whole, rest = 0.0, 0.0
        for value in values:
            quotient, remainder = divmod(value, step)
            whole += quotient
            rest = rest * 0.5 + remainder
        return whole, rest

    values = np.linspace(-7.0, 9.0, 50)
    same(turns, (values, 1.3), (values.astype(np.float32), -2), (values, np.float64(2)))
    same(turns, (np.arange(-9, 9), 4), (np.arange(-9, 9), -2.5))


def test_powers_of_integers_below_zero() -> None:
    def powers(n, k):
        total = 0
        for i in range(n):
            total = (total + i ** (k - i % 3)) % 1000
        return total

    same(powers, (80, 5), (80, 2), (3, 1))
