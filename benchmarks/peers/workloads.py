"""What is timed: functions as users of NumPy write them, on the same values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import functions
from benchmarks.peers import training

SIZES = {"10⁴": 10_000, "10⁶": 1_000_000, "10⁷": 10_000_000}
"""The sizes of the chains, by name."""


@dataclass(frozen=True)
class Workload:
    """A function and its arguments.

    Parameters
    ----------
    name : str
        What it is. The modules of the peers have their versions by this name.
    function : callable
        Plain Python and NumPy. Ours is the same function, decorated.
    arguments : tuple
        Its arguments.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def matrix_steps(matrix, steps):
    result = np.eye(len(matrix))
    for _ in range(steps):
        result = result @ matrix
    return result


def perceptron_step(x, y, first, second, rate):
    hidden = np.tanh(x @ first)
    wrong = hidden @ second - y
    back = (wrong @ second.T) * (1.0 - hidden * hidden)
    scale = rate / len(x)
    return first - scale * (x.T @ back), second - scale * (hidden.T @ wrong)


def bodies(positions, velocities, masses, step, steps):
    x, v = positions.copy(), velocities.copy()
    count = len(x)
    for _ in range(steps):
        for i in range(count):
            fx = fy = fz = 0.0
            for j in range(count):
                dx, dy, dz = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
                square = dx * dx + dy * dy + dz * dz + 0.01
                pull = masses[j] / (square * np.sqrt(square))
                fx, fy, fz = fx + pull * dx, fy + pull * dy, fz + pull * dz
            v[i, 0] += step * fx
            v[i, 1] += step * fy
            v[i, 2] += step * fz
        for i in range(count):
            for k in range(3):
                x[i, k] += step * v[i, k]
    return x


def neighboring_fibonacci_numbers() -> tuple[np.int64, np.int64]:
    """Return the largest two of 64 bits, which take Euclid the most turns."""
    small, large = 0, 1
    while small + large < 2**63:
        small, large = large, small + large
    return np.int64(large), np.int64(small)


def workloads(sizes: Iterable[str] = tuple(SIZES)) -> list[Workload]:
    """Return the workloads.

    Parameters
    ----------
    sizes : iterable of str
        The sizes of the chains, by name.
    """
    random = np.random.default_rng(2024)
    x, y = random.random((2, 1_000_000)) + 0.5
    letters = random.integers(0, 4, (2, 60))
    ways = random.random((40, 40))
    inputs, targets = random.normal(size=(256, 64)), random.normal(size=(256, 10))
    weights = random.normal(size=(64, 128)) / 8, random.normal(size=(128, 10)) / 11
    stars = random.normal(size=(2, 12, 3))
    grid = (*np.meshgrid(np.linspace(-2, 1, 64), np.linspace(-1, 1, 48)), 50)
    fibonacci = neighboring_fibonacci_numbers()
    matrices = ways[:24, :24], ways[16:, 16:]
    found = [
        Workload("Collatz", functions.collatz, (np.int64(75_128_138_247),)),
        Workload("binary search", functions.place_of, (np.sort(x[:1_000]), 0.7)),
        Workload("recurrence, 2,000", functions.item_writes, (x[:2_000],)),
        Workload("shortest paths, 40", functions.shortest_paths, (ways,)),
        Workload("common length, 60", functions.common_length, tuple(letters)),
        Workload("Mandelbrot, 48x32", functions.mandelbrot, (48, 32, 100)),
        Workload("Mandelbrot of arrays, 64x48", functions.mandelbrot_of_arrays, grid),
        Workload("product by loops, 24²", functions.product_by_loops, matrices),
        Workload("common divisor", functions.greatest_common_divisor, fibonacci),
        Workload("append 1,000", functions.appended, (1_000,)),
        Workload("12 bodies, 10 steps", bodies, (*stars, x[:12], 0.01, 10)),
        Workload("heat, 64²", functions.heat, (random.random((64, 64)), 0.1, 20)),
        Workload("heat, 256²", functions.heat, (random.random((256, 256)), 0.1, 20)),
        Workload("cube roots, 100", functions.newton, (x[:100], 1e-9)),
        Workload("matrix power, 32²", matrix_steps, (ways[:32, :32] / 16, 50)),
        Workload("perceptron step", perceptron_step, (inputs, targets, *weights, 0.1)),
    ]
    found += [Workload(*each) for each in training.arguments()]
    for size in sizes:
        pair = tuple(random.random((2, SIZES[size])) + 0.5)
        price = 100 * pair[0], 100 * pair[1], pair[0], 0.01, 0.2
        found += [
            Workload(f"chain of 12, {size}", functions.chain_of_12, pair),
            Workload(f"gelu, {size}", functions.gelu, pair[:1]),
            Workload(f"option price, {size}", functions.option_price, price),
        ]
    return [*found, Workload("x + y, 3", functions.add_two, (x[:3], y[:3]))]
