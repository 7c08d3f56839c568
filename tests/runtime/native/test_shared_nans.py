"""NaNs that are one object, which containers find by it, in machine code."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.runtime.native.natively import inline, same

pytest.importorskip("llvmlite")

NAN = math.nan
ONE_OBJECT = [NAN] * 100
TWO_OBJECTS = [NAN, float("nan")] * 50


def appended(x: list[float]) -> Any:
    out = []
    for v in x:
        last = v
        out.append(last)
    return out == x, len(out)


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


def differences(x: np.ndarray, width: int) -> list[float]:
    out = []
    for i in range(len(x)):
        if i < width:
            out.append(np.nan)
        else:
            out.append(x[i] - x[i - width])
    return out


def marked(x: np.ndarray, mark: float) -> Any:
    found = 0.0
    for i in range(len(x)):
        if x[i] < 0.0:
            x[i] = mark
        else:
            found += x[i]
    return np.nan if found > 3.0 else found


@pytest.mark.parametrize("x", [ONE_OBJECT, TWO_OBJECTS, [1.0, 2.0, *ONE_OBJECT]])
@pytest.mark.parametrize("function", [appended, of_pairs, as_keys, repeated])
def test_of_a_list(function: Any, x: list[float]) -> None:
    same(function, (x,))


def test_of_an_array() -> None:
    same(appended_twice, (np.array([1.0, np.nan, np.nan]),))


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


def test_nans_of_the_text_stay() -> None:
    inline(differences, np.arange(9.0), 2)
    inline(marked, np.arange(-2.0, 9.0), NAN)


def carried(x: np.ndarray) -> Any:
    out = []
    last = x[0] * 2.0
    for v in x:
        out.append(last)
        if v > 1.0:
            last = last * 0.5
    return out[:2] == [out[1], out[0]], out


def test_carried_from_turn_to_turn() -> None:
    same(carried, (np.array([np.nan, 1.0, 2.0, 3.0]),), (np.array([1.0, 2.0]),))


def named_by_the_program(x: list[float]) -> Any:
    out = [NAN if v > 0 else v for v in x]
    return out.count(NAN), NAN in out, (NAN, 1) in [(each, 1) for each in out]


def asked_for_identity(x: list[float], y: float) -> Any:
    out, same = [], 0
    for v in x:
        out.append(v)
        same += out[-1] is y
    return same, out[0] is out[-1]


def test_nans_and_numbers_that_are_objects_of_the_program() -> None:
    same(named_by_the_program, ([1.0] * 70,), ([2.0] * 80,), regions=0)
    numbers = [1.5] * 90
    same(asked_for_identity, (numbers, numbers[0]), (ONE_OBJECT, NAN), regions=0)
