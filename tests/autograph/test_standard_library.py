"""Modules of the standard library do the same converted, from the first import on."""

import importlib
import importlib.util
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

import autograph
from autograph.conversion import convert_source
from tests.cpython.comparing import compare
from tests.cpython.library import convert_file, library_files
from tests.cpython.replacing import Replacing
from tests.cpython.suites import QUICK, SUITES

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


@pytest.mark.parametrize("name", QUICK)
def test_python_s_own_tests_give_the_same(name):
    if importlib.util.find_spec(f"test.{name}") is None:
        pytest.skip("this Python comes without its tests")
    compared = compare(next(suite for suite in SUITES if suite.test == name))
    assert not compared.differences
    assert not compared.refused
    assert compared.replaced == compared.reprinted == compared.total > 10
    assert compared.converted


EXAMPLE = """
def sign(x):
    if x < 0:
        return -1
    return 1

TABLE = {"sign": sign}
"""


def test_replaced_functions_run_their_functional_form(tmp_path, monkeypatch):
    (tmp_path / "replaced_example.py").write_text(EXAMPLE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(SourceFileLoader, "exec_module", SourceFileLoader.exec_module)
    replacing = Replacing(["replaced_example"])
    replacing.install()
    module = importlib.import_module("replaced_example")
    assert replacing.converted == 1
    assert module.TABLE["sign"](-5) == -1
    monkeypatch.setattr(autograph, "cond", lambda *branches: "seen")
    assert module.TABLE["sign"](-5) == "seen"


def test_a_piece_of_the_library_converts_and_compiles():
    files = library_files()
    assert len(files) > 500
    for path in files[::100]:
        assert not convert_file(path).refused
