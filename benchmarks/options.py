"""What ``threads=`` and ``relaxed=True`` gain over machine code without them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import autograph as ag
from benchmarks import functions
from benchmarks.figures import Bar, Figure
from benchmarks.timing import interleave


def options(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time chains by two threads against one, and relaxed against exact."""
    x, y = np.random.default_rng(2024).random((2, 1_000_000)) + 0.5
    price = 100 * x, 100 * y, x, 0.01, 0.2
    large = (
        ("chain of 12", functions.chain_of_12, (x, y)),
        ("gelu", functions.gelu, (x,)),
        ("option price", functions.option_price, price),
    )
    ways: list[tuple[str, Any, Any, float, dict[str, Any]]] = []
    if (os.cpu_count() or 1) > 1:
        ways += [
            (f"2 threads, {n}, 1e6", f, a, 1.2, {"threads": 2}) for n, f, a in large
        ]
    small = [(f"{n}, 1e6", f, a) for n, f, a in large]
    few = x[:10_000]
    small += [(f"{one.__name__}, 1e4", one, (few,)) for one in functions.ELEMENTARY]
    ways += [(f"relaxed {n}", f, a, 1.05, {"relaxed": True}) for n, f, a in small]
    for name, function, arguments, at_most, asked in ways:
        exact = ag.function(function, executor="native")
        other: Any = ag.function(function, executor="native", **asked)
        expected = exact(*arguments)
        far = np.abs(other(*arguments) - expected).max()
        if far > 1e-12 * np.abs(expected).max():
            raise AssertionError(f"{name} gives something else")
        calls = {
            "exact": partial(exact, *arguments),
            "asked": partial(other, *arguments),
        }
        times = interleave(calls, rounds, seconds)
        ratio = times["asked"].median / times["exact"].median
        yield Figure(name, times["asked"], times["exact"], Bar(ratio, at_most, "x"))
