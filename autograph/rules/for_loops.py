"""``for``.

before::

    def f(xs, limit):
        total = 0
        for x in xs:
            if x < 0:
                continue
            if x > limit:
                break
            total += x
        return total

after::

    def f(xs, limit):
        total = 0

        def for_body(x, total):

            def if_false(total):
                total += x
                return (False, total)
            return ag.cond(x < 0, lambda total: (False, total), lambda: x > limit, \
lambda total: (True, total), if_false, state=(total,))
        _, total = ag.for_loop(xs, for_body, (total,), breaks=True)
        return total
"""

from __future__ import annotations

import gast

from autograph.rules.assignments import assign_to
from autograph.rules.loops import (
    LoopStatement,
    break_flag,
    enter,
    finish,
    keep_loop,
    plan,
)
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    Fact,
    KnownFacts,
    Names,
    WantedValues,
    declares,
    merge,
)
from autograph.source.ends import stays
from autograph.source.nodes import Node, at, load


@declares(gast.For)
class ForLoop(LoopStatement):
    """``for``."""

    name = "for"

    def targets(self, node: Node) -> list[Node]:
        return [node.target]

    def again(self, node: Node, body: list[Node]) -> Node:
        return gast.For(node.target, node.iter, body, [], None)

    def head(self, node: Node, facts: KnownFacts) -> Fact:
        return merge([facts.of(node.target), facts.of(node.iter)])

    def wanted(self, node: Node, live: WantedValues) -> Names:
        facts = live.facts
        head = self.turn(node, live) - facts.of(node.iter).reads
        first = live.sum(node.body)[0] - {break_flag(node)}
        return head | (first - facts.of(node.target).binds)


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``for`` statement."""
    if stays(node, walk.facts):
        return keep_loop(node, walk)
    items = walk.expression(node.iter)
    walk.note_walrus(node.iter)
    loop = plan(node, walk)
    values = enter(loop, walk)
    target = node.target
    if (
        isinstance(target, gast.Name)
        and target.id not in loop.state
        and target.id in walk.scope.local - walk.shared
    ):
        loop.own = (target.id,)
        walk.bind(loop.own)
    else:
        item = walk.unit.naming.fresh("item")
        loop.own = (item,)
        with walk.branch():
            loop.before = [
                at(new, target) for new in assign_to(target, load(item), walk)
            ]
    return finish(loop, walk, "for", [], [items], values)


RULE = Rule("for_loops", (gast.For,), rewrite)
