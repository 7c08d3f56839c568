"""The survey of NumPy's interface: its names, its sample arguments, its verdicts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.harness import DIFFERENT
from tests.interface import judging, tables
from tests.interface.judging import CALLED_BACK, TYPED, UNDRIVEN, UNTYPED, Case, found
from tests.interface.names import callables, named


def test_every_callable_comes_once():
    paths = list(callables())
    assert len(paths) == len(set(paths)) > 1500
    assert {"numpy.sin.at", "numpy.linalg.norm", "numpy.ndarray.sum"} <= set(paths)
    assert "numpy.matrix.transpose" not in paths  # it is that of arrays


def test_what_has_arguments_exists():
    later = {path for path in tables.LATER if not hasattr(np, path.split(".")[1])}
    for path in tables.OWN.keys() - later:
        assert callable(named(path)), path


def test_options_come_from_signatures():
    texts = [case.text for case in judging.cases("numpy.trace")]
    assert texts[:2] == ["np.trace(A)", "np.trace(S)"]
    assert "np.trace(A, offset=1)" in texts


def test_what_a_text_names_is_given():
    assert Case("np.add(X, Y, dtype=np.float32)").names == ["X", "Y"]


@pytest.mark.parametrize(
    ("path", "verdicts"),
    [
        ("numpy.hypot", {TYPED}),
        ("numpy.add.reduceat", {TYPED}),
        ("numpy.linalg.cross", {TYPED}),
        ("numpy.polynomial.hermite.hermval", {TYPED}),
        ("numpy.genfromtxt", {UNTYPED}),
        ("numpy.testing.assert_warns", {CALLED_BACK}),
        ("numpy.dtypes.VoidDType", {UNDRIVEN}),
    ],
)
def test_what_becomes_of_a_function(path, verdicts):
    assert {each.verdict for each in found(path)} == verdicts


def test_a_difference_is_found(monkeypatch):
    monkeypatch.setattr(judging.autograph, "function", lambda function: lambda x: x)
    assert Case("np.sin(X)").found().verdict == DIFFERENT
