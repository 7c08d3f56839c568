"""Networks, optimizers and branches in TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf


def perceptron_training(x, y, first, second, rate, steps):
    scale = rate / len(x)
    for _ in tf.range(steps):
        hidden = tf.tanh(x @ first)
        wrong = hidden @ second - y
        back = (wrong @ tf.transpose(second)) * (1.0 - hidden * hidden)
        first = first - scale * (tf.transpose(x) @ back)
        second = second - scale * (tf.transpose(hidden) @ wrong)
    return first, second


def recurrent_network(inputs, state, into, across, bias):
    for one in inputs:
        state = tf.tanh(one @ into + state @ across + bias)
    return state


def descent_direction(gradient, moves, changes):
    weights = tf.TensorArray(gradient.dtype, len(moves))
    found = gradient
    for i in tf.range(len(moves) - 1, -1, -1):
        weight = dot(moves[i], found) / dot(changes[i], moves[i])
        weights = weights.write(i, weight)
        found = found - weight * changes[i]
    found = found * (dot(moves[-1], changes[-1]) / dot(changes[-1], changes[-1]))
    for i in tf.range(len(moves)):
        back = dot(changes[i], found) / dot(changes[i], moves[i])
        found = found + (weights.read(i) - back) * moves[i]
    return -found


def dot(a, b):
    return tf.tensordot(a, b, 1)


def branches(x):
    total = tf.zeros((), x.dtype)
    for v in x:
        if v < 0.75:
            total += v * v
        elif v < 1.0:
            total -= v
        elif v < 1.25:
            total += 1.0 / v
        else:
            total *= 0.5
    return total


VERSIONS: dict[str, Callable[..., Any]] = {
    "perceptron training": perceptron_training,
    "recurrent network": recurrent_network,
    "L-BFGS direction": descent_direction,
    "branches": branches,
}
"""The function for the first part of each name."""
