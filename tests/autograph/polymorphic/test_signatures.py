"""Signatures: one graph for all arguments that fit, and a clear error for others."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest

import autograph as ag

Spec = ag.TensorSpec
FLOATS = Spec((None,), np.float64)
Point = namedtuple("Point", "x y")


def test_too_long_a_signature_is_refused_when_decorating():
    with pytest.raises((TypeError, ValueError), match="signature"):
        ag.function(lambda x: x, input_signature=(FLOATS, FLOATS))


@pytest.mark.parametrize("wrong", [FLOATS, 1, "float64", (1,), (np.ones(2),)])
def test_what_is_no_signature_is_refused_when_decorating(wrong):
    with pytest.raises((TypeError, ValueError), match="input_signature"):
        ag.function(lambda x: x, input_signature=wrong)


# The specs themselves -------------------------------------------------------------


def test_specs_are_equal_by_what_they_say():
    assert Spec((None, 2), np.float64) == Spec([None, 2], "float64")
    assert Spec((2,), np.float64) != Spec((None,), np.float64)
    assert Spec((2,), np.float64) != Spec((2,), np.float32)
    assert len({Spec((2,), int), Spec((2,), int)}) == 1


def test_a_spec_says_what_fits():
    spec = Spec((None, 3), np.float64)
    assert spec.is_compatible_with(np.ones((2, 3)))
    assert not spec.is_compatible_with(np.ones((3, 2)))
    assert not spec.is_compatible_with(np.ones((2, 3), int))
    assert not spec.is_compatible_with(np.ones(3))
    assert spec.is_compatible_with(Spec((2, 3), np.float64))
    assert not spec.is_compatible_with(Spec(None, np.float64))


@pytest.mark.parametrize("shape", [(-1,), (2.5,), "ab"])
def test_a_shape_that_is_none_is_refused(shape):
    with pytest.raises((TypeError, ValueError)):
        Spec(shape, np.float64)
