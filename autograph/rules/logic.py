"""``and``, ``or``, ``not``.

before::

    def f(a, b, c):
        return a < b < c and (not a == 2) or b

after::

    def f(a, b, c):
        return ag.or_(ag.and_(ag.and_(a < b, lambda: b < c), \
lambda: ag.not_(a == 2)), lambda: b)
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at


def rewrite_operands(node: Node, walk: Walk) -> Node:
    """Rewrite ``and`` and ``or``: operands after the first run on demand."""
    first, *others = node.values
    if walk.facts.of(others).waits:
        return walk.rebuild(node)
    name = "and_" if isinstance(node.op, gast.And) else "or_"
    value = walk.expression(first)
    return at(walk.operate(name, value, *[walk.lazily(o) for o in others]), node)


def rewrite_not(node: Node, walk: Walk) -> Node:
    """Rewrite ``not``."""
    return at(walk.operate("not_", walk.expression(node.operand)), node)


OPERANDS = Rule("logic", (gast.BoolOp,), rewrite_operands)
