"""``type X = ...`` of Python 3.12: a statement that stays, and the name it binds.

Its value is looked at when somebody asks for it, so it is rewritten as the body of a
lambda is. A name that belongs to another function is bound there by an operator::

    def f(x):
        global Pair
        type Pair = tuple[x, x]

becomes::

    def f(x):

        def alias():
            type Pair = tuple[x, x]
            return Pair
        ag.set_global('Pair', alias())
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.shared_names import store_name
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    Construct,
    Fact,
    KnownFacts,
    Names,
    declares,
)
from autograph.source.nodes import Node, define, load


@declares(gast.TypeAlias)
class TypeAlias(Construct):
    """``type X = ...``."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        inner = facts.of([node.value, node.type_params])
        captured = (inner.reads | inner.captured) - _own(node)
        return Fact(binds=frozenset([node.name.id]), captured=captured)


def _own(node: Node) -> Names:
    """Return the names that its value sees first: its parameters, and itself."""
    return frozenset([node.name.id, *[each.name for each in node.type_params]])


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a type alias: what it evaluates later."""
    name = node.name.id
    with walk.deferring(_own(node)):
        params = [walk.rebuild(each) for each in node.type_params]
        made = gast.TypeAlias(node.name, params, walk.expression(node.value))
    if not walk.is_foreign(name):
        walk.bind([name] if name in walk.scope.local else [])
        return [made]
    maker = walk.unit.naming.fresh("alias")
    made_here = define(maker, (), [made, gast.Return(load(name))])
    call = gast.Call(load(maker), [], [])
    return [made_here, store_name(name, call, walk)]


RULE = Rule("type_aliases", (gast.TypeAlias,), rewrite)
