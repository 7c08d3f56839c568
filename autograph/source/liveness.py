"""Which values are still wanted, found backward over a tree without jumps.

No fixpoint is needed. A block is summed up once, bottom-up, as what it reads before
it binds (``gen``) and what it surely binds (``kill``); the summary of a loop's body
closes the loop.
"""

from __future__ import annotations

import gast

from autograph.source.ends import TRIES, ends, transparent
from autograph.source.facts import FUNCTIONS, NONE, Facts, Names
from autograph.source.nodes import Node

REGIONS = (gast.If, gast.Try, gast.With)
"""Statements that may be the end of a function in each of their blocks."""

# Everything is dead behind a statement that leaves the function.
Kill = Names | None


def break_flag(loop: Node) -> str | None:
    """Give the name of the flag that a lowered loop ends with (``if flag: break``)."""
    last = loop.body[-1]
    if (
        isinstance(last, gast.If)
        and isinstance(last.test, gast.Name)
        and len(last.body) == 1
        and isinstance(last.body[0], gast.Break)
        and not last.orelse
    ):
        return str(last.test.id)
    return None


def stays(node: Node, facts: Facts) -> bool:
    """Say whether a statement has to stay a Python statement.

    It does if it holds a ``yield`` or the like, or a jump that lowering left alone, or
    if handlers of it may run one after the other.
    """
    fact = facts.of(node)
    if isinstance(node, gast.TryStar):
        return True
    if fact.waits or fact.jumps & {"break", "continue"}:
        return True
    if "return" not in fact.jumps:
        return False
    return not (isinstance(node, REGIONS) and ends([node], facts))


class Liveness:
    """What is wanted behind and at the head of each construct of a function.

    Parameters
    ----------
    body
        The statements of the function, their jumps lowered.
    facts
        The facts of their nodes.
    """

    def __init__(self, body: list[Node], facts: Facts) -> None:
        self._facts = facts
        self._sums: dict[int, tuple[Names, Kill]] = {}
        self._after: dict[int, Names] = {}
        self._head: dict[int, Names] = {}
        self.exposed: Names = NONE
        """Names that a construct binds and a handler around it may read."""
        self.swallowed: Names = NONE
        """Names bound in a ``with`` that may end anywhere, and wanted behind it."""
        self._walk(body, NONE, NONE)

    def after(self, node: Node) -> Names:
        """Give the names wanted behind a construct."""
        return self._after[id(node)]

    def head(self, loop: Node) -> Names:
        """Give the names wanted where a loop decides on its next turn."""
        return self._head[id(loop)]

    def sum(self, block: list[Node]) -> tuple[Names, Kill]:
        """Give what a block reads before binding it, and what it surely binds."""
        gen, kill = NONE, NONE
        for statement in block:
            more, kills = self._sum_of(statement)
            gen |= more - kill
            if kills is None:
                return gen, None
            kill |= kills
        return gen, kill

    def _sum_of(self, node: Node) -> tuple[Names, Kill]:
        known = self._sums.get(id(node))
        if known is None:
            known = self._sums[id(node)] = self._find_sum(node)
        return known

    def _find_sum(self, node: Node) -> tuple[Names, Kill]:
        facts = self._facts
        fact = facts.of(node)
        if isinstance(node, (gast.Return, gast.Raise)):
            return fact.reads, None
        if isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            return fact.reads, fact.binds
        if isinstance(node, (gast.If, gast.For, gast.While)) and stays(node, facts):
            return fact.reads, NONE
        if isinstance(node, gast.If):
            one, two = self.sum(node.body), self.sum(node.orelse)
            return facts.of(node.test).reads | one[0] | two[0], _both(one[1], two[1])
        if isinstance(node, (gast.For, gast.While)):
            flag = break_flag(node)
            return self._turn(node), frozenset((flag,)) if flag else NONE
        if isinstance(node, gast.Try) and not stays(node, facts):
            return self._sum_of_try(node)
        if isinstance(node, gast.With):
            gen, kill = self.sum(node.body)
            items = facts.of(node.items)
            bound = items.binds - items.walrus
            gen = items.reads | (gen - bound)
            if not transparent(node):
                return gen, NONE
            return gen, None if kill is None else kill | bound
        if isinstance(node, (*TRIES, gast.AsyncFor, gast.AsyncWith)):
            return fact.reads, NONE
        # What stands in a lazy operand or in a comprehension may not be bound.
        return fact.reads, fact.binds - fact.walrus

    def _sum_of_try(self, node: Node) -> tuple[Names, Kill]:
        gen, kill = self.sum(node.body)
        if node.finalbody:
            # What the body binds may be unbound where the final block begins.
            more, kills = self.sum(node.finalbody)
            both = None if kill is None or kills is None else kill | kills
            return gen | more, both
        for handler in node.handlers:
            more, kills = self._entry(handler)
            gen |= more
            kill = _both(kill, kills)
        return gen, kill

    def _entry(self, handler: Node) -> tuple[Names, Kill]:
        """Give what a handler reads before binding it, and what it surely binds."""
        gen, kill = self.sum(handler.body)
        own = frozenset((handler.name.id,)) if handler.name else NONE
        kind = self._facts.of(handler.type).reads
        return (gen - own) | kind, None if kill is None else kill - own

    def _turn(self, loop: Node) -> Names:
        """Give what one turn of a loop reads, its head included."""
        gen = self.sum(loop.body)[0] - {break_flag(loop)}
        if isinstance(loop, gast.While):
            return gen | self._facts.of(loop.test).reads
        target = self._facts.of(loop.target)
        return (gen - target.binds) | target.reads | self._facts.of(loop.iter).reads

    def _walk(self, block: list[Node], out: Names, caught: Names) -> None:
        for node in reversed(block):
            gen, kill = self._sum_of(node)
            if kill is None:
                out = NONE  # nothing behind it is reached
            inner = _INNER.get(type(node))
            if inner is not None:
                self._after[id(node)] = out
                inner(self, node, out, caught)
            out = gen | caught if kill is None else gen | (out - kill) | caught

    def _expose(self, node: Node, caught: Names) -> None:
        self.exposed |= self._facts.of(node).binds & caught

    def _walk_if(self, node: Node, out: Names, caught: Names) -> None:
        if stays(node, self._facts):
            self._walk_parts(node, out, caught)
            return
        self._expose(node, caught)
        self._walk(node.body, out, caught)
        self._walk(node.orelse, out, caught)

    def _walk_loop(self, node: Node, out: Names, caught: Names) -> None:
        if stays(node, self._facts):
            self._walk_parts(node, out, caught)
            return
        self._expose(node, caught)
        flag = break_flag(node)
        head = self._turn(node) | out
        if isinstance(node, gast.For):
            head = (self._turn(node) - self._facts.of(node.iter).reads) | out
            first = self.sum(node.body)[0] - {flag}
            head |= first - self._facts.of(node.target).binds
        self._head[id(node)] = head
        self._walk(node.body, head | ({flag} if flag else NONE), caught)

    def _walk_with(self, node: Node, out: Names, caught: Names) -> None:
        if stays(node, self._facts):
            self._walk_parts(node, out, caught)
            return
        seen = caught if transparent(node) else caught | out
        self._expose(node, seen)
        if not transparent(node):
            self.swallowed |= self._facts.of(node).binds & out
        self._walk(node.body, out, seen)

    def _walk_try(self, node: Node, out: Names, caught: Names) -> None:
        if stays(node, self._facts):
            self._walk_kept_try(node, out, caught)
            return
        if node.finalbody:
            final, kill = self.sum(node.finalbody)
            self._expose(node, caught | final)
            self.exposed |= self._facts.block(node.finalbody).binds & (out | caught)
            later = final if kill is None else final | (out - kill)
            self._walk(node.body, later, caught | final)
            self._walk(node.finalbody, out | caught, caught)
            return
        seen = caught
        for handler in node.handlers:
            gen, kill = self._entry(handler)
            seen |= gen if kill is None else gen | (out - kill)
        self._expose(node, caught)
        self.exposed |= self._facts.block(node.body).binds & seen
        self._walk(node.body, out, seen)
        for handler in node.handlers:
            self._walk(handler.body, out, caught)

    def _walk_kept_try(self, node: Node, out: Names, caught: Names) -> None:
        if self._facts.of(node).waits:
            self._walk_parts(node, out, caught)
            return
        final = self._facts.block(node.finalbody).reads
        later = out | final
        handlers = self._facts.of(node.handlers).reads
        seen = caught | final | handlers | (out if node.handlers else NONE)
        other = self._facts.block(node.orelse).reads
        self._walk(node.body, later | other, seen)
        for handler in node.handlers:
            self._walk(handler.body, later, caught | final)
        self._walk(node.orelse, later, caught | final)
        self._walk(node.finalbody, out | caught, caught)

    def _walk_parts(self, node: Node, out: Names, caught: Names) -> None:
        """Walk what stays Python: all it reads is wanted everywhere in it."""
        out = out | self._facts.of(node).reads
        if isinstance(node, (*TRIES, gast.With, gast.AsyncWith)):
            caught = caught | out
        for name in ("body", "orelse", "finalbody"):
            self._walk(getattr(node, name, None) or [], out, caught)
        for handler in getattr(node, "handlers", None) or []:
            self._walk(handler.body, out, caught)


_INNER = {
    gast.If: Liveness._walk_if,
    gast.For: Liveness._walk_loop,
    gast.While: Liveness._walk_loop,
    gast.With: Liveness._walk_with,
    gast.Try: Liveness._walk_try,
    gast.TryStar: Liveness._walk_try,
    gast.AsyncFor: Liveness._walk_parts,
    gast.AsyncWith: Liveness._walk_parts,
}


def _both(one: Kill, two: Kill) -> Kill:
    if one is None:
        return two
    return one if two is None else one & two
