"""The values that live at a mark: the words that hold them, and how to read these.

A kernel writes words; if it comes to a fault, objects of Python are made of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.ir.unbound import Unbound
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import (
    is_complex,
    is_nothing,
    is_opaque,
    is_stream,
    packed,
    registers,
    shared,
)
from runtime.native.assembly.values import (
    Backwards,
    Count,
    Handle,
    ListRef,
    Machine,
    NotNative,
    View,
    Zipped,
)
from runtime.native.scalars.unions import held
from runtime.types import (
    BOOL,
    FLOAT,
    INT,
    UNBOUND,
    Array,
    List,
    NumpyScalar,
    Tuple,
    Type,
    Union,
)


@dataclass(frozen=True)
class ListRest:
    """A list from an item on, as a loop goes through it.

    Parameters
    ----------
    items : ListRef
        The list.
    position : str
        The register with the position of the item.
    """

    items: ListRef
    position: str


@dataclass(frozen=True)
class ZippedRest:
    """What is left of several iterables side by side.

    Parameters
    ----------
    parts : tuple of Machine, ListRest or ZippedRest
        What is left of each.
    """

    parts: tuple[Machine | ListRest | ZippedRest, ...]


Rest = ListRest | ZippedRest
"""What is left of iterables that a loop goes through, at one of its turns."""


class Words:
    """Words of memory, read one after the other.

    Parameters
    ----------
    address : int
        The address of the first word.
    step : int
        The distance between words, in bytes.
    view : callable
        Makes a view of an array.
    """

    def __init__(self, address: int, step: int, view: Callable[..., Any]) -> None:
        self._at = address
        self._step = step
        self.view = view

    def next(self) -> int:
        """Return the next word."""
        found: int = ctypes.c_int64.from_address(self._at).value
        self._at += self._step
        return found

    def take(self, count: int) -> list[int]:
        """Return the next words."""
        return [self.next() for _ in range(count)]


Reader = Callable[[Words], Any]
"""Makes an object of the next words."""


@dataclass(frozen=True)
class Live:
    """A value that lives at a mark.

    Parameters
    ----------
    words : list of tuple of str
        The kinds and names of the registers that hold it.
    objects : list of str
        The registers of the objects that hold its memory.
    read : callable
        Makes an object of its words.
    """

    words: list[tuple[str, str]]
    objects: list[str]
    read: Reader


def live(w: Writer, value: Machine | Rest, missing: Unbound) -> Live:
    """Return how a value is written and read.

    Parameters
    ----------
    w : Writer
        The function.
    value : Machine or Rest
        The value.
    missing : Unbound
        What stands for it where it is not bound.
    """
    if isinstance(value, Count):
        codes = (value.start, value.length, value.step)
        return Live([("i64", code) for code in codes], [], _range)
    if isinstance(value, Backwards):
        if not isinstance(value.items, ListRef):
            raise NotNative("a list of the kernel's own gone through backwards")
        words = [("ptr", value.items.object), ("i64", value.length)]
        return Live(words, [value.items.object], _backwards)
    if isinstance(value, ListRest):
        words = [("ptr", value.items.object), ("i64", value.position)]
        return Live(words, [value.items.object], _rest_of_list)
    if isinstance(value, (Zipped, ZippedRest)):
        parts = [live(w, part, missing) for part in value.parts]
        words = [word for part in parts for word in part.words]
        objects = [each for part in parts for each in part.objects]

        def zipped(given: Words) -> Any:
            return zip(*[part.read(given) for part in parts], strict=False)

        return Live(words, objects, zipped)
    of = value.type

    def read(given: Words) -> Any:
        return _object(of, given.take(len(words)), missing, given.view)

    words = list(zip(registers(of), packed(value), strict=True))
    return Live(words, held(w, value), read)


def rest_of(w: Writer, items: Machine, turn: str) -> Machine | Rest:
    """Return what is left of what a loop goes through, from a turn on."""
    match items:
        case Count():
            far = w.put(f"mul i64 {turn}, {items.step}")
            start = w.put(f"add i64 {items.start}, {far}")
            return Count(start, w.put(f"sub i64 {items.length}, {turn}"), items.step)
        case View():
            far = w.put(f"mul i64 {turn}, {items.strides[0]}")
            size = w.put(f"sub i64 {items.sizes[0]}, {turn}")
            of = Array(items.type.dtype, (None, *(items.type.shape or ())[1:]))
            sizes = (size, *items.sizes[1:])
            data = w.at(items.data, far)
            return View(of, data, sizes, items.strides, items.base, "false")
        case ListRef():
            return ListRest(items, turn)
        case Backwards():
            return Backwards(items.items, w.put(f"sub i64 {items.length}, {turn}"))
        case Handle():
            return items
        case Zipped(parts=parts):
            return ZippedRest(tuple([rest_of(w, part, turn) for part in parts]))
    raise NotNative("a loop over something other than ranges and arrays")


def alone(read: Reader) -> Reader:
    """Return what makes a list of one object."""
    return lambda given: [read(given)]


def _range(given: Words) -> range:
    start, length, step = given.take(3)
    return range(start, start + length * step, step)


def _backwards(given: Words) -> Any:
    items = reversed(_at(given.next()))
    items.__setstate__(given.next() - 1)
    return items


def _rest_of_list(given: Words) -> Any:
    items = iter(_at(given.next()))
    items.__setstate__(given.next())
    return items


def _at(address: int) -> Any:
    return ctypes.cast(address, ctypes.py_object).value


def _object(
    of: Type, words: list[int], missing: Unbound, view: Callable[..., Any]
) -> Any:
    """Return the object of a type that some words hold."""
    if of == UNBOUND:
        return missing
    if is_nothing(of):
        return None
    if isinstance(of, Union):
        tag, *fields = words
        number = tag & 0xFF
        own = [fields[place] for place in shared(of).places[number]]
        return _object(of.members[number], own, missing, view)
    if isinstance(of, List) or is_opaque(of):
        return _at(words[0])
    if is_stream(of):
        return _at(words[1])
    if isinstance(of, Array):
        data, base, whole, *rest = words
        if whole & 1:
            return _at(base)
        rank = len(of.shape or ())
        return view(_at(base), of.dtype, rest[:rank], rest[rank:], data)
    if isinstance(of, Tuple):
        found = []
        for item in of.items:
            count = len(registers(item))
            found.append(_object(item, words[:count], missing, view))
            words = words[count:]
        return tuple(found)
    return _number(of, words)


def _number(of: Type, words: list[int]) -> Any:
    """Return the number of a type that some words hold."""
    memory = b"".join(word.to_bytes(8, "little", signed=True) for word in words)
    if is_complex(of):
        number = np.frombuffer(memory, np.complex128)[0]
        return number if isinstance(of, NumpyScalar) else complex(number)
    if of == INT:
        return words[0]
    if of == BOOL:
        return bool(words[0] & 1)
    if of == FLOAT:
        return float(np.frombuffer(memory, float)[0])
    assert isinstance(of, NumpyScalar)
    return np.frombuffer(memory, of.dtype, 1)[0]
