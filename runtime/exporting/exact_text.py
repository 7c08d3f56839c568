"""Values as expressions of Python that give them again, to the bit.

The expressions name `np` for NumPy, and builtins.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

_ODD = "frombuffer"
"""What stands in the text of a NaN with bits of its own, which casts may change."""
MOST_ELEMENTS = 64
"""The elements of the largest array that is written as a list."""


def exact_text(value: Any) -> str | None:
    """Return an expression for a value; None if there is none.

    Examples
    --------
    >>> print(exact_text((1, -0.0, np.float32(0.1))))
    (1, -0.0, np.float32(0.10000000149011612))
    >>> print(exact_text(np.array([[1, 2]], "int8")), exact_text(float("inf")))
    np.array([[1, 2]], 'int8') float('inf')
    """
    if isinstance(value, np.ndarray):
        return array_text(value) if type(value) is np.ndarray else None
    if isinstance(value, np.generic):
        return _scalar(value)
    if isinstance(value, np.dtype):
        return _dtype(value)
    write = _WRITERS.get(type(value))
    return None if write is None else write(value)


def _dtype(value: np.dtype) -> str | None:
    if value.kind == "T":
        plain = value == np.dtypes.StringDType()
        return "np.dtypes.StringDType()" if plain else None
    return f"np.dtype({value.str!r})" if np.dtype(value.str) == value else None


def array_text(array: np.ndarray) -> str | None:
    """Return an expression for an array; None if it holds objects, or has gaps."""
    order: Literal["C", "F"] = "C" if array.flags.c_contiguous else "F"
    if array.dtype.kind not in "biufcSUmM" or not (
        array.flags.c_contiguous or array.flags.f_contiguous
    ):
        return None
    dtype = repr(array.dtype.name if array.dtype.kind in "biufc" else array.dtype.str)
    if not array.size:
        return f"np.zeros({array.shape}, {dtype})"
    told = f", order={order!r}" if order == "F" else ""
    if array.size <= MOST_ELEMENTS and array.dtype.kind in "biufc":
        items = _items(array.tolist())
        if items is not None and _ODD not in items:
            return f"np.array({items}, {dtype}{told})"
    data = f"np.frombuffer(bytes.fromhex({array.tobytes(order).hex()!r}), {dtype})"
    return f"{data}.reshape({array.shape}{told}).copy({order!r})"


def _items(items: Any) -> str | None:
    """Return the items of nested lists as text."""
    if isinstance(items, list):
        return _listed(items, "[", "]", _items)
    return exact_text(items)


def _listed(
    items: Sequence[Any], start: str, end: str, write: Callable[[Any], str | None]
) -> str | None:
    texts = list(map(write, items))
    known = [text for text in texts if text is not None]
    if len(known) < len(texts):
        return None
    return f"{start}{', '.join(known)}{end}"


def _scalar(value: np.generic) -> str | None:
    kind, name = value.dtype.kind, value.dtype.name
    if kind in "biufc" and getattr(np, name, None) is type(value):
        item = exact_text(value.item())
        if item is not None and _ODD not in item:
            return f"np.{name}({item})"
    if kind in "SU":
        made = type(value)(value.item())
        told = f"np.{'str_' if kind == 'U' else 'bytes_'}({value.item()!r})"
        return told if made.dtype == value.dtype else None
    data = array_text(np.array([value]))
    known = np.dtype(value.dtype.str).type is type(value)
    return f"{data}[0]" if data is not None and known else None


def _float(value: float) -> str | None:
    if math.isfinite(value):
        return repr(value)
    if struct.pack("d", value) == struct.pack("d", float(str(value))):
        return f"float({str(value)!r})"
    return f"np.frombuffer(bytes.fromhex({struct.pack('d', value).hex()!r}))[0].item()"


def _integer(value: int) -> str:
    return str(value) if value.bit_length() <= 256 else hex(value)


def _tuple(value: tuple[Any, ...]) -> str | None:
    return _listed(value, "(", ",)" if len(value) == 1 else ")", exact_text)


def _dict(value: dict[Any, Any]) -> str | None:
    def pair(item: tuple[Any, Any]) -> str | None:
        key, held = map(exact_text, item)
        return None if key is None or held is None else f"{key}: {held}"

    return _listed(list(value.items()), "{", "}", pair)


def _parts(name: str, *parts: str) -> Callable[[Any], str | None]:
    """Return what writes a value as a call with some of its attributes."""

    def write(value: Any) -> str | None:
        held = [getattr(value, each) for each in parts]
        return _listed(held, f"{name}(", ")", exact_text)

    return write


_WRITERS: dict[type, Callable[[Any], str | None]] = {
    type(None): str,
    bool: str,
    type(...): lambda value: "...",
    int: _integer,
    float: _float,
    complex: _parts("complex", "real", "imag"),
    str: repr,
    bytes: repr,
    tuple: _tuple,
    list: lambda value: _listed(value, "[", "]", exact_text),
    dict: _dict,
    range: _parts("range", "start", "stop", "step"),
    slice: _parts("slice", "start", "stop", "step"),
}
