"""``assert``.

before::

    def f(x):
        assert x > 0, f'not {x}'

after::

    def f(x):
        ag.assert_(x > 0, lambda: f'not {x}')
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import Construct, declares
from autograph.source.nodes import Node


@declares(gast.Assert)
class Assertion(Construct):
    """``assert``."""

    def lazy(self, node: Node) -> list[Node]:
        return [node]


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite an ``assert``."""
    if walk.facts.of(node).waits:
        return [walk.rebuild(node)]
    arguments = [walk.expression(node.test)]
    if node.msg is not None:
        arguments.append(walk.lazily(node.msg))
    return [gast.Expr(walk.operate("assert_", *arguments))]


RULE = Rule("assertions", (gast.Assert,), rewrite)
