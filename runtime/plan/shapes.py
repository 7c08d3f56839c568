"""Spellings whose text depends on the arguments: attributes, methods, ``raise``.

A row names one of them instead of a template.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display, Node, Value, values_in
from runtime.ops.row import Row
from runtime.ops.ufunc_methods import METHODS
from runtime.plan import levels
from runtime.plan.called_at import calling_at, calls_from
from runtime.plan.forms import Form, Slot, Spelling, attribute_form, listed, method_form
from runtime.plan.names import identifier
from runtime.plan.templates import suits
from runtime.types import ANY, members


def _of_attribute(node: Node) -> Spelling | None:
    """Return the spelling ``object.name``."""
    name = _name(node.args)
    if name is None or len(node.args) != 2:
        return None
    form = attribute_form(name)
    return Spelling(form, node.args[:1]) if suits(form, node.args[:1]) else None


def _of_store(node: Node) -> Spelling | None:
    """Return the spelling ``object.name = value``."""
    name = _name(node.args)
    if name is None or len(node.args) != 3:
        return None
    parts = (Slot(0, levels.PRIMARY), f".{name} = ", Slot(1, levels.LOWEST))
    form = Form(parts, order=(1, 0), statement=True)
    return Spelling(form, (node.args[0], node.args[2]))


def _of_method(node: Node) -> Spelling | None:
    """Return the spelling ``receiver.name(…)``."""
    name = _name(node.args)
    if name is None:
        return None
    arguments = (node.args[0], *node.args[2:], *(value for _, value in node.kwargs))
    keywords = tuple(keyword for keyword, _ in node.kwargs)
    calling = calling_at(node.span, node.args[0])
    if calling is not None:
        return _through(calling, f".{name}", len(node.args) - 1, keywords, arguments)
    return Spelling(method_form(name, len(node.args) - 1, keywords), arguments)


def _of_function_value(node: Node) -> Spelling | None:
    """Return the spelling ``function(…)`` of a function that is itself a value."""
    function = node.args[0]
    if isinstance(function, Display) or (
        isinstance(function, Constant) and not callable(function.value)
    ):
        return None
    keywords = tuple(name for name, _ in node.kwargs)
    arguments = (*node.args, *(value for _, value in node.kwargs))
    # What only reads values looks at no caller.
    span = None if node.operation.name == "call_pure" else node.span
    calling = calling_at(span, function)
    if calling is not None:
        return _through(calling, "", len(node.args), keywords, arguments)
    parts = (Slot(0, levels.PRIMARY), "(", *listed(1, len(node.args), keywords), ")")
    return Spelling(Form(parts, order=tuple(range(len(arguments)))), arguments)


def _through(
    calling: Callable[..., Any],
    attribute: str,
    count: int,
    keywords: tuple[str, ...],
    arguments: tuple[Argument, ...],
) -> Spelling:
    """Return the spelling of a call from a function that the plan has inlined."""
    called = (Slot(0, levels.PRIMARY), attribute)
    rest = listed(1, count, keywords)
    parts: tuple[str | Slot | Callable[..., Any], ...]
    asked = arguments[0]
    if isinstance(asked, Value) and ANY in members(asked.type):
        # The run knows whether it is written in C.
        parts = (calls_from, "(", *called, ", ", calling, ")(", *rest, ")")
    else:
        parts = (calling, "(", *called, *((", ", *rest) if rest else ()), ")")
    form = Form(parts)
    return Spelling(replace(form, order=tuple(range(len(arguments)))), arguments)


def _of_list(node: Node) -> Spelling | None:
    """Return the spelling of a new list, a display if possible."""
    items = node.args[0] if len(node.args) == 1 and not node.kwargs else None
    if isinstance(items, Display) and items.kind == "list":
        return Spelling(Form((Slot(0, levels.ATOM),), levels.ATOM, (0,)), node.args)
    form = Form((list, "(", Slot(0, levels.LOWEST), ")"), order=(0,))
    return Spelling(form, node.args)


def _of_dict(node: Node) -> Spelling | None:
    """Return the spelling of a new dict as a display."""
    items = node.args[0] if len(node.args) == 1 and not node.kwargs else None
    if isinstance(items, Display) and items.kind == "dict":
        return Spelling(Form((Slot(0, levels.ATOM),), levels.ATOM, (0,)), node.args)
    return None


def _of_set(node: Node) -> Spelling | None:
    """Return the spelling of a new set as a display, where its items are listed.

    Of constants alone the compiler makes a set in another order.
    """
    items = node.args[0] if len(node.args) == 1 and not node.kwargs else None
    if not isinstance(items, Display) or items.kind == "dict":
        return None
    if not any(values_in(items)):
        return None
    parts = ("{", *listed(0, len(items.items), ()), "}")
    order = tuple(range(len(items.items)))
    return Spelling(Form(parts, levels.ATOM, order), items.items)


def _of_raise(node: Node) -> Spelling | None:
    """Return the spelling ``raise kind(…) from cause``, or ``raise`` alone."""
    if not node.args:
        return Spelling(Form(("raise",), statement=True, leaves=True), ())
    kind, *others = node.args
    given = others[0] if others else None
    if not isinstance(given, Display) or given.kind != "tuple":
        return None
    arguments = (kind, *given.items, *others[1:])
    count = len(given.items) + 1
    parts: tuple[Any, ...] = ("raise ", Slot(0, levels.PRIMARY))
    if isinstance(kind, Constant) and isinstance(kind.value, type):
        parts += ("(", *listed(1, count, ()), ")")
    elif count > 1:
        return None
    if others[1:] and not _is_ellipsis(others[1]):
        parts += (" from ", Slot(count, levels.LOWEST))
    order = tuple(range(len(arguments)))
    return Spelling(Form(parts, order=order, statement=True, leaves=True), arguments)


def _is_ellipsis(argument: Argument) -> bool:
    return isinstance(argument, Constant) and argument.value is ...


def _of_assert(node: Node) -> Spelling | None:
    """Return the spelling ``assert test, message``; the message is never inlined."""
    if isinstance(node.args[0], Display) or len(node.args) > 2:
        return None
    parts: tuple[Any, ...] = ("assert ", Slot(0, levels.LOWEST))
    if len(node.args) > 1:
        parts += (", ", Slot(1, levels.LOWEST))
    return Spelling(Form(parts, order=(0,), statement=True), node.args)


def _of_join(node: Node) -> Spelling | None:
    """Return the spelling of texts in a row."""
    if node.kwargs:
        return None
    count = len(node.args)
    parts = ("''.join((", *listed(0, count, ()), *("," * (count == 1)), "))")
    return Spelling(Form(parts, order=tuple(range(count))), node.args)


def _of_field(node: Node) -> Spelling | None:
    """Return the spelling of a replacement field, which calls no function."""
    known = [each.value for each in node.args if isinstance(each, Constant)]
    if len(node.args) != 3 or len(known) != 2 or not isinstance(node.args[0], Value):
        return None
    conversion, specification = known
    if not (_is_plain(conversion) and _is_plain(specification)) or node.kwargs:
        return None
    if conversion not in ("", "r", "s", "a"):
        return None
    asked = f"!{conversion}" if conversion else ""
    how = f":{specification}" if specification else ""
    # The value is a name: the quotes of an expression may end the text around it.
    parts = ("f'{", Slot(0, levels.LOWEST), f"{asked}{how}}}'")
    return Spelling(Form(parts, levels.ATOM), node.args[:1])


def _is_plain(text: object) -> bool:
    """Whether a replacement field may hold a text as it is."""
    return type(text) is str and bool(_PLAIN.fullmatch(text))


_PLAIN = re.compile(r"[\w .,:;%<>^=+\-/#*~!?@|]*", re.ASCII)


def _of_nothing(node: Node) -> Spelling:
    """Return a statement without text: its operands live until there."""
    return Spelling(Form((), statement=True), node.args)


SHAPES: Mapping[str, Callable[[Node], Spelling | None]] = MappingProxyType(
    {
        "attribute": _of_attribute,
        "store": _of_store,
        "method": _of_method,
        "call": _of_function_value,
        "list": _of_list,
        "dict": _of_dict,
        "set": _of_set,
        "raise": _of_raise,
        "assert": _of_assert,
        "nothing": _of_nothing,
        "join": _of_join,
        "field": _of_field,
    }
)


_METHODS = {name: method for method, name in METHODS.items()}


def of_ufunc(node: Node, row: Row) -> Spelling | None:
    """Return the spelling of a ufunc, or its method, named by the first argument."""
    first = node.args[0] if node.args else None
    if not isinstance(first, Constant) or not isinstance(first.value, np.ufunc):
        return None
    method = _METHODS.get(row.name)
    if method is None:
        return None
    called: Callable[..., Any] = first.value
    if method != "__call__":
        called = getattr(first.value, method)
    keywords = tuple(name for name, _ in node.kwargs)
    arguments = (*node.args[1:], *(value for _, value in node.kwargs))
    parts = (called, "(", *listed(0, len(node.args) - 1, keywords), ")")
    return Spelling(Form(parts, order=tuple(range(len(arguments)))), arguments)


def _name(args: tuple[Argument, ...]) -> str | None:
    """Return the second argument if it is an identifier in Python's normal form."""
    second = args[1] if len(args) > 1 else None
    if not isinstance(second, Constant) or type(second.value) is not str:
        return None
    return second.value if identifier(second.value) == second.value else None
