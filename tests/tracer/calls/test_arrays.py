"""Attributes, items, methods and iteration of symbols."""

import numpy as np
import pytest

from tests.tracer.tracing import agree, graph_of, refusal

X = np.arange(6.0).reshape(2, 3)


def static(x):
    return x.shape, x.ndim, x.size, x.dtype, len(x)


def test_what_the_type_tells_is_a_constant(golden):
    golden(graph_of(static, X))
    agree(static, X, X.T, np.ones(0))


def unknown_length(x):
    kept = x[x > 2]
    return kept.shape, kept.size, kept.ndim, len(kept)


def test_what_the_type_does_not_tell_is_asked_at_run_time(golden):
    golden(graph_of(unknown_length, X))
    agree(unknown_length, X)


def methods(x):
    return x.sum(axis=0), x.T, x.astype(int).tolist(), x.max(keepdims=True)


def test_methods_are_rows_or_calls():
    agree(methods, X, callbacks="allow")


def test_methods_of_python_scalars():
    agree(lambda x: len(str(x)), np.float64(1.5))
    agree(
        lambda x, i: x.real.is_integer() if i > 0 else i.bit_length(),
        (1.5, np.int64(0)),
    )


def rows(x):
    first, second = x
    return first - second


def test_unpacking_an_array(golden):
    golden(graph_of(rows, X))
    agree(rows, X)


def unpacks_unknown(x):
    first, second = x[x > 3]
    return first - second


def test_unpacking_an_array_of_unknown_length(golden):
    golden(graph_of(unpacks_unknown, X))
    agree(unpacks_unknown, X, X + 1)


@pytest.mark.parametrize("kind", [np.float64, np.int8, np.ones])
def test_in_place_operators_bind_scalars_anew(kind):
    def grows(x):
        before = x
        x += 1
        x *= 2
        return before, x

    agree(grows, kind(3))


def sets_attribute(x):
    x.dtype = np.int64
    return x


def test_setting_an_attribute_of_an_array_is_refused(golden):
    golden(refusal(sets_attribute, X))


def no_such_attribute(x):
    return x.missing


def test_an_attribute_arrays_do_not_have():
    agree(no_such_attribute, X)


def python_iterates(x):
    return {}.fromkeys(x[x > 2])


def test_python_cannot_iterate_over_an_unknown_length(golden):
    golden(refusal(python_iterates, X))
