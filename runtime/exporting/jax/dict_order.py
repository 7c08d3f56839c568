"""Dicts among the results: `jax.jit` sorts the keys of plain ones."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.ir.nodes import Argument, Display, Value
from runtime.plan.tails import Return
from runtime.plan.writing import Writing
from runtime.types import Container, List, Tuple, Type, members

IN_ORDER = '''\
def in_order(value):
    """Return a value whose dicts keep the order of their keys under `jax.jit`."""
    if isinstance(value, dict):
        return OrderedDict((key, in_order(each)) for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return type(value)(map(in_order, value))
    return value'''


@dataclass(frozen=True)
class ReturnInOrder(Return):
    """The end of a function that gives dicts."""

    def write(self, plan: Writing) -> None:
        """Write ``return in_order(result)``."""
        plan.drops.forget()
        (result,) = self.arguments
        plan.writer.start(plan.span_of(result))
        plan.writer.put("return in_order(")
        plan.expressions.argument(result)
        plan.writer.put(")")
        plan.writer.end()


def is_out_of_order(argument: Argument) -> bool:
    """Whether the keys of a dict in a value may not be sorted.

    Examples
    --------
    >>> from runtime.ir.nodes import Constant
    >>> w, b = Constant("w"), Constant("b")
    >>> is_out_of_order(Display("dict", (w, b, b, w)))
    True
    >>> is_out_of_order(Display("dict", (b, w, w, b)))
    False
    """
    if isinstance(argument, Display):
        if argument.kind == "dict":
            keys = [getattr(each, "value", None) for each in argument.items[::2]]
            texts = [key for key in keys if isinstance(key, str)]
            if len(texts) < len(keys) or texts != sorted(texts):
                return len(keys) > 1
        return any(map(is_out_of_order, argument.items))
    return isinstance(argument, Value) and _holds_dicts(argument.type)


def _holds_dicts(of: Type) -> bool:
    for each in members(of):
        if isinstance(each, Container) and each.kind == "dict":
            return True
        inside: tuple[Type, ...] = ()
        if isinstance(each, Tuple):
            inside = each.items
        elif isinstance(each, List):
            inside = (each.element,)
        if any(map(_holds_dicts, inside)):
            return True
    return False
