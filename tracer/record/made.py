"""What the traced function makes: Python's own, until the run has to make it.

A container, an exception, an object or a function that the user's code makes is
Python's own while tracing: that needs no node, and Python tells what becomes of it. One
that something of the run refers to exists there as well. One that the trace can no
longer follow is left to the run: the trace restarts, and the position in the source
that makes it becomes a node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NoReturn, TypeVar

from runtime.ir.nodes import Value
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


@dataclass(eq=False)
class Made:
    """Something that the traced function makes.

    Attributes
    ----------
    thing : object
        It. The record keeps it alive, so that nothing else gets its identity.
    sites : frozenset
        The positions one of which has made it; empty if none is known.
    of_the_run : Symbol or None
        What the run has for it, if it exists there.
    undone : bool
        Whether a rollback has undone what the program did after making it.
    """

    thing: Any
    sites: frozenset[Hashable] = frozenset()
    of_the_run: Symbol | None = None
    undone: bool = False


M = TypeVar("M", bound=Made)


class MadeHere(Generic[M]):
    """The things of one kind that a trace has made.

    Parameters
    ----------
    trace : Trace
        The running trace.
    record : callable
        Makes the record of a thing.
    """

    def __init__(self, trace: Trace, record: Callable[[Any], M]) -> None:
        self._trace = trace
        self._record = record
        self._records: dict[int, M] = {}
        self._values: set[Value] = set()

    def __iter__(self) -> Iterator[M]:
        return iter(self._records.values())

    def find(self, thing: Any) -> M | None:
        """Return the record of a thing, if there is one."""
        return self._records.get(id(thing))

    def of(self, thing: Any) -> M:
        """Return the record of a thing, a new one the first time."""
        found = self._records.get(id(thing))
        if found is None:
            found = self._records[id(thing)] = self._record(thing)
        return found

    def note(self, thing: Any, *sites: Hashable) -> M:
        """Record that one of these positions has made a thing."""
        made = self.of(thing)
        made.sites = frozenset(sites)
        self._trace.builder.on_rollback(partial(setattr, made, "undone", True))
        return made

    def is_noted(self, thing: Any) -> bool:
        """Whether a thing is known to be made here, and where."""
        made = self.find(thing)
        return made is not None and bool(made.sites)

    def at_run_time(self, thing: Any) -> Symbol | None:
        """Return what the run has for a thing, if it exists there."""
        made = self.find(thing)
        return None if made is None else made.of_the_run

    def exists(self, thing: Any, symbol: Symbol) -> M:
        """Record what the run has for a thing, until a rollback."""
        made = self.of(thing)
        made.of_the_run = symbol
        self._values.add(symbol._ag_value)

        def forget() -> None:
            made.of_the_run = None
            self._values.discard(symbol._ag_value)

        self._trace.builder.on_rollback(forget)
        return made

    def is_one(self, symbol: Symbol) -> bool:
        """Whether a symbol is what the run has for one of the things."""
        return symbol._ag_value in self._values

    def leave_to_run(self, thing: Any) -> NoReturn:
        """Restart with a thing made by the run alone; its position is known."""
        sites = self._records[id(thing)].sites
        self._trace.leave_to_run(*sites, lists=type(thing) is list)
