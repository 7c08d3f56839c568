"""``except*``: a ``try`` whose handlers may run one after the other, so it stays.

before::

    def f(a, b):
        try:
            return a / b
        except* ZeroDivisionError as group:
            print(group)
        return 0.0

after::

    def f(a, b):
        try:
            return a / b
        except* ZeroDivisionError as group:
            print(group)
        return 0.0
"""

from __future__ import annotations

import gast

from autograph.rules.jump_regions import (
    FunctionRegion,
    GuardedRegion,
    set_flag,
)
from autograph.rules.kept_tries import keep_try
from autograph.rules.rewriting import Rule
from autograph.rules.try_statements import Try
from autograph.source.constructs import (
    Behind,
    JumpLowering,
    KnownFacts,
    construct_of,
    declares,
)
from autograph.source.ends import ends
from autograph.source.facts import own_statements
from autograph.source.nodes import Node, at, load


@declares(gast.TryStar)
class TryStar(Try):
    """``try`` with ``except*``."""

    python = True
    staged = returns = False

    def split(self, node: Node, lowering: JumpLowering) -> list[Node] | None:
        return None

    def lower(self, node: Node, behind: Behind, lowering: JumpLowering) -> list[Node]:
        rest, region, depth = behind.rest, behind.region, behind.depth
        facts, flags = lowering.facts, lowering.flags
        flag = region.guard(facts.of(node).jumps, flags)
        inner = GuardedRegion(region, flag, flags, preset=True)
        real = isinstance(region, FunctionRegion)
        flagged = False

        def lower(block: list[Node], real_fall: bool) -> list[Node]:
            nonlocal flagged
            if not facts.block(block).jumps:
                return lowering.plain(block)
            if real and (ends(block, facts) or real_fall):
                returns = FunctionRegion(flags, top=True)
                return lowering.tail(block, returns, 0, block[-1])
            flagged = True
            return lowering.tail(block, inner, 0, block[-1]) or [at(gast.Pass(), node)]

        last = real and not rest
        jumps = facts.block(node.body).jumps
        undone = _raises_behind_jump(node.body, facts)
        node.body = lower(node.body, last and not node.orelse)
        if node.orelse:
            guard = flagged
            node.orelse = lower(node.orelse, last and not guard)
            if guard:
                arm = [at(gast.Pass(), node)]
                node.orelse = [at(gast.If(load(flag), arm, node.orelse), node)]
        names = {flag, flags.returned} if "return" in jumps else {flag}
        for handler in node.handlers:
            handler.body = lower(handler.body, last)
            if flagged and undone:
                reset = [set_flag(name, False, handler) for name in sorted(names)]
                handler.body = [*reset, *handler.body]
        node.finalbody = lowering.plain(node.finalbody)
        if flagged:
            before = set_flag(flag, False, node)
            return [before, node, *lowering.guarded(flag, behind, node)]
        return [node, *lowering.tail(rest, region, depth, node)]


def _raises_behind_jump(block: list[Node], facts: KnownFacts) -> bool:
    """Whether a jump out of a block runs code in it that may raise."""
    return any(
        construct_of(node).leaving_raises(node)
        for node in own_statements(block)
        if facts.of(node).jumps
    )


RULE = Rule("except_star", (gast.TryStar,), keep_try)
