"""Of which values an operation may run methods, where these are the user's objects.

Each function takes the arguments of a call, those by keyword last, and yields values.
Methods of the user's objects may do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Value,
    argument_type,
    values_in,
)
from runtime.types import Container, List

Asks = Callable[[Sequence[Argument]], Iterator[Value]]


def nothing(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield no value."""
    return iter(())


def operands(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments, without lists and displays: what they hold is not asked."""
    for each in arguments:
        if isinstance(each, Value) and not isinstance(each.type, List):
            yield each


def contents(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments and all that displays hold; of lists the items are asked."""
    return chain.from_iterable(map(values_in, arguments))


def keys(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments and the keys of the displays of dicts."""
    for each in arguments:
        if isinstance(each, Display) and each.kind == "dict":
            yield from contents(each.items[::2])
        else:
            yield from contents((each,))


def unless_lists(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the contents, but not of lists, which are put together as they are."""
    types = map(argument_type, arguments)
    joined = any(isinstance(of, List) for of in types)
    return operands(arguments) if joined else contents(arguments)


def behind_first(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the contents of what a function, the first argument, is given."""
    return contents(arguments[1:])


def at(*places: int) -> Asks:
    """Return what yields the arguments at some places alone."""

    def asked(arguments: Sequence[Argument]) -> Iterator[Value]:
        return contents([one for i, one in enumerate(arguments) if i in places])

    return asked


def of_method(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield what a method of a container asks: `append` only keeps what it is given.

    A tuple has no methods but those that look for an item.
    """
    name = arguments[1].value if isinstance(arguments[1], Constant) else None
    if name in ("append", "appendleft"):
        return iter(())
    last = 3 if name in ("insert", "setdefault") else None
    searched = [each for each in arguments[:1] if isinstance(each, Display)]
    return contents([*searched, *arguments[2:last]])


def of_item(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield what looking for an item asks: a container, and all of the index."""
    return chain(operands(arguments[:1]), contents(arguments[1:]))


def of_stored(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield what storing an item asks: a container only keeps the item itself."""
    kept = isinstance(argument_type(arguments[0]), (List, Container))
    return contents(arguments[1:2] if kept else arguments)
