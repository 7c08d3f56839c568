"""The workloads in JAX: jitted, with its own loops, in 64 bits, on the processor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks import functions
from benchmarks.peers import training_in_jax
from benchmarks.peers.workloads import Workload

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def collatz(n):
    def body(state):
        n, steps = state
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), steps + 1

    return lax.while_loop(lambda state: state[0] != 1, body, (n, 0))[1]


def common_divisor(a, b):
    def body(pair):
        a, b = pair
        return b, a % b

    return lax.while_loop(lambda pair: pair[1] != 0, body, (a, b))[0]


def binary_search(x, value):
    def body(ends):
        low, high = ends
        middle = (low + high) // 2
        below = x[middle] < value
        return jnp.where(below, middle + 1, low), jnp.where(below, high, middle)

    return lax.while_loop(lambda ends: ends[0] < ends[1], body, (0, len(x)))[0]


def recurrence(b):
    def step(before, one):
        now = before * 0.5 + one
        return now, now

    rest = lax.scan(step, 0.0, b[1:])[1]
    return jnp.concatenate([jnp.zeros(1), rest])


def shortest_paths(distances):
    def step(k, found):
        return jnp.minimum(found, found[:, k, None] + found[None, k, :])

    return lax.fori_loop(0, len(distances), step, distances)


def common_length(a, b):
    def row(above, letter):
        def cell(left, given):
            other, over, corner = given
            longest = jnp.where(letter == other, corner + 1, jnp.maximum(over, left))
            return longest, longest

        cells = lax.scan(cell, 0, (b, above[1:], above[:-1]))[1]
        return jnp.concatenate([jnp.zeros(1, cells.dtype), cells]), None

    return lax.scan(row, jnp.zeros(len(b) + 1, jnp.int64), a)[0][-1]


def mandelbrot(width, height, limit):
    re = jnp.broadcast_to(-2.0 + 3.0 * jnp.arange(width) / width, (height, width))
    im = (-1.0 + 2.0 * jnp.arange(height) / height)[:, None]
    return mandelbrot_of_arrays(re, im, limit)


def mandelbrot_of_arrays(re, im, limit):
    def step(_, state):
        x, y, counts = state
        inside = x * x + y * y < 4.0
        new_x, new_y = x * x - y * y + re, 2.0 * x * y + im
        x, y = jnp.where(inside, new_x, x), jnp.where(inside, new_y, y)
        return x, y, counts + inside

    zero = jnp.zeros(re.shape)
    start = zero, zero, zero.astype(jnp.int64)
    return lax.fori_loop(0, limit, step, start)[2]


def bodies(x, v, masses, step, steps):
    def turn(_, state):
        x, v = state
        apart = x[None, :, :] - x[:, None, :]
        square = (apart * apart).sum(-1) + 0.01
        pull = masses / (square * jnp.sqrt(square))
        v = v + step * (pull[:, :, None] * apart).sum(1)
        return x + step * v, v

    return lax.fori_loop(0, steps, turn, (x, v))[0]


def heat(plate, rate, steps):
    def turn(_, p):
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        return p.at[1:-1, 1:-1].add(rate * (around - 4 * p[1:-1, 1:-1]))

    return lax.fori_loop(0, steps, turn, plate)


def cube_roots(a, tolerance):
    def body(state):
        turn, x, _ = state
        move = (x * x * x - a) / (3 * x * x)
        return turn + 1, x - move, jnp.abs(move).max()

    def test(state):
        return (state[0] < 100) & (state[2] >= tolerance)

    return lax.while_loop(test, body, (0, jnp.ones_like(a), jnp.inf))[1]


def matrix_power(matrix, steps):
    start = jnp.eye(len(matrix))
    return lax.fori_loop(0, steps, lambda _, found: found @ matrix, start)


def perceptron_step(x, y, first, second, rate):
    hidden = jnp.tanh(x @ first)
    wrong = hidden @ second - y
    back = (wrong @ second.T) * (1.0 - hidden * hidden)
    scale = rate / len(x)
    return first - scale * (x.T @ back), second - scale * (hidden.T @ wrong)


def chain_of_12(x, y):
    a = x * y
    f = ((a + x - y) * 0.5) ** 2 + a
    return jnp.abs((jnp.sqrt(f * f + 1.0) - x) / 3.0)


def gelu(x):
    return 0.5 * x * (1.0 + jnp.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def option_price(price, strike, years, rate, volatility):
    spread = volatility * jnp.sqrt(years)
    drift = (rate + volatility * volatility / 2) * years
    first = (jnp.log(price / strike) + drift) / spread
    likely = 1 / (1 + jnp.exp(-1.702 * first))
    certain = 1 / (1 + jnp.exp(-1.702 * (first - spread)))
    return price * likely - strike * jnp.exp(-rate * years) * certain


_VERSIONS: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    "Collatz": (collatz, ()),
    "binary search": (binary_search, ()),
    "recurrence": (recurrence, ()),
    "shortest paths": (shortest_paths, ()),
    "common length": (common_length, ()),
    "Mandelbrot": (mandelbrot, (0, 1, 2)),
    "Mandelbrot of arrays": (mandelbrot_of_arrays, ()),
    "product by loops": (jnp.matmul, ()),
    "common divisor": (common_divisor, ()),
    "12 bodies": (bodies, ()),
    "heat": (heat, ()),
    "cube roots": (cube_roots, ()),
    "matrix power": (matrix_power, ()),
    "perceptron step": (perceptron_step, ()),
    "chain of 12": (chain_of_12, ()),
    "gelu": (gelu, ()),
    "option price": (option_price, ()),
    "x + y": (functions.add_two, ()),
    **training_in_jax.VERSIONS,
}
"""The function for the first part of each name, and its static arguments."""


def prepared(workload: Workload) -> Callable[[], Any] | None:
    """Return a call of a workload, its arrays where JAX has them."""
    version = _VERSIONS.get(workload.name.partition(",")[0])
    if version is None:
        return None
    function, static = version
    jitted = jax.jit(function, static_argnums=static)
    given = [
        jnp.asarray(each) if isinstance(each, (np.ndarray, np.generic)) else each
        for each in workload.arguments
    ]
    return lambda: jax.block_until_ready(jitted(*given))
