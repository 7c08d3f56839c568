"""Axes in another order, more of them and fewer, within kernels."""

from __future__ import annotations

import numpy as np
import pytest

from tests.runtime.native.natively import same

pytest.importorskip("llvmlite")

MATRIX = np.random.default_rng(2).random((4, 3))
CUBE = np.random.default_rng(3).random((2, 3, 4))


def test_axes_swapped() -> None:
    def products(x, turns):
        total = 0.0
        for _ in range(turns):
            total += np.sum(np.swapaxes(x, 0, -1) @ x) + (x.mT @ x)[0, 0]
        return total

    same(products, (MATRIX, 70), (MATRIX[::-1], 71))


def test_axes_in_an_order() -> None:
    def sums(x, turns):
        total = 0.0
        for k in range(turns):
            moved = np.moveaxis(x, 0, -1)
            turned = np.transpose(x, (2, 0, 1))
            total += moved[k % 3, 1, 0] * turned[k % 4, 1, 2]
        return total

    same(sums, (CUBE, 70), (CUBE[:, ::-1], 71))


def test_new_axes() -> None:
    def outer(x, turns):
        table = np.zeros((4, 4))
        for _ in range(turns):
            table = table + np.expand_dims(x[:, 0], -1) * x[:, 1]
        return table

    same(outer, (MATRIX, 70), (MATRIX[::-1], 71))
