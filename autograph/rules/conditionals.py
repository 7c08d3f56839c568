"""``if``, and the conditional expression.

before::

    def f(x):
        if x > 0:
            y = x * 2
        else:
            y = -x
        return y

after::

    def f(x):

        def if_true():
            return x * 2

        def if_false():
            return -x
        y = ag.cond(x > 0, if_true, if_false)
        return y

before::

    def f(c):
        if c:
            y = 1
        return y

after::

    def f(c):

        def if_true():
            return 1
        y = ag.cond(c, if_true, lambda: ag.undefined('y'))
        return ag.bound(y)

before::

    def f(v):
        return v if v else 2

after::

    def f(v):
        return ag.cond(v, lambda: v, lambda: 2)
"""

from __future__ import annotations

import gast

from autograph.rules.branches import (
    Branch,
    build,
    carried,
    deliver,
    given_names,
    settle,
)
from autograph.rules.rule import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, join
from autograph.source.liveness import stays
from autograph.source.nodes import Node, at


def rewrite_statement(node: Node, walk: Walk) -> list[Node]:
    """Rewrite an ``if`` statement."""
    if stays(node, walk.facts):
        return _keep(node, walk)
    arms, otherwise = _arms(node, walk)
    returns = "return" in walk.facts.of(node).jumps
    blocks = [node.body, node.orelse]
    results = [] if returns else given_names(walk, node, blocks)
    first = walk.expression(node.test)
    walk.note_walrus(node.test)
    tests = [first, *[walk.lazily(arm.test) for arm in arms[1:]]]
    before = dict(walk.state)
    branches: list[Branch] = []
    bodies = [arm.body for arm in arms]
    if otherwise or results or returns:
        bodies.append(otherwise)
    for number, block in enumerate(bodies):
        walk.state, walk.reached = dict(before), True
        name = _name(walk, number, number >= len(arms))
        shape = "return" if returns else "values"
        branches.append(build(walk, block, name, results, node, shape=shape))
    if not (otherwise or results or returns) or (
        len(branches) > len(arms) and branches[-1].empty() and not returns
    ):
        branches = branches[: len(arms)]
        no_else = True
    else:
        no_else = False
    ends = [branch.state for branch in branches if branch.reached]
    settle(walk, [*ends, before] if no_else else ends, results, before)
    return _call(walk, node, tests, branches, results, returns, before)


def _arms(node: Node, walk: Walk) -> tuple[list[Node], list[Node]]:
    """Give the arms of an ``elif`` chain, and what stands under ``else``."""
    arms = [node]
    while len(arms[-1].orelse) == 1 and isinstance(arms[-1].orelse[0], gast.If):
        inner = arms[-1].orelse[0]
        fact = walk.facts.of(inner.test)
        if fact.walrus or stays(inner, walk.facts):
            break
        arms.append(inner)
    return arms, arms[-1].orelse


def _name(walk: Walk, number: int, last: bool) -> str:
    if last:
        return walk.unit.naming.plain("if_false")
    return walk.unit.naming.plain(f"elif_{number}" if number else "if_true")


def _call(
    walk: Walk,
    node: Node,
    tests: list[Node],
    branches: list[Branch],
    results: list[str],
    returns: bool,
    before: dict[str, Bound],
) -> list[Node]:
    takes = walk.ordered(frozenset().union(*[b.takes for b in branches]))
    definitions: list[Node] = []
    functions: list[Node] = []
    for branch in branches:
        made, function = branch.function(takes)
        definitions += made
        functions.append(function)
    arguments = [tests[0], functions[0]]
    for test, function in zip(tests[1:], functions[1:]):
        arguments += [test, function]
    arguments += functions[len(tests) :]
    call = walk.operate("cond", *arguments, **carried(walk, takes, before))
    return [*definitions, deliver(walk, call, results, returns)]


def _keep(node: Node, walk: Walk) -> list[Node]:
    """Keep a statement that has to stay Python; rewrite what is in it."""
    test = walk.expression(node.test)
    walk.note_walrus(node.test)
    before = dict(walk.state)
    ends = []
    blocks = []
    for block in (node.body, node.orelse):
        walk.state, walk.reached = dict(before), True
        blocks.append(walk.block(block))
        if walk.reached:
            ends.append(walk.state)
    walk.state, walk.reached = join(ends), bool(ends)
    kept = gast.If(test, *blocks)
    return [at_place(kept, node)]


def at_place(node: Node, origin: Node) -> Node:
    """Give a rebuilt statement the whole place of the old one."""
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, field, getattr(origin, field))
    return node


def rewrite_expression(node: Node, walk: Walk) -> Node:
    """Rewrite a conditional expression."""
    if walk.facts.of([node.body, node.orelse]).waits:
        return walk.rebuild(node)
    test = walk.expression(node.test)
    arms = (walk.lazily(node.body), walk.lazily(node.orelse))
    return at(walk.operate("cond", test, *arms), node)


STATEMENT = Rule("conditionals", (gast.If,), rewrite_statement)
EXPRESSION = Rule("conditionals", (gast.IfExp,), rewrite_expression)
