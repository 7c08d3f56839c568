"""``and``, ``or``, ``not``."""

from collections.abc import Callable
from typing import Any

from tracer.context import ACTIVE


def and_(first: Any, *others: Callable[[], Any]) -> Any:
    """Give the first false operand, or the last one; run no operand after it."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.logic.and_(trace, first, others)
    value = first
    for other in others:
        if not value:
            return value
        value = other()
    return value


def or_(first: Any, *others: Callable[[], Any]) -> Any:
    """Give the first true operand, or the last one; run no operand after it."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.logic.or_(trace, first, others)
    value = first
    for other in others:
        if value:
            return value
        value = other()
    return value


def not_(operand: Any) -> Any:
    """Give the opposite of the operand's truth."""
    trace = ACTIVE.get()
    return not operand if trace is None else trace.logic.not_(trace, operand)
