"""The workloads in TensorFlow: ``@tf.function`` through XLA, on the processor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from benchmarks import functions
from benchmarks.peers import training_in_tensorflow
from benchmarks.peers.workloads import Workload

tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)


def collatz(n):
    steps = tf.constant(0)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def common_divisor(a, b):
    while b != 0:
        a, b = b, a % b
    return a


def binary_search(x, value):
    low, high = tf.constant(0), tf.size(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def recurrence(b):
    found = tf.TensorArray(b.dtype, len(b)).write(0, 0.0)
    now = tf.zeros((), b.dtype)
    for i in tf.range(1, len(b)):
        now = now * 0.5 + b[i]
        found = found.write(i, now)
    return found.stack()


def shortest_paths(distances):
    found = distances
    for k in tf.range(len(distances)):
        found = tf.minimum(found, found[:, k, None] + found[None, k, :])
    return found


def common_length(a, b):
    def row(above, letter):
        def cell(left, given):
            other, over, corner = given
            longest = tf.maximum(over, left)
            return tf.where(letter == other, corner + 1, longest)

        zero = tf.zeros((), above.dtype)
        cells = tf.scan(cell, (b, above[1:], above[:-1]), zero)
        return tf.concat([[zero], cells], 0)

    return tf.foldl(row, a, tf.zeros(len(b) + 1, tf.int64))[-1]


def mandelbrot(width, height, limit):
    re = -2.0 + 3.0 * tf.range(width, dtype=tf.float64) / width
    im = -1.0 + 2.0 * tf.range(height, dtype=tf.float64) / height
    return mandelbrot_of_arrays(*tf.meshgrid(re, im), limit)


def mandelbrot_of_arrays(re, im, limit):
    x, y = tf.zeros_like(re), tf.zeros_like(im)
    counts = tf.zeros(re.shape, tf.int64)
    for _ in tf.range(limit):
        inside = x * x + y * y < 4.0
        new_x, new_y = x * x - y * y + re, 2.0 * x * y + im
        x, y = tf.where(inside, new_x, x), tf.where(inside, new_y, y)
        counts += tf.cast(inside, tf.int64)
    return counts


def bodies(x, v, masses, step, steps):
    for _ in tf.range(steps):
        apart = x[None, :, :] - x[:, None, :]
        square = tf.reduce_sum(apart * apart, -1) + 0.01
        pull = masses / (square * tf.sqrt(square))
        v = v + step * tf.reduce_sum(pull[:, :, None] * apart, 1)
        x = x + step * v
    return x


def product(a, b):
    return a @ b


def heat(plate, rate, steps):
    p = plate
    for _ in tf.range(steps):
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        p += tf.pad(rate * (around - 4 * p[1:-1, 1:-1]), [[1, 1], [1, 1]])
    return p


def cube_roots(a, tolerance):
    x = tf.ones_like(a)
    for _ in tf.range(100):
        move = (x * x * x - a) / (3 * x * x)
        x = x - move
        if tf.reduce_max(tf.abs(move)) < tolerance:
            break
    return x


def matrix_power(matrix, steps):
    found = tf.eye(len(matrix), dtype=matrix.dtype)
    for _ in tf.range(steps):
        found = found @ matrix
    return found


def perceptron_step(x, y, first, second, rate):
    hidden = tf.tanh(x @ first)
    wrong = hidden @ second - y
    back = (wrong @ tf.transpose(second)) * (1.0 - hidden * hidden)
    scale = rate / len(x)
    first = first - scale * (tf.transpose(x) @ back)
    return first, second - scale * (tf.transpose(hidden) @ wrong)


def chain_of_12(x, y):
    a = x * y
    f = ((a + x - y) * 0.5) ** 2 + a
    return tf.abs((tf.sqrt(f * f + 1.0) - x) / 3.0)


def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def option_price(price, strike, years, rate, volatility):
    spread = volatility * tf.sqrt(years)
    drift = (rate + volatility * volatility / 2) * years
    first = (tf.math.log(price / strike) + drift) / spread
    likely = 1 / (1 + tf.exp(-1.702 * first))
    certain = 1 / (1 + tf.exp(-1.702 * (first - spread)))
    return price * likely - strike * tf.exp(-rate * years) * certain


_VERSIONS: dict[str, Callable[..., Any]] = {
    "Collatz": collatz,
    "common divisor": common_divisor,
    "binary search": binary_search,
    "recurrence": recurrence,
    "shortest paths": shortest_paths,
    "common length": common_length,
    "Mandelbrot": mandelbrot,
    "Mandelbrot of arrays": mandelbrot_of_arrays,
    "product by loops": product,
    "12 bodies": bodies,
    "heat": heat,
    "cube roots": cube_roots,
    "matrix power": matrix_power,
    "perceptron step": perceptron_step,
    "chain of 12": chain_of_12,
    "gelu": gelu,
    "option price": option_price,
    "x + y": functions.add_two,
    **training_in_tensorflow.VERSIONS,
}
"""The function for the first part of each name."""


def prepared(workload: Workload) -> Callable[[], Any] | None:
    """Return a call of a workload, its arrays made tensors before.

    On the processor a call returns when it has computed its result.
    """
    function = _VERSIONS.get(workload.name.partition(",")[0])
    if function is None:
        return None
    given = [
        tf.constant(each) if isinstance(each, (np.ndarray, np.generic)) else each
        for each in workload.arguments
    ]
    return partial(tf.function(function, jit_compile=True), *given)
