"""Arrays of files come back as they were; `test_hostile_files` reads bad ones."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.saving.stored_arrays import read_array, write_array


@pytest.mark.parametrize(
    "array",
    [
        *(np.arange(6, dtype=kind).reshape(2, 3) for kind in "bhilqBHILQfdgFD"),
        np.array(1.5),
        np.zeros((0, 3)),
        np.array([True, False]),
        np.array(["a", "äß"]),
        np.array([b"ab"]),
        np.arange(6.0).reshape(2, 3).T,
        np.arange(3, dtype=">i4"),
    ],
    ids=lambda array: f"{array.dtype}{array.shape}",
)
def test_arrays_come_back(array):
    read = read_array(write_array(array), "x")
    assert read.dtype == array.dtype.newbyteorder("=")
    assert read.flags.writeable
    np.testing.assert_array_equal(read, array)
