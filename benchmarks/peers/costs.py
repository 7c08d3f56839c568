"""What each costs besides the time of its calls: import, first calls, memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence

from benchmarks.peers import comparison

COSTS = {
    "import": ("import",),
    "first call, Collatz": ("first", "Collatz"),
    "first call, chain of 12, 10⁴": ("first", "chain of 12, 10⁴"),
    "memory, chain of 12, 10⁷": ("memory",),
}
"""What `single_cost` is asked for. Memory is in bytes, and the others in seconds."""
OURS = {
    "plain": ("numpy", "auto"),
    "AutoGraph": ("autograph", "auto"),
    'AutoGraph, `executor="native"`': ("autograph", "native"),
}
"""The package and the executor of those that are no peers."""

Costs = dict[str, dict[str, float]]


def measured(packages: Mapping[str, str], rounds: int) -> Costs:
    """Return the median of each cost, by who has it, and print them.

    Parameters
    ----------
    packages : mapping of str to str
        What the peers that are there are imported as.
    rounds : int
        How often each is measured. All take turns, each time in a new process.
    """
    who = OURS | {name: (package, "") for name, package in packages.items()}
    for package, executor in who.values():
        _single(package, executor, ("import",))  # from here on its files are in memory
    found: dict[str, dict[str, list[float]]] = {name: {} for name in who}
    for _ in range(rounds):
        for cost, asked in COSTS.items():
            for name, (package, executor) in who.items():
                if (value := _single(package, executor, asked)) is not None:
                    found[name].setdefault(cost, []).append(value)
    del found["plain"]["import"]  # of NumPy, which is there before
    medians = {
        name: {cost: statistics.median(values) for cost, values in each.items()}
        for name, each in found.items()
    }
    for name, each in medians.items():
        cells = (f"{cost}: {spelled(cost, value)}" for cost, value in each.items())
        print(f"{name:<32}{'; '.join(cells)}", flush=True)
    return medians


def _single(package: str, executor: str, asked: Sequence[str]) -> float | None:
    module = f"{__package__}.single_cost"
    done = subprocess.run(
        [sys.executable, "-m", module, package, executor, *asked],
        env=os.environ | {"AUTOGRAPH_NATIVE_CACHE": "off"},  # the others keep nothing
        stdout=subprocess.PIPE,
        check=True,
    )
    value: float | None = json.loads(done.stdout)
    return value


def spelled(cost: str, value: float) -> str:
    """Return a cost with its unit."""
    if cost.startswith("memory"):
        return f"{max(value, 0.0) / 1e6:.0f} MB"
    return comparison.spelled(value)
