"""What a comprehension goes through, and what it makes of each item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any


class Nest:
    """One ``for`` of a comprehension, with the ``if`` behind it.

    Parameters
    ----------
    items
        What it goes through.
    element
        Gives what the comprehension holds; takes the names that the ``for`` binds.
    keep
        Says whether an item counts; None if all do.
    inner
        Gives the next ``for`` in the stead of an element.
    unpack
        How an item is taken apart, as the source spells it: ``i, (a, b)``. Without
        it there is one name, or as many as the functions take.
    """

    __slots__ = ("_unpack", "code", "element", "inner", "items", "keep", "names")

    def __init__(
        self,
        items: Iterable[Any],
        element: Callable[..., Any] | None = None,
        keep: Callable[..., Any] | None = None,
        inner: Callable[..., Nest] | None = None,
        unpack: str | None = None,
    ) -> None:
        self.items = items
        self.element = element
        self.keep = keep
        self.inner = inner
        given = element or inner
        assert given is not None
        self.code: CodeType = given.__code__
        self.names = self.code.co_varnames[: self.code.co_argcount]
        if unpack is None and len(self.names) > 1:
            unpack = ", ".join(self.names)
        self._unpack = None if unpack is None else unpacker(unpack)

    def arguments(self, item: Any) -> tuple[Any, ...]:
        """Give the values of the names that the ``for`` binds."""
        return (item,) if self._unpack is None else self._unpack(item)

    def each(self, give: Callable[[Any], object]) -> None:
        """Hand each element to `give`."""
        keep, inner, element = self.keep, self.inner, self.element
        for item in self.items:
            arguments = self.arguments(item)
            if keep is not None and not keep(*arguments):
                continue
            if inner is not None:
                inner(*arguments).each(give)
            else:
                give(element(*arguments))  # type: ignore[misc]  # one of both is there

    def __iter__(self) -> Iterator[Any]:
        keep, inner, element = self.keep, self.inner, self.element
        for item in self.items:
            arguments = self.arguments(item)
            if keep is not None and not keep(*arguments):
                continue
            if inner is not None:
                yield from inner(*arguments)
            else:
                yield element(*arguments)  # type: ignore[misc]  # one of both is there


@lru_cache(maxsize=256)
def unpacker(pattern: str) -> Callable[[Any], tuple[Any, ...]]:
    """Give the function that takes an item apart as ``for pattern in`` does."""
    names = ", ".join(dict.fromkeys(re.findall(r"\w+", pattern)))
    # The bytecode of a real unpacking: symbols see it, and Python words its errors.
    made: Callable[[Any], tuple[Any, ...]]
    made = eval(f"lambda item: [({names},) for {pattern} in (item,)][0]")
    return made
