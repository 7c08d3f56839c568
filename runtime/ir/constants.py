"""Constants of a graph as text. Reading one looks names up in tables; it runs nothing.

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
======================== ===============================================
"""

from __future__ import annotations

import builtins
import re
import struct
import sys
from collections.abc import Callable, Mapping
from types import EllipsisType, NoneType
from typing import Any, cast

import numpy as np

from runtime.errors import GraphError
from runtime.ir.quoting import format_name, quote
from runtime.ir.scanner import Scanner
from runtime.ir.unbound import Unbound
from runtime.types import Array, format_dtype, parse_dtype

ARRAY_KINDS = "biufcUS"
"""Kinds of dtypes whose bytes are the values themselves, and no pointers."""
LONG_INTEGER = 1000
"""Integers of more bits are written as hexadecimals: Python limits decimals."""


def _type_names() -> Mapping[str, type]:
    """Give the types that may be constants, by the names the text gives them."""
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
UFUNCS = _ufunc_names()
UFUNC_NAMES = {
    function: name
    for name, function in sorted(
        UFUNCS.items(), key=lambda row: row[0] == row[1].__name__
    )
}


# Writing


def format_constant(value: object) -> str:
    """Spell a constant.

    Raises
    ------
    GraphError
        If it is nothing a graph may hold: a function, a list, a user's object.

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
    raise GraphError(
        f"a {type(value).__name__} cannot be a constant of a graph",
        hint="pass it to the graph as a captured input",
    )


def _format_tuple(value: tuple[object, ...]) -> str:
    items = [
        _format_tuple(item) if type(item) is tuple else format_constant(item)
        for item in value
    ]
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _format_integer(value: int) -> str:
    return hex(value) if value.bit_length() > LONG_INTEGER else str(value)


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
    spelled = (
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}"
        for byte in value
    )
    return 'b"' + "".join(spelled) + '"'


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
            hint="pass it to the graph as a captured input",
        )
    of = str(Array(value.dtype, value.shape))
    return f'array({of}, "{value.tobytes().hex()}")'


def _format_type_constant(value: type) -> str:
    name = TYPE_NAMES.get(value)
    if name is None:
        raise GraphError(
            f"the class {value.__name__} cannot be a constant of a graph",
            hint="pass it to the graph as a captured input",
        )
    return f"type({name})"


def _format_ufunc(value: np.ufunc) -> str:
    name = UFUNC_NAMES.get(value)
    if name is None:
        raise GraphError(f"the ufunc {value.__name__} is not one of NumPy's own")
    return f"ufunc({name})"


_WRITERS: dict[type, Callable[[Any], str]] = {
    NoneType: str,
    bool: str,
    EllipsisType: str,
    int: _format_integer,
    float: _format_float,
    complex: _format_complex,
    str: quote,
    bytes: _format_bytes,
    np.ndarray: _format_array,
    np.ufunc: _format_ufunc,
    Unbound: lambda value: _format_unbound(value),
}


def _format_unbound(value: Unbound) -> str:
    way = f", {quote(value.way)}" if value.way else ""
    return f"unbound({quote(value.name)}{way})"


# Reading


def _read_unbound(scanner: Scanner) -> Unbound:
    name = scanner.string()
    return Unbound(name, scanner.string() if scanner.accept(",") else "")


_WORD_VALUES: dict[str, object] = {
    "None": None,
    "True": True,
    "False": False,
    "Ellipsis": ...,
    "inf": float("inf"),
    "nan": float("nan"),
}
_WORD = re.compile(rf"(?:{'|'.join(_WORD_VALUES)})(?!\w|\.\d)")
_NUMBER = re.compile(
    r"-?(?:0x[0-9a-f]+|(?:inf|nan)(?!\w|\.\d)|(\d+)(?:\.\d*)?(?:e[+-]?\d+)?)"
)
_BYTES = re.compile(r'b"((?:[^"\\\n]|\\x[0-9a-f]{2})*)"')
_CALL = re.compile(r"(np\.)?([^\W\d]\w*)\(")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_HEXADECIMAL = re.compile(r"0x([0-9a-f]+)")
_QUOTE = re.compile(r'(?=")')


def read_constant(scanner: Scanner) -> tuple[object] | None:
    """Read the constant that comes next; None if something else does.

    The value stands in a tuple of one, since it may be None itself.
    """
    word = scanner.match(_WORD)
    if word is not None:
        return (_WORD_VALUES[word.group()],)
    number = scanner.match(_NUMBER)
    if number is not None:
        return (_read_number(number.group(), scanner),)
    if scanner.match(_QUOTE):
        return (scanner.string(),)
    raw = scanner.match(_BYTES)
    if raw is not None:
        return (_read_bytes(raw.group(1), scanner),)
    if scanner.accept("const"):
        scanner.expect("(")
        return (_read_tuple(scanner),)
    return _read_call(scanner)


def _read_number(text: str, scanner: Scanner) -> int | float:
    if "x" in text:
        return int(text, 16)
    if not text.lstrip("-").isdecimal():
        return float(text)
    try:
        return int(text)
    except ValueError:
        scanner.fail("an integer this long is written as a hexadecimal")


def _read_bytes(text: str, scanner: Scanner) -> bytes:
    plain = re.sub(r"\\x(..)", lambda match: chr(int(match.group(1), 16)), text)
    try:
        return plain.encode("latin-1")
    except UnicodeEncodeError:
        scanner.fail("a character that is no byte")


def _read_tuple(scanner: Scanner) -> tuple[object, ...]:
    items: list[object] = []
    while not scanner.accept(")"):
        if scanner.accept("("):
            items.append(_read_tuple(scanner))
        else:
            items.append(_require_constant(scanner))
        if not scanner.accept(","):
            scanner.expect(")")
            break
    return tuple(items)


def _require_constant(scanner: Scanner) -> object:
    found = read_constant(scanner)
    if found is None:
        scanner.fail(f"expected a constant, found {scanner.next()}")
    return found[0]


def _read_call(scanner: Scanner) -> tuple[object] | None:
    start = scanner.position
    call = scanner.match(_CALL)
    if call is None:
        return None
    value: object
    if call.group(1):
        value = _read_numpy_scalar(call.group(2), scanner)
    elif call.group(2) in _READERS:
        value = _READERS[call.group(2)](scanner)
    else:
        scanner.position = start
        return None
    scanner.expect(")")
    return (value,)


def _read_float(scanner: Scanner) -> float:
    bits = scanner.match(_HEXADECIMAL)
    if bits is None or len(bits.group(1)) != 16:
        scanner.fail("expected sixteen hexadecimal digits")
    (value,) = struct.unpack(">d", bytes.fromhex(bits.group(1)))
    return float(value)


def _read_component(scanner: Scanner) -> float:
    value = _require_constant(scanner)
    if type(value) is not float:
        scanner.fail("expected a float before this")
    return value


def _read_complex(scanner: Scanner) -> complex:
    real = _read_component(scanner)
    scanner.expect(",")
    return complex(real, _read_component(scanner))


def _read_numpy_scalar(name: str, scanner: Scanner) -> np.generic:
    kind = TYPES.get(f"np.{name}")
    if kind is None or not issubclass(kind, np.generic):
        scanner.fail(f"np.{name} is not a NumPy scalar type")
    if issubclass(kind, np.inexact):
        bits = scanner.match(_HEXADECIMAL)
        if bits is not None:
            return _from_bits(kind, int(bits.group(1), 16), scanner)
    if issubclass(kind, np.complexfloating):
        return kind(_read_complex(scanner))
    value = _require_constant(scanner)
    expected = {"b": bool, "i": int, "u": int, "f": float, "U": str, "S": bytes}
    try:
        if type(value) is not expected[np.dtype(kind).kind]:
            scanner.fail(f"this is not the value of a np.{name}")
        return kind(value)
    except (KeyError, TypeError, ValueError, OverflowError):
        scanner.fail(f"this is not the value of a np.{name}")


def _from_bits(kind: type[np.generic], bits: int, scanner: Scanner) -> np.generic:
    dtype = np.dtype(kind)
    try:
        data = bits.to_bytes(dtype.itemsize, sys.byteorder)
    except OverflowError:
        scanner.fail(f"too many bits for a {format_name(dtype.name)}")
    return cast(np.generic, np.frombuffer(data, dtype)[0])


def _read_array(scanner: Scanner) -> np.ndarray:
    of = scanner.type()
    if not isinstance(of, Array) or of.shape is None or None in of.shape:
        scanner.fail("expected the type of an array of known shape before this")
    if of.dtype.kind not in ARRAY_KINDS:
        scanner.fail("an array of this dtype cannot be a constant")
    scanner.expect(",")
    shape = tuple(length or 0 for length in of.shape)
    try:
        data = bytes.fromhex(scanner.string())
        return np.frombuffer(data, of.dtype).reshape(shape).copy()
    except ValueError:
        scanner.fail("the data does not fit the type")


def _read_dtype(scanner: Scanner) -> np.dtype:
    quoted = scanner.match(_QUOTE)
    text = scanner.string() if quoted else scanner.name()
    try:
        return parse_dtype(text)
    except (GraphError, ValueError, SyntaxError):
        scanner.fail(f"{text!r} is not a NumPy dtype")


def _read_from(table: Mapping[str, Any], what: str) -> Callable[[Scanner], Any]:
    def read(scanner: Scanner) -> Any:
        name = scanner.match(_DOTTED)
        if name is None or name.group() not in table:
            found = scanner.next() if name is None else repr(name.group())
            scanner.fail(f"expected {what}, found {found}")
        return table[name.group()]

    return read


_READERS: dict[str, Callable[[Scanner], object]] = {
    "float": _read_float,
    "complex": _read_complex,
    "array": _read_array,
    "dtype": _read_dtype,
    "ufunc": _read_from(UFUNCS, "a ufunc of NumPy"),
    "type": _read_from(TYPES, "a type that may be a constant"),
    "unbound": _read_unbound,
}
