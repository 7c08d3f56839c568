"""Operators on plain numbers of which NumPy warns."""

import operator
from collections.abc import Callable
from typing import Any

from autograph.operators.items import AUGMENTATIONS
from tracer.context import ACTIVE

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    **AUGMENTATIONS,
}
PREFIXES: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
}


def operate(left: Any, sign: str, right: Any) -> Any:
    """Apply a binary operator, spelled as in the source."""
    trace = ACTIVE.get()
    if trace is None:
        return SIGNS[sign](left, right)
    return trace.plain_operators.operate(trace, SIGNS[sign], sign, left, right)


def signed(sign: str, operand: Any) -> Any:
    """Apply a unary operator, spelled as in the source."""
    trace = ACTIVE.get()
    if trace is None:
        return PREFIXES[sign](operand)
    return trace.plain_operators.signed(trace, PREFIXES[sign], sign, operand)
