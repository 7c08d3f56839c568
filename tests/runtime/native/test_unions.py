"""Values that are one of several types share registers, and are held as they are."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from tests.runtime.native.natively import native, natives, same

VECTOR = np.linspace(-1.0, 2.0, 7)


def test_an_array_that_a_loop_makes_first() -> None:
    def last_above(rows, bound):
        for row in rows:
            if row.sum() > bound:
                found = row * 2.0
        return found

    rows = np.arange(12.0).reshape(4, 3)
    same(last_above, (rows, 5.0), (rows, 20.0), (rows, 100.0), (rows[:0], 1.0))


def test_an_array_and_a_number_returned_out_of_a_loop() -> None:
    def fixed_point(matrix, start, tolerance):
        for turn in range(60):
            following = matrix @ start
            following = following / np.linalg.norm(following)
            if np.abs(following - start).max() < tolerance:
                return following, turn
            start = following
        return start, -1

    matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    same(fixed_point, (matrix, np.ones(2), 1e-9), (matrix, np.ones(2), 0.0))


def test_the_greatest_of_several_numbers_has_its_own_type() -> None:
    def best_local_score(scores, gap):
        best = np.zeros(len(scores) + 1)
        for i in range(len(scores)):
            best[i + 1] = max(0, best[i] + scores[i], gap, True)
        least = min(0, -0.0, scores[0], gap)
        for score in scores:
            least = min(least, score, gap, 1)
        return best, least

    scores = np.array([2, -1, -4, 3, 0])
    same(
        best_local_score,
        (scores, 1.5),
        (scores, np.nan),
        (scores, -0.0),
        (-scores, 0.0),
    )


def test_none_or_an_array() -> None:
    def best(rows):
        found = None
        for row in rows:
            if found is None or row[0] < found[0]:
                found = row
        return found

    same(best, (np.array([[3.0, 1.0], [2.0, 5.0], [4.0, 0.0]]),), (np.zeros((0, 2)),))


def test_arrays_of_two_dtypes_and_numbers() -> None:
    def drifting(x, turns):
        total = 0
        for turn in range(turns):
            total = total + x if turn % 2 else total * 2
            x = x * 2 if turn < 2 else x * 0.5
        return total

    same(drifting, (np.arange(4), 6), (np.arange(4), 1), (np.arange(4), 0))


def test_arrays_of_two_ranks() -> None:
    def row_or_all(matrix, turns):
        chosen = matrix
        for turn in range(turns):
            chosen = matrix[turn % 3] if turn % 2 else matrix.T
        return chosen.sum(), chosen

    matrix = np.arange(6.0).reshape(3, 2)
    same(row_or_all, (matrix, 70), (matrix, 71), (matrix, 0))


def test_a_number_that_becomes_an_array_in_place() -> None:
    def accumulated(x, turns):
        weights = 0.0
        for turn in range(turns):
            weights -= x * turn
        return weights

    same(accumulated, (VECTOR, 5), (VECTOR, 1), (VECTOR, 0))


def test_the_truth_of_one_of_several_types() -> None:
    def counted(values, limit):
        s, t = 3, 0
        while s and t < limit:
            s, t = (s - 1 if values[t] > 0.0 else 0.0), t + 1
        return s, t

    same(counted, (VECTOR[::-1], 9), (VECTOR[::-1], 2), (VECTOR, 3))


def test_the_larger_of_two_types() -> None:
    def errors(values):
        error = 0.0
        for value in values:
            error = max(error, abs(value - 0.5))
            least = min(value, error, key=None)
        return error, least

    same(errors, (VECTOR,), (np.array([0.5, np.nan, 2.0]),), (VECTOR[:1] * 0.0,))


def test_arrays_that_change_places() -> None:
    def swapped(x, turns):
        a, b = None, x
        for _ in range(turns):
            a, b = b, (x + 1.0 if a is None else a * 0.5)
        return a, b

    same(swapped, (VECTOR, 0), (VECTOR, 1), (VECTOR, 2), (VECTOR, 9))


def test_one_of_two_arrays_is_written() -> None:
    def written(x, y, turns):
        target = x
        for turn in range(turns):
            target = y if turn > 2 else x
            target[turn % 7] = -1.0
        return target

    same(written, (VECTOR, VECTOR + 1.0, 70), (VECTOR, VECTOR + 1.0, 2))
    same(written, (VECTOR, VECTOR[1:], 71), (VECTOR, VECTOR[1:], 3))


def test_a_union_that_is_an_argument() -> None:
    def doubled(x, turns):
        for k in range(turns):
            if k % 2:
                x = x + 1.0
            for _ in range(2):
                x = x * 2.0 if k else 0.5
        return x

    function = native(doubled)
    for turns in (0, 1, 2, 3, 4):
        found, expected = function(VECTOR, turns), doubled(VECTOR, turns)
        assert type(found) is type(expected)
        np.testing.assert_array_equal(found, expected)
    assert sum(each.calls for each in natives(function))


def test_power_of_a_float_that_may_be_complex() -> None:
    def step_sizes(errors, step):
        taken = 0.0
        for i in range(len(errors)):
            error = float(errors[i])
            step *= min(4, max(0.1, 0.84 * (1e-6 / error) ** 0.25))
            taken += step
        return taken

    errors = np.linspace(1e-9, 1e-3, 30)
    same(step_sizes, (errors, 0.1), (errors * 0, 0.1), (-errors, 0.1))


def test_numbers_that_machine_code_only_passes_along() -> None:
    def last(values):
        found = 0.0
        for k, v in enumerate(values):
            if k % 3 == 1:
                found = v
        return found

    for halves in (100, 101, 102):
        same(last, ([np.float32(1.5), *[np.float16(0.5)] * halves],))
