"""The memory for blocks of elements between the steps of a function.

A place serves again once nobody reads what is in it, so that all of them together fit
the nearest cache.
"""

from __future__ import annotations

from collections.abc import Mapping

from runtime.native.assembly.emit import Writer

BLOCK = 512
"""The number of elements of a block: what fits the nearest cache."""
WIDEST = 8
"""The size of the largest element of a block in bytes."""

Step = tuple[int, int]
"""A segment, and a place in it."""


class Scratch:
    """The places for blocks of elements that are computed and read again.

    Parameters
    ----------
    w : Writer
        The function.
    last : mapping
        The step behind which nobody reads what has a name.

    Examples
    --------
    >>> w = Writer()
    >>> scratch = Scratch(w, {"a": (0, 1), "b": (0, 2), "c": (0, 3)})
    >>> first, second = scratch.place("a"), scratch.place("b")
    >>> first == second
    False
    >>> scratch.free((0, 1))
    >>> scratch.place("c") == first
    True
    """

    def __init__(self, w: Writer, last: Mapping[str, Step]) -> None:
        self._w = w
        self._last = last
        self._places: dict[str, str] = {}
        self._free: list[str] = []

    def place(self, name: str) -> str:
        """Return the place of what has a name."""
        found = self._places.get(name)
        if found is None:
            new = f"[{BLOCK * WIDEST} x i8], align 64"
            found = self._free.pop() if self._free else self._w.slot(new)
            self._places[name] = found
        return found

    def free(self, step: Step) -> None:
        """Let the places of what is not read behind a step serve again."""
        done = [name for name in self._places if self._last[name] <= step]
        self._free += [self._places.pop(name) for name in done]
