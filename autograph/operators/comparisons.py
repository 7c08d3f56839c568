"""Identity tests, membership tests, and chained comparisons."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from autograph.operators.logic import and_
from tracer.record.signs import COMPARISONS


@operator
def is_(left: Any, right: Any) -> Any:
    """Whether both are the same object."""
    return left is right


@operator
def is_not(left: Any, right: Any) -> Any:
    """Whether they are two objects."""
    return left is not right


@operator
def in_(item: Any, items: Any) -> Any:
    """Whether `items` holds `item`."""
    return item in items


@operator
def not_in(item: Any, items: Any) -> Any:
    """Whether `items` does not hold `item`."""
    return item not in items


@operator
def compare(left: Any, comparison: str, right: Any) -> Any:
    """Compare two operands by ``==``, ``<`` and the like."""
    return COMPARISONS[comparison](left, right)


WORDS: dict[str, Callable[[Any, Any], Any]] = {
    "is": is_,
    "is not": is_not,
    "in": in_,
    "not in": not_in,
}


def chain(left: Any, comparison: str, right: Any, *rest: Any) -> Any:
    """Compare neighbors, evaluating each operand once: ``a < f() < c``.

    Parameters
    ----------
    left, comparison, right
        The first comparison, with its operator spelled as in the source.
    *rest
        Pairs of an operator and a function that returns the next operand. The
        function runs only if all earlier comparisons hold.
    """
    if comparison in WORDS:
        value = WORDS[comparison](left, right)
    else:
        value = compare(left, comparison, right)
    if not rest:
        return value

    def others() -> Any:
        return chain(right, rest[0], rest[1](), *rest[2:])

    return and_(value, others)
