"""``yield`` as a call of the consumer of the generator.

A generator runs in Python and yields values in between. A loop of the graph cannot
leave its body in the middle. If a trace finds that the body of a generator must be
staged, each ``yield`` becomes a call of the consumer's body. The call returns whether
the consumer has stopped.

`to_code` does not show this form, since only a trace asks for it.
"""

from __future__ import annotations

import gast

from autograph.rules.walk import Unit
from autograph.source.facts import FUNCTIONS
from autograph.source.nodes import Node, at, constant, load, operate, store
from autograph.source.trees import children

BLOCKS = ("body", "orelse")
YIELDS = (gast.Yield, gast.YieldFrom)


def inlined(node: Node, body: list[Node], unit: Unit) -> list[Node] | None:
    """Return the body of a generator as the body of a plain function.

    Returns
    -------
    list of nodes, or None
        None if no trace asks for it, or if it is impossible: the value of a ``yield``
        is used, or a ``try`` or ``with`` around it would see exceptions of the
        consumer.
    """
    yields = [part for statement in body for part in _own(statement)]
    marks = getattr(node, "decorator_list", None) or [node]
    if (node.name, marks[0].lineno) not in unit.inlined:
        return None
    said = list(_said(body))
    if len(said) != len(yields):
        return None
    return [_rewritten(statement, unit) for statement in body]


def _own(node: Node) -> list[Node]:
    """Return the yields of a statement, without those of functions within it."""
    found = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, YIELDS):
            found.append(part)
        if not isinstance(part, (*FUNCTIONS, gast.Lambda, gast.ClassDef)):
            waiting.extend(children(part))
    return found


def _said(block: list[Node]) -> list[Node]:
    """Return the yields that are statements of their own, outside `try` and `with`."""
    found: list[Node] = []
    for node in block:
        if isinstance(node, gast.Expr) and isinstance(node.value, YIELDS):
            if not _own_of(node.value):
                found.append(node.value)
        elif isinstance(node, (gast.If, gast.For, gast.While)):
            for field in BLOCKS:
                found += _said(getattr(node, field))
        elif isinstance(node, gast.Match):
            for case in node.cases:
                found += _said(case.body)
    return found


def _own_of(node: Node) -> list[Node]:
    """Return the yields within the operand of a ``yield``."""
    return [] if node.value is None else _own(node.value)


def _rewritten(node: Node, unit: Unit) -> Node:
    if isinstance(node, gast.Expr) and isinstance(node.value, YIELDS):
        return _handed_on(node.value, unit)
    for field in BLOCKS:
        block = getattr(node, field, None)
        if isinstance(node, (gast.If, gast.For, gast.While)) and block:
            setattr(node, field, [_rewritten(inner, unit) for inner in block])
    for case in getattr(node, "cases", []):
        case.body = [_rewritten(inner, unit) for inner in case.body]
    return node


def _handed_on(node: Node, unit: Unit) -> Node:
    unit.uses_operators = True
    if isinstance(node, gast.YieldFrom):
        item = unit.naming.fresh("item")
        inner = _stop(load(item), node)
        return at(gast.For(store(item), node.value, [inner], [], None), node)
    return _stop(constant(None) if node.value is None else node.value, node)


def _stop(value: Node, node: Node) -> Node:
    """Return ``if ag.yield_(value): return``."""
    leave = at(gast.Return(None), node)
    return at(gast.If(operate("yield_", value), [leave], []), node)
