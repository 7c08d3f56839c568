"""Sums, extrema, means and deviations within kernels, with NumPy's bits."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.native import executable
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")

MATRIX = np.random.default_rng(7).random((7, 11)) - 0.5


@pytest.fixture(autouse=True)
def no_region_is_retired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "FEW", 10**9)


def test_windows() -> None:
    def blurred(image, size):
        out = image.copy()
        for i in range(size, image.shape[0] - size):
            for j in range(size, image.shape[1] - size):
                window = image[i - size : i + size + 1, j - size : j + size + 1]
                out[i, j] = window.mean() + window.max() - window.sum()
        return out

    random = np.random.default_rng(8)
    image = random.random((20, 15)) * 10.0 ** random.integers(-9, 9, (20, 15))
    same(blurred, (image, 1), (image, 3), (image[::2], 2), (image.T, 1), (image, 0))
    function = native(blurred)
    for size in (1, 2, 3):
        function(image, size)
    assert all(each.faults == 0 for each in natives(function))


def test_rows_and_columns_of_parts() -> None:
    def summed(x, turns):
        for k in range(turns):
            part = x[k % 3 :, k % 4 : 10]
            a, b = part.sum(axis=1), part.sum(axis=0)
            c, d = part.max(axis=1), part.min(axis=0)
        return a, b, c, d, part.mean(axis=1)

    exponents = np.random.default_rng(9).integers(-9, 9, MATRIX.shape)
    numbers = MATRIX * 10.0**exponents
    same(summed, (numbers, 70), (numbers[::-1], 71), (numbers[:, ::-1], 72))
    same(summed, (np.asfortranarray(numbers), 70), (numbers[:4], 73))


def test_axes_that_are_kept() -> None:
    def softmax(x, turns):
        for _ in range(turns):
            e = np.exp(x - x.max(axis=1, keepdims=True))
            x = e / e.sum(axis=1, keepdims=True)
            x = x - x.mean(axis=0, keepdims=True)
        return x, x.sum(0, keepdims=True), x.min(axis=-1, keepdims=True)

    same(softmax, (MATRIX, 70), (MATRIX[:, 1:], 71), (MATRIX.T, 72), (MATRIX[:1], 3))


def test_deviations() -> None:
    def normalized(x, turns):
        for _ in range(turns):
            x = (x - x.mean()) / (x.std() + np.var(x, ddof=1) + 1e-9)
        return x, x.var(), np.std(x, ddof=2)

    same(normalized, (MATRIX, 70), (MATRIX[2], 71), (MATRIX.T, 72), (MATRIX[:1, :2], 3))
    same(normalized, (MATRIX[1, ::-3], 70), (MATRIX[:, 1:9], 71), (MATRIX[0, :1], 72))


@pytest.mark.parametrize("exponent", [3, -2, 1.5, 0.5, -1, 2, 2.0])
def test_powers(exponent: float) -> None:
    def powers(x, turns):
        for _ in range(turns):
            x = 0.5 * x**exponent + 0.3
        return x

    positive = np.random.default_rng(10).random(75) + 0.1
    same(powers, *((positive[:n], 70) for n in (1, 2, 3, 5, 8, 13, 31, 75)))
    same(powers, (positive.astype(np.float32), 70), (positive[::-3], 70))


def test_clipped() -> None:
    def bounded(x, low, turns):
        for _ in range(turns):
            x = np.clip(x * 1.1, -0.4, 0.3)
            x = x.clip(low, 1)
        return x, x.clip(low) * 2.0

    same(bounded, (MATRIX, -0.2, 70), (MATRIX[:, ::2], 0.1, 71), (MATRIX[0], 2.0, 72))
    same(bounded, (np.array([np.nan, -np.inf, 0.1]), -0.2, 70))
