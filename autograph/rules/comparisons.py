"""Comparisons that Python would answer by itself, and chains.

before::

    def f(a, b, items):
        return (a is None, b in items, a < b() < 3)

after::

    def f(a, b, items):
        return (ag.is_(a, None), ag.in_(b, items), \
ag.chain(a, '<', b(), '<', lambda: 3))
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant, lazily

SPELLINGS = {
    gast.Eq: "==",
    gast.NotEq: "!=",
    gast.Lt: "<",
    gast.LtE: "<=",
    gast.Gt: ">",
    gast.GtE: ">=",
    gast.Is: "is",
    gast.IsNot: "is not",
    gast.In: "in",
    gast.NotIn: "not in",
}
OPERATORS = {gast.Is: "is_", gast.IsNot: "is_not", gast.In: "in_", gast.NotIn: "not_in"}


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a comparison."""
    if len(node.ops) == 1:
        return _pair(node, node.left, node.ops[0], node.comparators[0], walk)
    if walk.facts.of(node.comparators).waits:
        return walk.rebuild(node)
    middle = node.comparators[:-1]
    if all(isinstance(item, (gast.Name, gast.Constant)) for item in middle):
        return _pairs(node, walk)
    arguments = [
        walk.expression(node.left),
        constant(SPELLINGS[type(node.ops[0])]),
        walk.expression(node.comparators[0]),
    ]
    for op, right in zip(node.ops[1:], node.comparators[1:]):
        arguments += [constant(SPELLINGS[type(op)]), walk.lazily(right)]
    return at(walk.operate("chain", *arguments), node)


def _pairs(node: Node, walk: Walk) -> Node:
    """Return a chain whose middle operands can be evaluated twice."""
    operands = [node.left, *node.comparators]
    pairs = []
    for place, (op, left, right) in enumerate(zip(node.ops, operands, operands[1:])):
        walk.lazy += bool(place)
        pair = _pair(node, left, op, right, walk)
        walk.lazy -= bool(place)
        pairs.append(lazily(pair) if place else pair)
    return at(walk.operate("and_", *pairs), node)


def _pair(node: Node, left: Node, op: Node, right: Node, walk: Walk) -> Node:
    name = OPERATORS.get(type(op))
    one, two = walk.expression(left), walk.expression(right)
    if name is not None:
        return at(walk.operate(name, one, two), node)
    if walk.unit.traced:
        return at(walk.operate("chain", one, constant(SPELLINGS[type(op)]), two), node)
    if len(node.ops) == 1 and one is left and two is right:
        return node
    return at(gast.Compare(one, [op], [two]), node)


RULE = Rule("comparisons", (gast.Compare,), rewrite)
