"""Binary operators, and those that augment a name: calls in the traced form."""

from __future__ import annotations

import gast

from autograph.rules.walk import Walk
from autograph.source.nodes import Node, assign, at, constant, load, store

SPELLINGS = {
    gast.Add: "+=",
    gast.Sub: "-=",
    gast.Mult: "*=",
    gast.Div: "/=",
    gast.FloorDiv: "//=",
    gast.Mod: "%=",
    gast.Pow: "**=",
    gast.MatMult: "@=",
    gast.BitAnd: "&=",
    gast.BitOr: "|=",
    gast.BitXor: "^=",
    gast.LShift: "<<=",
    gast.RShift: ">>=",
}


def operated(node: Node, left: Node, sign: str, right: Node, walk: Walk) -> Node:
    """Return the call of ``ag.operate`` for an operator."""
    return at(walk.operate("operate", left, constant(sign), right), node)


def augmented(node: Node, name: str, value: Node, walk: Walk) -> Node:
    """Return ``name += value``, where the value is already rewritten."""
    if walk.unit.traced:
        return assign(name, operated_in_place(node, load(name), value, walk))
    return gast.AugAssign(store(name), node.op, value)


def operated_in_place(node: Node, left: Node, value: Node, walk: Walk) -> Node:
    """Return what ``left += value`` assigns in the traced form."""
    return operated(node, left, SPELLINGS[type(node.op)], value, walk)
