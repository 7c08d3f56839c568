"""``and``, ``or``, ``not``."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def and_(first: Any, *others: Callable[[], Any]) -> Any:
    """Return the first false operand, or the last one; run no operand after it."""
    value = first
    for other in others:
        if not value:
            return value
        value = other()
    return value


@operator
def or_(first: Any, *others: Callable[[], Any]) -> Any:
    """Return the first true operand, or the last one; run no operand after it."""
    value = first
    for other in others:
        if value:
            return value
        value = other()
    return value


@operator
def not_(operand: Any) -> Any:
    """Whether the operand is false."""
    return not operand
