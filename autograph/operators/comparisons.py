"""Comparisons that Python would answer without asking the operands, and chains."""

import operator
from collections.abc import Callable
from typing import Any


def is_(left: Any, right: Any) -> Any:
    """Say whether both are the same object."""
    return left is right


def is_not(left: Any, right: Any) -> Any:
    """Say whether they are two objects."""
    return left is not right


def in_(item: Any, items: Any) -> Any:
    """Say whether `items` holds `item`."""
    return item in items


def not_in(item: Any, items: Any) -> Any:
    """Say whether `items` holds no `item`."""
    return item not in items


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
    value = COMPARISONS[comparison](left, right)
    for place in range(0, len(rest), 2):
        if not value:
            return value
        left, right = right, rest[place + 1]()
        value = COMPARISONS[rest[place]](left, right)
    return value
