"""A graph outlives its source: runtime works where nothing else is installed."""

import subprocess
import sys

IMPORT_ALL_OF_RUNTIME = """
import sys

for absent in ("autograph", "tracer", "gast"):
    sys.modules[absent] = None  # an import of it raises

import importlib, pkgutil, runtime

for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    importlib.import_module(module.name)
"""


def test_runtime_stands_on_numpy_alone():
    subprocess.run([sys.executable, "-c", IMPORT_ALL_OF_RUNTIME], check=True)
