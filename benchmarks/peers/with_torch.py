"""The workloads on whole arrays, in PyTorch as it runs by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from benchmarks import functions
from benchmarks.peers import training_in_torch
from benchmarks.peers.workloads import Workload

torch.set_num_threads(1)


def mandelbrot_of_arrays(re, im, limit):
    x, y = torch.zeros_like(re), torch.zeros_like(im)
    counts = torch.zeros(re.shape, dtype=torch.int64)
    for _ in range(limit):
        inside = x * x + y * y < 4.0
        new_x, new_y = x * x - y * y + re, 2.0 * x * y + im
        x, y = torch.where(inside, new_x, x), torch.where(inside, new_y, y)
        counts += inside
    return counts


def heat(plate, rate, steps):
    p = plate.clone()
    for _ in range(steps):
        around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        p[1:-1, 1:-1] += rate * (around - 4 * p[1:-1, 1:-1])
    return p


def cube_roots(a, tolerance):
    x = torch.ones_like(a)
    for _ in range(100):
        move = (x * x * x - a) / (3 * x * x)
        x = x - move
        if move.abs().max() < tolerance:
            break
    return x


def matrix_power(matrix, steps):
    found = torch.eye(len(matrix), dtype=matrix.dtype)
    for _ in range(steps):
        found = found @ matrix
    return found


def perceptron_step(x, y, first, second, rate):
    hidden = torch.tanh(x @ first)
    wrong = hidden @ second - y
    back = (wrong @ second.T) * (1.0 - hidden * hidden)
    scale = rate / len(x)
    return first - scale * (x.T @ back), second - scale * (hidden.T @ wrong)


def chain_of_12(x, y):
    a = x * y
    d = (a + x - y) * 0.5
    f = d * d + a
    return torch.abs((torch.sqrt(f * f + 1.0) - x) / 3.0)


def gelu(x):
    inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1.0 + torch.tanh(inner))


def option_price(price, strike, years, rate, volatility):
    spread = volatility * torch.sqrt(years)
    drift = (rate + volatility * volatility / 2) * years
    first = (torch.log(price / strike) + drift) / spread
    likely = 1 / (1 + torch.exp(-1.702 * first))
    certain = 1 / (1 + torch.exp(-1.702 * (first - spread)))
    return price * likely - strike * torch.exp(-rate * years) * certain


_VERSIONS: dict[str, Callable[..., Any]] = {
    "Mandelbrot of arrays": mandelbrot_of_arrays,
    "product by loops": torch.matmul,
    "heat": heat,
    "cube roots": cube_roots,
    "matrix power": matrix_power,
    "perceptron step": perceptron_step,
    "chain of 12": chain_of_12,
    "gelu": gelu,
    "option price": option_price,
    "x + y": functions.add_two,
    **training_in_torch.VERSIONS,
}
"""The function for the first part of each name."""


def prepared(workload: Workload) -> Callable[[], Any] | None:
    """Return a call of a workload, if it works on whole arrays."""
    function = _VERSIONS.get(workload.name.partition(",")[0])
    if function is None:
        return None
    given = [
        torch.from_numpy(each.copy()) if isinstance(each, np.ndarray) else each
        for each in workload.arguments
    ]
    return partial(function, *given)
