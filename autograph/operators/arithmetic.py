"""Operators on plain numbers about which NumPy warns."""

from typing import Any

from autograph.operators.dispatch import operator
from tracer.record.signs import BINARY, UNARY


@operator
def operate(left: Any, sign: str, right: Any) -> Any:
    """Apply a binary operator, spelled as in the source."""
    return BINARY[sign](left, right)


@operator
def signed(sign: str, operand: Any) -> Any:
    """Apply a unary operator, spelled as in the source."""
    return UNARY[sign](operand)
