"""Regions while they are written, and what is known of the values in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from runtime.building import Builder, Names, region
from runtime.constructs.cond import COND
from runtime.errors import Span
from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.ops import OPS
from runtime.types import BOOL, FLOAT, Type
from runtime.unboxed.counterparts import NotUnboxed

LEAST, MOST = -(2**63), 2**63 - 1


class Unusual(Exception):
    """A number that NumPy would not have: the plan does the loop again."""


@dataclass
class Scope:
    """A region while it is written.

    Attributes
    ----------
    builder : Builder
        Its nodes so far.
    arm : bool
        Whether it may not run although the region around it does: nothing in it can be
        done before it.
    sealed : bool
        Whether it is complete.
    suspects : dict
        The values made in it that may be infinite, NaN or too large where NumPy has
        warned. Once looked at, or part of another suspect, they are no more.
    tested : set of str
        The values that are no suspects once it is reached.
    rows : dict
        The rows of lists that were taken in it, by list and index.
    """

    builder: Builder
    arm: bool = False
    sealed: bool = False
    suspects: dict[str, Value] = field(default_factory=dict)
    tested: set[str] = field(default_factory=set)
    rows: dict[tuple[Argument, Argument], Argument] = field(default_factory=dict)


class Scopes:
    """The regions around the node that is written.

    Parameters
    ----------
    names : Names
        Where new names come from.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._open: list[Scope] = []
        self._depths: dict[str, int] = {}
        self._suspect: set[str] = set()
        self._wide: set[str] = set()
        self._elements: set[str] = set()
        self.base = "t"

    @property
    def build(self) -> Builder:
        """What writes to the innermost region."""
        return self._open[-1].builder

    def place(self, span: Span | None, base: str) -> None:
        """Set the user's position, and name, of what is written from now on."""
        self.build.span = span
        self.base = base

    def enter(self, arm: bool = False) -> Scope:
        """Begin a region."""
        builder = Builder(self._names)
        if self._open:
            builder.span = self.build.span
        self._open.append(Scope(builder, arm))
        return self._open[-1]

    def seal(self) -> None:
        """Test what was made in the region and nobody looked at: it is complete."""
        scope = self._open[-1]
        for value in list(scope.suspects.values()):
            self.test(value)
        scope.sealed = True

    def leave(self) -> list[Node]:
        """End a region, and return its nodes."""
        if not self._open[-1].sealed:
            self.seal()
        return self._open.pop().builder.nodes

    def value(self, base: str, of: Type, suspect: bool = False) -> Value:
        """Return a new value of the innermost region."""
        return self.made(self.build.value(base, of), suspect)

    def made(self, value: Argument, suspect: bool = False, wide: bool = False) -> Value:
        """Record what a value is that was just made.

        Parameters
        ----------
        value : Value
            The value.
        suspect : bool
            Whether NumPy has warned, or wrapped around, if it is no ordinary number.
        wide : bool
            Whether it is an integer of Python that may have more than 64 bits.
        """
        assert isinstance(value, Value)
        self._depths[value.name] = len(self._open) - 1
        if suspect:
            self._open[-1].suspects[value.name] = value
            self._suspect.add(value.name)
        if wide:
            self._wide.add(value.name)
        return value

    def element(self, base: str, of: Type) -> Value:
        """Return a new value for the element of a loop."""
        made = self.value(base, of)
        self._elements.add(made.name)
        return made

    def suspicious(self, argument: Argument) -> bool:
        """Whether a number has to be tested before something else is done with it."""
        return (
            isinstance(argument, Value)
            and argument.name in self._suspect
            and not any(argument.name in each.tested for each in self._open)
        )

    def passed_on(self, argument: Argument) -> None:
        """Record that a value that is no ordinary number makes another one such."""
        if isinstance(argument, Value):
            self._open[-1].suspects.pop(argument.name, None)

    def test(self, argument: Argument) -> Argument:
        """Return a number, after a test that it is an ordinary one."""
        if self.suspicious(argument):
            self._test(argument)
        return argument

    def narrow(self, argument: Argument) -> Argument:
        """Return an integer, after a test that it has at most 64 bits."""
        if isinstance(argument, Constant):
            if type(argument.value) is int and not LEAST <= argument.value <= MOST:
                raise NotUnboxed("an integer of more than 64 bits", self.build.span)
        elif isinstance(argument, Value) and argument.name in self._wide:
            if not any(argument.name in each.tested for each in self._open):
                self._test(argument)
        return self.test(argument)

    def _test(self, argument: Argument) -> None:
        assert isinstance(argument, Value)
        self._open[-1].tested.add(argument.name)
        self._open[-1].suspects.pop(argument.name, None)
        build = self.build
        if argument.type == FLOAT:
            unusual = build.not_equal(build.subtract(argument, argument), 0.0)
        else:
            small = build.less(argument, LEAST)
            arms = Builder(self._names)
            large = arms.greater(argument, MOST)
            either = build.value("t", BOOL)
            regions = (region((), (), (small,)), region((), arms.nodes, (large,)))
            build.nodes.append(Node(COND, (small,), (), (either,), regions))
            unusual = either
        arm = Builder(self._names)
        arm.raise_error(Constant(Unusual), Display("tuple", ()))
        regions = (region((), arm.nodes, None), region((), (), ()))
        build.nodes.append(Node(COND, (unusual,), (), (), regions, span=build.span))

    def give_up(self) -> None:
        """Write that the plan has to do it all again, from the user's ``raise`` on."""
        self.build.raise_error(Constant(Unusual), Display("tuple", ()))

    def row(self, rows: Argument, index: Argument) -> Argument:
        """Return a row of a list of lists, taken in the outermost region that can.

        That of an element of a loop is taken where the loop begins, also if a test
        comes before: elements are within the bounds, as a rule.
        """
        key = (rows, index)
        for scope in self._open:
            if key in scope.rows:
                return scope.rows[key]
        depth = max(self._depth(rows), self._depth(index))
        last = len(self._open) - 1
        safe = isinstance(index, Value) and index.name in self._elements
        while depth < last and (
            self._open[depth].sealed
            or (not safe and any(each.arm for each in self._open[depth + 1 :]))
        ):
            depth += 1
        scope = self._open[depth]
        found = scope.builder.call(OPS["getitem"], (rows, index), name="row")
        assert isinstance(found, Value)
        self._depths[found.name] = depth
        scope.rows[key] = found
        return found

    def _depth(self, argument: Argument) -> int:
        return self._depths[argument.name] if isinstance(argument, Value) else 0
