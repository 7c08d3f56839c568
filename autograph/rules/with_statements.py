"""``with``: the statement stays, its managers go through an operator.

before::

    def f(x):
        with np.errstate(all='ignore'):
            return np.log(x)

after::

    def f(x):
        with ag.context(np.errstate(all='ignore')):
            return np.log(x)
"""

from __future__ import annotations

import gast

from autograph.rules.assignments import assign_to, is_plain
from autograph.rules.rule import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import join
from autograph.source.ends import transparent
from autograph.source.nodes import Node, at, is_operator, load, store
from autograph.source.places import same_place


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite what is in a ``with``."""
    items = []
    before: list[Node] = []
    entry = dict(walk.state)
    for item in node.items:
        manager = walk.expression(item.context_expr)
        if not is_operator(manager):
            manager = at(walk.operate("context", manager), item.context_expr)
        target = item.optional_vars
        if target is not None and not is_plain(target, walk):
            # Items behind this one could read the target already.
            held = walk.unit.naming.fresh("entered")
            before += assign_to(target, load(held), walk)
            target = store(held)
        elif target is not None:
            walk.bind(walk.facts.of(target).binds & walk.scope.local)
            target = walk.rebuild(target)
        items.append(gast.withitem(manager, target))
    with walk.watching(not transparent(node)):
        body = [at(new, node) for new in before] + walk.block(node.body)
    if not transparent(node):
        end, reached = walk.state, walk.reached
        walk.state, walk.reached = entry, True
        for statement in node.body:
            walk.loosen(statement)
        if reached:
            walk.state = join([walk.state, end])
    kept = type(node)(items, body or [at(gast.Pass(), node)], None)
    return [same_place(kept, node)]


RULE = Rule("with_statements", (gast.With, gast.AsyncWith), rewrite)
