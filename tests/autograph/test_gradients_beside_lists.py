"""Which lists vary: tapes are lists too, and are no part of what was there before."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NoDerivative

DRAW = np.random.default_rng(7).standard_normal
SEEDS = [DRAW((5, 4)), DRAW((4, 4))]
NESTED = [[1.5, 2.5], [3.5]]


def recurrent(xs, w):
    h = np.zeros(4)
    for x in xs:
        h = np.tanh(x @ w + h)
    return h.sum()


def by_list(xs, w):
    return (ag.grad(recurrent, 1)(xs, w) * SEEDS[1]).sum()


def by_two(xs, w):
    first, second = ag.grad(recurrent, (0, 1))(xs, w)
    return (first * SEEDS[0]).sum() + (second * SEEDS[1]).sum()


@pytest.mark.parametrize("function", [by_list, by_two])
def test_reverse_over_reverse_beside_a_list_of_arrays(function):
    xs, w = DRAW((5, 4)), DRAW((4, 4)) * 0.3
    found = ag.grad(function, (0, 1))(xs, w)
    step = 1e-6
    for place, array in enumerate((xs, w)):
        way = DRAW(array.shape)
        moved = [
            [
                each + sign * step * way if k == place else each
                for k, each in enumerate((xs, w))
            ]
            for sign in (1, -1)
        ]
        slope = (function(*moved[0]) - function(*moved[1])) / (2 * step)
        assert np.isclose(np.sum(found[place] * way), slope, rtol=1e-6)


def put_into_an_older_list(x, box):
    inner = []
    box.append(inner)
    for v in x:
        inner.append(v * v)  # noqa: PERF401  # a loop that appends is tested
    return box[-1][0] * 3.0


def put_into_a_list_of_the_module(x):
    NESTED[0].append(x[0] * 2.0)
    y = NESTED[0][-1] * x[1]
    NESTED[0].pop()
    return y


@pytest.mark.parametrize(
    ("function", "others"),
    [(put_into_an_older_list, ([],)), (put_into_a_list_of_the_module, ())],
)
def test_what_is_put_into_an_older_list_is_no_quiet_zero(function, others):
    with pytest.raises(NoDerivative, match="getitem"):
        ag.grad(function)(np.array([2.0, 3.0]), *others)
