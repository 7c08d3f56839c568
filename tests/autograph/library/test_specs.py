"""The spec of a value, in a trace and outside of one."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged

SPEC = ag.TensorSpec((None, 3), np.float32)


@pytest.mark.parametrize(
    "value",
    [1, 2.5, True, 1j, "ab", np.int8(1), np.ones((2, 3)), np.array("ab"), np.str_("a")],
    ids=repr,
)
def test_a_trace_says_what_the_value_says(value):
    @ag.function
    def spec(x):
        return ag.spec_of(x)

    assert spec(value) == ag.spec_of(value)


def test_unions_of_one_dtype_have_a_spec():
    @ag.function
    def spec(x, choice):
        y = x if choice else x[0]
        return ag.spec_of(y)

    assert spec(np.ones(3), np.True_) == ag.TensorSpec(None, float)


def test_unions_of_several_dtypes_have_none():
    @ag.function
    def spec(x, choice):
        y = x if choice else x + 1j
        return ag.spec_of(y)

    with pytest.raises(NotStaged, match=r"complex128\[3\] \| float64\[3\]"):
        spec(np.ones(3), np.True_)


@pytest.mark.parametrize("value", [[1], None, {}, np.array([None])], ids=repr)
def test_other_objects_have_none(value):
    def spec(x):
        return ag.spec_of(x)

    with pytest.raises(TypeError, match="spec_of\\(\\) takes an array"):
        spec(value)
    if type(value) is not np.ndarray:
        with pytest.raises(TypeError, match="spec_of\\(\\) takes an array"):
            ag.function(spec)(value)


def test_specs_are_values_of_a_trace(capsys):
    @ag.function
    def shows(x):
        made = ag.TensorSpec((2,), dtype=np.int8)
        if x > 0:
            print(SPEC, made)
        return SPEC.shape, made

    for _ in range(2):
        assert shows(np.float64(1)) == ((None, 3), ag.TensorSpec((2,), np.int8))
    assert capsys.readouterr().out.count("np.float32") == 2


def test_another_spec_under_the_name_is_another_trace():
    global SPEC
    before = SPEC

    @ag.function
    def rank():
        return len(SPEC.shape)

    try:
        assert rank() == 2
        SPEC = ag.TensorSpec((1,), float)
        assert rank() == 1
    finally:
        SPEC = before
