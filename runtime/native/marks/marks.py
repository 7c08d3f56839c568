"""Marks: places in a graph from which its plan can go on, and what lives there.

A kernel that may have printed, or changed what others see, cannot begin again. At a
mark it writes what lives there into the spare one of two frames. The frames change
places once no warning is due. From then on a fault goes back to this mark alone.

The words of the marks: the number of the last one, which frame is in use, three of the
undo log, two of the objects that the frames keep alive; behind them the words of both
frames, side by side.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.ir.graph import Graph
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.undo_log import MARKS
from runtime.native.marks.live_values import Live, Reader, Words
from runtime.regions.residual import Residual

HEAD = 8
"""The number of words before the frames."""
HELD = 5
"""The number of the word with the address of what the frames keep alive; the next one
has the number of objects of a frame."""


@dataclass(frozen=True)
class Mark:
    """A mark of a kernel.

    Parameters
    ----------
    left : Residual
        What is left of the graph there.
    inputs : tuple of tuple
        The positions of the inputs of that, and what makes them of the words of a
        frame, in the order of the words.
    """

    left: Residual
    inputs: tuple[tuple[int, Reader], ...]


@dataclass(frozen=True)
class Effect:
    """Operations that a kernel calls, and that may do anything.

    Parameters
    ----------
    symbol : str
        The name of the address of the function that does it.
    graph : Graph
        What it does.
    """

    symbol: str
    graph: Graph


@dataclass
class Frames:
    """Writes the frames of the marks of a function.

    Parameters
    ----------
    w : Writer
        The function.

    Attributes
    ----------
    words, objects : int
        How many words a frame has, and how many objects it keeps alive.
    """

    w: Writer
    words: int = 0
    objects: int = 0

    def spare(self) -> str:
        """Return how far the words of the spare frame are from those of the first."""
        w = self.w
        used = w.load("i64", w.at(MARKS, 8))
        return w.put(f"mul i64 {w.put(f'xor i64 {used}, 1')}, 8")

    def write(self, values: Sequence[Live], first: int, spare: str) -> int:
        """Write values into a frame, and return the place behind them.

        Parameters
        ----------
        values : sequence of Live
            The values.
        first : int
            The place of the first word.
        spare : str
            Which frame it is.
        """
        w = self.w
        place = first
        for value in values:
            for kind, code in value.words:
                if kind == "i1":
                    kind, code = "i8", w.put(f"zext i1 {code} to i8")
                w.store(kind, code, w.at(self._at(place), spare))
                place += 1
        self.words = max(self.words, place)
        return place

    def _at(self, place: int) -> str:
        return self.w.at(MARKS, 8 * (HEAD + 2 * place))

    def hold(self, objects: Sequence[str], first: int, spare: str) -> int:
        """Keep objects alive as long as a frame has them; return the place behind."""
        w = self.w
        held = w.load("ptr", w.at(MARKS, 8 * HELD)) if objects else ""
        for number, each in enumerate(objects, first):
            owner = w.at(w.at(held, 16 * number), spare)
            w.act("autograph_hold", ("ptr", owner), ("ptr", each))
        self.objects = max(self.objects, first + len(objects))
        return first + len(objects)


def values_at(
    marks: Sequence[Mark], address: int, view: Callable[..., Any]
) -> tuple[Mark, list[Any]]:
    """Return the mark that a kernel goes back to, and the inputs of what is left there.

    Parameters
    ----------
    marks : sequence of Mark
        The marks of the kernel.
    address : int
        The address of the words of its marks.
    view : callable
        Makes a view of an array.
    """
    number, frame = (ctypes.c_int64 * 2).from_address(address)
    mark = marks[number - 1]
    words = Words(address + 8 * (HEAD + frame), 16, view)
    found: list[Any] = [None] * len(mark.inputs)
    for position, read in mark.inputs:
        found[position] = read(words)
    return mark, found
