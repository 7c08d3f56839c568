"""Each row that can take and give floats has a derivative, or a reason to have none."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.derivatives.activity import may_vary
from runtime.ops import FAMILIES, OPS
from runtime.ops.derivatives import FACTS
from runtime.ops.draws import PYTHONS, python_draw
from runtime.ops.families import rows_of
from runtime.ops.infer import infer
from runtime.ops.row import Row, TypeFailure
from runtime.types import FLOAT
from tests.runtime.derivatives.calls_of_rows import (
    Inputs,
    has_integers,
    with_floats,
    works,
)

MASKED_ARRAYS = "ma_"
"""How the names of rows of masked arrays begin: classes have no derivative."""
TEXT = "text: the derivative is lost, not 0"
CONTAINERS = "a list, set, dict or iterator of the run, which Python code fills"
CHOSEN = "sets: which of the equal elements is kept is not a function of them"
AS_IT_IS = "it runs as it is, in order, as Python code does"
FLOATS = [method for method, of in PYTHONS.items() if of == FLOAT]
REASONS = {
    "array_tolist": CONTAINERS,
    "array_tobytes array_dumps array_hex array_fromhex": TEXT,
    "array2string array_repr array_str": TEXT,
    "format_float_positional format_float_scientific": TEXT,
    "format_value format_percent str repr": TEXT,
    "unique unique_values unique_all unique_counts unique_inverse": CHOSEN,
    "union1d intersect1d setxor1d setdiff1d": CHOSEN,
    "histogram": "its edges are the extremes of what it counts; its counts jump",
    "eig eigvals roots": "eigenvalues that may be complex or not, by the numbers",
    "as_strided": "it reads memory by number of bytes, whatever lies there",
    "ix": "indices",
    "result_type min_scalar_type": "dtypes",
    "whole_asarray_chkfinite": AS_IT_IS,
    "whole_testing_assert_array_max_ulp": AS_IT_IS,
    "with_gradient": "it carries a rule of its own",
    "pure_method": "a method of an object, of which nothing is known",
    "enumerate zip reversed iter sorted tuple": CONTAINERS,
    "reducible": "what a reduction goes over, as it is: a list, or an iterator",
    "minimum_by_key maximum_by_key sorted_by_key": CONTAINERS,
    "first_items items_in_order in_their_order": "they are of integers alone",
    "list_new set_new frozenset_new deque_new Counter_new": CONTAINERS,
    "pair_of": CONTAINERS,
    "starred_list starred_tuple starred_set starred_unpack": CONTAINERS,
    "itertools_chain itertools_islice itertools_compress itertools_cycle": CONTAINERS,
    "itertools_tee itertools_pairwise itertools_product itertools_batched": CONTAINERS,
    "itertools_zip_longest itertools_combinations": CONTAINERS,
    "itertools_combinations_with_replacement itertools_permutations": CONTAINERS,
    "itertools_accumulate itertools_count itertools_repeat": CONTAINERS,
    "draw draw_from": "a method of a generator, which it changes",
    " ".join(map(python_draw, FLOATS)): "a method of a generator of Python's",
}
"""The rows without a derivative, and why."""
REFUSED = {name: why for names, why in REASONS.items() for name in names.split()}


def takes_and_gives_floats(row: Row) -> bool:
    """Whether a sample has floats, or can have, and what comes of it can vary."""
    if any(isinstance(place, int) for place in row.writes):
        return False  # gradients are of functional graphs, where its twin stands
    return any(varies_by(row, each) for each in samples(row))


def samples(row: Row) -> list[Any]:
    floats = [with_floats(each) for each in row.samples if has_integers(each)]
    return [*row.samples, *(each for each in floats if works(row, each))]


def varies_by(row: Row, sample: Any) -> bool:
    args, kwargs = sample()
    inputs = Inputs(None)
    opened = tuple(map(inputs.opened, args))
    named = tuple((name, inputs.opened(value)) for name, value in kwargs.items())
    if not inputs.values:
        return False
    try:
        of, _ = infer(row, opened, named)
    except TypeFailure:
        return False
    return may_vary(of)


FLOATING = [
    row for family in FAMILIES for row in rows_of(family) if takes_and_gives_floats(row)
]


def test_each_row_with_floats_has_a_derivative_or_a_reason() -> None:
    known = [row for row in FLOATING if not row.name.startswith(MASKED_ARRAYS)]
    missing = {row.name for row in known if row.derivative is None}
    assert missing == REFUSED.keys()
    assert len(known) - len(missing) >= 330


@pytest.mark.parametrize("name", REFUSED)
def test_a_row_that_is_refused_has_no_derivative(name: str) -> None:
    assert OPS[name].derivative is None


def test_each_derivative_is_that_of_a_row() -> None:
    assert not [name for name in FACTS if name not in OPS]
