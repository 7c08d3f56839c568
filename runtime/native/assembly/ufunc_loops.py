"""NumPy's inner loops: made for compilers, and tried before use."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import NotNative

_CAPSULE = b"numpy_1.24_ufunc_call_info"
_SIZE = 24
_PRODUCTS_KEEP_FLAGS = sys.platform != "darwin"
"""Whether matrix products leave the flags set that were: NumPy clears them on macOS."""


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
    """The inner loop of a ufunc, with what it is called with.

    Attributes
    ----------
    symbol : str
        What the names of its addresses begin with.
    addresses : dict
        The addresses of the loop, its context and its data, by name.
    keeps : object
        What keeps them alive.
    """

    symbol: str
    addresses: dict[str, int]
    keeps: Any


def call_loop(
    w: Writer,
    loop: InnerLoop,
    operands: Sequence[tuple[str, str]],
    sizes: Sequence[str],
    more_steps: Sequence[str] = (),
) -> None:
    """Write the call of an inner loop.

    Parameters
    ----------
    w : Writer
        The function that calls it.
    loop : InnerLoop
        The loop.
    operands : sequence of pairs
        The address of each operand, results last, and the distance in bytes from one
        element to the next.
    sizes : sequence of str
        The number of elements; for a matrix product also the sizes of its axes.
    more_steps : sequence of str
        For a matrix product, the distances along its axes.
    """
    w.addresses |= loop.addresses
    steps = [*(step for _, step in operands), *more_steps]
    given = []
    for kind, codes in (
        ("ptr", [pointer for pointer, _ in operands]),
        ("i64", sizes),
        ("i64", steps),
    ):
        slot = w.slot(f"[{len(codes)} x {kind}]")
        for number, code in enumerate(codes):
            w.store(kind, code, w.at(slot, 8 * number))
        given.append(slot)
    ends = [w.global_(f"{loop.symbol}_{end}") for end in ("context", "auxiliary")]
    function = w.global_(loop.symbol)
    arguments = [("ptr", each) for each in (ends[0], *given, ends[1])]
    if more_steps and _PRODUCTS_KEEP_FLAGS:
        told = ", ".join(f"{kind} {code}" for kind, code in arguments)
        status = w.put(f"call i32 {function}({told})")
    else:
        status = w.call("i32", "autograph_loop", ("ptr", function), *arguments)
    if more_steps:  # it may have no memory for a copy
        w.fault_if(w.put(f"icmp ne i32 {status}, 0"))


_LOOP = ctypes.PYFUNCTYPE(ctypes.c_int, *(ctypes.c_void_p,) * 4, ctypes.c_void_p)


def loop_of(ufunc: np.ufunc, dtype: np.dtype, reduces: bool = False) -> InnerLoop:
    """Return the loop of a ufunc that computes in one dtype.

    It is tried on some numbers, and must give what the ufunc gives.

    Parameters
    ----------
    ufunc : ufunc
        The ufunc.
    dtype : dtype
        The dtype of its operands and its result.
    reduces : bool
        Whether the loop is to reduce elements to one.

    Raises
    ------
    NotNative
        If there is no such loop.
    """
    found = _tried(ufunc, dtype, reduces)
    if found is None:
        raise NotNative(f"{ufunc.__name__} of {dtype.name}")
    return found


@lru_cache(maxsize=512)
def _tried(ufunc: np.ufunc, dtype: np.dtype, reduces: bool) -> InnerLoop | None:
    given = (dtype,) * ufunc.nin + (None,) * ufunc.nout
    for_compilers: Any = ufunc
    try:
        found = for_compilers._resolve_dtypes_and_context(given, reduction=reduces)
    except TypeError:  # the ufunc takes no elements of this dtype
        return None
    resolved, capsule = found
    if any(each != dtype for each in resolved):
        return None
    for_compilers._get_strided_loop(capsule)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    info = _CallInfo.from_address(pointer(capsule, _CAPSULE))
    if info.needs_python or not info.loop or not _is_right(info, ufunc, dtype, reduces):
        return None
    use = "reduction" if reduces else "loop"
    symbol = f"autograph_{use}_{ufunc.__name__}_{dtype.name}"
    addresses = {
        symbol: info.loop,
        f"{symbol}_context": info.context or 0,
        f"{symbol}_auxiliary": info.auxiliary or 0,
    }
    return InnerLoop(symbol, addresses, capsule)


def _is_right(info: _CallInfo, ufunc: np.ufunc, dtype: np.dtype, reduces: bool) -> bool:
    """Whether a loop gives what its ufunc gives."""
    numbers = np.linspace(0.05, 0.95, _SIZE)
    numbers = (numbers if dtype.kind == "f" else 100 * numbers).astype(dtype)
    width = dtype.itemsize
    result = np.empty(_SIZE, dtype)
    sizes, more = [_SIZE], []
    if ufunc.signature is not None:
        left, right = numbers.reshape(4, 6), numbers.reshape(6, 4)
        result = np.empty((4, 4), dtype)
        inputs = [left, right]
        sizes, steps = [1, 4, 6, 4], [0, 0, 0]
        more = [*left.strides, *right.strides, *result.strides]
    elif reduces:
        first = int(ufunc.identity is None)
        start = numbers[0] if first else ufunc.identity
        result = np.array([start], dtype)
        inputs = [result, numbers[first:]]
        sizes, steps = [_SIZE - first], [0, width, 0]
    else:
        inputs = [np.ascontiguousarray(numbers[:: 1 - 2 * n]) for n in range(ufunc.nin)]
        inputs = inputs[:2] + [numbers[::-1].copy()] * (ufunc.nin - 2)
        steps = [width] * (ufunc.nin + 1)
    with np.errstate(all="ignore"):
        expected = ufunc.reduce(numbers) if reduces else ufunc(*inputs)
        status = _call(info, [*inputs, result], sizes, [*steps, *more])
    return bool(status == 0 and result.tobytes() == expected.tobytes())


def _call(
    info: _CallInfo, arrays: list[np.ndarray], sizes: list[int], steps: list[int]
) -> int:
    data = (ctypes.c_void_p * len(arrays))(*(each.ctypes.data for each in arrays))
    counts = (ctypes.c_ssize_t * len(sizes))(*sizes)
    distances = (ctypes.c_ssize_t * len(steps))(*steps)
    pointers = [ctypes.addressof(each) for each in (data, counts, distances)]
    loop = _LOOP(info.loop)
    status: int = loop(info.context or 0, *pointers, info.auxiliary or 0)
    return status
