"""`TensorSpec`: what may be passed in one position."""

import copy
import pickle

import numpy as np
import pytest

import autograph as ag
from runtime.types import parse_type
from tracer.serve.specs import spec_of_type

ROW = ag.TensorSpec((None, 3), np.float32)


@pytest.mark.parametrize(
    ("spec", "type"),
    [
        (ROW, "float32[?,3]"),
        (ag.TensorSpec([2], bool), "bool[2]"),
        (ag.TensorSpec(4, "int8"), "int8[4]"),
        (ag.TensorSpec((), np.float64), "np.float64"),
        (ag.TensorSpec((), str), "np.str"),
        (ag.TensorSpec(None, float), "{float64[...] | np.float64}"),
    ],
)
def test_a_spec_is_a_type_of_the_graph(spec, type):
    assert spec.type == parse_type(type)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (np.ones((5, 3), np.float32), True),
        (ag.TensorSpec((2, 3), np.float32), True),
        (np.ones((5, 3)), False),
        (np.ones(3, np.float32), False),
        (ag.TensorSpec((2, None), np.float32), False),
        ([[1.0, 2.0, 3.0]], False),
    ],
)
def test_what_is_compatible(value, fits):
    assert ROW.is_compatible_with(value) is fits


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (ROW, "TensorSpec(shape=(None, 3), dtype=np.float32, name=None)"),
        (
            ag.TensorSpec((), str, name="s"),
            "TensorSpec(shape=(), dtype=np.str_, name='s')",
        ),
        (
            ag.TensorSpec(None, np.dtypes.StringDType()),
            "TensorSpec(shape=None, dtype=np.dtypes.StringDType(), name=None)",
        ),
        (ag.TensorSpec(1, "U5"), "TensorSpec(shape=(1,), dtype='U5', name=None)"),
    ],
)
def test_a_spec_shows_how_to_write_it(spec, text):
    assert repr(spec) == text
    assert eval(text, {"TensorSpec": ag.TensorSpec, "np": np}) == spec


def test_specs_are_values():
    assert {ROW: 1}[ag.TensorSpec([None, 3], "f4")] == 1
    assert ag.TensorSpec((None, 3), np.float32, name="x") != ROW
    assert copy.deepcopy(ROW) == pickle.loads(pickle.dumps(ROW)) == ROW
    with pytest.raises(AttributeError):
        ROW.shape = (2,)


def test_what_no_graph_can_take_is_refused():
    with pytest.raises(TypeError, match="arrays of dtype object"):
        ag.TensorSpec(None, object)
    with pytest.raises(ValueError, match="dimension -1"):
        ag.TensorSpec((-1,), float)


@pytest.mark.parametrize(
    ("type", "spec"),
    [
        ("float64[3,?]", ag.TensorSpec((3, None), float)),
        ("np.int8", ag.TensorSpec((), np.int8)),
        ("int", ag.TensorSpec((), int)),
        ("obj", None),
    ],
)
def test_the_spec_of_a_type(type, spec):
    assert spec_of_type(parse_type(type)) == spec
