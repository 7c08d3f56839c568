"""Random operands for operators and functions: no type that is precise and wrong."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.ops import BY_INFIX, BY_PREFIX, NUMPY, OPS
from runtime.ops.families import rows_of
from runtime.ops.row import copied
from tests.runtime.ops.calls import KNOWN, check

DTYPES = ("?", "i1", "i4", "i8", "u1", "u8", "f2", "f4", "f8", "c8", "c16")
SAMPLED = [
    (row, number)
    for family in NUMPY
    for row in rows_of(family)
    for number in range(len(row.samples))
]

dtypes = st.sampled_from(DTYPES)
shapes = st.lists(st.sampled_from((0, 1, 1, 2, 2, 3)), max_size=3).map(tuple)
python_numbers = st.one_of(
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from((0.0, 0.5, 2.0, -1.5)),
    st.sampled_from((1j, 2 - 1j)),
)
known = st.sampled_from(KNOWN)


@st.composite
def arrays(draw):
    dtype, shape = draw(dtypes), draw(shapes)
    size = int(np.prod(shape))
    values = (np.arange(size) + draw(st.integers(0, 3))) % 5
    return values.reshape(shape).astype(dtype)


numpy_scalars = st.builds(lambda d, v: np.dtype(d).type(v), dtypes, st.integers(0, 3))
operands = st.one_of(
    arrays(),
    arrays(),
    numpy_scalars,
    python_numbers,
    st.none(),
    st.sampled_from(("text", b"text")),
    st.lists(st.integers(0, 2), max_size=3),
    st.tuples(st.integers(0, 2), st.floats(0, 1)),
)
infix = st.sampled_from(sorted(BY_INFIX))
prefix = st.sampled_from(sorted(BY_PREFIX))
quick = settings(
    max_examples=200, deadline=None, suppress_health_check=list(HealthCheck)
)


@quick
@given(infix, operands, operands, known, st.booleans())
def test_operators(sign, left, right, known, symbolic):
    check(BY_INFIX[sign], (left, right), {}, known, symbolic)


@quick
@given(prefix, operands, known, st.booleans())
def test_signs(sign, operand, known, symbolic):
    check(BY_PREFIX[sign], (operand,), {}, known, symbolic)


parts = st.one_of(
    st.integers(-2, 2),
    st.integers(-2, 2),
    st.builds(slice, *[st.one_of(st.none(), st.integers(-3, 3))] * 2),
    st.builds(
        slice,
        st.one_of(st.none(), st.integers(-3, 3)),
        st.none(),
        st.sampled_from((1, 2, -1, None)),
    ),
    st.just(Ellipsis),
    st.none(),
    st.booleans(),
    st.lists(st.integers(0, 1), max_size=2),
    st.sampled_from((np.int8(1), np.uint64(0), np.array(0), np.array([0, 1]))),
    st.sampled_from((np.array([[0], [1]]), np.array(True), np.zeros(0, int))),
    st.sampled_from((np.array([True, False]), np.ones((2, 2), bool), np.True_)),
)
indices = st.one_of(parts, st.lists(parts, max_size=4).map(tuple))


@settings(quick, max_examples=500)
@given(arrays(), indices, known, st.booleans())
def test_subscripts(array, index, known, symbolic):
    check(OPS["getitem"], (array, index), {}, known, symbolic)


@quick
@given(arrays(), indices, operands, known, st.booleans())
def test_subscripts_written(array, index, value, known, symbolic):
    check(OPS["setitem"], (array, index, value), {}, known, symbolic)


@st.composite
def calls(draw):
    """A sample call of some row, with other operands in place of its arrays."""
    row, number = draw(st.sampled_from(SAMPLED))
    args, kwargs = row.samples[number]()
    changed = tuple(_change(draw, one) for one in args)
    axis = draw(st.sampled_from((None, None, 0, 1, -1, -2)))
    if "axis" in kwargs and axis is not None:
        kwargs["axis"] = axis
    return row, changed, kwargs


def _change(draw, value):
    if isinstance(value, np.ndarray):
        return draw(st.one_of(arrays(), arrays(), numpy_scalars, python_numbers))
    if isinstance(value, np.generic):
        return draw(st.one_of(numpy_scalars, arrays()))
    if isinstance(value, (list, tuple)) and any(
        isinstance(one, np.ndarray) for one in value
    ):
        return type(value)(_change(draw, one) for one in value)
    return value


@settings(quick, max_examples=700)
@given(calls(), known, st.booleans())
def test_functions(call, known, symbolic):
    row, args, kwargs = call
    check(row, copied(args), copied(kwargs), known, symbolic)
