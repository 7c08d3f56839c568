"""``raise``: the statement stays, and an operator makes its exception.

before::

    def f(x):
        if x < 0:
            raise ValueError(x)
        return x

after::

    def f(x):

        def if_true():
            raise ag.raise_(lambda: ValueError(x))
        ag.cond(x < 0, if_true)
        return x

before::

    def f(x):
        try:
            g(x)
        except ValueError:
            print(x)
            raise

after::

    def f(x):

        def try_body():
            g(x)

        def except_body(error):
            print(x)
            raise ag.reraise()
        ag.try_(try_body, ValueError, except_body)
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    Construct,
    Fact,
    KnownFacts,
    Sum,
    WantedValues,
    declares,
    merge,
)
from autograph.source.nodes import Node, is_operator


@declares(gast.Raise)
class Raise(Construct):
    """``raise``, behind which nothing is reached."""

    def lazy(self, node: Node) -> list[Node]:
        return [node]

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        return True

    def sum(self, node: Node, live: WantedValues) -> Sum:
        return live.facts.of(node).reads, None


@declares(gast.Return)
class Return(Raise):
    """``return``."""

    def lazy(self, node: Node) -> list[Node]:
        return []

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        return merge([facts.of(node.value), Fact(jumps=frozenset(("return",)))])


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``raise``."""
    walk.reached = False
    made = is_operator(node.exc, "raise_")
    if made or walk.facts.of(node).waits:
        return [walk.rebuild(node)]
    if node.exc is None:
        return [gast.Raise(walk.operate("reraise"), None)]
    arguments = [walk.lazily(node.exc)]
    if node.cause is not None:
        arguments.append(walk.lazily(node.cause))
    return [gast.Raise(walk.operate("raise_", *arguments), None)]


def rewrite_return(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``return``, after which nothing is reached."""
    rebuilt = walk.rebuild(node)
    walk.reached = False
    return [rebuilt]


RULE = Rule("raises", (gast.Raise,), rewrite)
RETURN = Rule("raises", (gast.Return,), rewrite_return)
