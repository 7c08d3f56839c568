"""Two names of one array: written by one of them, read by the other."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import AmbiguousMemory


def one_in_an_arm(x, n):
    if n > 0:
        a = b = x * 2.0
    else:
        a, b = x * 3.0, x * 4.0
    a[0] = 5.0
    return (a * b).sum()


def a_part_in_an_arm(x, n):
    if n > 0:
        a = x * 2.0
        b = a[1:]
    else:
        a, b = x * 3.0, x * 4.0
    a[1] = 5.0
    return a.sum() * b.sum()


def one_in_an_arm_of_an_arm(x, n):
    a, b = x * 1.0, x * 5.0
    if n > 0:
        if n > 1:
            a = b = x * 2.0
        else:
            a = x * 3.0
    b[2] = a[0]
    a[0] = 5.0
    return (a * b).sum()


def one_after_a_turn(x, n):
    a, b = x * 1.0, x * 2.0
    for _ in range(n):
        a = b = a + b
    a[0] = 5.0
    return (a * b).sum()


@pytest.mark.parametrize(
    "function",
    [one_in_an_arm, a_part_in_an_arm, one_in_an_arm_of_an_arm, one_after_a_turn],
)
def test_what_the_run_decides_is_refused(function):
    x = np.array([0.3, 0.5, 0.7])
    for n in (np.int64(2), np.int64(0)):
        assert ag.function(function)(x, n) == function(x, n)
        with pytest.raises(AmbiguousMemory, match="was written by another name"):
            ag.grad(function)(x, n)


def apart_in_each_arm(x, n):
    if n > 0:
        a, b = x * 2.0, x * 3.0
    else:
        b = x * 4.0
        a = b * 1.0
    a[0] = b[1]
    b[2] = a[1]
    return (a * b).sum()


def test_arrays_that_are_apart_on_every_path_are_followed():
    x, gradient = np.array([0.3, 0.5, 0.7]), ag.grad(apart_in_each_arm)
    for n in (np.int64(1), np.int64(0)):
        found, step = gradient(x, n), 1e-6
        for place in range(3):
            moved = step * (np.arange(3) == place)
            ahead, behind = (apart_in_each_arm(x + d, n) for d in (moved, -moved))
            assert found[place] == pytest.approx((ahead - behind) / (2 * step))
