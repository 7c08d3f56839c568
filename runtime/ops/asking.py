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
from runtime.types import List

Asks = Callable[[Sequence[Argument]], Iterator[Value]]


def nothing(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield no value."""
    return iter(())


def operands(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments, without what is only held by a display among them."""
    return (each for each in arguments if isinstance(each, Value))


def contents(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments and all that displays hold."""
    return chain.from_iterable(map(values_in, arguments))


def keys(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield the arguments and the keys of the displays of dicts."""
    for each in arguments:
        if isinstance(each, Display) and each.kind == "dict":
            yield from contents(each.items[::2])
        else:
            yield from contents((each,))


def at(*places: int) -> Asks:
    """Return what yields the arguments at some places alone."""

    def asked(arguments: Sequence[Argument]) -> Iterator[Value]:
        return contents([one for i, one in enumerate(arguments) if i in places])

    return asked


def of_method(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield what a method of a container asks: `append` only keeps what it is given."""
    name = arguments[1].value if isinstance(arguments[1], Constant) else None
    if name in ("append", "appendleft"):
        return iter(())
    return contents(
        arguments[2:3] if name in ("insert", "setdefault") else arguments[2:]
    )


def of_stored(arguments: Sequence[Argument]) -> Iterator[Value]:
    """Yield what storing an item asks: a list only keeps the item itself."""
    kept = isinstance(argument_type(arguments[0]), List)
    return contents(arguments[:2] if kept else arguments)
