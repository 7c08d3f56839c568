"""Storage shared by run-time functions and the function that made them.

A function that was made here sees later values of a variable around it at run time, or
assigns to it. Such a variable exists at run time as a real cell; an attribute of such a
function exists in the function. It is updated before any code could read it, and read
again after code that may have written it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any, NamedTuple
from weakref import WeakSet

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import ANY
from tracer.flow.container_contents import PLAIN
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import same
from tracer.record.builder import OpenRegion
from tracer.record.slots import Slot, write_slot
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

Variable = tuple[CellType, str, bool]
"""A cell, its name, and whether run-time functions assign to it."""


class Shared(NamedTuple):
    """A piece of storage that exists at run time.

    Attributes
    ----------
    slot : Slot
        What it is while tracing: the content of a cell, or an attribute.
    made : Symbol
        The run-time cell, or the function that has the attribute.
    """

    slot: Slot
    made: Symbol

    @property
    def is_attribute(self) -> bool:
        """Whether it is an attribute of a function."""
        return not isinstance(self.slot.holder, CellType)


class CallVariables:
    """The variables of one call of a user's function that functions within it share.

    A variable of that call holds them, so they end with it.

    Parameters
    ----------
    cells : tuple of cell
        The variables.
    region : OpenRegion
        Where the call began.
    """

    __slots__ = ("__weakref__", "cells", "region")

    def __init__(self, cells: tuple[CellType, ...], region: OpenRegion) -> None:
        self.cells = cells
        self.region = region


class SharedStorage:
    """The variables and attributes of one trace that exist at run time."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._running: WeakSet[CallVariables] = WeakSet()
        self._shared: dict[Hashable, Shared] = {}
        self._bound: set[Hashable] = set()
        self._stored: dict[Hashable, tuple[Any, OpenRegion]] = {}
        self._resting = False

    def __contains__(self, cell: CellType) -> bool:
        return id(cell) in self._shared

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Suspend all updates for a while."""
        before, self._resting = self._resting, True
        try:
            yield
        finally:
            self._resting = before

    def of_call(self, cells: tuple[CellType, ...]) -> CallVariables:
        """Note and return the variables of a call that begins now.

        A branch or loop that makes the call does not carry them: each call has its own.
        """
        region = self._trace.builder.region
        if self._trace.builder.staged:
            region.born.update((id(cell), cell) for cell in cells)
        variables = CallVariables(cells, region)
        self._running.add(variables)
        return variables

    def at_run_time(self, cell: CellType, name: str, bound: bool) -> Symbol:
        """Return the run-time cell of a variable.

        Parameters
        ----------
        cell, name
            The variable.
        bound : bool
            Whether run-time functions assign to it.
        """
        trace = self._trace
        if bound:
            self._bound.add(id(cell))
        known = self._shared.get(id(cell))
        if known is not None:
            return known.made
        home, content = self._home(Slot(cell, name))
        inner = home < len(trace.builder.regions) - 1
        with self.resting(), trace.builder.within(home) as forget:
            made: Symbol = trace.record(OPS["make_cell"], (), base=name)
            self._shared[id(cell)] = shared = Shared(Slot(cell, name), made)
            trace.builder.on_rollback(forget)
            trace.builder.on_rollback(lambda: self._shared.pop(id(cell)))
            if inner and type(content) is not Unbound:
                # The regions within may never run, and code after them reads the cell.
                self._set(id(cell), shared, content)
        return made

    def attribute(
        self, function: FunctionType, name: str, made: Symbol, *known: Any
    ) -> None:
        """Note an attribute of a function of the run, and its content if known."""
        key = id(function), name
        if key in self._shared:
            return
        self._shared[key] = Shared(Slot(vars(function), name), made)
        self._bound.add(key)
        self._stored.update((key, (each, made._ag_region)) for each in known)

        def forget() -> None:
            del self._shared[key]
            self._stored.pop(key, None)

        self._trace.builder.on_rollback(forget)

    def learn(
        self, variables: dict[Hashable, Variable], regions: list[OpenRegion]
    ) -> bool:
        """Note the cells that belong to these regions; return whether one is new.

        A function of the turn before may read or bind such a variable of a loop: its
        cell has to be known when the loop begins.
        """
        learnt = False
        for key, shared in self._shared.items():
            if shared.is_attribute or shared.made._ag_region not in regions:
                continue
            bound = key in self._bound
            known = variables.get(key)
            if known is None or known[2] != bound:
                variables[key] = shared.slot.holder, str(shared.slot.key), bound
                learnt = True
        return learnt

    def make(self, variables: Collection[Variable]) -> None:
        """Make the cells of variables that have none, and store to them."""
        for variable in variables:
            self.at_run_time(*variable)
        if variables:
            self.bring_up_to_date()

    def _home(self, variable: Slot) -> tuple[int, Any]:
        """Return the position of the region of a variable, and the content there.

        It is the one in which the call began that the variable belongs to, if that call
        still runs.
        """
        builder = self._trace.builder
        home = len(builder.regions) - 1
        for call in list(self._running):
            if call.region in builder.regions:
                if any(cell is variable.holder for cell in call.cells):
                    home = builder.regions.index(call.region)
        return home, _held(builder.content_at(home, variable))

    def bring_up_to_date(self, row: Row | None = None) -> None:
        """Store the changes since the storage was last stored to."""
        if self._resting or not self._shared:
            return
        trace = self._trace
        seen = 0
        with self.resting():
            # A function that is stored may need another cell.
            while len(self._shared) > seen:
                items = list(self._shared.items())[seen:]
                seen += len(items)
                for key, shared in items:
                    if shared.made._ag_region in trace.builder.regions:
                        self._store(key, shared)

    def _store(self, key: Hashable, shared: Shared) -> None:
        trace = self._trace
        content = _held(shared.slot.read())
        last = self._stored.get(key, (None, None))
        if last[1] in trace.builder.regions and same(last[0], content):
            return
        if last[1] is None and type(content) is Unbound:
            return
        self._set(key, shared, content)

    def _set(self, key: Hashable, shared: Shared, content: Any) -> None:
        trace = self._trace
        held = (
            trace.part(MadeContainers).captured(content)
            if type(content) in PLAIN
            else content
        )
        if shared.is_attribute:
            trace.emit("store_attribute", shared.made, str(shared.slot.key), held)
        else:
            trace.record(OPS["set_cell"], (trace.lift(shared.made), trace.lift(held)))
        self._note(key, content)

    def read_again(self) -> None:
        """Read what run-time code may have written."""
        trace = self._trace
        with self.resting():
            for key, shared in list(self._shared.items()):
                slot, made = shared
                if key in self._bound and made._ag_region in trace.builder.regions:
                    row = "load_attribute" if shared.is_attribute else "read_cell"
                    arguments = (trace.lift(made), Constant(slot.key))
                    now = trace.record(OPS[row], arguments, of=ANY, base=slot.name)
                    write_slot(trace.builder, slot, now)
                    self._note(key, now)

    def _note(self, key: Hashable, content: Any) -> None:
        """Record what is stored, in this region and the regions within it."""
        before = self._stored.get(key)
        self._stored[key] = content, self._trace.builder.region

        def forget() -> None:
            if before is None:
                del self._stored[key]
            else:
                self._stored[key] = before

        self._trace.builder.on_rollback(forget)


def _held(content: Any) -> Any:
    return content._ag_held() if is_staged(content) else content
