"""Generators: they give their values one by one, and cannot go back."""

from collections.abc import Callable, Iterator
from typing import Any

from autograph.operators.dispatch import operator


@operator
def generator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function with ``yield`` or ``async`` in converted code."""
    return function


@operator
def iterator(items: Iterator[Any]) -> Iterator[Any]:
    """Mark a generator expression that may be advanced at several places."""
    return items


@operator
def generator_of(items: Any, make: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
    """Return a generator expression that stays Python's, over these items.

    Parameters
    ----------
    items
        What its first ``for`` iterates over.
    make
        Returns the generator of them.
    """
    return make(items)


@operator
def yield_(value: Any, *kinds: Any) -> Any:
    """Hand a value to the code that iterates over an inlined generator.

    Parameters
    ----------
    value
        The value.
    *kinds
        What the handlers around the ``yield`` catch: a class each, or a tuple.

    Returns
    -------
    Whether the consumer has stopped.
    """
    raise AssertionError("only a trace asks for this form")


@operator
def passes() -> Any:
    """Return whether an exception comes from the consumer of an inlined generator."""
    raise AssertionError("only a trace asks for this form")
