"""Arithmetic operators, which call the operands in plain Python and in a trace.

NumPy may warn about an operator on plain numbers, and the warning belongs to the run.
Once a trace has met such an operator, it becomes ``ag.operate``.

before::

    def f(x, name):
        x += 1
        return '%s: %s' % (name, -x / 2)

after::

    def f(x, name):
        x += 1
        return '%s: %s' % (name, -x / 2)
"""

from __future__ import annotations

import gast

from autograph.rules.augmenting import SPELLINGS, operated
from autograph.rules.format_strings import rewrite_percent
from autograph.rules.logic import rewrite_not
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant

PREFIXES = {gast.USub: "-", gast.UAdd: "+", gast.Invert: "~"}


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a binary operator."""
    if not walk.unit.traced:
        return walk.rebuild(node)
    text = rewrite_percent(node, walk)
    if text is not None:
        return text
    left, right = walk.expression(node.left), walk.expression(node.right)
    return operated(node, left, SPELLINGS[type(node.op)].removesuffix("="), right, walk)


def rewrite_unary(node: Node, walk: Walk) -> Node:
    """Rewrite a unary operator."""
    if isinstance(node.op, gast.Not):
        return rewrite_not(node, walk)
    if not walk.unit.traced or is_number(node) or is_folded(node):
        return walk.rebuild(node)
    sign, operand = constant(PREFIXES[type(node.op)]), walk.expression(node.operand)
    return at(walk.operate("signed", sign, operand), node)


def is_number(node: Node) -> bool:
    """Whether an expression is a number, perhaps behind a minus."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        node = node.operand
    return isinstance(node, gast.Constant) and type(node.value) in (int, float, complex)


def is_folded(node: Node) -> bool:
    """Whether it is ``~True``, of which only Python's compiler warns."""
    return isinstance(node.op, gast.Invert) and isinstance(node.operand, gast.Constant)


RULE = Rule("arithmetic", (gast.BinOp,), rewrite)
UNARY = Rule("arithmetic", (gast.UnaryOp,), rewrite_unary)
