"""Operators and ufuncs of arrays of strings: predicted against real."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.ops import BY_INFIX, OPS
from runtime.ops.row import copied
from tests.runtime.ops.calls import DIMENSIONS, RANK, check

STRINGS = [
    *(np.array(["a", "bc"], dtype) for dtype in ("U2", "U5", "S2", "S3")),
    np.array(["a", "bc"], np.dtypes.StringDType()),
]


@pytest.mark.parametrize("left", STRINGS, ids=lambda one: str(one.dtype))
def test_operators_and_ufuncs_of_strings(left):
    others = [*STRINGS, "b", b"b", "", np.str_("bcd"), 1, np.ones(2), None, ["a", "b"]]
    ones = [*others, *(one[:1] for one in STRINGS), *(one[0] for one in STRINGS)]
    ones += [np.array(one[0], one.dtype) for one in STRINGS]
    for one in (left, left[0], np.array(left[0], left.dtype)):
        for other in ones:
            for sign in ("+", "==", "!=", "<", ">=", "*", "%", "+="):
                check(BY_INFIX[sign], (copied(one), other), {})
                check(BY_INFIX[sign], (copied(one), other), {}, DIMENSIONS, True)
                check(BY_INFIX[sign], (other, one), {}, RANK, True)
            check(OPS["ufunc_call"], (np.add, one, other), {})
            check(OPS["ufunc_call"], (np.equal, one, other), {})
        for name in np.strings.__all__:
            ufunc = getattr(np.strings, name)
            if isinstance(ufunc, np.ufunc) and ufunc.nin == 1:
                check(OPS["ufunc_call"], (ufunc, one), {})
