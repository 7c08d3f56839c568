"""Calls that machine code tests by itself: each is served by its graph."""

from __future__ import annotations

import gc
import sys
import traceback
import weakref
from typing import Any

import numpy as np
import pytest

import autograph
from autograph.polymorphic.fast_entries import call_tests
from tests.alarms import ringing
from tests.runtime.native.natively import native

pytest.importorskip("llvmlite")

FACTOR = 2.0


def scaled(x, y, by=None):
    total = x * FACTOR + y
    if by is not None:
        total = total * by + len(x)
    return total


def is_tested(function: Any) -> bool:
    """Whether machine code tests the calls of the graph that was used last."""
    return type(function._cache.entry).__name__ == "builtin_function_or_method"


def test_each_call_is_served_by_its_graph() -> None:
    decorated = native(scaled)
    x, y = np.arange(4.0), np.ones(4)
    calls: list[tuple[Any, ...]] = [
        (x, y),
        (x, x),
        (x, y, 3),
        (x, y, 3.0),
        (x[:2], y[:2]),
        (x.astype(np.float32), y),
        (x.reshape(2, 2), y.reshape(2, 2)),
        (x[::2], y[:2]),
        (x, y, 2**70),
    ]
    for _ in range(3):
        for call in calls[:]:
            np.testing.assert_array_equal(decorated(*call), scaled(*call), strict=True)
    traced = decorated.trace_count
    decorated(x, y, by=3)
    decorated(y=y, x=x)
    assert decorated.trace_count == traced


def test_a_whole_graph_is_tested_by_machine_code() -> None:
    decorated = native(scaled)
    decorated(np.arange(4.0), np.ones(4))
    decorated(np.arange(4.0), np.ones(4))
    assert is_tested(decorated)


def test_globals_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def lengths(x):
        return np.sqrt(x) + len(x)

    decorated = native(lengths)
    x = np.arange(4.0)
    assert decorated(x)[0] == 4.0
    monkeypatch.setattr(sys.modules[__name__], "len", lambda x: 7, raising=False)
    assert decorated(x)[0] == 7.0
    monkeypatch.undo()
    assert decorated(x)[0] == 4.0


def test_errors_show_the_users_lines() -> None:
    def item(x, i):
        total = 0.0
        for k in range(int(x[3])):
            total = total + x[i + k]
        return total

    decorated = native(item)
    x = np.arange(9.0)
    for i in (1, 2, 3, 4):
        assert decorated(x, i) == item(x, i)
    assert is_tested(decorated)
    with pytest.raises(IndexError) as caught:
        decorated(x, 8)
    shown = traceback.extract_tb(caught.value.__traceback__)
    assert [each.name for each in shown][-1] == "item"
    assert shown[-1].line == "total = total + x[i + k]"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_signals_show_the_users_lines() -> None:
    def count(x):
        while x > 0.0:
            x = x + 1.0
        return x

    decorated = native(count)
    for value in (-1.0, -2.0, -3.0):
        decorated(value)
    assert is_tested(decorated)
    with ringing(KeyboardInterrupt), pytest.raises(KeyboardInterrupt) as caught:
        decorated(1.0)
    shown = traceback.extract_tb(caught.value.__traceback__)
    assert "count" in [each.name for each in shown]


def test_nothing_is_kept_alive() -> None:
    x = np.arange(1000.0)
    decorated = native(scaled)
    decorated(x, x)
    decorated(x, x)
    before = sys.getrefcount(x)
    for _ in range(100):
        decorated(x, x)
    assert sys.getrefcount(x) == before
    graph = weakref.ref(decorated.concrete_functions[0].executable)
    del decorated
    gc.collect()
    assert graph() is None


def test_what_data_cannot_tell_is_tested_by_source() -> None:
    def total(*arrays):
        return arrays[0] * 2.0 + arrays[1]

    decorated = autograph.function(total)
    concrete = decorated.get_concrete_function(np.ones(3), np.ones(3))
    assert call_tests(concrete) is None


class Layer:
    def __init__(self, weight):
        self.weight = weight

    def scaled(self, x):
        return x * self.weight + x


def of_two_keys(table):
    return table["x"] * table["y"] + table["x"]


def test_attributes_and_items_of_dicts_are_read_by_machine_code() -> None:
    weight, x = np.arange(4.0), np.ones(4)
    layer, table = Layer(weight), {"x": x, "y": weight}
    scaled, summed = native(Layer.scaled), native(of_two_keys)
    for _ in range(3):
        np.testing.assert_array_equal(scaled(layer, x), layer.scaled(x), strict=True)
        np.testing.assert_array_equal(summed(table), of_two_keys(table), strict=True)
    assert is_tested(scaled)
    assert is_tested(summed)


@pytest.mark.parametrize(
    "weight", [np.arange(3.0), np.arange(4), 2.0, None, np.float64(3.0)]
)
def test_what_is_read_is_tested(weight: Any) -> None:
    x = np.ones(4)
    scaled = native(Layer.scaled)
    for _ in range(3):
        scaled(Layer(np.arange(4.0)), x)
    outcomes = []
    for function in (scaled, Layer.scaled):
        try:
            outcomes.append(repr(function(Layer(weight), x)))
        except (TypeError, ValueError) as error:
            outcomes.append(repr(error))
    assert outcomes[0] == outcomes[1]


def test_what_is_missing_is_missed_by_machine_code() -> None:
    x = np.ones(4)
    scaled, summed = native(Layer.scaled), native(of_two_keys)
    for _ in range(3):
        scaled(Layer(np.arange(4.0)), x)
        summed({"x": x, "y": x})
    empty = Layer(x)
    del empty.weight
    with pytest.raises(AttributeError, match=r"'Layer' object has no .*'weight'"):
        scaled(empty, x)
    with pytest.raises(KeyError, match="'y'"):
        summed({"x": x})
    assert summed({"x": x, "y": x, "z": 1})[0] == 2.0


def test_what_is_read_is_not_kept_alive() -> None:
    weight, x = np.arange(1000.0), np.ones(1000)
    layer, table = Layer(weight), {"x": x, "y": weight}
    scaled, summed = native(Layer.scaled), native(of_two_keys)
    for _ in range(3):
        scaled(layer, x), summed(table)
    before = sys.getrefcount(weight), sys.getrefcount(x)
    other = Layer(np.arange(999.0))
    for _ in range(100):
        scaled(layer, x), summed(table)
        scaled(other, x[:999])
    assert (sys.getrefcount(weight), sys.getrefcount(x)) == before


def test_a_tuple_of_one_result_stays_a_tuple() -> None:
    def scaled(table):
        return (table["x"] * table["y"] + table["x"],)

    decorated, table = native(scaled), {"x": np.ones(4), "y": np.ones(4)}
    for _ in range(3):
        (found,) = decorated(table)
        assert found.tolist() == [2.0] * 4


class Real(float):
    pass


ROWS: list[Any] = [
    [[1.0, 2.0], [3.0]],
    [[1.0, 2.0], [3.0], []],
    [],
    [[]],
    [[1.0, 2.0], [3]],
    [[1.0, 2.0], (3.0,)],
    [[1.0, 2.0], [3.0, None]],
    [[1.0], [Real(2.0)]],
    [[1.0], [True]],
    [[np.float64(1.0)], [2.0]],
    [1.0, [2.0]],
    ([1.0], [2.0]),
    [[[1.0]], [[2.0]]],
    [[1.0, 2.0], [3.0]],
]


def outcome(function: Any, *arguments: Any) -> str:
    try:
        return repr(function(*arguments))
    except TypeError as error:
        return str(error)


def summed(rows):
    total = 0.0
    for row in rows:
        for item in row:
            total = total + item * 2.0
    return total


def products(xs, ys):
    total = 0.0
    for x, y in zip(xs, ys, strict=False):
        total = total + x * y
    return total


@pytest.mark.filterwarnings("ignore::autograph.RetracingWarning")
def test_items_of_lists_are_tested_by_machine_code() -> None:
    decorated = native(summed)
    for rows in ROWS * 2:
        assert outcome(decorated, rows) == outcome(summed, rows)
    decorated = native(summed)
    for rows in (ROWS[0], ROWS[1], ROWS[0]):
        assert decorated(rows) == summed(rows)
    assert is_tested(decorated)


@pytest.mark.filterwarnings("ignore::autograph.RetracingWarning")
def test_two_lists_are_tested_each() -> None:
    decorated = native(products)
    flat: list[Any] = [[1.0, 2.0], [3, 4], [True, 2.0], [], [1.0, None], "ab", [2j]]
    for xs in flat * 2:
        for ys in flat:
            assert outcome(decorated, xs, ys) == outcome(products, xs, ys)
    decorated = native(products)
    for count in (2, 3, 4, 5):
        xs, ys = [1.5] * count, [2.5] * count
        assert decorated(xs, ys) == products(xs, ys)
    assert is_tested(decorated)
