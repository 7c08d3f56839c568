"""Arrays put together within kernels: written out, joined, stacked, rolled."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.native import executable
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")

VECTOR = np.random.default_rng(5).random(5) - 0.5
MATRIX = np.random.default_rng(6).random((4, 3)) - 0.5


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def test_matrices_written_out() -> None:
    def rotated(x, turns):
        for k in range(turns):
            c, s = np.cos(0.1 * k), np.sin(0.1 * k)
            x = np.array([[c, -s], [s, c]]) @ x
        return x, np.array([x, 2 * x]), np.array([[1, 2.5, k]])

    same(rotated, (VECTOR[:2], 70), (VECTOR[:2], 1))


def test_rows_of_several_lengths_are_an_error() -> None:
    def ragged(x, turns):
        for k in range(turns):
            y = np.array([x[: 1 + k % 2], x[:2]])
        return y

    same(ragged, (VECTOR, 70), regions=0)


def test_arrays_of_lists() -> None:
    def collected(n):
        found = []
        for k in range(n):
            found.append(0.5 * k)
            if k % 7 == 0:
                mean = np.array(found).mean()
        return np.array(found), mean

    same(collected, 70, 1)


@pytest.mark.parametrize("axis", [0, 1])
def test_joined(axis: int) -> None:
    def joined(x, turns):
        for _ in range(turns):
            x = np.concatenate((x[1:], x[:1] * 0.5), 0)
            if x.ndim > 1:
                x = np.concatenate([x[:, 1:], x[:, :1]], axis=axis if axis else 1)
        return np.concatenate([x, x], axis=axis) if x.ndim > 1 else x

    same(joined, (VECTOR, 70), (MATRIX, 71), (MATRIX.T, 72), (MATRIX[::-1, ::2], 3))


def test_stacked() -> None:
    def stacked(x, turns):
        for _ in range(turns):
            y = np.stack([x, x * 2.0])
            z = np.vstack((x, y))
            x = np.hstack([z[0, 1:], z[2, :1]]) * 0.5
        return x, y, z, np.hstack([y, z[:2]])

    same(stacked, (VECTOR, 70), (VECTOR[::-1], 1))


def test_rolled() -> None:
    def rolled(x, turns):
        for k in range(turns):
            y = np.roll(x, k - 30) if x.ndim == 1 else np.roll(x, k, axis=1)
            x = x + 0.1 * (np.roll(y, -1, axis=0) - x)
        return x

    same(rolled, (VECTOR, 70), (MATRIX, 71), (MATRIX.T, 72), (VECTOR[::-1], 3))
    same(rolled, (VECTOR[:1], 70), (VECTOR[:0], 70))


def test_no_fault_in_what_is_common() -> None:
    def waves(u, v, turns):
        for _ in range(turns):
            v = v + 0.1 * (np.roll(u, 1) + np.roll(u, -1) - 2 * u)
            u = u + 0.1 * v
        return np.array([u, v])

    function = native(waves)
    for _ in range(3):
        function(VECTOR, VECTOR * 0.0, 70)
    assert all(each.faults == 0 for each in natives(function))
