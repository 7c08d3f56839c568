"""Names that may have no value where they are read.

before::

    def f(xs):
        for x in xs:
            y = x
        return y

after::

    def f(xs):

        def for_body(x, y):
            return (x,)
        y, = ag.for_loop(xs, for_body, (ag.undefined('y'),))
        return ag.bound(y)
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound
from autograph.source.nodes import Node, at, undefined


def rewrite(node: Node, walk: Walk) -> Node:
    """Guard a read of a name that is not proved bound."""
    name = node.id
    if not isinstance(node.ctx, gast.Load) or name in walk.hidden:
        return node
    if name in walk.scope.local:
        if name in walk.flags:
            unsure = walk.known(name) in (Bound.SLOT, Bound.EITHER)
            if not unsure or walk.is_flag(name) or not walk.unit.traced:
                return node
            # What a loop has returned has a value here, which its type does not tell.
            return at(walk.operate("bound", node), node)
        later = walk.deferred and name in walk.filled
        known = walk.known(name)
        check = "free" if walk.apart else "bound"
        if known is Bound.NO and name not in walk.scope.captured:
            # No assignment to it may be left at the level of the function.
            return at(walk.operate(check, undefined(name)), node)
        ours = walk.inside or walk.lazy
        if ours and known not in (Bound.YES, Bound.SLOT):
            # A function of ours would raise of a free variable, not a local one.
            walk.fill(name)
        if known in (Bound.SLOT, Bound.EITHER) or later:
            return at(walk.operate(check, node), node)
    elif name in walk.guarded:
        return at(walk.operate("free", node), node)
    return node


RULE = Rule("unbound_names", (gast.Name,), rewrite)
