"""Where a path through a block may end, and the flags that say how it did."""

from __future__ import annotations

from typing import Protocol

import gast

from autograph.source.naming import Naming
from autograph.source.nodes import Node, assign, at, constant, load


class Region(Protocol):
    """A block, with the statements that replace its ends and its jumps."""

    def fall(self, origin: Node) -> list[Node]:
        """Return the statements for a path that ends without a jump."""

    def jump(self, node: Node) -> list[Node]:
        """Return the statements for a jump."""

    def flagged(self, node: Node) -> list[Node]:
        """Return the statements for a jump that only flags can express."""

    def left(self, origin: Node) -> list[Node]:
        """Return the statements after a jump whose flags are set."""

    def returned(self, origin: Node) -> list[Node]:
        """Return the statements after a loop that has returned."""

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Return the name of the flag that records one of these jumps."""


class Flags:
    """The names of flags: one for ``return``, others for each depth of loops."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self.depth = 0
        self.used: set[str] = set()

    def _give(self, name: str) -> str:
        self.used.add(name)
        return name

    def fresh(self, base: str) -> str:
        """Return the name of a new flag."""
        return self._give(self._naming.fresh(base))

    def named(self, base: str) -> str:
        """Return the name of the flag for the current loop."""
        depth = self.depth - 1
        return self._give(self._naming.plain(base if depth <= 0 else f"{base}_{depth}"))

    @property
    def returned(self) -> str:
        """The name of the flag that the function has returned."""
        return self._give(self._naming.plain("returned"))

    @property
    def value(self) -> str:
        """The name of the return value."""
        return self._give(self._naming.plain("return_value"))


def set_flag(name: str, value: object, origin: Node) -> Node:
    """Set a flag."""
    return at(assign(name, constant(value)), origin)


def set_return(node: Node, flags: Flags) -> list[Node]:
    """Remember what to return, and that the function has."""
    value = constant(None) if node.value is None else node.value
    return [
        at(assign(flags.value, value), node),
        set_flag(flags.returned, True, node),
    ]


class FunctionRegion:
    """The body of a function, or an arm that returns for it."""

    def __init__(self, flags: Flags, top: bool = True) -> None:
        self._flags = flags
        self.top = top

    def fall(self, origin: Node) -> list[Node]:
        """Return None, which is implicit at the end of a function."""
        return [] if self.top else [at(gast.Return(constant(None)), origin)]

    def jump(self, node: Node) -> list[Node]:
        """Keep the ``return``."""
        if node.value is None and not self.top:
            return [at(gast.Return(at(constant(None), node)), node)]
        return [node]

    def flagged(self, node: Node) -> list[Node]:
        """Store the value to return."""
        return set_return(node, self._flags)

    def left(self, origin: Node) -> list[Node]:
        """Return the stored value."""
        return self.returned(origin)

    def returned(self, origin: Node) -> list[Node]:
        """Return the value that the loop has stored."""
        return [at(gast.Return(load(self._flags.value)), origin)]

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Return the name of the flag for ``return``."""
        return names.returned


class LoopRegion:
    """The body of a loop."""

    def __init__(self, flags: Flags, broke: str | None, returned: str | None) -> None:
        self._flags = flags
        self.broke = broke
        self.returns = returned

    def fall(self, origin: Node) -> list[Node]:
        """Continue with the next turn."""
        stop = self.broke or self.returns
        return [set_flag(stop, False, origin)] if stop else []

    def jump(self, node: Node) -> list[Node]:
        """Set the flags of a jump."""
        if isinstance(node, gast.Continue):
            return self.fall(node) or [at(gast.Pass(), node)]
        broke = [set_flag(self.broke, True, node)] if self.broke else []
        if isinstance(node, gast.Break):
            return broke
        return [*set_return(node, self._flags), *broke]

    flagged = jump

    def left(self, origin: Node) -> list[Node]:
        """Add nothing, since the flags are set."""
        return [at(gast.Pass(), origin)]

    def returned(self, origin: Node) -> list[Node]:
        """Stop this loop too."""
        if self.broke:
            return [set_flag(self.broke, True, origin)]
        return [at(gast.Pass(), origin)]

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Return the name of a flag that all these jumps set, or of a new one."""
        if self.broke and "continue" not in kinds and "break" in kinds:
            return self.broke
        if kinds == {"return"} and self.returns:
            return self.returns
        return names.named("continued" if kinds == {"continue"} else "jumped")


class GuardedRegion:
    """A statement within a region, with more statements after it."""

    def __init__(self, outer: Region, flag: str, flags: Flags, preset: bool) -> None:
        self._outer = outer
        self._flags = flags
        self.flag = flag
        self._preset = preset

    def _raise_flag(self, done: list[Node], origin: Node) -> list[Node]:
        names = [s.targets[0].id for s in done if isinstance(s, gast.Assign)]
        if self.flag not in names:
            return [*done, set_flag(self.flag, True, origin)]
        return done

    def fall(self, origin: Node) -> list[Node]:
        """Continue with the statements after it."""
        return [] if self._preset else [set_flag(self.flag, False, origin)]

    def jump(self, node: Node) -> list[Node]:
        """Set the flags of the outer region, and the guarding flag."""
        done = [s for s in self._outer.flagged(node) if not isinstance(s, gast.Pass)]
        return self._raise_flag(done, node)

    flagged = jump

    def left(self, origin: Node) -> list[Node]:
        """Add nothing, since the flags are set."""
        return [at(gast.Pass(), origin)]

    def returned(self, origin: Node) -> list[Node]:
        """Set the outer flags after a loop that has returned."""
        if isinstance(self._outer, FunctionRegion):
            return [at(gast.Pass(), origin)]
        done = self._outer.returned(origin)
        if self.flag == self._flags.returned:
            return done
        kept = [s for s in done if not isinstance(s, gast.Pass)]
        return self._raise_flag(kept, origin)

    def guard(self, kinds: frozenset[str], names: Flags) -> str:
        """Return the name of the same flag."""
        return self.flag


def inside(region: Region) -> Region:
    """Return the region of an arm, where a ``return`` always has a value."""
    if isinstance(region, FunctionRegion):
        return FunctionRegion(region._flags, top=False)
    return region
