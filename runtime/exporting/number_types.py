"""The dtype and the shape of numbers whose type may be a union."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.types import (
    Array,
    NumpyScalar,
    PythonScalar,
    Shape,
    Type,
    Unbound,
    members,
)

DTYPES = {
    "bool": np.dtype(bool),
    "int": np.dtype(np.int64),
    "float": np.dtype(np.float64),
    "complex": np.dtype(np.complex128),
}
"""The dtypes of Python's numbers elsewhere."""
_SAMPLES: dict[str, object] = {"bool": False, "int": 0, "float": 0.0, "complex": 0j}


def dtype_of(of: Type) -> np.dtype | None:
    """Return the dtype of numbers; None for what is no number or array of them.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> dtype_of(parse_type("{int | np.float32}")), dtype_of(parse_type("str"))
    (dtype('float32'), None)
    """
    strong: list[np.dtype] = []
    weak: list[str] = []
    for each in members(of):
        if isinstance(each, PythonScalar) and each.kind in DTYPES:
            weak.append(each.kind)
        elif isinstance(each, (NumpyScalar, Array)) and each.dtype.kind in "biufc":
            strong.append(each.dtype)
        elif not isinstance(each, Unbound):
            return None
    if not strong:
        return np.result_type(*[DTYPES[kind] for kind in weak]) if weak else None
    samples = [_SAMPLES[kind] for kind in weak if kind != "bool"]
    operands: list[Any] = [*strong, *samples]
    found: np.dtype = np.result_type(*operands)
    return found


def shape_of(of: Type) -> Shape:
    """Return the shape of numbers; None if its rank is unknown or not one alone."""
    found: list[Shape] = []
    for each in members(of):
        if isinstance(each, Array):
            found.append(each.shape)
        elif not isinstance(each, Unbound):
            found.append(())
    shape = found[0] if found else ()
    for other in found[1:]:
        if shape is None or other is None or len(other) != len(shape):
            return None
        if any(None not in pair and len(set(pair)) > 1 for pair in zip(shape, other)):
            return None
        shape = tuple([a if b is None else b for a, b in zip(shape, other)])
    return shape
