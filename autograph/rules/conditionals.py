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
from autograph.rules.jump_regions import GuardedRegion, Region, inside
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    Behind,
    Construct,
    JumpLowering,
    KnownFacts,
    Names,
    Sum,
    WantedValues,
    declares,
)
from autograph.source.definedness import Bound, join
from autograph.source.ends import ends, stays
from autograph.source.liveness import either
from autograph.source.nodes import Node, at, same_place

# Guards that follow each other nest this deep before the next are set side by side.
DEEPEST = 8


@declares(gast.If)
class If(Construct):
    """``if``."""

    name = "if"
    staged = nests = returns = True

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        return ends(node.body, facts) and ends(node.orelse, facts)

    def sum(self, node: Node, live: WantedValues) -> Sum:
        one, two = live.sum(node.body), live.sum(node.orelse)
        test = live.facts.of(node.test).reads
        return test | one[0] | two[0], either(one[1], two[1])

    def walk(self, node: Node, live: WantedValues, out: Names, caught: Names) -> None:
        live.expose(node, caught)
        live.walk(node.body, out, caught)
        live.walk(node.orelse, out, caught)

    def lower(self, node: Node, behind: Behind, lowering: JumpLowering) -> list[Node]:
        rest, region, depth = behind.rest, behind.region, behind.depth
        if depth >= DEEPEST and rest:
            return lowering.side_by_side([node, *rest], region)
        facts = lowering.facts
        one, two = ends(node.body, facts), ends(node.orelse, facts)
        if one or two or not rest:
            return [_lowered(node, rest, region, depth, (one, two), lowering)]
        flag = region.guard(facts.of(node).jumps, lowering.flags)
        inner = GuardedRegion(region, flag, lowering.flags, preset=False)
        lowered = _lowered(node, [], inner, 0, (False, False), lowering)
        return [lowered, *lowering.guarded(flag, behind, node)]


def _lowered(
    node: Node,
    rest: list[Node],
    region: Region,
    depth: int,
    ended: tuple[bool, bool],
    lowering: JumpLowering,
) -> Node:
    inner = inside(region)
    deeper = depth + 1 if rest and not all(ended) else depth
    blocks = []
    for block, end in zip((node.body, node.orelse), ended):
        more = block if end else [*block, *rest]
        origin = block[-1] if block and not end and not rest else node
        elif_ = len(more) == 1 and more is node.orelse
        blocks.append(
            lowering.tail(more, inner, depth if end or elif_ else deeper, origin)
        )
    return same_place(gast.If(node.test, *blocks), node)


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
    return _call(walk, tests, branches, results, returns, before)


def _arms(node: Node, walk: Walk) -> tuple[list[Node], list[Node]]:
    """Return the arms of an ``elif`` chain, and the statements under ``else``."""
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
    """Keep a statement as Python; rewrite its parts."""
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
    return [same_place(kept, node)]


def rewrite_expression(node: Node, walk: Walk) -> Node:
    """Rewrite a conditional expression."""
    if walk.facts.of([node.body, node.orelse]).waits:
        return walk.rebuild(node)
    test = walk.expression(node.test)
    arms = (walk.lazily(node.body), walk.lazily(node.orelse))
    return at(walk.operate("cond", test, *arms), node)


STATEMENT = Rule("conditionals", (gast.If,), rewrite_statement)
EXPRESSION = Rule("conditionals", (gast.IfExp,), rewrite_expression)
