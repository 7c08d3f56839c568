"""Operations of derivatives that are several others: what they are written as."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from runtime.building import Builder, Names
from runtime.ir.nodes import Argument, Constant, Node, Region, argument_type
from runtime.ops.facts import is_plain
from runtime.types import Array


class _Names(Names):
    """Names that no value of a graph has: they hold a blank."""

    def __init__(self) -> None:
        self._count = itertools.count(1)

    def new(self, base: str) -> str:
        return f"{base} {next(self._count)}"


_NAMES = _Names()
Meaning = Callable[..., Argument | None]
"""Writes by a builder, from the operands, what an operation is; returns its result."""


def written_out(node: Node) -> Region | None:
    """Return a region that does what an operation does; None if it is one by itself."""
    meaning = _MEANINGS.get(node.operation.name)
    if meaning is None or node.kwargs:
        return None
    of = Builder(_NAMES)
    of.span = node.span
    found = meaning(of, *node.args)
    return None if found is None else Region((), tuple(of.nodes), (found,))


_NO_RESULT = Constant(None)


def _add_item(of: Builder, a: Argument, index: Argument, value: Argument) -> Argument:
    """Write ``a[index] += value``."""
    part = of.getitem(a, index)
    if isinstance(argument_type(part), Array):
        of.iadd(part, value)
    else:
        of.setitem(a, index, of.add(part, value))
    return _NO_RESULT


def _add_at(
    of: Builder, a: Argument, index: Argument, value: Argument
) -> Argument | None:
    return _add_item(of, a, index, value) if is_plain(index) else None


def _index_add(of: Builder, a: Argument, index: Argument, value: Argument) -> Argument:
    copied: Argument = of.array_copy(a, "K")
    of.add_at(copied, index, value)
    return copied


def _updated(of: Builder, a: Argument, index: Argument, value: Argument) -> Argument:
    copied: Argument = of.array_copy(a, "K")
    of.setitem(copied, index, value)
    return copied


def _masked_product(of: Builder, g: Argument, partial: Argument) -> Argument | None:
    of_g, of_partial = argument_type(g), argument_type(partial)
    if not isinstance(of_g, Array) or not isinstance(of_partial, Array):
        return None
    zero = of_partial.dtype.type(0)
    found: Argument = of.multiply(g, of.where(of.equal(g, 0.0), zero, partial))
    return found


_MEANINGS: dict[str, Meaning] = {
    "add_at": _add_at,
    "add_item": _add_item,
    "index_add": _index_add,
    "masked_product": _masked_product,
    "updated": _updated,
}
