"""Displays of sets and dicts, in the form that is traced alone.

What they hash may be known only at run time.

as written::

    def f(a, b):
        return ({a, b}, {a: 1, 'b': b}, {**a, 'b': b}, {1, 2}, {'a': a})

as traced::

    def f(a, b):
        return (ag.set_display(a, b), ag.dict_display((a, 1), ('b', b)), \
ag.dict_display((a,), ('b', b)), ag.mutable({1, 2}), ag.mutable({'a': a}))
"""

from __future__ import annotations

import gast

from autograph.rules.arithmetic import is_number
from autograph.rules.rewriting import Rule
from autograph.rules.starred import display, is_starred
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at


def rewrite_set(node: Node, walk: Walk) -> Node:
    """Rewrite a set of computed items."""
    if is_starred(node, node.elts, walk):
        return display(node, walk)
    starred = any(isinstance(item, gast.Starred) for item in node.elts)
    known = all(map(is_folded, node.elts))
    if starred or known or not walk.unit.traced:
        return walk.rebuild(node)
    items = [walk.expression(item) for item in node.elts]
    return at(walk.operate("set_display", *items), node)


def is_folded(node: Node) -> bool:
    """Whether Python's compiler makes a constant of an expression."""
    if isinstance(node, gast.Tuple):
        return all(map(is_folded, node.elts))
    return isinstance(node, gast.Constant) or is_number(node)


def rewrite_dict(node: Node, walk: Walk) -> Node:
    """Rewrite a dict with computed keys."""
    known = all(isinstance(key, gast.Constant) for key in node.keys)
    if known or not walk.unit.traced:
        return walk.rebuild(node)
    parts = [
        gast.Tuple([walk.expression(e) for e in pair if e is not None], gast.Load())
        for pair in zip(node.keys, node.values)
    ]
    return at(walk.operate("dict_display", *parts), node)


SET = Rule("displays", (gast.Set,), rewrite_set)
DICT = Rule("displays", (gast.Dict,), rewrite_dict)
