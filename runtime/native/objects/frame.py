"""The frame: the places by which a kernel takes its inputs and gives its results.

A place has 64 bits. A truth value is a byte in it.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.native.arrays.elements import side_by_side
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import packed, registers, unpacked
from runtime.native.assembly.values import Machine, View
from runtime.types import Array, Type


def room(w: Writer, of: Type) -> str:
    """Return the address of places for a value of a type."""
    return w.slot(f"[{max(places(of), 1)} x i64]")


def places(of: Type) -> int:
    """Return how many places a value of a type takes."""
    return len(registers(of))


def read(w: Writer, frame: str, place: int, of: Type) -> Machine:
    """Return the value at a place, and at those behind it."""
    known = _known_sizes(of)
    codes = []
    for number, kind in enumerate(registers(of)):
        at = 8 * (place + number)
        if number in known:
            codes.append(known[number])
        elif kind == "i1":
            codes.append(w.put(f"icmp ne i8 {w.load('i8', w.at(frame, at))}, 0"))
        else:
            codes.append(w.load(kind, w.at(frame, at)))
    return unpacked(of, codes, stored=False)


def _known_sizes(of: Type) -> dict[int, str]:
    """Return the sizes of an array that its type says, by the number of the place."""
    if not isinstance(of, Array):
        return {}
    first = len(registers(of)) - 2 * len(of.shape or ())
    sizes = enumerate(of.shape or (), first)
    return {number: str(size) for number, size in sizes if size is not None}


def contiguous(w: Writer, view: View) -> View:
    """Return an array whose elements are known to lie side by side."""
    strides = side_by_side(w, view.type.dtype, view.sizes)
    return replace(view, strides=strides)


def write(w: Writer, frame: str, place: int, value: Machine) -> int:
    """Store a value at a place, and return the place behind it."""
    for kind, code in zip(registers(value.type), packed(value), strict=True):
        if kind == "i1":
            kind, code = "i8", w.put(f"zext i1 {code} to i8")
        w.store(kind, code, w.at(frame, 8 * place))
        place += 1
    return place
