"""Which blocks are always left by a jump, and which statements have to stay."""

from __future__ import annotations

from autograph.source.constructs import KnownFacts, construct_of
from autograph.source.nodes import Node


def ends(block: list[Node], facts: KnownFacts) -> bool:
    """Whether every path through a block leaves it by a jump or a ``raise``."""
    if not block:
        return False
    last = block[-1]
    known = facts.ending.get(id(last))
    if known is None:
        # Holding the node keeps its id from being given to another one.
        known = facts.ending[id(last)] = (last, construct_of(last).ends(last, facts))
    return known[1]


def stays(node: Node, facts: KnownFacts) -> bool:
    """Whether a statement must stay a Python statement.

    It must if it contains a ``yield`` or the like, or a jump that lowering left alone,
    or if several of its handlers may run.
    """
    fact = facts.of(node)
    construct = construct_of(node)
    if construct.python or fact.waits or fact.jumps & {"break", "continue"}:
        return True
    if "return" not in fact.jumps:
        return False
    return not (construct.returns and ends([node], facts))
