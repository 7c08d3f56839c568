"""Loops and chains as machine code, against plain Python and NumPy, and Numba."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import autograph as ag
from benchmarks import functions
from benchmarks.figures import Bar, Figure
from benchmarks.programs import Program
from benchmarks.running import check
from benchmarks.timing import interleave


def programs() -> list[Program]:
    """Return the programs, on the same values in every run."""
    random = np.random.default_rng(2024)
    x, y = random.random((2, 1_000_000)) + 0.5
    few = x[:10_000], y[:10_000]
    price, strike = 100 * few[0], 100 * few[1]
    letters = random.integers(0, 4, (2, 60))
    ways = random.random((40, 40))
    ordered = np.sort(x[:1_000])
    plate = random.random((64, 64))
    return [
        Program("collatz", functions.collatz, (np.int64(75_128_138_247),), 0.1),
        Program("binary search", functions.place_of, (ordered, 0.7), 1.0),
        Program("a[i] = ...", functions.item_writes, (x[:2_000],), 0.1),
        Program("product by loops", functions.product_by_loops, (ways, ways), 0.1),
        Program("shortest paths", functions.shortest_paths, (ways,), 0.1),
        Program("common length", functions.common_length, tuple(letters), 0.1),
        Program("mandelbrot", functions.mandelbrot, (48, 32, 100), 0.1),
        Program("append and sum", functions.appended, (1_000,), 0.5),
        Program("heat, 64x64", functions.heat, (plate, 0.1, 20), 0.5),
        Program("Newton, 100 cube roots", functions.newton, (x[:100], 1e-9), 0.5),
        Program("chain of 12, 1e4", functions.chain_of_12, few, 0.5),
        Program("chain of 12, 1e6", functions.chain_of_12, (x, y), 0.5),
        Program("gelu, 1e4", functions.gelu, few[:1], 1.0),
        Program("gelu, 1e6", functions.gelu, (x,), 0.5),
        Program(
            "option price, 1e4",
            functions.option_price,
            (price, strike, few[0], 0.01, 0.2),
            0.8,
        ),
    ]


def machine_code(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time each program as machine code against plain; then Numba against plain."""
    numba = _numba()
    for program in programs():
        native: Any = ag.function(program.function, executor="native")
        check(program, native)
        candidates = {"plain": program.function, "ours": native}
        if numba is not None:
            candidates["numba"] = numba(program.function)
            candidates["numba"](*program.arguments)  # it compiles at its first call
        times = interleave(
            {name: partial(f, *program.arguments) for name, f in candidates.items()},
            rounds,
            seconds,
        )
        ratio = times["ours"].median / times["plain"].median
        bar = Bar(ratio, program.at_most, "x")
        yield Figure(f"native {program.name}", times["ours"], times["plain"], bar)
        if "numba" in times:
            name = f"  Numba {program.name}"
            yield Figure(name, times["numba"], times["plain"])


def _numba() -> Callable[..., Any] | None:
    """Return Numba's decorator, if it is installed."""
    if find_spec("numba") is None:
        return None
    decorator: Callable[..., Any] = import_module("numba").njit
    return decorator
