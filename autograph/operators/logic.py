"""``and``, ``or``, ``not``."""

from collections.abc import Callable
from typing import Any


def and_(first: Any, *others: Callable[[], Any]) -> Any:
    """Give the first false operand, or the last one; run no operand after it."""
    value = first
    for other in others:
        if not value:
            return value
        value = other()
    return value


def or_(first: Any, *others: Callable[[], Any]) -> Any:
    """Give the first true operand, or the last one; run no operand after it."""
    value = first
    for other in others:
        if value:
            return value
        value = other()
    return value


def not_(operand: Any) -> Any:
    """Give the opposite of the operand's truth."""
    return not operand
