"""The dtypes that onnxruntime has no kernel for, or ONNX no operator: by trying."""

from __future__ import annotations

import numpy as np

_SMALL = "int8 int16 uint8 uint16"
_ODD = "int16 uint16"
LACKS: dict[str, str] = {
    "Where": f"{_ODD} uint64 bool",
    "Max": _ODD,
    "Min": _ODD,
    "MatMul": f"{_SMALL} bool",
    **dict.fromkeys(
        ("ReduceSum", "ReduceProd", "CumSum"), f"{_SMALL} uint32 uint64 bool"
    ),
    **dict.fromkeys(("ReduceMax", "ReduceMin"), f"{_ODD} uint32 bool"),
    **dict.fromkeys(("ArgMax", "ArgMin", "TopK"), f"{_ODD} int8 uint8 uint32 bool"),
    "Trilu": f"{_SMALL} uint32 uint64",
    "Pad": _ODD,
    "Einsum": f"{_SMALL} uint32 uint64 bool",
}
"""For each operator the dtypes that it is given in another one, which holds them."""


def wider(operation: str, dtype: np.dtype) -> np.dtype:
    """Return the dtype in which an operator computes what it shall in another one.

    Examples
    --------
    >>> wider("ReduceSum", np.dtype(np.int8)), wider("Add", np.dtype(np.int8))
    (dtype('int32'), dtype('int8'))
    """
    if dtype.name not in LACKS.get(operation, "").split():
        return dtype
    # Sums of 64 bits wrap alike with and without a sign.
    return np.dtype(np.int64 if dtype.name in ("uint32", "uint64") else np.int32)
