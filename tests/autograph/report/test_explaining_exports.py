"""``ag.explain(f, ..., target=...)``: what an export would refuse, by line."""

import numpy as np
import pytest

import autograph as ag
from autograph.report.explanation import REFUSED


def noted(x):
    total = 0.0
    for v in x:
        if v < 0:
            raise ValueError("negative")
        total += v
    large = np.sort(x[x > 1])
    print(total)
    return large.sum() + total


def test_all_that_jax_cannot_take_is_listed():
    rows = ag.explain(noted, np.ones(3), target="jax").refused
    assert [row.text for row in rows] == [
        "large = np.sort(x[x > 1])",
        "print(total)",
    ]
    assert rows[0].reason == "how many items a mask takes depends on values"
    assert all(row.remedy and row.code == "AG810" for row in rows)


def test_plain_python_takes_it():
    plain = ag.explain(noted, np.ones(3), target="python")
    assert not plain.refused
    assert list(plain) == list(ag.explain(noted, np.ones(3)))


def test_what_no_export_takes():
    def called(f, x):
        return f(x)

    def times(weights):
        return lambda x: x * weights

    x = np.ones(2)
    (row,) = ag.explain(called, times(x), x, target="python").refused
    assert row.stance == REFUSED


def test_a_target_that_is_none():
    with pytest.raises(ValueError, match="'jax' or 'onnx', not 'fortran'"):
        ag.explain(noted, np.ones(3), target="fortran")
