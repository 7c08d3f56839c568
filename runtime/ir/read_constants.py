"""Reading constants: names are looked up in tables; nothing runs."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np

from runtime.errors import GraphError
from runtime.ir.callee import UnknownCallee
from runtime.ir.constants import ARRAY_KINDS, TYPES, UFUNCS, no_items
from runtime.ir.quoting import format_name
from runtime.ir.scanner import Scanner
from runtime.ir.unbound import Unbound
from runtime.types import Array, parse_dtype


def _read_unbound(scanner: Scanner) -> Unbound:
    name = scanner.string()
    return Unbound(name, scanner.string() if scanner.accept(",") else "")


LONGEST_INTEGER = 4300
"""The digits of the longest integer of a graph of a file."""
_WORD_VALUES: dict[str, object] = {
    "None": None,
    "True": True,
    "False": False,
    "Ellipsis": ...,
    "inf": float("inf"),
    "nan": float("nan"),
}
_WORD = re.compile(rf"(?:{'|'.join(_WORD_VALUES)})(?!\w|\.\d)")
# Python 3.11.2 goes on behind the beginning of what a possessive group does not match.
_DECIMAL = r"[0-9]++(?:\.[0-9]*+)?(?:e[+-]?[0-9]++)?"
_NUMBER = re.compile(rf"-?(?:0x[0-9a-f]+|(?:inf|nan)(?!\w|\.\d)|{_DECIMAL})")
_NUMBERS = re.compile(rf"(?:-?{_DECIMAL},\s*+){{1,1000}}")
_BYTES = re.compile(r'b"((?:[^"\\\n]++|\\x[0-9a-f]{2})*+)"')
_CALL = re.compile(r"(np\.)?([^\W\d]\w*)\(")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_HEXADECIMAL = re.compile(r"0x([0-9a-f]+)")
_QUOTE = re.compile(r'(?=")')


def read_constant(scanner: Scanner) -> tuple[object] | None:
    """Parse the constant that comes next; return None if something else does.

    The value is wrapped in a tuple of one, since it may itself be None.
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
        _check_digits(text.lstrip("-")[2:], scanner)
        return int(text, 16)
    if not text.lstrip("-").isdecimal():
        return float(text)
    try:
        _check_digits(text.lstrip("-"), scanner)
        return int(text)
    except ValueError:
        scanner.fail("write an integer this long as a hexadecimal")


def _check_digits(digits: str, scanner: Scanner) -> None:
    if scanner.limited and len(digits) > LONGEST_INTEGER:
        raise GraphError(f"an integer of more than {LONGEST_INTEGER} digits")


def _read_bytes(text: str, scanner: Scanner) -> bytes:
    try:
        plain = text.encode("latin-1")
        # The escapes are Python's own, and each spells one byte.
        escaped = "\\" in text
        return plain.decode("unicode_escape").encode("latin-1") if escaped else plain
    except UnicodeEncodeError:
        scanner.fail("a character that is not a byte")


def _read_tuple(scanner: Scanner) -> tuple[object, ...]:
    items: list[object] = []
    while not scanner.accept(")"):
        numbers = scanner.match(_NUMBERS)
        if numbers is not None:  # a long tuple would take long one by one
            scanner.count(numbers.group().count(","))
            found = numbers.group().split(",")[:-1]
            items += [_read_number(each.strip(), scanner) for each in found]
            continue
        scanner.count(1)
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
        scanner.fail("expected a float here")
    return value


def _read_complex(scanner: Scanner) -> complex:
    real = _read_component(scanner)
    scanner.expect(",")
    return complex(real, _read_component(scanner))


_HELD = {"b": bool, "i": int, "u": int, "f": float, "U": str, "S": bytes}


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
    try:
        if type(value) is not _HELD[np.dtype(kind).kind]:
            scanner.fail(f"this is not a valid value of np.{name}")
        return kind(value)
    except (KeyError, TypeError, ValueError, OverflowError):
        scanner.fail(f"this is not a valid value of np.{name}")


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
        scanner.fail("expected an array type of known shape")
    if of.dtype.kind not in ARRAY_KINDS:
        scanner.fail("an array of this dtype cannot be a constant")
    scanner.expect(",")
    shape = tuple(length or 0 for length in of.shape)
    try:
        data = bytes.fromhex(scanner.string())
        array = np.frombuffer(data, of.dtype).reshape(shape).copy()
    except ValueError:
        scanner.fail("the data does not fit the dtype and shape")
    wrong = no_items(data, of.dtype)
    if wrong is not None:
        scanner.fail(f"the array has {wrong}")
    return array


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
    "graph": lambda scanner: UnknownCallee(scanner.string()),
}
