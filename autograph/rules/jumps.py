"""``break``, ``continue`` and ``return``: structure where it can say it, else flags.

Where one arm of an ``if`` always leaves, the rest of the block moves into the other
arm. Where both may go on, a jump sets a flag, and the rest is guarded by it once.

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

from typing import Protocol

import gast

from autograph.rules.loop_else import split_else
from autograph.rules.split_tries import is_split, split_try
from autograph.source.ends import TRIES, ends, transparent
from autograph.source.facts import LOOPS, Facts, own_statements
from autograph.source.naming import Naming
from autograph.source.nodes import Node, assign, at, constant, load

# Guards that follow each other nest this deep before the next are set side by side.
DEEPEST = 8
GROUP = 4


class Region(Protocol):
    """Where a path through a block may end, and what stands there then."""

    def fall(self, origin: Node) -> list[Node]:
        """Give what stands where a path ends by itself."""

    def jump(self, node: Node) -> list[Node]:
        """Give what stands for a jump."""

    def flagged(self, node: Node) -> list[Node]:
        """Give what stands for a jump where only flags can say it."""

    def left(self, origin: Node) -> list[Node]:
        """Give what stands behind a jump whose flags are set."""

    def returned(self, origin: Node) -> list[Node]:
        """Give what stands behind a loop that has returned."""

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Name the flag that says whether one of these jumps was taken."""


class Flags:
    """The names of flags: one to return by, others for each depth of loops."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self.depth = 0
        self.used: set[str] = set()

    def _give(self, name: str) -> str:
        self.used.add(name)
        return name

    def fresh(self, base: str) -> str:
        """Give a flag of its own."""
        return self._give(self._naming.fresh(base))

    def named(self, base: str) -> str:
        """Give the flag of the loop we are in."""
        depth = self.depth - 1
        return self._give(self._naming.plain(base if depth <= 0 else f"{base}_{depth}"))

    @property
    def returned(self) -> str:
        """Name the flag that says that the function has returned."""
        return self._give(self._naming.plain("returned"))

    @property
    def value(self) -> str:
        """Name what the function returns."""
        return self._give(self._naming.plain("return_value"))


def _set(name: str, value: object, origin: Node) -> Node:
    return at(assign(name, constant(value)), origin)


def _set_return(node: Node, flags: Flags) -> list[Node]:
    value = constant(None) if node.value is None else node.value
    return [
        at(assign(flags.value, value), node),
        _set(flags.returned, True, node),
    ]


class FunctionRegion:
    """The body of a function, or an arm that returns for it."""

    def __init__(self, flags: Flags, top: bool = True) -> None:
        self._flags = flags
        self.top = top

    def fall(self, origin: Node) -> list[Node]:
        """Return None, as a function does."""
        return [] if self.top else [at(gast.Return(constant(None)), origin)]

    def jump(self, node: Node) -> list[Node]:
        """Keep the ``return``."""
        if node.value is None and not self.top:
            return [at(gast.Return(at(constant(None), node)), node)]
        return [node]

    def flagged(self, node: Node) -> list[Node]:
        """Remember what to return."""
        return _set_return(node, self._flags)

    def left(self, origin: Node) -> list[Node]:
        """Return what was remembered."""
        return self.returned(origin)

    def returned(self, origin: Node) -> list[Node]:
        """Return what the loop has found."""
        return [at(gast.Return(load(self._flags.value)), origin)]

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Name the flag for ``return``."""
        return names.returned


class LoopRegion:
    """The body of a loop."""

    def __init__(self, flags: Flags, broke: str | None, returned: str | None) -> None:
        self._flags = flags
        self.broke = broke
        self.returns = returned

    def fall(self, origin: Node) -> list[Node]:
        """Go on with the next turn."""
        stop = self.broke or self.returns
        return [_set(stop, False, origin)] if stop else []

    def jump(self, node: Node) -> list[Node]:
        """Set the flags of a jump."""
        if isinstance(node, gast.Continue):
            return self.fall(node) or [at(gast.Pass(), node)]
        broke = [_set(self.broke, True, node)] if self.broke else []
        if isinstance(node, gast.Break):
            return broke
        return [*_set_return(node, self._flags), *broke]

    flagged = jump

    def left(self, origin: Node) -> list[Node]:
        """Do nothing more: the flags are set."""
        return [at(gast.Pass(), origin)]

    def returned(self, origin: Node) -> list[Node]:
        """Stop this loop too."""
        if self.broke:
            return [_set(self.broke, True, origin)]
        return [at(gast.Pass(), origin)]

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Name a flag that all these jumps set, or a new one."""
        if self.broke and "continue" not in kinds and "break" in kinds:
            return self.broke
        if kinds == {"return"} and self.returns:
            return self.returns
        return names.named("continued" if kinds == {"continue"} else "jumped")


class GuardedRegion:
    """A statement within a region, with more behind it."""

    def __init__(self, outer: Region, flag: str, flags: Flags, preset: bool) -> None:
        self._outer = outer
        self._flags = flags
        self.flag = flag
        self._preset = preset

    def _raise_flag(self, done: list[Node], origin: Node) -> list[Node]:
        names = [s.targets[0].id for s in done if isinstance(s, gast.Assign)]
        if self.flag not in names:
            return [*done, _set(self.flag, True, origin)]
        return done

    def fall(self, origin: Node) -> list[Node]:
        """Go on with what is behind the statement."""
        return [] if self._preset else [_set(self.flag, False, origin)]

    def jump(self, node: Node) -> list[Node]:
        """Set the flags of the region around, and the one that guards."""
        done = [s for s in self._outer.flagged(node) if not isinstance(s, gast.Pass)]
        return self._raise_flag(done, node)

    flagged = jump

    def left(self, origin: Node) -> list[Node]:
        """Do nothing more: the flags are set."""
        return [at(gast.Pass(), origin)]

    def returned(self, origin: Node) -> list[Node]:
        """Set the flags around a loop that has returned."""
        if isinstance(self._outer, FunctionRegion):
            return [at(gast.Pass(), origin)]
        done = self._outer.returned(origin)
        if self.flag == self._flags.returned:
            return done
        kept = [s for s in done if not isinstance(s, gast.Pass)]
        return self._raise_flag(kept, origin)

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Guard by the same flag."""
        return self.flag


class Lowering:
    """Takes the jumps out of one function.

    Parameters
    ----------
    facts
        The facts of the nodes of its body.
    naming
        Gives the names of flags.
    """

    def __init__(self, facts: Facts, naming: Naming) -> None:
        self._facts = facts
        self.flags = Flags(naming)

    def function(self, body: list[Node]) -> list[Node]:
        """Lower the body of a function."""
        if self._facts.block(body).waits:
            return self._plain(body)
        return self._tail(body, FunctionRegion(self.flags), 0, body[-1])

    def _plain(self, block: list[Node]) -> list[Node]:
        """Lower the loops in a block that is left by no jump, or stays Python."""
        return [lowered for node in block for lowered in self._inner(node)]

    def _inner(self, node: Node) -> list[Node]:
        if isinstance(node, LOOPS) and not self._facts.of(node).waits:
            if not self._facts.of(node).jumps:
                if node.orelse:
                    return self._plain(self._split(node))
                return self._loop(node)
        if self._to_split(node):
            return self._plain(self._split_one(node))
        self._parts(node, self._plain)
        return [node]

    def _parts(self, node: Node, lower: object) -> None:
        """Lower the blocks of a statement, where they stand."""
        if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
            return
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                setattr(node, name, lower(block))  # type: ignore[operator]
        for part in getattr(node, "handlers", None) or []:
            part.body = lower(part.body)  # type: ignore[operator]

    def _split(self, node: Node) -> list[Node]:
        self.flags.depth += 1
        broke = self.flags.named("broke")
        self.flags.depth -= 1
        return split_else(node, broke, self._facts)

    def _to_split(self, node: Node) -> bool:
        if not isinstance(node, (gast.Try, gast.With)) or self._facts.of(node).waits:
            return False
        if isinstance(node, gast.With):
            return len(node.items) > 1
        return not is_split(node)

    def _split_one(self, node: Node) -> list[Node]:
        """Take one clause out of a ``try``, or one manager out of a ``with``."""
        if isinstance(node, gast.With):
            first, *others = node.items
            inner = at_same(gast.With(others, node.body, None), node)
            return [at_same(gast.With([first], [inner], None), node)]
        flagged = node.orelse and not node.finalbody
        completed = self.flags.fresh("completed") if flagged else ""
        return split_try(node, completed, self._facts)

    def _loop(self, node: Node) -> list[Node]:
        jumps = self._facts.block(node.body).jumps
        self.flags.depth += 1
        broke = self.flags.named("broke") if "break" in jumps else None
        returned = self.flags.returned if "return" in jumps else None
        region = LoopRegion(self.flags, broke, returned)
        body = self._tail(node.body, region, 0, node)
        self.flags.depth -= 1
        stop = broke or returned
        if stop:
            leave = at(gast.If(load(stop), [at(gast.Break(), node)], []), node)
            body.append(leave)
        if isinstance(node, gast.While):
            loop = gast.While(node.test, body or [at(gast.Pass(), node)], [])
        else:
            body = body or [at(gast.Pass(), node)]
            loop = gast.For(node.target, node.iter, body, [], None)
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            setattr(loop, field, getattr(node, field))
        before = [_set(returned, False, node)] if broke and returned else []
        return [*before, loop]

    def _tail(
        self, block: list[Node], region: Region, depth: int, origin: Node
    ) -> list[Node]:
        """Lower a block whose every path ends as the region says."""
        done: list[Node] = []
        waiting = list(reversed(block))
        while waiting:
            node = waiting.pop()
            if isinstance(node, (gast.Return, gast.Break, gast.Continue)):
                return [*done, *region.jump(node)]
            if isinstance(node, gast.Raise):
                return [*done, node]
            fact = self._facts.of(node)
            if fact.waits or not fact.jumps:
                done.extend(self._inner(node))
                continue
            if isinstance(node, LOOPS) and node.orelse:
                waiting.extend(reversed(self._split(node)))
                continue
            if self._to_split(node):
                waiting.extend(reversed(self._split_one(node)))
                continue
            rest = list(reversed(waiting))
            return [*done, *self._jumping(node, rest, region, depth)]
        return [*done, *region.fall(origin)]

    def _jumping(
        self, node: Node, rest: list[Node], region: Region, depth: int
    ) -> list[Node]:
        if isinstance(node, LOOPS):
            return self._returning_loop(node, rest, region, depth)
        if not isinstance(node, gast.If):
            kept = isinstance(node, gast.TryStar)
            lower = self._kept if kept else self._region
            return lower(node, rest, region, depth)
        if depth >= DEEPEST and rest:
            return self._side_by_side([node, *rest], region)
        one, two = ends(node.body, self._facts), ends(node.orelse, self._facts)
        if one or two or not rest:
            return [self._arms(node, rest, region, depth, (one, two))]
        flag = region.guard(self._facts.of(node).jumps, self.flags)
        inner = GuardedRegion(region, flag, self.flags, preset=False)
        lowered = self._arms(node, [], inner, 0, (False, False))
        return [lowered, *self._guarded(flag, rest, region, depth, node)]

    def _arms(
        self,
        node: Node,
        rest: list[Node],
        region: Region,
        depth: int,
        ended: tuple[bool, bool],
    ) -> Node:
        inner = _inside(region)
        deeper = depth + 1 if rest and not all(ended) else depth
        blocks = []
        for block, end in zip((node.body, node.orelse), ended):
            more = block if end else [*block, *rest]
            origin = block[-1] if block and not end and not rest else node
            elif_ = len(more) == 1 and more is node.orelse
            blocks.append(
                self._tail(more, inner, depth if end or elif_ else deeper, origin)
            )
        return at_same(gast.If(node.test, *blocks), node)

    def _guarded(
        self, flag: str, rest: list[Node], region: Region, depth: int, origin: Node
    ) -> list[Node]:
        """Guard what is behind a statement by its flag."""
        inner = _inside(region)
        otherwise = self._tail(rest, inner, depth + 1, origin)
        arm = inner.left(origin)
        return [at(gast.If(load(flag), arm, otherwise), origin)]

    def _side_by_side(self, block: list[Node], region: Region) -> list[Node]:
        """Set many guards side by side in groups, where they would nest too deep."""
        groups: list[list[Node]] = [[]]
        jumping = 0
        for node in block:
            if jumping == GROUP:
                groups.append([])
                jumping = 0
            groups[-1].append(node)
            fact = self._facts.of(node)
            jumping += bool(fact.jumps)
        first, *others = groups
        if not others:
            return self._tail(first, _inside(region), 0, first[-1])
        kinds: frozenset[str] = frozenset().union(
            *[self._facts.of(node).jumps for node in block]
        )
        flag = region.guard(kinds, self.flags)
        inner = GuardedRegion(region, flag, self.flags, preset=False)
        done = self._tail(first, inner, 0, first[-1])
        *middle, last = others
        for group in middle:
            lowered = self._tail(group, inner, 0, group[-1])
            done.append(
                at(gast.If(load(flag), inner.left(group[0]), lowered), group[0])
            )
        return [*done, *self._guarded(flag, last, region, 0, last[0])]

    def _returning_loop(
        self, node: Node, rest: list[Node], region: Region, depth: int
    ) -> list[Node]:
        done = self._loop(node)
        returned = self.flags.returned
        if _endless(node) and "break" not in self._facts.block(node.body).jumps:
            return [*done, *_inside(region).returned(node)]
        if not rest and isinstance(region, LoopRegion):
            if region.broke is None:
                return done
            return [*done, at(assign(region.broke, load(returned)), node)]
        inner = _inside(region)
        otherwise = self._tail(rest, inner, depth + 1, node)
        arm = inner.returned(node)
        return [*done, at(gast.If(load(returned), arm, otherwise), node)]

    def _region(
        self, node: Node, rest: list[Node], region: Region, depth: int
    ) -> list[Node]:
        """Lower the jumps in a ``try`` or a ``with``."""
        blocks = [node, *getattr(node, "handlers", [])]
        if self._returns(node, blocks, rest, region):
            returns = FunctionRegion(self.flags, top=False)
            for block in blocks:
                block.body = self._tail(block.body, returns, 0, block.body[-1])
            self._final(node)
            return [node, *self._tail(rest, region, depth, node)]
        flag = region.guard(self._facts.of(node).jumps, self.flags)
        guarded = GuardedRegion(region, flag, self.flags, preset=True)
        for block in blocks:
            jumps = self._facts.block(block.body).jumps
            lowered = (
                self._tail(block.body, guarded, 0, block.body[-1])
                if jumps
                else self._plain(block.body)
            )
            block.body = lowered or [at(gast.Pass(), node)]
        self._final(node)
        before = _set(flag, False, node)
        return [before, node, *self._guarded(flag, rest, region, depth, node)]

    def _returns(
        self, node: Node, blocks: list[Node], rest: list[Node], region: Region
    ) -> bool:
        """Say whether the function ends wherever the blocks of a statement end."""
        if not isinstance(region, FunctionRegion):
            return False
        if isinstance(node, gast.With) and not transparent(node):
            return False
        return not rest or all(ends(block.body, self._facts) for block in blocks)

    def _final(self, node: Node) -> None:
        if isinstance(node, gast.Try):
            node.finalbody = self._plain(node.finalbody)

    def _raises_behind_jump(self, block: list[Node]) -> bool:
        """Say whether a jump out of a block runs code that may raise in it."""
        return any(
            node.finalbody if isinstance(node, TRIES) else not transparent(node)
            for node in own_statements(block)
            if isinstance(node, (*TRIES, gast.With)) and self._facts.of(node).jumps
        )

    def _kept(
        self, node: Node, rest: list[Node], region: Region, depth: int
    ) -> list[Node]:
        """Lower the jumps in a statement that stays Python."""
        flag = region.guard(self._facts.of(node).jumps, self.flags)
        inner = GuardedRegion(region, flag, self.flags, preset=True)
        real = isinstance(region, FunctionRegion)
        flagged = False

        def lower(block: list[Node], real_fall: bool) -> list[Node]:
            nonlocal flagged
            if not self._facts.block(block).jumps:
                return self._plain(block)
            if real and (ends(block, self._facts) or real_fall):
                returns = FunctionRegion(self.flags, top=True)
                return self._tail(block, returns, 0, block[-1])
            flagged = True
            return self._tail(block, inner, 0, block[-1]) or [at(gast.Pass(), node)]

        last = real and not rest
        if isinstance(node, TRIES):
            jumps = self._facts.block(node.body).jumps
            undone = self._raises_behind_jump(node.body)
            node.body = lower(node.body, last and not node.orelse)
            if node.orelse:
                guard = flagged
                node.orelse = lower(node.orelse, last and not guard)
                if guard:
                    arm = [at(gast.Pass(), node)]
                    node.orelse = [at(gast.If(load(flag), arm, node.orelse), node)]
            flags = {flag, self.flags.returned} if "return" in jumps else {flag}
            for handler in node.handlers:
                handler.body = lower(handler.body, last)
                if flagged and undone:
                    reset = [_set(name, False, handler) for name in sorted(flags)]
                    handler.body = [*reset, *handler.body]
            node.finalbody = self._plain(node.finalbody)
        else:
            node.body = lower(node.body, last)
        if flagged:
            before = _set(flag, False, node)
            return [before, node, *self._guarded(flag, rest, region, depth, node)]
        return [node, *self._tail(rest, region, depth, node)]


def _inside(region: Region) -> Region:
    """Give the region of an arm: an arm that returns always says what."""
    if isinstance(region, FunctionRegion):
        return FunctionRegion(region._flags, top=False)
    return region


def _endless(node: Node) -> bool:
    return (
        isinstance(node, gast.While)
        and isinstance(node.test, gast.Constant)
        and bool(node.test.value)
    )


def at_same(node: Node, origin: Node) -> Node:
    """Give a node the place of the one it stands for."""
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, field, getattr(origin, field))
    return node
