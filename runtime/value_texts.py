"""Values written as texts, whatever Python refuses to write."""

from __future__ import annotations

LONG_INTEGER = 1000
"""Bits of the longest decimal integer; hexadecimal above, as Python limits decimals."""


def format_integer(value: int) -> str:
    """Return an integer as Python reads it.

    Examples
    --------
    >>> format_integer(-12), len(format_integer(1 << 100_000))
    ('-12', 25003)
    """
    return hex(value) if value.bit_length() > LONG_INTEGER else str(value)


def literal(value: object) -> str:
    """Return what Python shows for a value, with integers of any length."""
    return format_integer(value) if type(value) is int else repr(value)


def shown(value: object) -> str:
    """Return the same; the class of a value that fails to show itself.

    Examples
    --------
    >>> shown({1: 2.5}), shown((1 << 100_000,))
    ('{1: 2.5}', 'a tuple')
    """
    try:
        return literal(value)
    except Exception:
        return one_of(type(value))


def one_of(kind: type) -> str:
    """Return the name of a class with its article.

    Examples
    --------
    >>> one_of(int), one_of(list)
    ('an int', 'a list')
    """
    article = "an" if kind.__name__[0] in "aeiouAEIOU" else "a"
    return f"{article} {kind.__name__}"
