"""What each construct says of itself: one table, by the class of its node.

The analyses know blocks and names. What a construct binds, where its jumps go, what it
protects and what of it is refused stands in the file of its rule, which declares it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

from autograph.source.nodes import Node

Names = frozenset[str]
NONE: Names = frozenset()

# Everything is dead behind a statement that leaves the function.
Kill = Names | None
Sum = tuple[Names, Kill]
"""What is read before it is bound, and what is surely bound."""


class Fact(NamedTuple):
    """What a node does.

    Parameters
    ----------
    reads, binds, deletes
        Names that are read, bound and unbound while the node runs, in its scope.
    captured
        Names of this scope that functions made by the node read or write later.
    walrus
        Names bound inside an expression.
    jumps
        The jumps that leave the node: ``break``, ``continue``, ``return``.
    waits
        Whether it contains what only a Python statement can: ``yield``, ``await``, or
        a jump out of a ``finally``.
    busy
        Whether it may run other code (a call, an attribute, an item) or binds inside
        an expression, so that the order of evaluation matters.
    """

    reads: Names = NONE
    binds: Names = NONE
    deletes: Names = NONE
    captured: Names = NONE
    walrus: Names = NONE
    jumps: Names = NONE
    waits: bool = False
    busy: bool = False


NOTHING = Fact()


def merge(facts: Iterable[Fact]) -> Fact:
    """Return the fact of nodes that run one after the other."""
    parts = [fact for fact in facts if fact is not NOTHING]
    if not parts:
        return NOTHING
    first = parts[0]
    if parts.count(first) == len(parts):
        return first
    reads, binds, deletes, captured, walrus, jumps, waits, busy = zip(*parts)
    return Fact(
        _union(reads),
        _union(binds),
        _union(deletes),
        _union(captured),
        _union(walrus),
        _union(jumps),
        True in waits,
        True in busy,
    )


def _union(names: tuple[Names, ...]) -> Names:
    """Return the union of sets, most of which are empty, or the same."""
    first = names[0]
    return first if names.count(first) == len(names) else NONE.union(*names)


def changed(fact: Fact, **changes: Any) -> Fact:
    """Return a fact with other values for some of its fields."""
    return fact._replace(**changes)


class Treatment(Enum):
    """What becomes of a construct."""

    CONVERTED = "converted"
    """A call of an operator, or part of one."""
    PYTHON = "stays Python"
    """Kept as it is; its parts are converted."""
    REFUSED = "cannot be compiled"
    """Kept as it is; an error if it meets a symbol."""


@dataclass(frozen=True)
class Entry:
    """What becomes of one class of node.

    Parameters
    ----------
    treatment
        One of the three outcomes.
    code, why, instead
        For a refused node: the code of the error, its reason, and what to write.
    """

    treatment: Treatment
    code: str = ""
    why: str = ""
    instead: str = ""


class KnownFacts(Protocol):
    """The facts of the nodes of a tree; see `autograph.source.facts.NameFacts`."""

    ending: dict[int, tuple[Node, bool]]

    def of(self, node: Node) -> Fact:
        """Return the fact of a node, or of a list of nodes."""

    def block(self, statements: list[Node]) -> Fact:
        """Return the fact of statements in a row."""

    def children(self, node: Node) -> Fact:
        """Return the fact of all that a node holds."""


class WantedValues(Protocol):
    """The values wanted in a function; see `autograph.source.liveness.Liveness`."""

    exposed: Names
    swallowed: Names
    heads: dict[int, Names]

    @property
    def facts(self) -> KnownFacts:
        """The facts of the nodes of the function."""

    def sum(self, block: list[Node]) -> Sum:
        """Return what a block reads before binding it, and what it surely binds."""

    def walk(self, block: list[Node], out: Names, caught: Names) -> None:
        """Walk a block backward from what is wanted behind it."""

    def walk_parts(self, node: Node, out: Names, caught: Names) -> None:
        """Walk what stays Python."""

    def expose(self, node: Node, caught: Names) -> None:
        """Note that what a construct binds may be seen by a handler around it."""


@dataclass(frozen=True)
class Behind:
    """What stands behind a statement, and around it.

    Parameters
    ----------
    rest
        The statements behind it.
    region
        Where its paths may end.
    depth
        How deep guards nest there.
    """

    rest: list[Node]
    region: Any
    depth: int


class JumpLowering(Protocol):
    """Takes the jumps out of a function; see `autograph.rules.jumps.Lowering`."""

    flags: Any

    @property
    def facts(self) -> KnownFacts:
        """The facts of the nodes of the function."""

    def plain(self, block: list[Node]) -> list[Node]:
        """Lower a block that is left by no jump."""

    def parts(self, node: Node) -> list[Node]:
        """Lower the blocks of a statement in place."""

    def tail(
        self, block: list[Node], region: Any, depth: int, origin: Node
    ) -> list[Node]:
        """Lower a block, every path of which ends as the region defines."""

    def guarded(self, flag: str, behind: Behind, origin: Node) -> list[Node]:
        """Guard the statements after a statement by its flag."""

    def side_by_side(self, block: list[Node], region: Any) -> list[Node]:
        """Set many guards side by side."""

    def protected(self, node: Node, behind: Behind) -> list[Node]:
        """Lower the jumps in a statement whose blocks become functions."""


class Construct:
    """A kind of statement; the base says what most of them do."""

    name = ""
    """What people call it, if it holds blocks that belong to the function."""
    staged = False
    """Whether it becomes a call, and its blocks functions."""
    nests = False
    """Whether what stands in it may run never, or more than once."""
    returns = False
    """Whether it may be the end of a function in each of its blocks."""
    python = False
    """Whether it has to stay a Python statement wherever it stands."""
    catches = False
    """Whether an exception in its body may lead on within the function."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        """Return what it does with names, and which jumps leave it."""
        return facts.children(node)

    def targets(self, node: Node) -> list[Node]:
        """Return the targets that its head assigns to."""
        return []

    def lazy(self, node: Node) -> list[Node]:
        """Return the expressions in its head that are run on demand, or often."""
        return []

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        """Whether every path through it leaves the block by a jump or a ``raise``."""
        return False

    def sum(self, node: Node, live: WantedValues) -> Sum:
        """Return what it reads before binding it, and what it surely binds."""
        fact = live.facts.of(node)
        # What stands in a lazy operand or in a comprehension may not be bound.
        return fact.reads, fact.binds - fact.walrus

    def walk(self, node: Node, live: WantedValues, out: Names, caught: Names) -> None:
        """Walk its blocks backward.

        Parameters
        ----------
        node
            The statement.
        live
            Takes what is found.
        out, caught
            The names wanted behind it, and those that a handler around it may read.
        """

    def sum_kept(self, node: Node, live: WantedValues) -> Sum:
        """Return the same where it stays Python."""
        return live.facts.of(node).reads, NONE

    def walk_kept(
        self, node: Node, live: WantedValues, out: Names, caught: Names
    ) -> None:
        """Walk its blocks where it stays Python."""
        live.walk_parts(node, out, caught)

    def passes_exceptions(self, node: Node) -> bool:
        """Whether an exception in its body surely goes on, to a handler of its own."""
        return True

    def leaving_raises(self, node: Node) -> bool:
        """Whether a jump out of its body runs code that may raise."""
        return False

    def split(self, node: Node, lowering: JumpLowering) -> list[Node] | None:
        """Return statements that say the same, one clause apart; None of a bare one."""
        return None

    def lower_inside(self, node: Node, lowering: JumpLowering) -> list[Node]:
        """Lower the jumps within it, none of which leaves it."""
        parts = self.split(node, lowering)
        return lowering.parts(node) if parts is None else lowering.plain(parts)

    def lower(self, node: Node, behind: Behind, lowering: JumpLowering) -> list[Node]:
        """Lower the jumps that leave it."""
        return lowering.protected(node, behind)

    def refused(
        self, node: Node, facts: KnownFacts
    ) -> Iterator[tuple[Node, str, Entry]]:
        """Return what of it cannot be staged: where, what, why."""
        yield from ()


C = TypeVar("C", bound=type[Construct])

CONSTRUCTS: dict[type, Construct] = {}
"""The constructs by the classes of their nodes; the rules fill it."""

PLAIN = Construct()


def declares(*kinds: type) -> Callable[[C], C]:
    """Let a class speak for the nodes of some classes."""

    def declare(construct: C) -> C:
        CONSTRUCTS.update(dict.fromkeys(kinds, construct()))
        return construct

    return declare


def construct_of(node: Node) -> Construct:
    """Return the construct that a node is."""
    return CONSTRUCTS.get(type(node), PLAIN)


def kinds_of(name: str) -> tuple[type, ...]:
    """Return the classes of nodes that people call so."""
    return tuple([kind for kind, each in CONSTRUCTS.items() if each.name == name])
