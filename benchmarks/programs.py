"""What is run, and on which values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import functions


@dataclass(frozen=True)
class Program:
    """A function with arguments to time it on.

    Parameters
    ----------
    name : str
        As the table shows it.
    function : callable
        The plain function.
    arguments : tuple
        What it is called with; it leaves them as they are.
    at_most : float
        The bar: our time in units of the plain one.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    at_most: float = 1.05


def programs() -> list[Program]:
    """Return the programs, on the same values in every run."""
    random = np.random.default_rng(2024)
    x, y = random.random((2, 100_000)) + 0.5
    plate = np.zeros((128, 128))
    plate[0] = 100.0
    orthogonal, _ = np.linalg.qr(random.random((64, 64)))
    return [
        Program("collatz", functions.collatz, (np.int64(75_128_138_247),)),
        Program(
            "newton", functions.newton, (random.random(20_000) + 0.5, np.float64(1e-12))
        ),
        Program("heat", functions.heat, (plate, np.float64(0.2), np.int64(50))),
        Program("chain of 12", functions.chain_of_12, (x, y), at_most=1.0),
        Program("chain of 24", functions.chain_of_24, (x, y), at_most=1.0),
        Program("a[i] = ...", functions.item_writes, (random.random(2_000),)),
        Program("matrix power", functions.matrix_power, (orthogonal, np.int64(30))),
    ]
