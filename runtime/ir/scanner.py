"""The scanner: it moves through the text of a graph and reports syntax errors."""

from __future__ import annotations

import re
from typing import NoReturn

from runtime.errors import GraphError
from runtime.ir.quoting import unquote
from runtime.types import Type, TypeReader

# Nothing is tried again (`++`): of a long text that would take much room.
_BLANK = re.compile(r"(?:\s++|#[^\n]*+)*+")
_NAME = re.compile(r"`((?:[^`\\\n]++|\\.)*+)`|([^\W\d]\w*(?:\.\d+)?)")
_STRING = re.compile(r'"((?:[^"\\\n]++|\\.)*+)"')
_AFTER_WORD = re.compile(r"\w|\.\d")
SHOWN = 200
"""The letters that an error shows before and after its position."""


def clipped(text: str) -> str:
    """Return a text, or its beginning if it is too long to be shown."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


class Scanner:
    """A text and a position in it. Blanks and comments before a token are skipped.

    Parameters
    ----------
    text : str
        The text of a graph.
    most : int, optional
        The most items that tuples may have together.
    """

    def __init__(self, text: str, most: int | None = None) -> None:
        self.text = text
        self.position = 0
        self.items = 0
        self._most = most

    @property
    def limited(self) -> bool:
        """Whether somebody else wrote the text."""
        return self._most is not None

    def count(self, items: int) -> None:
        """Count items of a tuple; raise a `GraphError` if these are too many."""
        self.items += items
        if self._most is not None and self.items > self._most:
            raise GraphError("constants of too many items")

    def fail(self, message: str) -> NoReturn:
        """Raise a `GraphError` that shows the position."""
        before = self.text[: self.position]
        line = before.count("\n") + 1
        column = self.position - (before.rfind("\n") + 1) + 1
        start = self.position - min(column - 1, SHOWN)
        rest = self.text[start : self.position + SHOWN].partition("\n")[0]
        shown = rest.replace("\t", " ")
        raise GraphError(
            f"line {line}, column {column}: {message}\n"
            f"    {shown}\n    {' ' * (self.position - start)}^"
        )

    def skip(self) -> None:
        """Skip blanks and comments."""
        first = self.text[self.position : self.position + 1]
        if first.isspace() or first == "#":
            blank = _BLANK.match(self.text, self.position)
            assert blank is not None
            self.position = blank.end()

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Consume the pattern if it comes next, and return the match."""
        self.skip()
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found

    def accept(self, token: str) -> bool:
        """Whether the token, as a whole word, comes next; if so, consume it."""
        self.skip()
        end = self.position + len(token)
        if not self.text.startswith(token, self.position):
            return False
        if token[-1].isalpha() and _AFTER_WORD.match(self.text, end):
            return False
        self.position = end
        return True

    def expect(self, token: str) -> None:
        """Consume the token; raise a `GraphError` if it does not come next."""
        if not self.accept(token):
            self.fail(f"expected {token!r}, found {self.next()}")

    def next(self) -> str:
        """Return a description of what comes next, for a message."""
        self.skip()
        found = re.compile(r"\w+|.").match(self.text, self.position)
        return repr(found.group()) if found else "the end of the text"

    def name(self) -> str:
        """Parse a name, plain or between backticks."""
        found = self.match(_NAME)
        if found is None:
            self.fail(f"expected a name, found {self.next()}")
        quoted, plain = found.groups()
        return str(plain) if quoted is None else self._unquote(quoted)

    def string(self) -> str:
        """Parse a string between double quotes."""
        found = self.match(_STRING)
        if found is None:
            self.fail(f"expected a string, found {self.next()}")
        return self._unquote(found.group(1))

    def type(self) -> Type:
        """Parse a type."""
        self.skip()
        reader = TypeReader(self.text, self.position)
        try:
            result = reader.read()
        except GraphError as error:
            self.fail(error.message.partition("\n")[0])
        self.position = reader.position
        return result

    def _unquote(self, text: str) -> str:
        try:
            return unquote(text)
        except ValueError as error:
            self.fail(str(error))
