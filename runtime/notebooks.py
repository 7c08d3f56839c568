"""HTML for notebooks: static, escaped, in the notebook's colors, light or dark."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any, NewType

Html = NewType("Html", str)
"""Text that is escaped where necessary."""

# Styles stand at each tag: a style sheet would reach the whole notebook. None says
# a color of text, and what is gray here is half transparent on any ground.
_LINE = "1px solid rgba(128, 128, 128, 0.4)"
_CELL = f"border: {_LINE}; padding: 0.2em 0.6em; vertical-align: top; text-align: left"
_FONT = "font-family: var(--jp-code-font-family, monospace)"
_TABLE = f"{_FONT}; border-collapse: collapse; margin: 0.3em 0"
_CODE = (
    f"{_FONT}; color: inherit; background: rgba(128, 128, 128, 0.12); "
    "padding: 0.5em 0.8em; margin: 0.3em 0; overflow-x: auto; white-space: pre"
)
_INDENT = "margin-left: 1em"


class Text(str):
    """Lines of code, which notebooks show as lines and not as one long literal.

    Examples
    --------
    >>> Text("x = 1")
    'x = 1'
    >>> Text("a < b")._repr_html_().partition(">")[2]
    'a &lt; b</pre>'
    """

    __slots__ = ()

    def _repr_html_(self) -> Html:
        return code(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.rstrip())


def plain(text: str) -> Html:
    """Return the text, escaped.

    Examples
    --------
    >>> plain("a < b")
    'a &lt; b'
    """
    return Html(html.escape(text))


def code(text: str) -> Html:
    """Return lines of code or of a graph."""
    return Html(f'<pre style="{_CODE}">{html.escape(text.rstrip())}</pre>')


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """Return a table of plain text, which keeps the line breaks of its cells."""
    head = "".join(f'<th style="{_CELL}">{html.escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return Html(f'<table style="{_TABLE}"><tr>{head}</tr>{body}</table>')


def _cells(row: Sequence[str]) -> str:
    style = f"{_CELL}; white-space: pre-wrap"
    return "".join(f'<td style="{style}">{html.escape(each)}</td>' for each in row)


def details(title: str, body: Html, opened: bool = False) -> Html:
    """Return a part that a click opens and closes."""
    tag = "details open" if opened else "details"
    return Html(
        f"<{tag}><summary>{html.escape(title)}</summary>"
        f'<div style="{_INDENT}">{body}</div></details>'
    )


def titled(kind: str, name: str, *parts: Html) -> Html:
    """Return parts under a title: a kind, and a name."""
    head = f"<strong>{html.escape(kind)}</strong> <code>{html.escape(name)}</code>"
    return Html(f"<div><div>{head}</div>{''.join(parts)}</div>")
