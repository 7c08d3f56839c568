"""Modules of the standard library do the same converted, from the first import on."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograph.conversion import convert_source

MODULES = (
    "statistics",
    "heapq",
    "bisect",
    "textwrap",
    "fractions",
    "difflib",
    "colorsys",
    "shlex",
)
ROOT = str(Path(__file__).parent.parent.parent)


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("converted")
    for name in MODULES:
        source = Path(importlib.util.find_spec(name).origin)
        text = convert_source(source.read_text(encoding="utf-8"), str(source))
        (folder / source.name).write_text(text, encoding="utf-8")
    return folder


def run(folder, *arguments):
    """Run Python where the converted modules come first, and nothing is imported."""
    path = os.pathsep.join([str(folder), ROOT])
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_numpy_may_be_what_imports_them_first(converted):
    # NumPy imports textwrap, which imports autograph: that must not import NumPy.
    run(converted, "-c", "import numpy, textwrap, autograph as ag; ag.function")


def test_operators_alone_need_no_numpy(converted):
    program = f"import sys, {', '.join(MODULES)}\n"
    for name in MODULES:
        program += f"assert {name}.__file__.startswith({str(converted)!r})\n"
    program += (
        "assert textwrap.dedent('  a') == 'a' and statistics.mode('aab') == 'a'\n"
    )
    program += "assert not {'numpy', 'gast'} & set(sys.modules)\n"
    run(converted, "-c", program)


@pytest.mark.parametrize("name", ["statistics", "heapq", "textwrap"])
def test_python_s_own_tests_pass(converted, name):
    if importlib.util.find_spec(f"test.test_{name}") is None:
        pytest.skip("this Python comes without its tests")
    run(converted, "-m", "test", f"test_{name}")
