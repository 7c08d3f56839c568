"""The JSON documents of a file of graphs, written and read within limits."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

from runtime.errors import FileError, NotSavable

LARGEST = 32 * 2**20
"""The bytes that a document may have, where no more are allowed than for any file."""
MOST_MEMORY = 128 * 2**20
"""The bytes that what it says may take in memory then, roughly."""
USUAL = 2**30
"""The bytes that are allowed for any file."""
DEEPEST = 400
LONGEST_INTEGER = 4300

_TEXT = re.compile(r'"[^"]*+"?')
_BRACKET = re.compile(r"[\[\]{}]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_COSTS = {"{": 240, "[": 80, ",": 60, ":": 80}
_TOO_DEEP = "what is to be saved is nested too deeply: its loops and branches"
_FLATTER = "make functions of the inner loops, and save those"
_HINT = "pass a larger max_bytes= if you trust the file"
Kind = TypeVar("Kind")


def write_document(data: Any) -> bytes:
    """Return a document as bytes."""
    try:
        text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    except RecursionError:
        raise NotSavable(_TOO_DEEP, hint=_FLATTER) from None
    if is_deep(text):
        raise NotSavable(_TOO_DEEP, hint=_FLATTER)
    return text.encode()


def read_document(data: bytes, name: str, max_bytes: int) -> Any:
    """Read a document.

    Parameters
    ----------
    data : bytes
        The document.
    name : str
        The name of the document, for messages.
    max_bytes : int
        The bytes that are allowed for the whole file.

    Raises
    ------
    FileError
        If it is none, or beyond a limit.
    """
    check_size(len(data), name, max_bytes)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise FileError(f"{name} is not UTF-8") from None
    _check_marks(text, name, max_bytes)
    try:
        return _DECODER.decode(text)
    except FileError as error:
        raise FileError(f"{name} {error.message}") from None
    except (ValueError, RecursionError) as error:
        told = str(error).partition("\n")[0][:200]
        raise FileError(f"{name} is no JSON document: {told}") from None


def check_size(size: int, name: str, max_bytes: int) -> None:
    """Raise a `FileError` if a document has more bytes than it may."""
    most = _scaled(LARGEST, max_bytes)
    if size > most:
        raise FileError(f"{name} has more than {most} bytes", hint=_HINT)


def _scaled(limit: int, max_bytes: int) -> int:
    """Return a limit, or a larger one where more is allowed than for any file."""
    return limit * max(max_bytes, USUAL) // USUAL


def _check_marks(text: str, name: str, max_bytes: int) -> None:
    """Raise a `FileError` if reading the text would take much room, or go deep."""
    needed = sum(text.count(mark) * cost for mark, cost in _COSTS.items())
    if needed > _scaled(MOST_MEMORY, max_bytes):
        raise FileError(f"{name} says more than it may", hint=_HINT)
    if is_deep(text):
        raise FileError(f"{name} is nested more than {DEEPEST} deep")


def is_deep(text: str) -> bool:
    """Whether brackets that are no part of a text stand in each other too deep."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    if "\\" in text:  # then quotes may be letters of a text
        text = text.replace("\\\\", "").replace('\\"', "")
    brackets = _BRACKET.findall(_TEXT.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise FileError("has a key twice")
    return found


def _integer(text: str) -> int:
    if len(text) > LONGEST_INTEGER:
        raise FileError(f"has an integer of more than {LONGEST_INTEGER} digits")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise FileError(f"has the number {text:.40}, and holds only integers")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once,
    parse_float=_no_number,
    parse_constant=_no_number,
    parse_int=_integer,
)


def entry(data: Any, key: str, kind: type[Kind]) -> Kind:
    """Return an entry of a document, which must be of a class."""
    found = data.get(key) if type(data) is dict else None
    if type(found) is not kind:
        raise FileError(f"{key!r} should be a {kind.__name__} in the manifest")
    return found
