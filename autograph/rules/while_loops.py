"""``while``.

before::

    def f(n):
        steps = 0
        while n > 1:
            n = n // 2
            steps += 1
        return steps

after::

    def f(n):
        steps = 0

        def while_test(n, steps):
            return n > 1

        def while_body(n, steps):
            n = n // 2
            steps += 1
            return (n, steps)
        n, steps = ag.while_loop(while_test, while_body, (n, steps))
        return steps
"""

from __future__ import annotations

import gast

from autograph.rules.loops import LoopStatement, enter, finish, keep_loop, plan
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import Fact, KnownFacts, declares
from autograph.source.ends import stays
from autograph.source.nodes import Node, at, define, load


@declares(gast.While)
class WhileLoop(LoopStatement):
    """``while``."""

    name = "while"

    def again(self, node: Node, body: list[Node]) -> Node:
        return gast.While(node.test, body, [])

    def head(self, node: Node, facts: KnownFacts) -> Fact:
        return facts.of(node.test)

    def lazy(self, node: Node) -> list[Node]:
        return [node.test]

    def endless(self, node: Node) -> bool:
        return isinstance(node.test, gast.Constant) and bool(node.test.value)


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``while`` statement."""
    if stays(node, walk.facts):
        return keep_loop(node, walk)
    loop = plan(node, walk)
    values = enter(loop, walk)
    with walk.branch():
        test = walk.expression(node.test)
    walk.note_walrus(node.test)
    name = walk.unit.naming.plain("while_test")
    decide = define(name, loop.state, [at(gast.Return(test), node.test)])
    arguments = [at(load(name), node)]
    return finish(loop, walk, "while", [at(decide, node)], arguments, values)


RULE = Rule("while_loops", (gast.While,), rewrite)
