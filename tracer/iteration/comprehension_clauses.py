"""The clauses of a comprehension: what they iterate over, and its elements."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import Any

from runtime.starred import starred_unpack
from tracer.record.context import ACTIVE


class Nest:
    """One ``for`` of a comprehension, with its ``if``.

    Parameters
    ----------
    items
        What it iterates over.
    element
        Returns an element of the comprehension; takes the names that the ``for``
        binds.
    keep
        Returns whether an item counts; None if all do.
    inner
        Returns the next ``for`` instead of an element.
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
        """Return the values of the names that the ``for`` binds."""
        return (item,) if self._unpack is None else self._unpack(item)

    def function(self, code: CodeType) -> FunctionType:
        """Return the function that makes a generator expression of the user's code."""
        parts = [each for each in (self.element, self.inner, self.keep) if each]
        return function_of(code, *parts)

    def each(self, give: Callable[[Any], object]) -> None:
        """Pass each element to `give`."""
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
    """Return the function that takes an item apart as ``for pattern in`` does."""
    names = ", ".join(dict.fromkeys(re.findall(r"\w+", pattern)))
    clauses: list[str] = []
    _unpacking(ast.parse(f"{pattern} = item").body[0].targets[0], "item", clauses)  # type: ignore[attr-defined]
    # A real unpacking: Python words its errors.
    made: Callable[[Any], tuple[Any, ...]]
    helpers = {"_given": _given, "_starred": _starred}
    made = eval(f"lambda item: [({names},) {' '.join(clauses)}][0]", helpers)
    return made


def _unpacking(target: ast.expr, item: str, clauses: list[str]) -> None:
    """Write the clauses that unpack an item, the inner targets last."""
    inner: list[tuple[ast.expr, str]] = []
    given = item
    if isinstance(target, (ast.Tuple, ast.List)):
        count = len(target.elts)
        given = f"_given({item}, {count})"
        for place, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                given = f"_starred({item}, {place}, {count - place - 1})"
                target.elts[place] = each = each.value
            if isinstance(each, (ast.Tuple, ast.List)):
                held = f"_{len(clauses)}_{place}"
                inner.append((each, held))
                target.elts[place] = ast.Name(held)
    text = ast.unparse(target)
    if isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == 1:
        text = f"[{ast.unparse(target.elts[0])}]"
    clauses.append(f"for {text} in ({given},)")
    for each, held in inner:
        _unpacking(each, held, clauses)


def _given(item: Any, count: int) -> Any:
    """Return the items to unpack into so many names."""
    trace = ACTIVE.get()
    if trace is None:
        return item
    names = [(None,)] if count == 1 else [None] * count
    return trace.operators["assigned"](trace, item, *names)


def _starred(item: Any, before: int, after: int) -> Any:
    """Return what ``a, *b, c = item`` binds."""
    trace = ACTIVE.get()
    if trace is None:
        return starred_unpack(item, before, after)
    return trace.operators["starred_unpack"](trace, item, before, after)


def function_of(code: CodeType, *parts: Any) -> FunctionType:
    """Return a function of the user's code, with the variables of converted ones."""
    cells: dict[str, CellType] = {}
    for part in parts:
        cells |= zip(part.__code__.co_freevars, part.__closure__ or ())
    closure = tuple([cells.get(name, CellType()) for name in code.co_freevars])
    return FunctionType(code, parts[0].__globals__, code.co_name, None, closure)
