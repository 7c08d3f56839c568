"""Elements selected by truth values and by integers, within kernels."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.native import executable
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")

VECTOR = np.random.default_rng(5).random(9) - 0.5
MATRIX = np.random.default_rng(6).random((4, 3)) - 0.5
PLACES = np.array([2, 0, -1, 2])


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def test_a_number_where_a_condition_holds() -> None:
    def clipped(x, turns):
        for _ in range(turns):
            x[x < 0] = 0.25
            x = x - 0.1
        return x

    same(clipped, (VECTOR, 70), (MATRIX, 71), (MATRIX.T, 72), (VECTOR[::-2], 1))


def test_elements_where_a_condition_holds() -> None:
    def halved(x, turns):
        for k in range(turns):
            mask = x > 0.1 * (k % 4)
            x[mask] = x[mask] * 0.5 - 0.1
            x[mask] += 0.01
        return x, x[mask], x[~mask].sum()

    same(halved, (VECTOR, 70), (VECTOR, 1), (VECTOR[::-1], 3), (np.zeros(0), 9))


def test_elements_of_a_matrix_where_a_condition_holds() -> None:
    def largest(x, turns):
        total = 0.0
        for k in range(turns):
            total += x[x > 0.01 * k].sum()
        return total, x[x > 0]

    same(largest, (MATRIX, 70), (MATRIX.T, 71), (MATRIX[::2, ::-1], 72))


def test_truth_values_that_select_themselves() -> None:
    def thinned(flags, turns):
        for _ in range(turns):
            flags[flags] = ~flags[flags]
            flags[flags[::-1]] = True
        return flags

    flags = np.array([True, False, True, False])
    same(thinned, (flags, 70), (flags, 71), (flags[:3], 3))


def test_elements_and_rows_at_places() -> None:
    def shuffled(x, places, turns):
        for _ in range(turns):
            x = x[places] + 0.5
        return x

    places = np.array([2, 0, 1])
    same(shuffled, (VECTOR[:3], places, 70), (VECTOR[:3], places.astype(np.int8), 2))
    same(shuffled, (MATRIX[:3], places, 70), (MATRIX.T, places, 71))
    same(shuffled, (VECTOR, PLACES, 70), (VECTOR, np.array([0, 9]), 71))
    same(shuffled, (VECTOR, np.array([-9, -10]), 70), (VECTOR, places[:0], 2))


def test_assignments_at_places() -> None:
    def scattered(x, places, turns):
        for k in range(turns):
            x[places] = 0.1 * k
            x[places] = x[places[::-1]] + x[: len(places)]
            x[places] += 1.0
        return x

    same(scattered, (VECTOR, PLACES, 70), (VECTOR, np.array([8, 9]), 71))
    same(scattered, (VECTOR[::-1], PLACES[:1], 70), (VECTOR, PLACES[:0], 70))


def test_places_that_are_written_by_themselves() -> None:
    def chased(places, turns):
        for _ in range(turns):
            places[places] = places[::-1]
        return places

    same(chased, (np.array([1, 0, 3, 2]), 70), (np.array([1, 2, 3, 0]), 71))


def test_a_part_that_is_too_long_is_an_error() -> None:
    def assigned(x, y, turns):
        for _ in range(turns):
            x[x > 0] = y
        return x

    x = np.array([1.0, -1.0, 2.0])
    same(assigned, (x, np.ones(2), 70), (x, np.ones(3), 70), (x, np.ones(1), 70))


def test_no_fault_in_what_is_common() -> None:
    def common(x, places, turns):
        for _ in range(turns):
            x[x < 0] = 0.0
            x = x[places] - 0.1
        return x[x > 0]

    function = native(common)
    for _ in range(3):
        function(VECTOR, np.arange(9), 70)
    assert all(each.faults == 0 for each in natives(function))
