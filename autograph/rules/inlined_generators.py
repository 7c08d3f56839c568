"""``yield`` as a call of the consumer of the generator.

A generator runs in Python and yields values in between. A loop of the graph cannot
leave its body in the middle. If a trace finds that the body of a generator must be
staged, each ``yield`` becomes a call of the consumer's body. The call returns whether
the consumer has stopped.

An exception of the consumer never enters the generator. So each handler around a
``yield`` first asks whether the consumer is what raised, and lets that pass.

`to_code` does not show this form, since only a trace asks for it.
"""

from __future__ import annotations

import gast

from autograph.rules.walk import Unit
from autograph.source.facts import FUNCTIONS
from autograph.source.nodes import Node, at, clone, constant, load, operate, store
from autograph.source.trees import children

BLOCKS = ("body", "orelse")
YIELDS = (gast.Yield, gast.YieldFrom)


def inlined(node: Node, body: list[Node], unit: Unit) -> list[Node] | None:
    """Return the body of a generator as the body of a plain function.

    Returns
    -------
    list of nodes, or None
        None if no trace asks for it, or if it is impossible: the value of a ``yield``
        is used, or something around it runs when the generator is closed: a
        ``finally``, a ``with``, a handler of every exception.
    """
    marks = getattr(node, "decorator_list", None) or [node]
    if (node.name, marks[0].lineno) not in unit.inlined:
        return None
    yields = [part for statement in body for part in _own(statement)]
    said = list(_said(body))
    if len(said) != len(yields):
        return None
    return [_rewritten(statement, unit, []) for statement in body]


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
    """Return the yields that are statements of their own, and may become calls."""
    found: list[Node] = []
    for node in block:
        if isinstance(node, gast.Expr) and isinstance(node.value, YIELDS):
            if not _own_of(node.value):
                found.append(node.value)
        elif isinstance(node, (gast.If, gast.For, gast.While)):
            for field in BLOCKS:
                found += _said(getattr(node, field))
        elif isinstance(node, gast.Try) and _lets_pass(node):
            found += _said(node.body) + _said(node.orelse)
        elif isinstance(node, gast.Match):
            for case in node.cases:
                found += _said(case.body)
    return found


def _lets_pass(node: Node) -> bool:
    """Whether a ``try`` runs nothing when a generator is closed in it.

    As far as the names tell: what the classes are, the trace sees.
    """
    kinds = [handler.type for handler in node.handlers]
    return not node.finalbody and all(map(_is_named, kinds))


def _is_named(kinds: Node | None) -> bool:
    """Whether the classes of a handler are names, which can be read at any time."""
    if isinstance(kinds, gast.Tuple):
        return all(map(_is_named, kinds.elts))
    while isinstance(kinds, gast.Attribute):
        kinds = kinds.value
    return isinstance(kinds, gast.Name)


def _own_of(node: Node) -> list[Node]:
    """Return the yields within the operand of a ``yield``."""
    return [] if node.value is None else _own(node.value)


def _rewritten(node: Node, unit: Unit, kinds: list[Node]) -> Node:
    """Return a statement with calls for its yields.

    Parameters
    ----------
    node, unit
        The statement, and the unit.
    kinds : list of nodes
        What the handlers around it catch.
    """
    if isinstance(node, gast.Expr) and isinstance(node.value, YIELDS):
        return _handed_on(node.value, unit, kinds)
    if isinstance(node, gast.Try) and _own_of_block(node.body):
        for handler in node.handlers:
            handler.body.insert(0, _passing(handler))
        inner = [*kinds, *[handler.type for handler in node.handlers]]
        node.body = [_rewritten(each, unit, inner) for each in node.body]
        node.orelse = [_rewritten(each, unit, kinds) for each in node.orelse]
        return node
    for field in BLOCKS:
        block = getattr(node, field, None)
        if isinstance(node, (gast.If, gast.For, gast.While, gast.Try)) and block:
            setattr(node, field, [_rewritten(each, unit, kinds) for each in block])
    for case in getattr(node, "cases", []):
        case.body = [_rewritten(each, unit, kinds) for each in case.body]
    return node


def _own_of_block(block: list[Node]) -> bool:
    return any(map(_own, block))


def _passing(handler: Node) -> Node:
    """Return ``if ag.passes(): raise``."""
    again = at(gast.Raise(None, None), handler)
    return at(gast.If(operate("passes"), [again], []), handler)


def _handed_on(node: Node, unit: Unit, kinds: list[Node]) -> Node:
    unit.uses_operators = True
    if isinstance(node, gast.YieldFrom):
        item = unit.naming.fresh("item")
        inner = _stop(load(item), node, kinds)
        return at(gast.For(store(item), node.value, [inner], [], None), node)
    value = constant(None) if node.value is None else node.value
    return _stop(value, node, kinds)


def _stop(value: Node, node: Node, kinds: list[Node]) -> Node:
    """Return ``if ag.yield_(value): return``, with the classes of handlers around."""
    leave = at(gast.Return(None), node)
    test = operate("yield_", value, *[clone(kind) for kind in kinds])
    return at(gast.If(test, [leave], []), node)
