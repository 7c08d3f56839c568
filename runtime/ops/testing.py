"""NumPy's assertions: they return None, or raise."""

from __future__ import annotations

import numpy as np
from numpy import testing

from runtime.ops.arrays import function_row
from runtime.ops.row import Row, call
from runtime.types import NONE

_VECTOR = np.array([0.25, 0.5])

ROWS: tuple[Row, ...] = tuple(
    function_row(
        function,
        NONE,
        *samples,
        bad=bad,
        name=f"testing_{function.__name__}",
        effect=True,
        takes_any=True,
        closed=False,
    )
    for function, samples, bad in (
        *(
            (each, (call(_VECTOR, _VECTOR), call(2, 2)), call(_VECTOR, _VECTOR + 1))
            for each in (
                testing.assert_allclose,
                testing.assert_almost_equal,
                testing.assert_array_almost_equal,
                testing.assert_array_almost_equal_nulp,
                testing.assert_array_equal,
                testing.assert_equal,
            )
        ),
        (testing.assert_, (call(True), call(1, "so")), call(False)),
        (testing.assert_approx_equal, (call(0.5, 0.5),), call(0.5, 0.25)),
        (testing.assert_array_less, (call(_VECTOR, 1),), call(_VECTOR, 0)),
        (testing.assert_string_equal, (call("a", "a"),), call("a", "b")),
    )
)
