"""NumPy's inner loops, as addresses: made for compilers, and tried before use."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

_CAPSULE = b"numpy_1.24_ufunc_call_info"
_SIZE = 24


class _CallInfo(ctypes.Structure):
    """What the capsule of NumPy's `_get_strided_loop` holds."""

    _fields_ = (
        ("loop", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("auxiliary", ctypes.c_void_p),
        ("needs_python", ctypes.c_bool),
        ("sets_no_flags", ctypes.c_bool),
    )


class InnerLoop(NamedTuple):
    """The inner loop of a ufunc, with what it is called with."""

    loop: int
    context: int
    auxiliary: int
    keeps: Any


def loop_name(ufunc: np.ufunc, dtype: np.dtype) -> str:
    """Return the symbol of an inner loop; its context and data have others."""
    return f"autograph_loop_{ufunc.__name__}_{dtype.name}"


def loop_addresses(ufunc: np.ufunc, dtype: np.dtype) -> dict[str, int]:
    """Return the addresses of an inner loop by their symbols; none if there is none."""
    found = inner_loop_of(ufunc, dtype)
    if found is None:
        return {}
    base = loop_name(ufunc, dtype)
    return {
        base: found.loop,
        f"{base}_context": found.context,
        f"{base}_auxiliary": found.auxiliary,
    }


_LOOP = ctypes.CFUNCTYPE(ctypes.c_int, *(ctypes.c_void_p,) * 4, ctypes.c_void_p)


@lru_cache(maxsize=512)
def inner_loop_of(ufunc: np.ufunc, dtype: np.dtype) -> InnerLoop | None:
    """Return the loop of a ufunc that computes in one dtype; None if there is none.

    It is tried on some numbers, and must give what the ufunc gives.
    """
    given = (dtype,) * ufunc.nin + (None,) * ufunc.nout
    for_compilers: Any = ufunc
    resolved, capsule = for_compilers._resolve_dtypes_and_context(given)
    if any(each != dtype for each in resolved):
        return None
    for_compilers._get_strided_loop(capsule)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    info = _CallInfo.from_address(pointer(capsule, _CAPSULE))
    if info.needs_python or not info.loop:
        return None
    found = InnerLoop(info.loop, info.context or 0, info.auxiliary or 0, capsule)
    return found if _is_right(found, ufunc, dtype) else None


def _is_right(found: InnerLoop, ufunc: np.ufunc, dtype: np.dtype) -> bool:
    """Whether a loop gives what its ufunc gives."""
    numbers = np.linspace(0.05, 0.95, _SIZE).astype(dtype)
    inputs = [np.ascontiguousarray(numbers[::step]) for step in (1, -1)][: ufunc.nin]
    result = np.empty(_SIZE, dtype)
    arrays = [*inputs, result]
    data = (ctypes.c_void_p * len(arrays))(*(each.ctypes.data for each in arrays))
    sizes = (ctypes.c_ssize_t * 1)(_SIZE)
    strides = (ctypes.c_ssize_t * len(arrays))(*(each.itemsize for each in arrays))
    with np.errstate(all="ignore"):
        status = _LOOP(found.loop)(
            found.context,
            ctypes.addressof(data),
            ctypes.addressof(sizes),
            ctypes.addressof(strides),
            found.auxiliary,
        )
        expected = ufunc(*inputs)
    return bool(status == 0 and result.tobytes() == expected.tobytes())
