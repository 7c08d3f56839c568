"""Lines of source, and the positions in the user's source that they map to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from runtime.errors import Span

INDENT = "    "


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of a line that maps to a position in the user's source.

    Columns count bytes of UTF-8, as in Python's own tables of positions.
    """

    start: int
    end: int
    span: Span


class Writer:
    """Builds source text.

    Attributes
    ----------
    lines : list of str
        The lines so far.
    spans : dict
        The position of each line in the user's source, by number from 1.
    places : dict
        The pieces of each line that map to positions, inner ones first.
    column : int
        The column of the next text in the current line.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.spans: dict[int, Span] = {}
        self.places: dict[int, list[Place]] = {}
        self.column = 0
        self.depth = 0
        self._parts: list[str] = []
        self._number = 0

    def start(self, span: Span | None, number: int = 0) -> None:
        """Begin a line: the next one, or the reserved one of that number."""
        if not number:
            self.lines.append("")
            number = len(self.lines)
        indent = INDENT * self.depth
        self._number = number
        self._parts = [indent]
        self.column = len(indent)
        if span is not None:
            self.spans[number] = span

    def put(self, text: str) -> None:
        """Write into the current line."""
        self._parts.append(text)
        self.column += len(text) if text.isascii() else len(text.encode())

    def text_of(self, write: Callable[[], None]) -> str:
        """Return what a function writes, instead of writing it."""
        parts, column = self._parts, self.column
        self._parts = []
        write()
        made = "".join(self._parts)
        self._parts, self.column = parts, column
        return made

    def place(self, start: int, span: Span) -> None:
        """Record the position of the text that starts at a column of the line."""
        place = Place(start, self.column, span)
        self.places.setdefault(self._number, []).append(place)

    def end(self) -> None:
        """Finish the current line."""
        self.lines[self._number - 1] = "".join(self._parts)

    def line(self, text: str, span: Span | None = None) -> None:
        """Write a whole line."""
        self.start(span)
        self.put(text)
        self.end()

    def reserve(self) -> int:
        """Leave a line empty to be written later; return its number."""
        self.lines.append("")
        return len(self.lines)
