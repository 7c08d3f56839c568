"""Strings in a graph: known to it, with their types where lengths are."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.corpus import strings

VARIABLE = np.dtypes.StringDType()
MISSING = np.array(["a", np.nan], np.dtypes.StringDType(na_object=np.nan))


@pytest.mark.parametrize("one", strings.CASES, ids=lambda one: one.function.__name__)
def test_nothing_of_strings_is_called_back(one):
    if one.raises:
        return
    for number in range(one.count):
        ag.function(one.function, callbacks="error")(*one.arguments(number))


@pytest.mark.parametrize(
    ("function", "fixed", "variable"),
    [
        (np.strings.upper, "U3[2]", "string[2]"),
        (np.strings.strip, "U3[2]", "string[2]"),
        (lambda x: np.strings.find(x, "b"), "int64[2]", "int64[2]"),
        (lambda x: np.strings.endswith(x, "b"), "bool[2]", "bool[2]"),
        (lambda x: np.strings.replace(x, "b", "c"), "ndarray<?[2]>", "string[2]"),
        (lambda x: np.strings.zfill(x, 4), "ndarray<?[2]>", "string[2]"),
        (lambda x: x + x, "U6[2]", "string[2]"),
        (lambda x: x == "a", "bool[2]", "bool[2]"),
        (lambda x: x + "a", "any", "string[2]"),
        (np.strings.str_len, "int64[2]", "int64[2]"),
        (np.strings.isalpha, "bool[2]", "bool[2]"),
        (lambda x: x[0].upper(), "str", "str"),
        (lambda x: np.array(["a", "bc"]), "U2[2]", "U2[2]"),
    ],
)
def test_types_are_known_where_lengths_are(function, fixed, variable):
    def called(x):
        return function(x)

    for dtype, expected in (("U3", fixed), (VARIABLE, variable)):
        concrete = ag.function(called).get_concrete_function(
            np.array(["a", "b"], dtype)
        )
        assert str(concrete.graph.result.type) == expected


def test_strings_that_may_be_missing_are_known_to_the_run_alone():
    assert [ag.function(lambda x, i: x[i])(MISSING, i) for i in (0, 1)] == [*MISSING]
    with pytest.raises(ag.AutographError, match="StringDType"):
        ag.TensorSpec((2,), MISSING.dtype)


def test_strings_that_become_missing_in_the_run_are_what_they_are():
    def missing(x):
        y = x.astype(np.dtypes.StringDType(na_object=np.nan))
        y[0] = np.nan
        return y[0], isinstance(y[0], str)

    first, is_text = ag.function(missing)(np.array(["a", "b"]))
    assert np.isnan(first)
    assert not is_text
