"""The precedence of Python's operators, which decides where parentheses are needed."""

from __future__ import annotations

LOWEST = 0
NOT = 3
COMPARISON = 4
UNARY = 11
POWER = 12
NUMBER = 13
"""The precedence of a number; only an attribute access needs parentheses around it."""
PRIMARY = 14
ATOM = 15

_BINARY = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), COMPARISON),
    **dict.fromkeys(("in", "not in", "is", "is not"), COMPARISON),
    "|": 5,
    "^": 6,
    "&": 7,
    **dict.fromkeys(("<<", ">>"), 8),
    **dict.fromkeys(("+", "-"), 9),
    **dict.fromkeys(("*", "/", "//", "%", "@"), 10),
    "**": POWER,
}


def of_infix(sign: str) -> tuple[int, int, int]:
    """Return the precedence of a binary operator, and those its operands need.

    Examples
    --------
    >>> of_infix("-")
    (9, 9, 10)
    """
    level = _BINARY[sign]
    if level == COMPARISON:  # a < (b < c): a chain would mean something else
        return level, level + 1, level + 1
    if level == POWER:  # binds to the right; -x may stand there as it is
        return level, level + 1, UNARY
    return level, level, level + 1


def of_prefix(sign: str) -> int:
    """Return the precedence of a unary operator, which its operand needs too.

    Examples
    --------
    >>> of_prefix("not ")
    3
    """
    return NOT if sign == "not " else UNARY
