"""The memory of one call serves the next. Each program runs in a process of its own."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numpy as np
from runtime.executors import executable
from runtime.operations import read_graph

graph = read_graph('''
graph f(x: float64[40000]) -> float64[40000] {
  a: float64[40000] = sin(x)
  b: float64[40000] = cos(a)
  c: float64[40000] = exp(b)
  d: float64[40000] = multiply(a, b)
  e: float64[40000] = multiply(c, d)
  return e
}''')
run = executable(graph, None, 'plan').call

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

x = np.ones(40000)
for _ in range(5):
    run(x)
before = faults()
for _ in range(100):
    run(x)
print(faults() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_no_pages_are_mapped_anew_at_each_call():
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) < 100  # 30,000 without `runtime.heap`
