"""The user's lines as comments beside the lines that were made of them."""

from __future__ import annotations

import linecache

from runtime.errors import Span
from runtime.plan.writer import Writer

COLUMN = 56
LONGEST = 60


def with_users_lines(writer: Writer) -> list[str]:
    """Return the lines of a writer, with the user's beside them where they change."""
    shown = None
    made = []
    for number, text in enumerate(writer.lines, 1):
        text = text.rstrip()
        span = _span(writer, number)
        if span is not None and (span.file, span.line) != shown:
            shown = span.file, span.line
            told = comment(span)
            text = f"{text:{COLUMN}}  # {told}" if told else text
        made.append(text)
    return made


def _span(writer: Writer, number: int) -> Span | None:
    """Return the position of a line, or of the outermost piece of it that has one."""
    pieces = writer.places.get(number)
    return writer.spans.get(number) or (pieces[-1].span if pieces else None)


def comment(span: Span) -> str:
    """Return the user's line, short enough and printable; nothing if it is unknown."""
    text = linecache.getline(span.file, span.line).strip()
    text = text.partition("  #")[0].rstrip()
    if not text or not text.isprintable():
        return ""
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f"{span.line}: {text}"
