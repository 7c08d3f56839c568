"""Generators: what hands out its values one by one, and cannot go back."""

from collections.abc import Callable, Iterator
from typing import Any

from tracer.context import ACTIVE


def generator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function with ``yield`` or ``async`` that stands in converted code."""
    trace = ACTIVE.get()
    return function if trace is None else trace.iterators.generator(trace, function)


def iterator(items: Iterator[Any]) -> Iterator[Any]:
    """Give a generator expression that may be advanced at several places."""
    trace = ACTIVE.get()
    return items if trace is None else trace.iterators.iterator(trace, items)


def yield_(value: Any) -> Any:
    """Hand a value to whoever goes through an inlined generator.

    Returns
    -------
    Whether the consumer has stopped.
    """
    trace = ACTIVE.get()
    assert trace is not None  # only a trace asks for this form
    return trace.generators.yield_(trace, value)
