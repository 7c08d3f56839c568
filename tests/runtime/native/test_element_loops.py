"""Loops in which each element goes its own way, against plain Python and NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.constructs.for_loop import FOR
from runtime.native.nodes.element_loops import element_loop
from tests.runtime.native.natively import same

pytest.importorskip("llvmlite")


def some(*shape: int) -> np.ndarray:
    return np.random.default_rng(7).random(shape) + 0.5


def goes_by_elements(function: Callable[..., Any], *arrays: np.ndarray) -> bool:
    """Whether the loop of a function takes blocks through many turns at once."""
    concrete = autograph.function(function).get_concrete_function(*arrays, np.int64(9))
    graph = concrete.optimized_graph
    (loop,) = (node for node in graph.region.nodes if node.operation is FOR)
    return element_loop(loop, graph.region) is not None


LAYOUTS = {
    "row": some(700),
    "less than a tile": some(3),
    "empty": some(0),
    "matrix": some(5, 300),
    "columns": np.asfortranarray(some(300, 5)),
    "backwards": some(600)[::-2],
    "rows apart": some(8, 300)[::2],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("turns", list(map(np.int64, (0, 1, 2, 9))))
def test_every_layout_and_number_of_turns(layout, turns):
    def springs(x, v, turns):
        for _ in range(turns):
            v = v - 0.1 * x
            x = x + 0.1 * v
        return x, v

    x = LAYOUTS[layout]
    assert goes_by_elements(springs, x, x)
    same(springs, (x, x[..., ::-1], turns), (x, x, turns + 1))


def test_arrays_changed_in_place():
    def escapes(x, y, turns):
        count, total = np.zeros(x.shape, np.int64), np.zeros_like(x)
        a, b = np.zeros_like(x), np.zeros_like(y)
        for _ in range(turns):
            inside = a * a + b * b < 4.0
            a, b = (
                np.where(inside, a * a - b * b + x, a),
                np.where(inside, 2.0 * a * b + y, b),
            )
            count += inside
            total += a
            total *= 0.5
        return count, total

    x, y = some(40, 30) - 1.5, some(40, 30) - 1.0
    assert goes_by_elements(escapes, x, y)
    same(escapes, (x, y, 20), (x.T, y.T, 21), (x, y, 0))


def test_a_state_that_grows_by_its_first_turn():
    def decays(x, y, turns):
        for _ in range(turns):
            x = x * 0.5 + y
        return x

    same(decays, (some(1), some(300), 60), (some(1, 4), some(5, 1), 70))


def test_numpys_own_loops_between():
    def waves(x, turns):
        for _ in range(turns):
            x = np.exp(-x) * np.cos(x) + 0.25
        return x

    assert goes_by_elements(waves, some(900))
    same(waves, (some(900), 50), (some(900)[::3], 60))


def test_warnings_and_what_comes_of_them():
    def squares(x, turns):
        for _ in range(turns):
            x = x * x
        return x

    assert goes_by_elements(squares, some(300) * 2)
    same(squares, (some(300) * 2, 20))


def test_truths_and_small_integers():
    def flips(x, turns):
        up, steps = x > 1, np.zeros(len(x), np.int8)
        for _ in range(turns):
            up = ~up
            steps += up
        return up, steps

    assert goes_by_elements(flips, some(500))
    same(flips, (some(500), 9), (some(500), 140))


def test_more_turns_than_are_taken_without_looking_for_signals():
    def halved(x, turns):
        for _ in range(turns):
            x = 0.5 * (x + 1.0)
        return x

    same(halved, (some(3), 5000), (some(200_000), 300))


def seen_by_another_name(x, turns):
    total = np.zeros_like(x)
    backwards = total[::-1]
    for _ in range(turns):
        total += x
        x = x + 0.5 * backwards
    return total, x


def begins_with_what_changes(x, turns):
    total = np.zeros_like(x)
    y = total
    for _ in range(turns):
        total += x
        y = 0.5 * y + total
    return total, y


def changes_the_callers(x, turns):
    y = x
    for _ in range(turns):
        x += 1.0
        y = y * 0.5
    return x, y


def exchanges(x, turns):
    y = x * 2.0
    for _ in range(turns):
        x, y = y, x + y
    return x, y


def reads_the_turn(x, turns):
    for k in range(turns):
        x = x * 0.5 + k
    return x


def sums_all_elements(x, turns):
    for _ in range(turns):
        x = x - x.sum()
    return x


@pytest.mark.parametrize(
    "function",
    [
        seen_by_another_name,
        begins_with_what_changes,
        changes_the_callers,
        exchanges,
        reads_the_turn,
        sums_all_elements,
    ],
)
def test_loops_that_take_turn_by_turn(function):
    assert not goes_by_elements(function, some(300))
    same(function, (some(300), 60), (some(400), 70), regions=0)
