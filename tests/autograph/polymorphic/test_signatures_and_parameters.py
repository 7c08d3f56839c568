"""Signatures and the parameters of a function: names, defaults, methods, partials."""

from __future__ import annotations

import functools
import traceback
from collections import namedtuple

import numpy as np
import pytest

import autograph as ag

Spec = ag.TensorSpec
FLOATS = Spec((None,), np.float64)
Point = namedtuple("Point", "x y")


def test_arguments_by_name_fit_a_signature_by_position():
    @ag.function(input_signature=(FLOATS, Spec((), np.float64)))
    def scale(x, by):
        return x * by

    x = np.ones(2)
    scale(x, np.float64(2.0))
    scale(x, by=np.float64(2.0))
    scale(by=np.float64(2.0), x=x)
    assert scale.trace_count == 1


def test_a_signature_may_leave_out_what_has_a_default():
    @ag.function(input_signature=(FLOATS,))
    def scale(x, by=2.0):
        return x * by

    np.testing.assert_array_equal(scale(np.ones(2)), [2.0, 2.0])
    np.testing.assert_array_equal(scale(np.ones(3)), [2.0, 2.0, 2.0])
    assert scale.trace_count == 1
    np.testing.assert_array_equal(scale(np.ones(2), 3.0), [3.0, 3.0])


def test_a_default_under_a_signature_is_converted_like_an_argument():
    @ag.function(input_signature=(FLOATS, Spec((), np.float64)))
    def scale(x, by=2.0):
        return x * by

    np.testing.assert_array_equal(scale(np.ones(2)), [2.0, 2.0])
    np.testing.assert_array_equal(scale(np.ones(2), 5.0), [5.0, 5.0])
    assert scale.trace_count == 1


def test_a_signature_for_keyword_arguments():
    @ag.function(input_signature={"x": FLOATS, "by": Spec((), np.float64)})
    def scale(x, *, by):
        return x * by

    np.testing.assert_array_equal(scale(np.ones(2), by=3.0), [3.0, 3.0])
    np.testing.assert_array_equal(scale(np.ones(3), by=4.0), [4.0, 4.0, 4.0])
    assert scale.trace_count == 1


def test_too_long_a_signature_is_refused_when_decorating():
    with pytest.raises((TypeError, ValueError), match="signature"):
        ag.function(lambda x: x, input_signature=(FLOATS, FLOATS))


def test_too_short_a_signature_is_refused_and_names_the_parameter():
    with pytest.raises((TypeError, ValueError), match="second"):

        @ag.function(input_signature=(FLOATS,))
        def add(first, second):
            return first + second


def test_an_empty_signature():
    answer = ag.function(lambda: 42, input_signature=())
    assert answer() == 42
    with pytest.raises(TypeError):
        answer(1)


def test_a_wrong_number_of_arguments_raises_python_s_error():
    total = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    with pytest.raises(TypeError):
        total()
    with pytest.raises(TypeError):
        total(np.ones(2), np.ones(2))


def test_variable_arguments_under_a_signature():
    @ag.function(input_signature=(FLOATS, FLOATS))
    def total(*arrays):
        return arrays[0].sum() + arrays[1].sum()

    assert total(np.ones(2), np.ones(3)) == 5
    with pytest.raises((TypeError, ValueError)):
        total(np.ones(2))


def test_a_method_under_a_signature_leaves_out_self():
    class Scale:
        by = 3.0

        @ag.function(input_signature=(FLOATS,))
        def __call__(self, x):
            return x * self.by

        @ag.function(input_signature=(FLOATS,))
        def half(self, x):
            return x / 2

    scale = Scale()
    np.testing.assert_array_equal(scale(np.ones(2)), [3.0, 3.0])
    np.testing.assert_array_equal(scale.half(np.ones(3)), [0.5, 0.5, 0.5])
    with pytest.raises(ValueError, match="signature"):
        scale.half(np.ones((2, 2)))


def test_an_empty_signature_of_methods():
    class Defaults:
        @ag.function(input_signature=[])
        def none(self):
            return 1

        @ag.function(input_signature=[])
        def one(self, x=0):
            return x

        @ag.function(input_signature=[])
        def two(self, x=0, y=1):
            return x + y

    defaults = Defaults()
    assert (defaults.none(), defaults.one(), defaults.two()) == (1, 0, 1)
    for method in (defaults.none, defaults.one, defaults.two):
        assert tuple(method.input_signature) == ()


def test_what_has_a_default_needs_no_spec():
    add = ag.function(
        lambda x, y=2: x + y, input_signature=[ag.TensorSpec((), np.int64)]
    )
    assert add(1) == 3
    assert add(np.int64(5)) == 7


def test_a_flag_with_a_default_under_a_signature():
    @ag.function(
        input_signature=[ag.TensorSpec((), np.float64), ag.TensorSpec((), bool)]
    )
    def signed(a, training=True):
        if training:
            return a
        return -1.0 * a

    one = np.float64(1.0)
    assert (signed(one), signed(one, training=True)) == (1, 1)
    assert signed(one, training=False) == -1
    assert signed.trace_count == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda first, second, third: None,
        lambda first, second, third, **named: None,
        lambda first, second, third, fourth=4, **named: None,
        lambda first, second, third, *more: None,
        lambda first, second, third, *more, **named: None,
    ],
)
def test_parameters_without_a_spec_or_default_are_named(function):
    with pytest.raises((TypeError, ValueError), match="second"):
        ag.function(function, input_signature=[ag.TensorSpec((), np.int64)])(1, 2, 3)


def test_the_rest_may_have_defaults_or_be_keywords():
    add = ag.function(
        lambda first, fourth=4, **named: first + fourth,
        input_signature=[ag.TensorSpec((), np.int64)],
    )
    assert add(1) == 5


def test_a_partial_function_under_a_signature():
    def total(first, second, third, fourth=4):
        return first + second + third + fourth

    decorated = ag.function(
        functools.partial(total, 1, 2, fourth=5),
        input_signature=[ag.TensorSpec((), np.int64)],
    )
    assert decorated(3) == 11


def test_a_method_with_a_signature_of_variable_arguments():
    scalar = ag.TensorSpec((), np.float64)

    class Model:
        @ag.function(input_signature=[scalar, scalar])
        def add(self, *values):
            return np.add(*values)

    concrete = Model().add.get_concrete_function()
    assert concrete(np.float64(-12.0), np.float64(3.0)) == -9


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("float64[?]", "ag.TensorSpec(shape=(None,), dtype=np.float64)"),
        (np.int64, "ag.TensorSpec(shape=(), dtype=np.int64)"),
        ("nonsense", "ag.TensorSpec(shape, dtype)"),
    ],
)
def test_what_is_no_spec_is_answered_by_one(given, meant):
    with pytest.raises(ag.AutographError) as caught:

        @ag.function(input_signature=[given])
        def same(x):
            return x

    assert caught.value.hint == f"write input_signature=[{meant}, ...]"
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert {frame.filename for frame in frames} == {__file__}
