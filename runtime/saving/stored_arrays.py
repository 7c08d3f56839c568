"""The arrays of a file of graphs: NumPy's own format, without objects."""

from __future__ import annotations

import io
import math
import re

import numpy as np

from runtime.errors import FileError
from runtime.ir.constants import ARRAY_KINDS, no_items

INLINE = 64
"""The bytes of the largest constant that stands in the text of its graph."""
LONGEST_HEADER = 10_000
MOST_DIMENSIONS = 64

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    r"\{'descr': '([<>|])([biufcUS][1-9]\d{0,8})', 'fortran_order': False, "
    r"'shape': \(((?:\d{1,19}, ?)*(?:\d{1,19})?)\), \} *\n"
)


def is_kept(array: np.ndarray) -> bool:
    """Whether an array is one that a file can hold."""
    return array.dtype.kind in ARRAY_KINDS and array.dtype.isnative


def write_array(array: np.ndarray) -> bytes:
    """Return an array as bytes."""
    file = io.BytesIO()
    np.lib.format.write_array(
        file, np.ascontiguousarray(array).reshape(array.shape), (1, 0), False
    )
    return file.getvalue()


def read_array(data: bytes, name: str) -> np.ndarray:
    """Read an array.

    Raises
    ------
    FileError
        If it is none, or has another size than its header says.
    """
    start = len(_MAGIC) + 2
    length = int.from_bytes(data[len(_MAGIC) : start], "little")
    if data[: len(_MAGIC)] != _MAGIC or length > LONGEST_HEADER:
        raise FileError(f"{name} is no array")
    header = _HEADER.fullmatch(data[start : start + length].decode("latin-1"))
    if header is None:
        raise FileError(f"{name} is no array of numbers or text, in C's order")
    order, code, dimensions = header.groups()
    try:
        dtype = np.dtype(order + code)
    except (TypeError, ValueError):
        raise FileError(f"{name} has the dtype {code}, which is none here") from None
    shape = tuple(int(each) for each in dimensions.replace(",", " ").split())
    content = memoryview(data)[start + length :]
    if len(shape) > MOST_DIMENSIONS or not dtype.itemsize:
        raise FileError(f"{name} has a shape that no array has")
    if math.prod(shape) * dtype.itemsize != len(content):
        raise FileError(f"{name} has another size than its header says")
    wrong = no_items(content, dtype)
    if wrong is not None:
        raise FileError(f"{name} has {wrong}")
    try:
        array = np.frombuffer(content, dtype).reshape(shape)
    except ValueError as error:
        raise FileError(f"{name} has a shape that no array has: {error}") from None
    return array.astype(dtype.newbyteorder("="))
