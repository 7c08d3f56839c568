"""What a chain of operations on large arrays needs beside its inputs and its result."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("resource", reason="the system does not tell")

ROOT = Path(__file__).parents[3]
ALLOWED = 1_000_000
"""How many bytes a chain may need for itself."""
PROGRAM = """
import resource, sys, tracemalloc
import numpy as np
import autograph as ag

def short(x, y):
    a = x * y + x
    return np.abs((np.sqrt(a * a + 1.0) - y) / 3.0)

def with_inner_loops(x, y):
    return 0.5 * x * (1.0 + np.tanh(0.8 * (x + 0.04 * y ** 3))) + np.exp(-x) * np.sin(y)

def long(x, y):
    for k in (1.0, 2.0, 3.0, 4.0, 5.0) * 4:
        x = np.maximum(x * 0.5 + y, 0.25) - x / k
    return x

def of_several_dtypes(x, y):
    return np.where(x > 0.5, x * 2, y).astype(np.float32).astype(np.float64) + x

def largest():
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

x, y = np.full(4 * 10**6, 0.7), np.full(4 * 10**6, 1.3)
chain = ag.function(globals()[sys.argv[1]], executor="native", reduce_retracing=True)
for count in (1000, 2000):
    chain(x[:count].copy(), y[:count].copy())
before = largest()
tracemalloc.start()
result = chain(x, y)
_, traced = tracemalloc.get_traced_memory()
print(traced - result.nbytes, largest() - before - result.nbytes)
(concrete,) = [c for c in chain.concrete_functions if "?" in str(c.graph)]
assert sum(native.calls for native in concrete.executable.natives) == 2
"""
CHAINS = ("short", "with_inner_loops", "long", "of_several_dtypes")


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_needs_its_result_and_little_more(name: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), name],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    traced, resident = map(int, done.stdout.split())
    assert traced < ALLOWED
    assert resident < ALLOWED
