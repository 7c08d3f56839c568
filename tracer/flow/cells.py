"""Variables shared by run-time functions and the function that made them.

A function that was made here sees later values of a variable around it at run time, or
assigns to it. Such a variable exists at run time as a real cell. The cell is updated
before any code could read it, and read again after code that may have bound it.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import CellType
from typing import Any

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import ANY
from tracer.flow.container_contents import PLAIN
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import same
from tracer.record.builder import OpenRegion
from tracer.record.frames import user_frames
from tracer.record.places import Slot, write_slot
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

Variable = tuple[CellType, str, bool]
"""A cell, its name, and whether run-time functions assign to it."""


class RunTimeCells:
    """The variables of one trace that exist at run time."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._cells: dict[int, tuple[CellType, str, Symbol]] = {}
        self._bound: set[int] = set()
        self._stored: dict[int, tuple[Any, OpenRegion]] = {}
        self._resting = False

    def __contains__(self, cell: CellType) -> bool:
        return id(cell) in self._cells

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Suspend all updates for a while."""
        before, self._resting = self._resting, True
        try:
            yield
        finally:
            self._resting = before

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
        known = self._cells.get(id(cell))
        if known is not None:
            return known[2]
        home = self._home(cell, name)
        content = _held(trace.builder.content_at(home, Slot(cell, name)))
        inner = home < len(trace.builder.regions) - 1
        with self.resting(), trace.builder.within(home) as forget:
            made: Symbol = trace.record(OPS["make_cell"], (), base=name)
            self._cells[id(cell)] = cell, name, made
            trace.builder.on_rollback(forget)
            trace.builder.on_rollback(lambda: self._cells.pop(id(cell)))
            if inner and type(content) is not Unbound:
                # The regions within may never run, and code after them reads the cell.
                self._set(cell, made, content)
        return made

    def learn(self, variables: dict[int, Variable], regions: list[OpenRegion]) -> bool:
        """Note the cells that belong to these regions; return whether one is new.

        A function of the turn before may read or bind such a variable of a loop: its
        cell has to be known when the loop begins.
        """
        learnt = False
        for key, (cell, name, made) in self._cells.items():
            bound = key in self._bound
            known = variables.get(key)
            if made._ag_region in regions and (known is None or known[2] != bound):
                variables[key] = cell, name, bound
                learnt = True
        return learnt

    def make(self, variables: Collection[Variable]) -> None:
        """Make the cells of variables that have none, and store to them."""
        for variable in variables:
            self.at_run_time(*variable)
        if variables:
            self.bring_up_to_date()

    def _home(self, cell: CellType, name: str) -> int:
        """Return the position of the region whose code owns a cell."""
        builder = self._trace.builder
        now = Slot(cell, name).read()
        frames = list(user_frames(sys._getframe(1)))
        for position, frame in enumerate(frames):
            if name in frame.f_code.co_cellvars:
                content = frame.f_locals.get(name, self)
                if content is now or (content is self and type(now) is Unbound):
                    return builder.home_of(frames[: position + 1])
        return len(builder.regions) - 1

    def bring_up_to_date(self, row: Row | None = None) -> None:
        """Store the changes since the cells were last stored to."""
        if self._resting or not self._cells:
            return
        trace = self._trace
        seen = 0
        with self.resting():
            # A function that is stored may need another cell.
            while len(self._cells) > seen:
                cells = list(self._cells.values())[seen:]
                seen += len(cells)
                for cell, name, made in cells:
                    if made._ag_region in trace.builder.regions:
                        self._store(cell, name, made)

    def _store(self, cell: CellType, name: str, made: Symbol) -> None:
        trace = self._trace
        content = _held(Slot(cell, name).read())
        last = self._stored.get(id(cell), (None, None))
        if last[1] in trace.builder.regions and same(last[0], content):
            return
        if last[1] is None and type(content) is Unbound:
            return
        self._set(cell, made, content)

    def _set(self, cell: CellType, made: Symbol, content: Any) -> None:
        trace = self._trace
        held = (
            trace.part(MadeContainers).captured(content)
            if type(content) in PLAIN
            else content
        )
        trace.record(OPS["set_cell"], (trace.lift(made), trace.lift(held)))
        self._note(cell, content)

    def read_again(self) -> None:
        """Read the variables that run-time code may have bound."""
        trace = self._trace
        with self.resting():
            for cell, name, made in list(self._cells.values()):
                if (
                    id(cell) not in self._bound
                    or made._ag_region not in self._trace.builder.regions
                ):
                    continue
                arguments = (trace.lift(made), Constant(name))
                now = trace.record(OPS["read_cell"], arguments, of=ANY, base=name)
                write_slot(trace.builder, Slot(cell, name), now)
                self._note(cell, now)

    def _note(self, cell: CellType, content: Any) -> None:
        """Record what a cell holds, in this region and the regions within it."""
        before = self._stored.get(id(cell))
        self._stored[id(cell)] = content, self._trace.builder.region

        def forget() -> None:
            if before is None:
                del self._stored[id(cell)]
            else:
                self._stored[id(cell)] = before

        self._trace.builder.on_rollback(forget)


def _held(content: Any) -> Any:
    return content._ag_held() if is_staged(content) else content
