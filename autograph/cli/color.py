"""Color, on terminals only."""

from __future__ import annotations

import os
from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user has not declined color.

    See Also
    --------
    https://no-color.org
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


BOLD, RED, YELLOW = "1", "1;31", "33"
"""Styles of `tint`."""


def tint(text: str, style: str, stream: TextIO) -> str:
    """Return a piece of text in a style, for a stream that wants color."""
    return f"\x1b[{style}m{text}\x1b[0m" if wants_color(stream) else text


def paint(text: str, language: str, stream: TextIO) -> str:
    """Color text for a stream that wants it, if Pygments is installed.

    Parameters
    ----------
    text : str
        Source text.
    language : str
        The name that Pygments uses: ``python``, ``diff``, or ``text`` for no color.
    stream : TextIO
        The stream on which the text will be printed.
    """
    if not wants_color(stream):
        return text
    try:
        from pygments import highlight
        from pygments.formatters import TerminalFormatter
        from pygments.lexers import get_lexer_by_name
    except ImportError:
        return text
    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    painted: str = highlight(text, lexer, TerminalFormatter())
    return painted
