"""Random numbers: drawn anew at each call, in order, from NumPy's own streams."""

from __future__ import annotations

import random

import numpy as np
import pytest

import autograph as ag

NUMBER = np.float64(2.0)
GENERATOR = np.random.default_rng(3)


def test_random_random_is_frozen_and_warned_about():
    @ag.function
    def my_rnd(x):
        return random.random()

    with pytest.warns(ag.FrozenWarning, match="random") as caught:
        first = my_rnd(NUMBER)
    assert my_rnd(NUMBER) == first
    assert caught[0].filename == __file__
