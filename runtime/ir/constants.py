"""Constants of a graph as text, which `runtime.ir.read_constants` reads.

======================== ===============================================
a Python scalar          ``None True -1 1.5 inf nan "text" b"bytes"``,
                         ``complex(1.0, -0.0)``
a float by its bits      ``float(0x7ff8000000000001)``
a NumPy scalar           ``np.float64(1.5)``, ``np.complex64(1.0, 2.0)``
an array                 ``array(float64[2], "000000000000f03f...")``
a tuple                  ``const (1, (2, 3))``; without ``const`` it is a
                         display, put together when the operation runs
a dtype, ufunc or type   ``dtype(float64)``, ``ufunc(add)``, ``type(int)``
a missing local variable ``unbound("y")``
a graph that is called   ``graph("f")``
======================== ===============================================
"""

from __future__ import annotations

import builtins
import struct
import sys
from collections.abc import Callable, Mapping
from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from runtime.errors import GraphError
from runtime.ir.callee import Callee
from runtime.ir.quoting import quote
from runtime.ir.unbound import Unbound
from runtime.types import Array, format_dtype, parse_dtype
from runtime.value_texts import format_integer

ARRAY_KINDS = "biufcUS"
"""Kinds of dtypes whose bytes are the values themselves, not pointers."""


def _type_names() -> Mapping[str, type]:
    """Return the types that may be constants, by their names in the text."""
    numpy: tuple[type, ...] = (np.ndarray, np.dtype, np.ufunc)
    found: dict[str, type] = {"NoneType": NoneType, "EllipsisType": EllipsisType}
    found |= {
        name: kind
        for name, kind in vars(builtins).items()
        if isinstance(kind, type) and kind.__module__ == "builtins"
    }
    found |= {f"np.{kind.__name__}": kind for kind in numpy}
    found |= {
        f"np.{kind.__name__}": kind
        for kind in vars(np).values()
        if isinstance(kind, type) and issubclass(kind, np.generic)
    }
    found |= {
        f"np.exceptions.{name}": kind
        for name, kind in vars(np.exceptions).items()
        if isinstance(kind, type)
    }
    found["np.linalg.LinAlgError"] = np.linalg.LinAlgError
    return found


def _ufunc_names() -> Mapping[str, np.ufunc]:
    spaces = {"strings.": np.strings, "": np}
    return {
        prefix + name: function
        for prefix, space in spaces.items()
        for name, function in vars(space).items()
        if isinstance(function, np.ufunc)
    }


TYPES = _type_names()
TYPE_NAMES = {
    kind: name  # "OSError" wins over its old name "IOError"
    for name, kind in sorted(TYPES.items(), key=lambda row: row[0] == row[1].__name__)
}
_NAMED = frozenset(map(id, TYPE_NAMES))
UFUNCS = _ufunc_names()
UFUNC_NAMES = {
    function: name
    for name, function in sorted(
        UFUNCS.items(), key=lambda row: row[0] == row[1].__name__
    )
}


def no_items(data: bytes | memoryview, dtype: np.dtype) -> str | None:
    """Return what bytes have that no array of a dtype has; None if they have nothing.

    Parameters
    ----------
    data : bytes-like
        The bytes of the items.
    dtype : dtype
        One of `ARRAY_KINDS`.
    """
    if dtype.kind == "b" and (np.frombuffer(data, np.uint8) > 1).any():
        return "truth values that are neither true nor false"
    if dtype.kind == "U":
        letter = np.dtype(np.uint32).newbyteorder(dtype.byteorder)
        if (np.frombuffer(data, letter) > sys.maxunicode).any():
            return "letters that do not exist"
    return None


def format_constant(value: object) -> str:
    """Format a constant.

    Raises
    ------
    GraphError
        If a graph may not hold it: a function, a list, a user's object.

    Examples
    --------
    >>> format_constant(-0.0), format_constant(np.float32(0.1)), format_constant((1,))
    ('-0.0', 'np.float32(0.1)', 'const (1,)')
    """
    if type(value) is tuple:
        return "const " + _format_tuple(value)
    if isinstance(value, type):
        return _format_type_constant(value)
    writer = _WRITERS.get(type(value))
    if writer is not None:
        return writer(value)
    if isinstance(value, np.generic):
        return _format_numpy_scalar(value)
    if isinstance(value, np.dtype):
        return _format_dtype_constant(value)
    if isinstance(value, Callee):
        return f"graph({quote(value.name)})"
    raise GraphError(
        f"a graph cannot hold an object of type {type(value).__name__} as a constant",
        hint="pass it to the function as an argument",
    )


def check_constant(value: object) -> None:
    """Raise a `GraphError` if a graph may not hold a value as a constant."""
    if type(value) is tuple:
        for item in value:
            check_constant(item)
    elif type(value) not in _ALWAYS:
        format_constant(value)


def has_text(value: object) -> bool:
    """Whether a value can be a constant of a graph.

    Examples
    --------
    >>> has_text(np.exp), has_text(np.frompyfunc(abs, 1, 1))
    (True, False)
    """
    if isinstance(value, type):
        return id(value) in _NAMED  # a metaclass may compare as it likes, or not hash
    if isinstance(value, np.ufunc):
        return value in UFUNC_NAMES
    try:
        check_constant(value)
    except GraphError:
        return False
    return True


def _format_tuple(value: tuple[object, ...]) -> str:
    items = [
        _format_tuple(item) if type(item) is tuple else format_constant(item)
        for item in value
    ]
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _format_float(value: float) -> str:
    if value == value:
        return repr(value)
    bits = struct.pack(">d", value)
    for text in ("nan", "-nan"):
        if bits == struct.pack(">d", float(text)):
            return text
    return f"float(0x{bits.hex()})"


def _format_complex(value: complex) -> str:
    return f"complex({_format_float(value.real)}, {_format_float(value.imag)})"


def _format_bytes(value: bytes) -> str:
    return f'b"{value.decode("latin-1").translate(_SPELLED)}"'


_SPELLED = {
    byte: f"\\x{byte:02x}"
    for byte in range(256)
    if not 32 <= byte < 127 or byte in b'"\\'
}


def _format_numpy_scalar(value: np.generic) -> str:
    kind, name = value.dtype.kind, f"np.{type(value).__name__}"
    if TYPES.get(name) is not type(value):
        raise GraphError(f"a {name} cannot be a constant of a graph")
    if kind in "biu":
        return f"{name}({value.item()})"
    if isinstance(value, np.str_):
        return f"{name}({quote(str(value))})"
    if isinstance(value, np.bytes_):
        return f"{name}({_format_bytes(bytes(value))})"
    if kind == "f" and _same_bits(type(value)(float(str(value))), value):
        return f"{name}({value!s})"
    if isinstance(value, np.complexfloating):
        pair = complex(float(str(value.real)), float(str(value.imag)))
        if _same_bits(type(value)(pair), value):
            return f"{name}({value.real!s}, {value.imag!s})"
    if kind in "fc":
        return f"{name}(0x{int.from_bytes(value.tobytes(), sys.byteorder):x})"
    raise GraphError(f"a {name} cannot be a constant of a graph")


def _same_bits(left: np.generic, right: np.generic) -> bool:
    return left.tobytes() == right.tobytes()


def _format_dtype_constant(value: np.dtype) -> str:
    word = format_dtype(value)
    for text, spelled in ((word, word), (value.str, quote(value.str))):
        if not (text.isidentifier() or spelled != text) or value.fields is not None:
            continue
        try:
            if parse_dtype(text) == value:
                return f"dtype({spelled})"
        except GraphError:
            continue
    raise GraphError(f"the dtype {value} cannot be a constant of a graph")


def _format_array(value: np.ndarray) -> str:
    if value.dtype.kind not in ARRAY_KINDS or not value.dtype.isnative:
        raise GraphError(
            f"an array of dtype {value.dtype} cannot be a constant of a graph",
            hint="pass it to the function as an argument",
        )
    of = str(Array(value.dtype, value.shape))
    return f'array({of}, "{value.tobytes().hex()}")'


def _format_type_constant(value: type) -> str:
    name = TYPE_NAMES.get(value)
    if name is None:
        raise GraphError(
            f"the class {value.__name__} cannot be a constant of a graph",
            hint="pass it to the function as an argument",
        )
    return f"type({name})"


def _format_ufunc(value: np.ufunc) -> str:
    name = UFUNC_NAMES.get(value)
    if name is None:
        raise GraphError(
            "a graph can hold only NumPy's own ufuncs as constants, not "
            f"{value.__name__}"
        )
    return f"ufunc({name})"


_WRITERS: dict[type, Callable[[Any], str]] = {
    NoneType: str,
    bool: str,
    EllipsisType: str,
    int: format_integer,
    float: _format_float,
    complex: _format_complex,
    str: quote,
    bytes: _format_bytes,
    np.ndarray: _format_array,
    np.ufunc: _format_ufunc,
    Unbound: lambda value: _format_unbound(value),
}


_ALWAYS = frozenset(
    (NoneType, bool, EllipsisType, int, float, complex, str, bytes, Unbound)
)
"""Classes all of whose values may be constants."""


def _format_unbound(value: Unbound) -> str:
    way = f", {quote(value.way)}" if value.way else ""
    return f"unbound({quote(value.name)}{way})"
