"""Names that several functions share: global, ``nonlocal`` and captured ones.

before::

    def count(xs):
        n = 0

        def more(k):
            nonlocal n
            n += k
        for x in xs:
            if x > 1:
                n = n * 2
            more(x)
        return n

after::

    def count(xs):
        n = 0

        def more(k):
            value = n
            value += k
            ag.set_cell(lambda: n, value)

        def for_body(x):

            def if_true():
                ag.set_cell(lambda: n, n * 2)
            ag.cond(x > 1, if_true)
            more(x)
        ag.for_loop(xs, for_body)
        return n

before::

    def remember(x):
        global last
        last = x

after::

    def remember(x):
        ag.set_global('last', x)

In the form that is traced, a call that shares variables with the functions within holds
what tells which they are.

as written::

    def scale(xs, n):

        def by(x):
            return x * n
        return list(map(by, xs))

as traced::

    def scale(xs, n):
        cells = ag.cells(lambda: (n,))

        @ag.defined
        def by(x):
            return ag.operate(x, '*', n)
        return list(map(by, xs))
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound
from autograph.source.nodes import Node, assign, at, constant, lazily, load, undefined


def held_variables(names: list[str], walk: Walk) -> Node:
    """Return what holds, in a call, the variables that functions within share."""
    read = lazily(gast.Tuple([load(name) for name in names], gast.Load()))
    return assign(walk.unit.naming.fresh("cells"), walk.operate("cells", read))


def set_name(name: str, value: Node, walk: Walk) -> Node:
    """Return the expression that assigns to a name of another function."""
    if walk.is_global(name):
        return walk.operate("set_global", constant(walk.unit.mangled(name)), value)
    return walk.operate("set_cell", lazily(load(name)), value)


def store_name(name: str, value: Node, walk: Walk) -> Node:
    """Return the assignment to a name, of this function or another."""
    if not walk.is_foreign(name):
        walk.bind([name] if name in walk.scope.local else [])
        return assign(name, value)
    if name in walk.scope.local:
        if walk.known(name) is not Bound.YES and name not in walk.filled:
            walk.fill(name)
        walk.bind([name])
    return gast.Expr(set_name(name, value, walk))


def delete_name(target: Node, walk: Walk) -> list[Node]:
    """Delete a name, or assign ``ag.undefined`` to it if other code may read it."""
    name = target.id
    if name not in walk.scope.local:
        if walk.is_global(name):
            done = walk.operate("delete_global", constant(walk.unit.mangled(name)))
        else:
            done = walk.operate("delete_cell", lazily(load(name)))
        return [gast.Expr(at(done, target))]
    known = walk.known(name)
    ours = walk.inside and name not in walk.scope.captured
    if known is Bound.NO and (ours or name in walk.filled):
        unbound = at(undefined(name), target)
        return [gast.Expr(at(walk.operate("bound", unbound), target))]
    if walk.is_foreign(name) or (walk.inside and known in (Bound.MIXED, Bound.EITHER)):
        walk.fill(name)
    if walk.is_foreign(name) or name in walk.filled:
        before = []
        if known is not Bound.YES:
            read = at(walk.operate("bound", load(name)), target)
            before = [gast.Expr(read)]
        done = store_name(name, undefined(name), walk)
        walk.unit.uses_operators = True
        walk.state[name] = Bound.SLOT
        return [*before, done]
    if known in (Bound.SLOT, Bound.EITHER):
        read = walk.operate("bound", load(name))
        walk.state[name] = Bound.NO
        return [gast.Expr(read), gast.Delete([target])]
    walk.state[name] = Bound.NO
    return [gast.Delete([target])]


def rewrite_declaration(node: Node, walk: Walk) -> list[Node]:
    """Drop ``global`` and ``nonlocal``: their names are assigned by operators."""
    return []


def rewrite_walrus(node: Node, walk: Walk) -> Node:
    """Rewrite ``(name := value)``."""
    value = walk.expression(node.value)
    if node.target.id in walk.scope.local - walk.hidden:
        walk.bind([node.target.id])
    if walk.is_foreign(node.target.id):
        return at(set_name(node.target.id, value, walk), node)
    if value is node.value:
        return node
    return at(gast.NamedExpr(node.target, value), node)


DECLARATION = Rule("shared_names", (gast.Global, gast.Nonlocal), rewrite_declaration)
WALRUS = Rule("shared_names", (gast.NamedExpr,), rewrite_walrus)
