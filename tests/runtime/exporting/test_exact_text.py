"""Values as expressions: what comes back is the same, to the bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from runtime.exporting.exact_text import exact_text
from runtime.ir.nodes import exact_key


def read(text):
    return eval(text, {"np": np})


@given(
    st.one_of(
        st.floats(),
        st.complex_numbers(),
        st.integers(),
        st.text(),
        st.binary(),
        st.tuples(st.floats(width=32), st.booleans(), st.none()),
        arrays.arrays(
            st.sampled_from(["f8", "f4", "i2", "u8", "?", "c8", "U3", "S2", "M8[s]"]),
            arrays.array_shapes(min_dims=0, min_side=0, max_side=9),
        ),
    )
)
def test_a_value_comes_back(value):
    again = read(exact_text(value))
    assert exact_key(again) == exact_key(value)


@pytest.mark.parametrize("kind", "? b H l f d D F U M8[s]".split())
def test_a_scalar_comes_back(kind):
    for value in np.arange(3).astype(kind):
        assert exact_key(read(exact_text(value))) == exact_key(value)


def test_the_order_of_an_array_stays():
    value = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    large = np.asfortranarray(np.arange(100.0).reshape(10, 10))
    for each in (value, large):
        again = read(exact_text(each))
        assert again.strides == each.strides
        assert again.flags.writeable
        assert (again == each).all()


def test_what_has_no_text_has_none():
    assert exact_text(object()) is None
    assert exact_text((1, object())) is None
    assert exact_text(np.array([None])) is None
    assert exact_text(np.longlong(1)) is None or np.longlong is np.int64
    assert exact_text(np.arange(9.0).reshape(3, 3)[:, ::2]) is None
