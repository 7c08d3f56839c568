"""Strings and names in the text form of graphs: quoting and unquoting."""

from __future__ import annotations

import re

_STRUCTURE = ("graph", "captures", "return", "yield", "test", "do", "in")
_CONSTRUCTS = ("cond", "else", "while", "for", "with", "as")
_TRIES = ("try", "except", "try_finally", "finally")
_CONSTANTS = ("const", "None", "True", "False", "Ellipsis", "inf", "nan")
WORDS = frozenset((*_STRUCTURE, *_CONSTRUCTS, *_TRIES, *_CONSTANTS))
"""The words of the grammar: a name equal to one is written between backticks."""

_PLAIN_NAME = re.compile(r"[^\W\d]\w*(?:\.\d+)?")
_SHORT = {"\n": r"\n", "\t": r"\t", "\\": r"\\", '"': r"\""}
_ESCAPES = re.compile(r'(?:[^\\]++|\\(?:u[0-9a-f]{4}|U[0-9a-f]{8}|[nt\\"]))*+')


def format_name(name: str) -> str:
    """Format the name of a value, a keyword, an operation or a graph.

    Examples
    --------
    >>> format_name("x.1"), format_name("yield"), format_name("<lambda>")
    ('x.1', '`yield`', '`<lambda>`')
    """
    if _PLAIN_NAME.fullmatch(name) and name not in WORDS:
        return name
    return quote(name, "`")


def quote(text: str, mark: str = '"') -> str:
    r"""Quote any string on one line of printable characters.

    Examples
    --------
    >>> print(quote('a "b"\n'))
    "a \"b\"\n"
    """
    letters = {"\\", *mark} if text.isprintable() else set(text)
    spelled = {ord(each): _spell(each, mark) for each in letters}
    return mark + text.translate(spelled) + mark


def _spell(character: str, mark: str) -> str:
    if character.isprintable() and character not in (mark, "\\"):
        return character
    short = _SHORT.get(character)
    if short is not None:
        return short
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def unquote(text: str) -> str:
    """Return the string that `quote` quoted, given without its marks.

    Raises
    ------
    ValueError
        If a backslash begins no escape of `quote`.
    """
    if "\\" not in text:
        return text
    if _ESCAPES.fullmatch(text) is None:
        raise ValueError("a backslash that is not part of an escape sequence")
    # These escapes are Python's own, and all other letters stand for themselves.
    return text.encode("ascii", "backslashreplace").decode("unicode_escape")
