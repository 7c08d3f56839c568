"""The memory of a graph as values: which buffer a name means, and what it holds now.

`functionalize` walks a graph and asks here. A *base* is a buffer that the graph makes
or takes; an array that may be written is a `Ref`: a base, and the views that lead from
it. Bases that may be one buffer are *rivals*: who writes one of them takes the others
away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from runtime.building import Builder
from runtime.errors import AmbiguousMemory, ArraysInContainers, Span
from runtime.ir.nodes import Argument, Node
from runtime.ops.row import Row
from runtime.types import Type


@dataclass(eq=False)
class Base:
    """A buffer.

    Attributes
    ----------
    name : str
        What the user calls it.
    packed : bool
        Whether it is known to lie in C order.
    rivals : set of Base
        Those that may be the same buffer.
    unwritable : str
        Why the graph cannot write it; empty if it can.
    """

    name: str
    packed: bool = False
    rivals: set[Base] = field(default_factory=set)
    unwritable: str = ""

    @property
    def all(self) -> set[Base]:
        """The base and its rivals."""
        return {self, *self.rivals}


@dataclass(frozen=True)
class View:
    """One step from an array to a part of it: a call without its first operand."""

    row: Row
    rest: tuple[Argument, ...]
    options: tuple[tuple[str, Argument], ...]
    type: Type


@dataclass(frozen=True)
class Ref:
    """An array that may be written: the views that lead to it from a base.

    `shaped` is the shape that the base had when the views were taken, as in `State`.
    """

    base: Base
    path: tuple[View, ...] = ()
    packed: bool = False
    shaped: object = None


Held = Argument | Ref


@dataclass
class State:
    """What holds at one point of the walk.

    Attributes
    ----------
    current : dict
        The value that each base has now.
    gone : dict
        Bases that may have been written by another name, with the place of the write.
    frozen : dict
        Bases that a container holds, with the place where it came to.
    shaped : dict
        What stands for the shape of each base whose shape was changed in place; views
        that were taken before lead from another shape.
    gone_left, frozen_left : dict
        The same on paths that leave the loop: no later turn follows them.
    """

    current: dict[Base, Argument] = field(default_factory=dict)
    gone: dict[Base, Span | None] = field(default_factory=dict)
    frozen: dict[Base, Span | None] = field(default_factory=dict)
    shaped: dict[Base, object] = field(default_factory=dict)

    gone_left: dict[Base, Span | None] = field(default_factory=dict)
    frozen_left: dict[Base, Span | None] = field(default_factory=dict)

    def copy(self) -> State:
        """Return a copy, for one arm or one turn."""
        return State(
            dict(self.current),
            dict(self.gone),
            dict(self.frozen),
            dict(self.shaped),
            dict(self.gone_left),
            dict(self.frozen_left),
        )

    def join(self, other: State, leaves: bool) -> None:
        """Add what an arm has taken and held of the bases known here.

        Parameters
        ----------
        other : State
            The state at the end of the arm.
        leaves : bool
            Whether the arm ends the loop around it.
        """
        self.reshape(self.reshaped(other))
        gone, frozen = known(other.gone, self), known(other.frozen, self)
        if leaves:
            self.gone_left.update(gone)
            self.frozen_left.update(frozen)
        else:
            self.gone.update(gone)
            self.frozen.update(frozen)
        self.gone_left.update(known(other.gone_left, self))
        self.frozen_left.update(known(other.frozen_left, self))

    def reshape(self, bases: Iterable[Base]) -> None:
        """Let bases have a shape that no view was taken from."""
        self.shaped.update((base, object()) for base in bases)

    def reshaped(self, other: State) -> set[Base]:
        """Return the bases known here that have another shape in another state."""
        shaped = other.shaped
        return {
            base
            for base in self.current
            if shaped.get(base) is not self.shaped.get(base)
        }


def known(bases: dict[Base, Span | None], state: State) -> dict[Base, Span | None]:
    """Return those bases that a state knows."""
    return {base: span for base, span in bases.items() if base in state.current}


@dataclass
class Log:
    """The bases that were written, and those that a container got, on any path."""

    written: set[Base] = field(default_factory=set)
    frozen: dict[Base, Span | None] = field(default_factory=dict)


class Buffers:
    """Reads and writes of references, written as values by a builder.

    Attributes
    ----------
    of : Builder
        Where nodes are written.
    state : State
        What holds now.
    """

    def __init__(self, of: Builder) -> None:
        self.of = of
        self.state = State()
        self._logs: list[Log] = []

    @contextmanager
    def logged(self) -> Iterator[Log]:
        """Log what is written, also on paths that an exception ends."""
        self._logs.append(Log())
        try:
            yield self._logs[-1]
        finally:
            self._logs.pop()

    def set(self, base: Base, value: Argument) -> None:
        """Make a base hold a value."""
        self.state.current[base] = value
        for log in self._logs:
            log.written |= base.all

    def make(
        self,
        name: str,
        value: Argument,
        rivals: Iterable[Base] = (),
        packed: bool = False,
    ) -> Ref:
        """Return a new base that holds a value."""
        base = Base(name.partition(".")[0], packed)
        rival(base, rivals)
        self.state.current[base] = value
        return Ref(base, packed=packed)

    def read(self, ref: Ref) -> Argument:
        """Return the value of a reference now."""
        self._check(ref)
        value = self.state.current[ref.base]
        for view in ref.path:
            value = self._viewed(value, view)
        return value

    def _viewed(self, value: Argument, view: View) -> Argument:
        return self.of.call(view.row, (value, *view.rest), view.options, view.type)

    def write(self, ref: Ref, value: Argument) -> None:
        """Make a reference hold a value, and with it its base."""
        base, span = ref.base, self.of.span
        self._check(ref)
        for one in base.all:
            if one.unwritable:
                raise AmbiguousMemory(
                    f"{base.name!r} is written, and {one.unwritable}",
                    span=span,
                    hint=f"write to a copy: {base.name} = {base.name}.copy()",
                )
            if one in self.state.frozen or one in self.state.frozen_left:
                raise held_and_written(base, span)
        held = [self.state.current[base]]
        for view in ref.path[:-1]:
            held.append(self._viewed(held[-1], view))
        for source, view in zip(reversed(held), reversed(ref.path)):
            value = self._put_back(source, view, value, base)
        self.set(base, value)
        for one in base.rivals:
            self.state.gone[one] = span

    def _put_back(
        self, source: Argument, view: View, value: Argument, base: Base
    ) -> Argument:
        self.of.operation = view.row
        options = dict(view.options)
        undo = view.row.undo
        found = undo and undo(self.of, source, view.rest, options, value)
        if found is None:
            raise AmbiguousMemory(
                f"{base.name!r} is written through {view.row.name}",
                span=self.of.span,
                hint="write to the array itself, by an index",
            )
        return found

    def freeze(self, ref: Ref) -> None:
        """Record that something else holds a reference from here on."""
        for one in ref.base.all:
            self.state.frozen.setdefault(one, self.of.span)
            for log in self._logs:
                log.frozen.setdefault(one, self.of.span)

    def step(self, ref: Ref, view: View, packed: bool = False) -> Ref:
        """Return a view of a reference."""
        shaped = self.state.shaped.get(ref.base)
        return Ref(ref.base, (*ref.path, view), packed, shaped)

    def shape(self, ref: Ref, value: Argument) -> None:
        """Make a base hold a value of another shape."""
        self.write(ref, value)
        self.state.reshape([ref.base])

    def is_shaped(self, ref: Ref) -> bool:
        """Whether a base has the shape that the views of a reference were taken of."""
        return not ref.path or ref.shaped is self.state.shaped.get(ref.base)

    def _check(self, ref: Ref) -> None:
        base = ref.base
        if not self.is_shaped(ref):
            raise AmbiguousMemory(
                f"a part of {base.name!r} is used after it changed its shape in place",
                span=self.of.span,
                hint="reshape a copy, or take the part anew",
            )
        gone = self.state.gone_left | self.state.gone
        if base in gone:
            written = gone[base]
            told = f" ({written})" if written is not None else ""
            raise AmbiguousMemory(
                f"whether {base.name!r} was written by another name{told} is known "
                "at run time only, and it is used afterwards",
                span=self.of.span or written,
                hint=f"let the two names have arrays of their own: "
                f"{base.name} = {base.name}.copy()",
            )

    @contextmanager
    def apart(self, state: State, nodes: list[Node]) -> Iterator[None]:
        """Walk on with another state, and write to another list of nodes."""
        before = self.state, self.of.nodes
        self.state, self.of.nodes = state, nodes
        try:
            yield
        finally:
            self.state, self.of.nodes = before


def rival(base: Base, others: Iterable[Base]) -> bool:
    """Record that a base may be one buffer with others; return whether that was new."""
    new = set(others) - base.all
    for one in new:
        base.rivals.add(one)
        one.rivals.add(base)
    return bool(new)


def held_and_written(base: Base, span: Span | None) -> ArraysInContainers:
    """Return the error of a write to an array that a container holds."""
    return ArraysInContainers(
        f"{base.name!r} is written while a container holds it",
        span=span,
        hint=f"put a copy into the container: {base.name}.copy()",
    )
