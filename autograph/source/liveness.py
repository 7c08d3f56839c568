"""Live names, found backward over a tree without jumps.

No fixpoint is needed. A block is summed up once, bottom-up, as the names that it reads
before it binds them (``gen``) and the names that it surely binds (``kill``). The
summary of a loop's body closes the loop.
"""

from __future__ import annotations

from autograph.source.constructs import NONE, Kill, Names, Sum, construct_of
from autograph.source.ends import stays
from autograph.source.facts import NameFacts
from autograph.source.nodes import Node, blocks_of


class Liveness:
    """The names that are live after and at the head of each construct of a function.

    Parameters
    ----------
    body
        The statements of the function, with jumps lowered.
    facts
        The facts of their nodes.
    """

    def __init__(self, body: list[Node], facts: NameFacts) -> None:
        self.facts = facts
        self._sums: dict[int, Sum] = {}
        self._after: dict[int, Names] = {}
        self.heads: dict[int, Names] = {}
        """The names wanted where a loop decides on its next turn, by its identity."""
        self.exposed: Names = NONE
        """Names that a construct binds and a handler around it may read."""
        self.swallowed: Names = NONE
        """Names bound in a ``with`` that may end anywhere, and live after it."""
        self.walk(body, NONE, NONE)

    def after(self, node: Node) -> Names:
        """Return the names that are live after a construct."""
        return self._after[id(node)]

    def head(self, loop: Node) -> Names:
        """Return the names that are live where a loop decides on its next turn."""
        return self.heads[id(loop)]

    def sum(self, block: list[Node]) -> Sum:
        """Return what a block reads before it binds it, and what it surely binds."""
        gen, kill = NONE, NONE
        for statement in block:
            more, kills = self._sum_of(statement)
            gen |= more - kill
            if kills is None:
                return gen, None
            kill |= kills
        return gen, kill

    def _sum_of(self, node: Node) -> Sum:
        known = self._sums.get(id(node))
        if known is None:
            construct = construct_of(node)
            find = construct.sum_kept if self._stays(node) else construct.sum
            known = self._sums[id(node)] = find(node, self)
        return known

    def walk(self, block: list[Node], out: Names, caught: Names) -> None:
        """Walk a block backward from what is wanted behind it."""
        for node in reversed(block):
            gen, kill = self._sum_of(node)
            if kill is None:
                out = NONE  # nothing behind it is reached
            self._after[id(node)] = out
            construct = construct_of(node)
            inner = construct.walk_kept if self._stays(node) else construct.walk
            inner(node, self, out, caught)
            out = gen | caught if kill is None else gen | (out - kill) | caught

    def _stays(self, node: Node) -> bool:
        return bool(construct_of(node).name) and stays(node, self.facts)

    def expose(self, node: Node, caught: Names) -> None:
        """Note that what a construct binds may be seen by a handler around it."""
        self.exposed |= self.facts.of(node).binds & caught

    def walk_parts(self, node: Node, out: Names, caught: Names) -> None:
        """Walk a statement that stays Python, where all names it reads are live."""
        out = out | self.facts.of(node).reads
        if construct_of(node).catches:
            caught = caught | out
        for block in blocks_of(node):
            self.walk(block, out, caught)


def either(one: Kill, two: Kill) -> Kill:
    """Return what is surely bound where two paths meet."""
    if one is None:
        return two
    return one if two is None else one & two
