"""``break``, ``continue`` and ``return``, by structure if possible, else by flags.

If one arm of an ``if`` always leaves, the rest of the block moves into the other arm.
If both may continue, a jump sets a flag, and this flag guards the rest once.

before::

    def f(x):
        if x < 0:
            return -x
        y = x * 2
        return y

after::

    def f(x):

        def if_true():
            return -x

        def if_false():
            y = x * 2
            return y
        return ag.cond(x < 0, if_true, if_false)

before::

    def f(n, s):
        while True:
            n = n - 1
            if n < 0:
                break
            s = s + n
        return s

after::

    def f(n, s):

        def while_test(n, s):
            return True

        def while_body(n, s):
            n = n - 1

            def if_false():
                return (False, s + n)
            broke, s = ag.cond(n < 0, lambda: (True, s), if_false)
            return (broke, n, s)
        _, n, s = ag.while_loop(while_test, while_body, (n, s), breaks=True)
        return s
"""

from __future__ import annotations

import gast

from autograph.rules.jump_regions import (
    Flags,
    FunctionRegion,
    GuardedRegion,
    Region,
    inside,
    set_flag,
)
from autograph.source.constructs import (
    Behind,
    Construct,
    Fact,
    KnownFacts,
    construct_of,
    declares,
)
from autograph.source.ends import ends
from autograph.source.facts import NameFacts
from autograph.source.naming import Naming
from autograph.source.nodes import Node, at, change_blocks, load

GROUP = 4
"""Statements with jumps whose guards stand side by side."""
JUMPS = (gast.Return, gast.Break, gast.Continue)


@declares(gast.Break, gast.Continue)
class Jump(Construct):
    """``break`` and ``continue``."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        return Fact(jumps=frozenset((type(node).__name__.lower(),)))

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        return True


class Lowering:
    """The lowering of the jumps in one function.

    Parameters
    ----------
    facts
        The facts of the nodes of its body.
    naming
        Makes the names of flags.
    """

    def __init__(self, facts: NameFacts, naming: Naming) -> None:
        self.facts = facts
        self.flags = Flags(naming)

    def function(self, body: list[Node]) -> list[Node]:
        """Lower the body of a function."""
        if self.facts.block(body).waits:
            return self.plain(body)
        return self.tail(body, FunctionRegion(self.flags), 0, body[-1])

    def plain(self, block: list[Node]) -> list[Node]:
        """Lower the loops in a block that no jump leaves, or that stays Python."""
        return [lowered for node in block for lowered in self._inner(node)]

    def _inner(self, node: Node) -> list[Node]:
        construct = construct_of(node)
        if self.facts.of(node).waits:
            return self.parts(node)
        return construct.lower_inside(node, self)

    def parts(self, node: Node) -> list[Node]:
        """Lower the blocks of a statement in place."""
        change_blocks(node, self.plain)
        return [node]

    def tail(
        self, block: list[Node], region: Region, depth: int, origin: Node
    ) -> list[Node]:
        """Lower a block, every path of which ends as the region defines."""
        done: list[Node] = []
        waiting = list(reversed(block))
        while waiting:
            node = waiting.pop()
            if isinstance(node, JUMPS):
                return [*done, *region.jump(node)]
            if isinstance(node, gast.Raise):
                return [*done, node]
            fact = self.facts.of(node)
            if fact.waits or not fact.jumps:
                done.extend(self._inner(node))
                continue
            construct = construct_of(node)
            parts = construct.split(node, self)
            if parts is not None:
                waiting.extend(reversed(parts))
                continue
            behind = Behind(list(reversed(waiting)), region, depth)
            return [*done, *construct.lower(node, behind, self)]
        return [*done, *region.fall(origin)]

    def guarded(self, flag: str, behind: Behind, origin: Node) -> list[Node]:
        """Guard the statements after a statement by its flag."""
        arm = inside(behind.region)
        otherwise = self.tail(behind.rest, arm, behind.depth + 1, origin)
        return [at(gast.If(load(flag), arm.left(origin), otherwise), origin)]

    def side_by_side(self, block: list[Node], region: Region) -> list[Node]:
        """Put groups of guards side by side, where they would nest too deep."""
        groups: list[list[Node]] = [[]]
        jumping = 0
        for node in block:
            if jumping == GROUP:
                groups.append([])
                jumping = 0
            groups[-1].append(node)
            fact = self.facts.of(node)
            jumping += bool(fact.jumps)
        first, *others = groups
        if not others:
            return self.tail(first, inside(region), 0, first[-1])
        kinds: frozenset[str] = frozenset().union(
            *[self.facts.of(node).jumps for node in block]
        )
        flag = region.guard(kinds, self.flags)
        inner = GuardedRegion(region, flag, self.flags, preset=False)
        done = self.tail(first, inner, 0, first[-1])
        *middle, last = others
        for group in middle:
            lowered = self.tail(group, inner, 0, group[-1])
            done.append(
                at(gast.If(load(flag), inner.left(group[0]), lowered), group[0])
            )
        return [*done, *self.guarded(flag, Behind(last, region, 0), last[0])]

    def protected(self, node: Node, behind: Behind) -> list[Node]:
        """Lower the jumps in a ``try`` or a ``with``."""
        rest, region = behind.rest, behind.region
        blocks = [node, *getattr(node, "handlers", [])]
        if self._returns(node, blocks, rest, region):
            returns = FunctionRegion(self.flags, top=False)
            for block in blocks:
                block.body = self.tail(block.body, returns, 0, block.body[-1])
            self._final(node)
            return [node, *self.tail(rest, region, behind.depth, node)]
        flag = region.guard(self.facts.of(node).jumps, self.flags)
        guarded = GuardedRegion(region, flag, self.flags, preset=True)
        for block in blocks:
            jumps = self.facts.block(block.body).jumps
            lowered = (
                self.tail(block.body, guarded, 0, block.body[-1])
                if jumps
                else self.plain(block.body)
            )
            block.body = lowered or [at(gast.Pass(), node)]
        self._final(node)
        before = set_flag(flag, False, node)
        return [before, node, *self.guarded(flag, behind, node)]

    def _returns(
        self, node: Node, blocks: list[Node], rest: list[Node], region: Region
    ) -> bool:
        """Whether the function ends wherever the blocks of a statement end."""
        if not isinstance(region, FunctionRegion):
            return False
        if not construct_of(node).passes_exceptions(node):
            return False
        return not rest or all(ends(block.body, self.facts) for block in blocks)

    def _final(self, node: Node) -> None:
        if hasattr(node, "finalbody"):
            node.finalbody = self.plain(node.finalbody)
