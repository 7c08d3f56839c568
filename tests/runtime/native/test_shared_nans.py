"""NaNs that are one object, which containers find by it, in machine code."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.runtime.native.natively import inline, native, natives, same

pytest.importorskip("llvmlite")

NAN = math.nan
ONE_OBJECT = [NAN] * 100
TWO_OBJECTS = [NAN, float("nan")] * 50


def appended(x: list[float]) -> Any:
    out = []
    for v in x:
        last = v
        out.append(last)
    return out == x, out[0] is out[-1]


def appended_twice(x: np.ndarray) -> Any:
    out = []
    for v in x:
        y = v * 2.0
        out.append(y)
        out.append(y)
    return out[::2] == out[1::2], out


def of_pairs(x: list[float]) -> int:
    count = 0
    for v in x:
        for other in x:
            if (v, 1) == (other, 1):
                count += 1
    return count


def as_keys(x: list[float]) -> Any:
    places: dict[float, int] = {}
    for i, v in enumerate(x):
        if 7.0 - v in places:
            return places[7.0 - v], i
        places[v] = i
    return len(places), list(places.values())


def last_of(x: list[float], start: float) -> Any:
    last = start
    for v in x:
        if v != 2.0:
            last = v
    return [last] == [x[0]], [last] == [start]


def repeated(x: list[float]) -> Any:
    total = 0.0
    for v in x:
        total += v
    return [total] * 3 == [total] * 3


def constant(x: np.ndarray) -> Any:
    out = []
    for v in x:
        item = np.nan if v > 1.0 else v
        out.append(item)
    return out == [0.0, 1.0, np.nan], out[-1] is np.nan


@pytest.mark.parametrize("x", [ONE_OBJECT, TWO_OBJECTS, [1.0, 2.0, *ONE_OBJECT]])
@pytest.mark.parametrize("function", [appended, of_pairs, as_keys, repeated])
def test_of_a_list(function: Any, x: list[float]) -> None:
    same(function, (x,))


def test_of_an_array() -> None:
    same(appended_twice, (np.array([1.0, np.nan, np.nan]),))
    same(constant, (np.arange(3.0),))


def test_of_a_variable() -> None:
    same(last_of, (ONE_OBJECT, 3.0), (TWO_OBJECTS, NAN), ([2.0] * 100, NAN))


def halves(x: np.ndarray, flag: np.bool) -> list[float]:
    out = []
    for v in x:
        y = v * 0.5
        out.append(y if flag else -v)
    return out


def sums(x: np.ndarray) -> list[float]:
    out = []
    for row in x:
        total = 0.0
        for v in row:
            total += v
        out.append(total)
    return out


def total(x: list[float]) -> float:
    found = 0.0
    for v in x:
        found += v
    return found


def test_new_nans_stay() -> None:
    inline(halves, np.array([1.0, np.nan, 4.0]), np.True_)
    inline(sums, np.array([[1.0, np.nan], [4.0, 2.0]]))
    inline(total, TWO_OBJECTS)


def test_the_callers_object_comes_back() -> None:
    def marked(x: np.ndarray) -> Any:
        found = 0.0
        for v in x:
            found += v
        return np.nan if found > 3.0 else found

    made = native(marked)
    assert made(np.arange(5.0)) is np.nan
    (region,) = natives(made)
    assert region.faults
