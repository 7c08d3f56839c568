"""Networks, optimizers and branches, as users of NumPy write them."""

from __future__ import annotations

from typing import Any

import numpy as np


def perceptron_training(x, y, first, second, rate, steps):
    scale = rate / len(x)
    for _ in range(steps):
        hidden = np.tanh(x @ first)
        wrong = hidden @ second - y
        back = (wrong @ second.T) * (1.0 - hidden * hidden)
        first = first - scale * (x.T @ back)
        second = second - scale * (hidden.T @ wrong)
    return first, second


def recurrent_network(inputs, state, into, across, bias):
    for t in range(len(inputs)):
        state = np.tanh(inputs[t] @ into + state @ across + bias)
    return state


def descent_direction(gradient, moves, changes):
    count = len(moves)
    weights = np.zeros(count)
    found = gradient.copy()
    for i in range(count - 1, -1, -1):
        weights[i] = (moves[i] @ found) / (changes[i] @ moves[i])
        found = found - weights[i] * changes[i]
    found = found * ((moves[-1] @ changes[-1]) / (changes[-1] @ changes[-1]))
    for i in range(count):
        back = (changes[i] @ found) / (changes[i] @ moves[i])
        found = found + (weights[i] - back) * moves[i]
    return -found


def branches(x):
    total = 0.0
    for i in range(len(x)):
        v = x[i]
        if v < 0.75:
            total += v * v
        elif v < 1.0:
            total -= v
        elif v < 1.25:
            total += 1.0 / v
        else:
            total *= 0.5
    return total


def arguments() -> list[tuple[str, Any, tuple[Any, ...]]]:
    """Return the name of each workload, its function and its arguments."""
    random = np.random.default_rng(2025)
    inputs, targets = random.normal(size=(64, 32)), random.normal(size=(64, 8))
    weights = random.normal(size=(32, 48)) / 6, random.normal(size=(48, 8)) / 7
    series, start = random.normal(size=(100, 16, 24)), np.zeros((16, 32))
    into, across = random.normal(size=(24, 32)) / 5, random.normal(size=(32, 32)) / 6
    moves = random.normal(size=(10, 500))
    changes = moves * (random.random(500) + 0.5)
    return [
        (
            "perceptron training, 20 steps",
            perceptron_training,
            (inputs, targets, *weights, 0.1, 20),
        ),
        (
            "recurrent network, 100 steps",
            recurrent_network,
            (series, start, into, across, np.zeros(32)),
        ),
        (
            "L-BFGS direction, 10 of 500",
            descent_direction,
            (random.normal(size=500), moves, changes),
        ),
        ("branches, 1,000", branches, (random.random(1_000) + 0.5,)),
    ]
