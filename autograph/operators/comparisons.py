"""Comparisons that Python would answer without asking the operands, and chains."""

import operator
from collections.abc import Callable
from typing import Any

from autograph.operators.logic import and_
from tracer.context import ACTIVE


def is_(left: Any, right: Any) -> Any:
    """Say whether both are the same object."""
    trace = ACTIVE.get()
    return left is right if trace is None else trace.logic.is_(trace, left, right)


def is_not(left: Any, right: Any) -> Any:
    """Say whether they are two objects."""
    trace = ACTIVE.get()
    if trace is None:
        return left is not right
    return trace.logic.is_not(trace, left, right)


def in_(item: Any, items: Any) -> Any:
    """Say whether `items` holds `item`."""
    trace = ACTIVE.get()
    return item in items if trace is None else trace.logic.in_(trace, item, items)


def not_in(item: Any, items: Any) -> Any:
    """Say whether `items` holds no `item`."""
    trace = ACTIVE.get()
    if trace is None:
        return item not in items
    return trace.logic.not_in(trace, item, items)


COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": is_,
    "is not": is_not,
    "in": in_,
    "not in": not_in,
}


def compare(left: Any, comparison: str, right: Any) -> Any:
    """Compare two operands."""
    trace, function = ACTIVE.get(), COMPARISONS[comparison]
    if trace is None:
        return function(left, right)
    return trace.logic.compare(trace, function, comparison, left, right)


def chain(left: Any, comparison: str, right: Any, *rest: Any) -> Any:
    """Compare neighbours, each operand evaluated once: ``a < f() < c``.

    Parameters
    ----------
    left, comparison, right
        The first comparison, its spelling as in the source.
    *rest
        Pairs of a spelling and a function that gives the next operand, run only if
        all comparisons before it hold.
    """
    value = compare(left, comparison, right)
    if not rest:
        return value

    def others() -> Any:
        return chain(right, rest[0], rest[1](), *rest[2:])

    return and_(value, others)
