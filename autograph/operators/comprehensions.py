"""Comprehensions and generator expressions."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tracer.context import ACTIVE
from tracer.nest import Nest

Part = Callable[..., Any] | None


def list_of(
    items: Iterable[Any],
    element: Part = None,
    *,
    keep: Part = None,
    inner: Part = None,
    unpack: str | None = None,
) -> Any:
    """Give the list that a comprehension makes.

    Parameters
    ----------
    items
        What the first ``for`` goes through.
    element
        Gives what the list holds. It takes the names that the ``for`` binds, as do
        `keep` and `inner`.
    keep
        What stands behind ``if``.
    inner
        Gives the next ``for``, as `nested`, where there is one.
    unpack
        How an item is taken apart, where it is not into one name, or as many as the
        functions take.
    """
    nest = Nest(items, element, keep, inner, unpack)
    trace = ACTIVE.get()
    if trace is not None:
        return trace.comprehensions.list_of(trace, nest)
    return _listed(nest)


def _listed(nest: Nest) -> list[Any]:
    found: list[Any] = []
    nest.each(found.append)
    return found


def set_of(
    items: Iterable[Any],
    element: Part = None,
    *,
    keep: Part = None,
    inner: Part = None,
    unpack: str | None = None,
) -> Any:
    """Give the set that a comprehension makes; see `list_of`."""
    nest = Nest(items, element, keep, inner, unpack)
    trace = ACTIVE.get()
    if trace is not None:
        return trace.comprehensions.set_of(trace, nest)
    found: set[Any] = set()
    nest.each(found.add)
    return found


def dict_of(
    items: Iterable[Any],
    element: Part = None,
    *,
    keep: Part = None,
    inner: Part = None,
    unpack: str | None = None,
) -> Any:
    """Give the dict that a comprehension makes of pairs; see `list_of`."""
    nest = Nest(items, element, keep, inner, unpack)
    trace = ACTIVE.get()
    if trace is not None:
        return trace.comprehensions.dict_of(trace, nest)
    found: dict[Any, Any] = {}
    nest.each(lambda pair: found.__setitem__(*pair))
    return found


def generate(
    items: Iterable[Any],
    element: Part = None,
    *,
    keep: Part = None,
    inner: Part = None,
    unpack: str | None = None,
) -> Iterator[Any]:
    """Give the iterator that a generator expression makes; see `list_of`."""
    trace = ACTIVE.get()
    if trace is not None:
        nest = Nest(items, element, keep, inner, unpack)
        made: Iterator[Any] = trace.comprehensions.generate(trace, nest)
        return made
    nest = Nest(iter(items), element, keep, inner, unpack)
    return _generated(nest)


def _generated(nest: Nest) -> Iterator[Any]:
    made: Any = (value for value in nest)
    made.__name__ = "<genexpr>"
    made.__qualname__ = nest.code.co_qualname.removesuffix("<lambda>") + "<genexpr>"
    generator: Iterator[Any] = made
    return generator


def nested(
    items: Iterable[Any],
    element: Part = None,
    *,
    keep: Part = None,
    inner: Part = None,
    unpack: str | None = None,
) -> Nest:
    """Give what one more ``for`` of a comprehension goes through; see `list_of`."""
    return Nest(items, element, keep, inner, unpack)
