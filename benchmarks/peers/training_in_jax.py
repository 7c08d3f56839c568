"""Networks, optimizers and branches in JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import lax


def perceptron_training(x, y, first, second, rate, steps):
    scale = rate / len(x)

    def step(_, weights):
        first, second = weights
        hidden = jnp.tanh(x @ first)
        wrong = hidden @ second - y
        back = (wrong @ second.T) * (1.0 - hidden * hidden)
        return first - scale * (x.T @ back), second - scale * (hidden.T @ wrong)

    return lax.fori_loop(0, steps, step, (first, second))


def recurrent_network(inputs, state, into, across, bias):
    def step(state, one):
        return jnp.tanh(one @ into + state @ across + bias), None

    return lax.scan(step, state, inputs)[0]


def descent_direction(gradient, moves, changes):
    def down(found, pair):
        move, change = pair
        weight = (move @ found) / (change @ move)
        return found - weight * change, weight

    def up(found, given):
        move, change, weight = given
        back = (change @ found) / (change @ move)
        return found + (weight - back) * move, None

    found, weights = lax.scan(down, gradient, (moves, changes), reverse=True)
    found = found * ((moves[-1] @ changes[-1]) / (changes[-1] @ changes[-1]))
    return -lax.scan(up, found, (moves, changes, weights))[0]


def branches(x):
    def step(total, v):
        low = jnp.where(v < 0.75, total + v * v, total - v)
        high = jnp.where(v < 1.25, total + 1.0 / v, total * 0.5)
        return jnp.where(v < 1.0, low, high), None

    return lax.scan(step, 0.0, x)[0]


VERSIONS: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    "perceptron training": (perceptron_training, ()),
    "recurrent network": (recurrent_network, ()),
    "L-BFGS direction": (descent_direction, ()),
    "branches": (branches, ()),
}
"""The function for the first part of each name, and its static arguments."""
