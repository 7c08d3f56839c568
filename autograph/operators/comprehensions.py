"""Comprehensions and generator expressions."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, TypeVar

from autograph.operators.dispatch import operator
from tracer.iteration.comprehension_clauses import Nest

Part = Callable[..., Any] | None
R = TypeVar("R")


def comprehension(make: Callable[[Nest], R]) -> Callable[..., R]:
    """Make an operator that takes the parts of a comprehension.

    Parameters
    ----------
    make
        Takes the first ``for``, with all that stands behind it.
    """

    @wraps(make)
    def operator(
        items: Iterable[Any],
        element: Part = None,
        *,
        keep: Part = None,
        inner: Part = None,
        unpack: str | None = None,
    ) -> R:
        return make(Nest(items, element, keep, inner, unpack))

    return operator


@comprehension
def nested(nest: Nest) -> Nest:
    """Return one ``for`` of a comprehension, with the ``if`` behind it.

    Parameters
    ----------
    items
        What the ``for`` iterates over.
    element
        Returns what the comprehension holds. It takes the names that the ``for``
        binds, as do `keep` and `inner`.
    keep
        The condition behind ``if``.
    inner
        Returns the next ``for``, as `nested`, where there is one.
    unpack
        How an item is unpacked, where it is not into one name, or as many as the
        functions take.
    """
    return nest


@comprehension
@operator
def list_of(nest: Nest) -> Any:
    """Return the list that a comprehension makes; see `nested`."""
    found: list[Any] = []
    nest.each(found.append)
    return found


@comprehension
@operator
def set_of(nest: Nest) -> Any:
    """Return the set that a comprehension makes; see `nested`."""
    found: set[Any] = set()
    nest.each(found.add)
    return found


@comprehension
@operator
def dict_of(nest: Nest) -> Any:
    """Return the dict that a comprehension makes of pairs; see `nested`."""
    found: dict[Any, Any] = {}
    nest.each(lambda pair: found.__setitem__(*pair))
    return found


@comprehension
@operator
def generate(nest: Nest) -> Iterator[Any]:
    """Return the iterator that a generator expression makes; see `nested`."""
    nest.items = iter(nest.items)
    return _generated(nest)


def _generated(nest: Nest) -> Iterator[Any]:
    made: Any = (value for value in nest)
    made.__name__ = "<genexpr>"
    made.__qualname__ = nest.code.co_qualname.removesuffix("<lambda>") + "<genexpr>"
    generator: Iterator[Any] = made
    return generator
