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

from autograph.rules.branches import Branch, build, initial
from autograph.rules.rule import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, join, join_name
from autograph.source.liveness import stays
from autograph.source.nodes import (
    Node,
    assign,
    at,
    store,
    tuple_,
)


def rewrite_statement(node: Node, walk: Walk) -> list[Node]:
    """Rewrite an ``if`` statement."""
    if stays(node, walk.facts):
        return _keep(node, walk)
    arms, otherwise = _arms(node, walk)
    returns = "return" in walk.facts.of(node).jumps
    results = [] if returns else _results(node, walk)
    first = walk.expression(node.test)
    walk.note_walrus(node.test)
    tests = [first, *[walk.lazily(arm.test) for arm in arms[1:]]]
    before = dict(walk.state)
    branches: list[Branch] = []
    blocks = [(arm, arm.body) for arm in arms]
    if otherwise or results or returns:
        blocks.append((arms[-1], otherwise))
    for number, (_, block) in enumerate(blocks):
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
    _after(walk, branches, results, before, no_else)
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


def _results(node: Node, walk: Walk) -> list[str]:
    bound = walk.facts.block([*node.body, *node.orelse]).binds
    wanted = bound & walk.live.after(node) & walk.scope.local
    return walk.ordered(wanted - walk.shared)


def _name(walk: Walk, number: int, last: bool) -> str:
    if last:
        return walk.unit.naming.plain("if_false")
    return walk.unit.naming.plain(f"elif_{number}" if number else "if_true")


def _after(
    walk: Walk,
    branches: list[Branch],
    results: list[str],
    before: dict[str, Bound],
    no_else: bool,
) -> None:
    """Note what is known of names behind the construct."""
    ends = [branch.state for branch in branches if branch.reached]
    if no_else:
        ends.append(before)
    walk.reached = bool(ends)
    walk.state = dict(before)
    if not ends:
        return
    for name in results:
        known = join_name([end.get(name, Bound.NO) for end in ends])
        walk.state[name] = Bound.YES if known is Bound.YES else Bound.SLOT
    for name in walk.shared:
        walk.state[name] = join_name([end.get(name, Bound.NO) for end in ends])


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
    keywords = {}
    if takes:
        after, walk.state = walk.state, before
        keywords["state"] = tuple_([initial(walk, name) for name in takes])
        walk.state = after
    call = walk.operate("cond", *arguments, **keywords)
    if returns:
        walk.reached = False
        return [*definitions, gast.Return(call)]
    if not results:
        return [*definitions, gast.Expr(call)]
    if len(results) == 1:
        return [*definitions, assign(results[0], call)]
    target = gast.Tuple([store(name) for name in results], gast.Store())
    return [*definitions, assign(target, call)]


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
