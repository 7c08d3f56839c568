"""Entries of a manifest, each checked as it is read."""

from __future__ import annotations

from typing import Any

from runtime.errors import FileError
from runtime.named_tuples import named_tuple_class
from runtime.saving.documents import entry
from runtime.saving.patterns import Place


def listed(data: Any) -> list[Any]:
    """Return a list of the manifest."""
    if type(data) is not list:
        raise FileError("the manifest has no list where one should be")
    return data


def keys_of(data: list[Any]) -> tuple[int | str, ...]:
    """Return the keys of a structure."""
    if any(type(each) not in (int, str) for each in data):
        raise FileError("a key is neither a number nor text")
    return tuple(data)


def named_of(data: Any, kind: str, count: int) -> tuple[str, ...]:
    """Return the name and fields of a named tuple of so many items, if it is one."""
    if "named" not in data:
        return ()
    named = entry(data, "named", list)
    texts = all(type(each) is str for each in named)
    if kind != "tuple" or len(named) != count + 1 or not texts:
        raise FileError("a named tuple has other items than fields")
    try:
        named_tuple_class(named[0], tuple(named[1:]))
    except ValueError as error:
        raise FileError(f"a named tuple is none: {error}"[:200]) from None
    return tuple(named)


def place_of(data: list[Any]) -> Place:
    """Return the place of a value in a call."""
    place = keys_of(data)
    if not place or type(place[0]) is not str:
        raise FileError("a place of a call is none")
    return place


def at(values: list[Any], number: int) -> Any:
    """Return what the file has under a number."""
    if not 0 <= number < len(values):
        raise FileError(f"the file has no array or Variable {number}")
    return values[number]
