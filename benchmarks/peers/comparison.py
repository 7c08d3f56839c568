"""The times of all who do the same work, taken in turns."""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from benchmarks.peers.workloads import Workload, workloads
from benchmarks.timing import interleave

PACKAGES = {
    "Numba": "numba",
    "JAX": "jax",
    "PyTorch": "torch",
    "TensorFlow": "tensorflow",
    "numexpr": "numexpr",
}
"""What each is imported as."""
_WARM = 1.0
"""For how many seconds each is called, and its results checked, before it is timed."""
_CLOSE = 1e-9
"""How far the peers' floats may be from NumPy's, as a part of the largest."""

Call = Callable[[], Any]


def compared(peers: Sequence[str], quick: bool, only: str = "") -> dict[str, Any]:
    """Return the times of all workloads, and print them as they come.

    Parameters
    ----------
    peers : sequence of str
        Their names. One that is not installed is reported as absent.
    quick : bool
        Whether to take fewer and shorter rounds.
    only : str
        What the names of the workloads have to contain.
    """
    versions = {name: _version(PACKAGES[name]) for name in peers}
    present = [name for name in peers if versions[name]]
    for name in peers:
        if not versions[name]:
            print(f"{name} is not installed, and left out")
    names = ("plain", "AutoGraph", *present)
    print(" " * 30 + "".join(f"{name:>12}" for name in names))
    rows = {}
    for workload in workloads():
        if only in workload.name:
            rows[workload.name] = _times(workload, present, quick)
            print(_line(workload.name, rows[workload.name], names), flush=True)
    versions |= {"Python": sys.version.split()[0], "NumPy": np.__version__}
    machine = {"system": platform.platform(), "processor": _processor()}
    return {"machine": machine, "versions": versions, "seconds": rows}


def _version(package: str) -> str | None:
    """Return the version that is installed, also of a package without the GPU."""
    for name in (package, f"{package}-cpu"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return None


def _processor() -> str:
    """Return the name of the processor, where the system tells it."""
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _times(workload: Workload, peers: Sequence[str], quick: bool) -> dict[str, Any]:
    """Return the median and spread of each who does a workload."""
    expected = workload.function(*workload.arguments)
    calls: dict[str, Call] = {
        "plain": partial(workload.function, *workload.arguments),
        "AutoGraph": partial(ag.function(workload.function), *workload.arguments),
    }
    for name in peers:
        module = import_module(f"benchmarks.peers.with_{PACKAGES[name]}")
        found = module.prepared(workload)
        if found is not None:
            calls[name] = found
    for name, call in calls.items():
        began = time.perf_counter()
        check(name, workload, call(), expected)
        while time.perf_counter() - began < _WARM:  # it compiles at its first calls
            check(name, workload, call(), expected)
    rounds, seconds = (5, 0.01) if quick else (21, 0.05)
    samples = interleave(calls, rounds, seconds)
    return {
        name: {"median": each.median, "spread": each.spread}
        for name, each in samples.items()
    }


def check(name: str, workload: Workload, found: Any, expected: Any) -> None:
    """Check a result: ours to the last bit, that of a peer within rounding.

    Raises
    ------
    AssertionError
        If it is another one.
    """
    given, wanted = (
        each if isinstance(each, tuple) else (each,) for each in (found, expected)
    )
    for one, other in zip(given, wanted, strict=True):
        exact = np.asarray(other)
        far = np.abs(np.asarray(one) - exact).max()
        allowed = 0.0 if name == "AutoGraph" else _CLOSE * np.abs(exact).max()
        if not far <= allowed:
            raise AssertionError(f"{workload.name}: {name} is {far:.3g} off")


def _line(name: str, row: dict[str, Any], names: Sequence[str]) -> str:
    cells = [spelled(row[each]["median"]) if each in row else "" for each in names]
    return f"{name:<30}" + "".join(f"{cell:>12}" for cell in cells)


def spelled(seconds: float) -> str:
    """Return a time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"
