"""Of which calls back into Python users are warned, by what is called."""

import importlib
import sys
import warnings
from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType

import numpy as np
import pytest

import autograph as ag

SOLVER = "def solve(matrix, right):\n    return right / matrix.diagonal()\n"
MATRIX, RIGHT = np.eye(3) * 2, np.ones(3)


@pytest.fixture
def solver(tmp_path, monkeypatch):
    """Return an installed package written in Python."""
    package = tmp_path / "site-packages" / "solver"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(SOLVER)
    monkeypatch.syspath_prepend(package.parent)
    yield importlib.import_module("solver")
    del sys.modules["solver"]


@pytest.fixture
def compiled(solver, monkeypatch):
    """Return one that has parts in machine code."""
    part = ModuleType("solver.core")
    part.__file__ = f"core{EXTENSION_SUFFIXES[0]}"
    monkeypatch.setitem(sys.modules, "solver.core", part)
    return solver


def solved(package):
    return lambda matrix, right: package.solve(matrix, right).sum() + 1.0


def solved_often(package):
    def sums(matrix, right):
        total = 0.0
        while total < 10.0:
            total += package.solve(matrix, right).sum()
        return total

    return sums


def test_a_call_of_a_compiled_library_is_what_the_user_wants(compiled):
    function = ag.function(solved(compiled))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert function(MATRIX, RIGHT) == 2.5


def test_in_a_loop_it_keeps_the_rest_from_being_compiled(compiled):
    function = ag.function(solved_often(compiled))
    with pytest.warns(ag.CallbackWarning, match="calls a function of solver"):
        assert function(MATRIX, RIGHT) == 10.5


def test_what_is_written_in_python_could_be_converted(solver):
    function = ag.function(solved(solver))
    with pytest.warns(ag.CallbackWarning, match=r"ag\.convert_module\('solver'\)"):
        assert function(MATRIX, RIGHT) == 2.5
