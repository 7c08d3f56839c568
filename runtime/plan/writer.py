"""Lines of source, and where in them each of the user's places came to stand."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.errors import Span

INDENT = "    "


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of a line that stands for a place of the user's.

    Columns count bytes of UTF-8, as Python's own tables of positions do.
    """

    start: int
    end: int
    span: Span


class Writer:
    """Puts source together.

    Attributes
    ----------
    lines : list of str
        The lines so far.
    spans : dict
        The user's place of each line, by number from 1.
    places : dict
        The pieces of each line that stand for places, inner ones first.
    column : int
        Where in the current line the next text goes.
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

    def place(self, start: int, span: Span) -> None:
        """Say which place the text of the line from a column on stands for."""
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
        """Leave a line empty that is written later; give its number."""
        self.lines.append("")
        return len(self.lines)
