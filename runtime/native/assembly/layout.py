"""Where Python's and NumPy's objects keep their fields, found and tested by looking.

The places are those of CPython's and NumPy's headers. Each is tested with objects whose
fields are known; a build where one differs has no machine code.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import sysconfig
from collections.abc import Iterator
from typing import Any

import numpy as np

SCALARS = (
    *(np.int8, np.int16, np.int32, np.int64),
    *(np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float32, np.float64, np.complex128, np.bool),
)
"""The classes of NumPy scalars that kernels take and return."""

CONTIGUOUS, WRITEABLE, ALIGNED = 0x1, 0x400, 0x100
"""Flags of an array, as NumPy's C interface defines them."""


OFFSETS = {
    "type": 8,
    "type_flags": 168,
    "dtype_kind": 24,
    "float": 16,
    "scalar": 16,
    "size": 16,
    "list_items": 24,
    "tuple_items": 24,
    "bytes": 32,
    "bytearray_start": 40,
    "data": 16,
    "nd": 24,
    "dimensions": 32,
    "strides": 40,
    "descr": 56,
    "flags": 64,
}
"""The offsets of the fields of objects, in bytes."""


def numpy_functions() -> dict[str, int]:
    """Return the addresses of functions of NumPy's C interface, which are tried.

    Raises
    ------
    RuntimeError
        If they do not make arrays and views.
    """
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    core = importlib.import_module("numpy._core._multiarray_umath")
    table = pointer(core._ARRAY_API, None)
    new, hold = (
        ctypes.c_void_p.from_address(table + 8 * place).value or 0
        for place in (_ARRAY_NEW, _SET_BASE_OBJECT)
    )
    sizes, strides = (ctypes.c_ssize_t * 2)(3, 4), (ctypes.c_ssize_t * 2)(64, 16)
    of = np.ndarray, 2, ctypes.addressof(sizes), np.dtype(float).num
    made = _NEW(new)(*of, None, None, 0, 0, None)
    if type(made) is not np.ndarray or made.shape != (3, 4) or made.dtype != float:
        raise RuntimeError("NumPy's C interface is not as expected")
    base = np.arange(24.0).reshape(3, 8)
    given = ctypes.addressof(strides), base.ctypes.data, 0, WRITEABLE, None
    view = _NEW(new)(*of, *given)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(base))
    kept = _SET(hold)(view, base)
    writes = view.flags.writeable and view.base is base.base
    if kept != 0 or not writes or view.tolist() != base[:, ::2].tolist():
        raise RuntimeError("NumPy's C interface is not as expected")
    return {"autograph_array_new": new, "autograph_set_base": hold}


_ARRAY_NEW, _SET_BASE_OBJECT = 93, 282
"""The places of functions in the table of NumPy's C interface."""
_NEW = ctypes.PYFUNCTYPE(
    ctypes.py_object,
    ctypes.py_object,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_void_p,
)
_SET = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.py_object)


def check_layout() -> None:
    """Check that objects are laid out as expected.

    Raises
    ------
    RuntimeError
        If they are not.
    """
    for problem in _problems(OFFSETS):
        raise RuntimeError(problem)


def _problems(offsets: dict[str, int]) -> Iterator[str]:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        yield "this Python runs without a global interpreter lock"
    if hasattr(sys, "gettotalrefcount"):
        yield "this is a debug build of Python"
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        yield "this is not CPython on 64 bits"
    if sys.byteorder != "little":
        yield "this processor stores the highest byte first"
    yield from _problems_of_numbers(offsets)
    yield from _problems_of_sequences(offsets)
    yield from _problems_of_arrays(offsets)


def _problems_of_numbers(offsets: dict[str, int]) -> Iterator[str]:
    number = 1234.5678
    if _read(number, offsets["type"], ctypes.c_void_p) != id(float):
        yield "objects do not begin as expected"
    elif _read(number, offsets["float"], ctypes.c_double) != number:
        yield "floats do not hold their value where expected"
    for one in (int, list, np.ndarray, np.float64):
        if _read(one, offsets["type_flags"], ctypes.c_ulong) != one.__flags__:
            yield "classes do not hold their flags where expected"
    pair = (ctypes.c_double * 2).from_address(id(2.5 - 1.5j) + offsets["scalar"])
    if tuple(pair) != (2.5, -1.5):
        yield "complex numbers do not hold their parts where expected"
    for kind in SCALARS:
        value = kind(1)
        at = id(value) + offsets["scalar"]
        if kind.__basicsize__ < offsets["scalar"] + 8:
            yield f"{kind.__name__} is smaller than expected"
        elif ctypes.string_at(at, value.itemsize) != value.tobytes():
            yield f"{kind.__name__} does not hold its value where expected"


def _problems_of_sequences(offsets: dict[str, int]) -> Iterator[str]:
    items = (1.5, 2.5, 3.5)
    many = list(items)
    ids = tuple(map(id, items))
    if _read(items, offsets["size"], ctypes.c_ssize_t) != 3:
        yield "tuples do not hold their length where expected"
    held = (ctypes.c_size_t * 3).from_address(id(items) + offsets["tuple_items"])
    if tuple(held) != ids:
        yield "tuples do not hold their items where expected"
    held_bytes = ctypes.string_at(id(b"words") + offsets["bytes"], 5)
    if held_bytes != b"words":
        yield "bytes do not hold their contents where expected"
    grown = bytearray(b"words")
    start = _read(grown, offsets["bytearray_start"], ctypes.c_void_p)
    if not start or ctypes.string_at(start, 5) != b"words":
        yield "bytearrays do not hold their contents where expected"
    if _read(grown, offsets["size"], ctypes.c_ssize_t) != 5:
        yield "bytearrays do not hold their length where expected"
    if _read(many, offsets["size"], ctypes.c_ssize_t) != 3:
        yield "lists do not hold their length where expected"
    address = _read(many, offsets["list_items"], ctypes.c_void_p)
    if not address or tuple((ctypes.c_size_t * 3).from_address(address)) != ids:
        yield "lists do not hold their items where expected"


def _problems_of_arrays(offsets: dict[str, int]) -> Iterator[str]:
    array = np.arange(42.0).reshape(2, 3, 7)[:, 1:, ::3]
    if _read(array, offsets["data"], ctypes.c_void_p) != array.ctypes.data:
        yield "arrays do not hold their address where expected"
    if _read(array, offsets["nd"], ctypes.c_int) != 3:
        yield "arrays do not hold their rank where expected"
    if _read(array, offsets["descr"], ctypes.c_void_p) != id(array.dtype):
        yield "arrays do not hold their dtype where expected"
    for dtype in map(np.dtype, (float, object)):
        if _read(dtype, offsets["dtype_kind"], ctypes.c_char) != dtype.kind.encode():
            yield "dtypes do not hold their kind where expected"
    for field, expected in (("dimensions", array.shape), ("strides", array.strides)):
        address = _read(array, offsets[field], ctypes.c_void_p)
        found = (ctypes.c_int64 * 3).from_address(address) if address else ()
        if tuple(found) != expected:
            yield f"arrays do not hold their {field} where expected"
    for each in (array, np.arange(3), np.frombuffer(b"ab", np.uint8)):
        flags = _read(each, offsets["flags"], ctypes.c_int)
        own = each.flags
        known = (own.c_contiguous, own.writeable, own.aligned)
        read = tuple(bool(flags & one) for one in (CONTIGUOUS, WRITEABLE, ALIGNED))
        if read != known:
            yield "arrays do not hold their flags where expected"


def _read(value: object, offset: int, kind: Any) -> Any:
    return kind.from_address(id(value) + offset).value
