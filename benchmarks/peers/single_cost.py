"""One cost of one package, in a process of its own.

``python -m benchmarks.peers.single_cost jax first "Collatz"`` prints a number, or null.
Only NumPy is imported before what is timed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

LARGE = 10_000_000
_WARM = 2.0
"""For how many seconds it is called at least."""
_FORGET = Path("/proc/self/clear_refs")


def seconds_of_import(package: str) -> float:
    """Return how long the import of a package takes after that of NumPy."""
    began = time.perf_counter()
    import_module(package)
    return time.perf_counter() - began


def seconds_of_first_call(package: str, executor: str, name: str) -> float | None:
    """Return how long a first call takes, with decorator, inputs and compilation."""
    from benchmarks.peers.workloads import workloads

    ready = _maker(package, executor)
    workload = next(each for each in workloads(["10⁴"]) if each.name == name)
    began = time.perf_counter()
    call = ready(workload)
    if call is None:
        return None
    call()
    return time.perf_counter() - began


def bytes_over_arrays(package: str, executor: str) -> int | None:
    """Return the peak of memory in a call, over its inputs and its result.

    It is that of the best of several calls: by then machine code is there, and copies
    of the inputs have been made and dropped. Where the system does not forget earlier
    peaks on demand, as Linux does, nothing is known.
    """
    from benchmarks.functions import chain_of_12
    from benchmarks.peers.workloads import Workload

    if not _FORGET.exists():
        return None
    ready = _maker(package, executor)
    few = ready(Workload("chain of 12", chain_of_12, (np.ones(9), np.ones(9))))
    if few is None:
        return None
    began = time.perf_counter()
    while time.perf_counter() - began < _WARM:
        few()  # loads what compiles
    before = _bytes("VmRSS")
    pair = np.full(LARGE, 1.5), np.full(LARGE, 0.75)
    call = ready(Workload("chain of 12", chain_of_12, pair))
    if call is None:
        return None
    del pair  # some have copies
    peaks: list[int] = []
    began = time.perf_counter()
    while len(peaks) < 5 or time.perf_counter() - began < _WARM:
        _FORGET.write_text("5")
        call()
        peaks.append(_bytes("VmHWM"))
    return min(peaks) - before - 3 * 8 * LARGE


def _bytes(key: str) -> int:
    """Return a figure of memory of this process."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name == key:
            return 1024 * int(value.split()[0])
    raise KeyError(key)


def _maker(package: str, executor: str) -> Callable[[Any], Callable[[], Any] | None]:
    """Return what makes a call of a workload."""
    module = import_module(package)
    if package == "numpy":
        return lambda workload: partial(workload.function, *workload.arguments)
    if package == "autograph":
        return lambda workload: partial(
            module.function(workload.function, executor=executor), *workload.arguments
        )
    prepared: Callable[[Any], Callable[[], Any] | None]
    prepared = import_module(f"benchmarks.peers.with_{package}").prepared
    return prepared


if __name__ == "__main__":
    _package, _executor, _what, *_name = sys.argv[1:]
    if _what == "import":
        _cost: float | None = seconds_of_import(_package)
    elif _what == "first":
        _cost = seconds_of_first_call(_package, _executor, *_name)
    else:
        _cost = bytes_over_arrays(_package, _executor)
    print(json.dumps(_cost))
