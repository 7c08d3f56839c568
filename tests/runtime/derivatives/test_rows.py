"""The derivative of every row that has one, against differences, in both modes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from runtime.derivatives.gradients import pull_back
from runtime.errors import NoDerivative
from runtime.operations import check_graph
from runtime.ops import FAMILIES
from runtime.ops.facts import Partials, Refused
from runtime.ops.families import rows_of
from runtime.ops.row import Row, call
from tests.runtime.derivatives.calls_of_rows import (
    CallOf,
    call_of,
    differences,
    direction,
    has_integers,
    paired,
    pulled,
    pushed,
    with_floats,
)

_MATRIX = np.array([[0.3, -1.2, 0.7], [1.4, 0.2, -0.6]])
MORE = {
    "power": [call(_MATRIX + 2.0, 3), call(_MATRIX + 2.0, _MATRIX), call(2.0, _MATRIX)],
    "matmul": [
        call(_MATRIX, _MATRIX.T),
        call(_MATRIX[0], _MATRIX[1]),
        call(_MATRIX, _MATRIX[0]),
        call(_MATRIX[:, 0], _MATRIX),
        call(np.stack([_MATRIX, _MATRIX]), _MATRIX.T),
    ],
    "dot": [call(_MATRIX, _MATRIX[0]), call(2.0, _MATRIX)],
    "sum": [call(_MATRIX, axis=0), call(_MATRIX, 1, keepdims=True), call(_MATRIX)],
    "mean": [call(_MATRIX, axis=(0, 1)), call(_MATRIX, axis=-1)],
    "std": [call(_MATRIX, axis=1), call(_MATRIX, ddof=1)],
    "cumsum": [call(_MATRIX), call(_MATRIX, axis=1)],
    "max": [call(_MATRIX, axis=0), call(_MATRIX, axis=1, keepdims=True)],
    "einsum": [
        call("ij,jk->ik", _MATRIX, _MATRIX.T),
        call("i,i", _MATRIX[0], _MATRIX[1]),
    ],
    "where": [call(_MATRIX > 0, _MATRIX, 2.0), call(_MATRIX > 0, _MATRIX, _MATRIX[0])],
    "concatenate": [call([_MATRIX, _MATRIX], axis=1), call([_MATRIX[0], _MATRIX[1]])],
    "stack": [call([_MATRIX, _MATRIX], axis=-1)],
    "array": [call([1.0, 2.0]), call([[1.0, 2.0], [3.0, 4.0]])],
    "updated": [
        call(_MATRIX, (np.array([0, 0]), np.array([1, 1])), np.array([2.0, 3.0]))
    ],
    "take": [call(_MATRIX, [0, 0, 2], axis=1), call(_MATRIX, [5, 0, 5])],
    "roll": [call(_MATRIX, 1), call(_MATRIX, (1, 2), axis=(0, 1))],
    "divide": [call(_MATRIX, _MATRIX[0] + 3.0)],
    "norm": [call(_MATRIX)],
    "inner": [call(_MATRIX[0], _MATRIX[1])],
    "vdot": [call(_MATRIX[0], _MATRIX[1])],
    "array_item": [call(np.array(2.0))],
    "clip": [call(_MATRIX, -0.5, 0.5), call(_MATRIX, None, 0.5)],
}
REFUSED = {
    "cast_like": "any type",
    "getitem": "something else than an array",
    "math_prod": "any type",
    "norm": "takes to be constant",
    "others_product": "second derivative of a product over several axes",
    "qr": "vectors at will",
    "random_choice": "operand or option with floats",
    "real_if_close": "depends on the numbers",
    "svd": "vectors at will",
    "ufunc_at_on_copy": "np.negative.at",
    "ufunc_call": "an option",
    "unpack": "something else than an array",
}
"""Rows of which some forms are refused, and why; others of their samples are taken."""
INSTEAD = {
    "modf": [call(np.array([0.25, -1.5])), call(2.75)],
    "frexp": [call(np.array([0.3, -1.7])), call(2.75)],
    "math_acos": [call(0.5)],
    "math_asin": [call(0.5)],
    "math_atanh": [call(0.5)],
}
"""Calls for rows whose own samples stand at a bound."""
ROWS = [
    row
    for family in FAMILIES
    for row in rows_of(family)
    if row.derivative is not None
    and not isinstance(row.derivative, Refused)
    and not (
        isinstance(row.derivative, Partials)
        and all(each is None for each in row.derivative.partials)
    )
]


def samples(row: Row) -> list[Any]:
    """The calls of a row: its own samples, the same with floats, and some more."""
    own = [] if row.name in INSTEAD else list(row.samples)
    floats = [with_floats(each) for each in own if has_integers(each)]
    return [*own, *floats, *INSTEAD.get(row.name, ()), *MORE.get(row.name, ())]


def calls() -> list[CallOf]:
    found = [call_of(row, each) for row in ROWS for each in samples(row)]
    return [each for each in found if each is not None]


def named(part: object) -> str:
    return part.row.name if isinstance(part, CallOf) else ""


def is_refused(made: CallOf) -> bool:
    """Whether a call is one of the forms that are refused by name."""
    try:
        pull_back(made.graph, made.places)
    except NoDerivative as error:
        return bool(re.search(REFUSED.get(made.row.name, "$^"), str(error)))
    return False


CALLS = calls()


def test_each_refusal_is_one_of_some_row() -> None:
    assert {made.row.name for made in CALLS if is_refused(made)} == set(REFUSED)


# NumPy's own advice for the samples of `fftn`.
@pytest.mark.filterwarnings("ignore:`axes` should not be `None`")
@pytest.mark.parametrize(
    "made", [each for each in CALLS if not is_refused(each)], ids=named
)
def test_both_modes_agree_with_differences(made: CallOf) -> None:
    check_graph(made.graph)
    tangents = [direction(value, 7 + place) for place, value in enumerate(made.given)]
    values, found = pushed(made, tangents)
    single = any(np.asarray(value).dtype.itemsize == 4 for value in values)
    step, tolerance = (1e-2, 1e-3) if single else (1e-6, 1e-6)
    for value, one, other in zip(values, found, differences(made, tangents, step)):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
        assert np.shape(one) == np.shape(value)
    cotangents = [direction(value, 3 + place) for place, value in enumerate(values)]
    back = pulled(made, cotangents)
    np.testing.assert_allclose(
        paired(cotangents, found),
        paired(back, tangents),
        rtol=1e-6 if single else 1e-11,
        atol=1e-6 if single else 1e-12,
    )
    for cotangent, x in zip(back, made.given):
        assert np.shape(cotangent) == np.shape(x)
        assert np.asarray(cotangent).dtype == np.asarray(x).dtype
        assert isinstance(cotangent, np.ndarray) == isinstance(x, np.ndarray)
