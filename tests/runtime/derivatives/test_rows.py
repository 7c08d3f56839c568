"""The derivative of every row that has one, against differences, in both modes."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from runtime.derivatives.gradients import pull_back
from runtime.errors import NoDerivative
from runtime.ir.graph import Graph
from runtime.operations import check_graph
from runtime.ops import FAMILIES, OPS
from runtime.ops.facts import Partials, Refused
from runtime.ops.families import rows_of
from runtime.ops.row import Row
from runtime.types import AnyType, List
from tests.runtime.derivatives.calls_of_rows import (
    CallOf,
    call_of,
    differences,
    direction,
    has_integers,
    paired,
    pulled,
    pushed,
    way_back,
    with_floats,
    with_list,
)
from tests.runtime.derivatives.more_samples import INSTEAD, MORE
from tests.some import Some

REFUSED = {
    "cast_like": "any type",
    "getitem": "something else than an array",
    "math_prod": "any type",
    "norm": "takes to be constant",
    "qr": "vectors at will",
    "random_choice": "operand or option with floats",
    "real_if_close": "depends on the numbers",
    "svd": "vectors at will",
    "ufunc_at_on_copy": "np.negative.at",
    "ufunc_call": "an option",
    "unpack": "something else than an array",
}
"""Rows of which some forms are refused, and why; others of their samples are taken."""
WITHOUT_FLOATS = frozenset("astype check_bound convert_scalar float refine".split())
"""Rows of whose samples none has floats, or all are refused."""
OF_VARIABLES = ("assigned", "fitted")
"""Rows of objects: `tests.autograph.test_gradients_through_variables` is about them."""
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
    and row.name not in WITHOUT_FLOATS
    and row.name not in OF_VARIABLES
]


def samples(row: Row) -> list[Any]:
    """The calls of a row: its own samples, the same with floats, and some more."""
    own = [] if row.name in INSTEAD else list(row.samples)
    floats = [with_floats(each) for each in own if has_integers(each)]
    return [*own, *floats, *INSTEAD.get(row.name, ()), *MORE.get(row.name, ())]


def by_name(row: Row) -> str:
    return row.name


def is_refused(made: CallOf) -> bool:
    """Whether a call is one of the forms that are refused by name."""
    why = REFUSED.get(made.row.name)
    if why is None:
        return False
    try:
        pull_back(made.graph, made.places)
    except NoDerivative as error:
        return bool(re.search(why, str(error)))
    return False


def is_single(values: Iterable[Any]) -> bool:
    """Whether a number is of single precision."""
    return any(np.finfo(np.asarray(value).dtype).precision < 10 for value in values)


ALONE = frozenset(
    "random_choice nanquantile unpack getitem trim_zeros watched row_like".split()
)
"""Rows that do something else with lists than with arrays, or never meet lists."""


def of_lists(row: Row) -> Iterator[CallOf]:
    """Yield the calls of a row in which lists stand for an array."""
    for sample in () if row.name in ALONE else map(with_list, samples(row)):
        made = None if sample is None else call_of(row, sample)
        if made is not None and not has_any(made.graph) and not is_refused(made):
            yield made


def has_any(graph: Graph) -> bool:
    """Whether the type of a result is known at run time only."""
    values = [value for node in graph.nodes() for value in node.results]
    return any(isinstance(value.type, (AnyType, List)) for value in values)


@functools.cache
def calls(row: Row) -> list[CallOf]:
    """The calls of a row that have floats, the first with lists as arrays."""
    found = [call_of(row, each) for each in samples(row)]
    taken = [each for each in found if each is not None and not is_refused(each)]
    return [*itertools.islice(of_lists(row), 1), *taken]


@pytest.mark.parametrize("name", REFUSED)
def test_each_refusal_is_one_of_some_row(name: str) -> None:
    found = [call_of(OPS[name], each) for each in samples(OPS[name])]
    assert any(made is not None and is_refused(made) for made in found)


@pytest.mark.parametrize("name", sorted(WITHOUT_FLOATS))
def test_rows_without_floats(name: str) -> None:
    assert calls(OPS[name]) == []


# NumPy's own advice for the samples of `fftn`.
@pytest.mark.filterwarnings("ignore:`axes` should not be `None`")
@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_both_modes_agree_with_differences(row: Row, some: Some) -> None:
    for made in some(calls(row)):
        check_both_modes(made)


def check_both_modes(made: CallOf) -> None:
    check_graph(made.graph)
    tangents = [direction(value, 7 + place) for place, value in enumerate(made.given)]
    values, found = pushed(made, tangents)
    single = is_single(values)
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


@pytest.mark.parametrize("first", range(0, len(ROWS), 12))
def test_derivatives_of_the_way_back_agree_with_differences(
    first: int, some: Some
) -> None:
    for row in some(ROWS[first : first + 12]):
        check_way_back(row)


def check_way_back(row: Row) -> None:
    back = way_back(calls(row)[-1])
    check_graph(back.graph)
    tangents = [direction(value, 7 + place) for place, value in enumerate(back.given)]
    values, found = pushed(back, tangents)
    single = is_single(back.given)
    step, tolerance = (1e-2, 3e-3) if single else (1e-5, 2e-5)
    expected = differences(back, tangents, step)
    for value, one, other in zip(values, found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
        assert np.shape(one) == np.shape(value)
