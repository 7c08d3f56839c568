"""Networks and optimizers in PyTorch as it runs by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def perceptron_training(x, y, first, second, rate, steps):
    scale = rate / len(x)
    for _ in range(steps):
        hidden = torch.tanh(x @ first)
        wrong = hidden @ second - y
        back = (wrong @ second.T) * (1.0 - hidden * hidden)
        first = first - scale * (x.T @ back)
        second = second - scale * (hidden.T @ wrong)
    return first, second


def recurrent_network(inputs, state, into, across, bias):
    for one in inputs:
        state = torch.tanh(one @ into + state @ across + bias)
    return state


def descent_direction(gradient, moves, changes):
    weights = []
    found = gradient
    for move, change in zip(moves.flip(0), changes.flip(0), strict=True):
        weights.append((move @ found) / (change @ move))
        found = found - weights[-1] * change
    found = found * ((moves[-1] @ changes[-1]) / (changes[-1] @ changes[-1]))
    for move, change, weight in zip(moves, changes, reversed(weights), strict=True):
        found = found + (weight - (change @ found) / (change @ move)) * move
    return -found


VERSIONS: dict[str, Callable[..., Any]] = {
    "perceptron training": perceptron_training,
    "recurrent network": recurrent_network,
    "L-BFGS direction": descent_direction,
}
"""The function for the first part of each name."""
