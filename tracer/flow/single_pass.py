"""What can be iterated over once: its life, whatever advances it."""

from __future__ import annotations

from collections.abc import Hashable

from tracer.record.staged import LoopSource
from tracer.record.trace import Trace


class Iteration(LoopSource):
    """Something to iterate over once, in the region that made it.

    Its class says who may advance it: Python while tracing, which never goes back; the
    graph, by a loop around what becomes of an item; the run, by single steps. One that
    is advanced where its class cannot is left to the run, if the run can make it.

    Parameters
    ----------
    trace : Trace
        The running trace.
    site : hashable
        What tells, among the facts, that the run makes it; None if it cannot.
    """

    __slots__ = ("_ag_region", "_ag_site", "_ag_trace", "_ag_used")

    def __init__(self, trace: Trace, site: Hashable = None) -> None:
        self._ag_trace = trace
        self._ag_site = site
        self._ag_region = trace.builder.region
        self._ag_used = False

    def _ag_is_here(self) -> bool:
        """Whether the trace is in the region that made it."""
        return self._ag_region is self._ag_trace.builder.region

    def _ag_begin_again(self) -> None:
        """Begin the trace again with one that the run makes, where it can."""
        if self._ag_leave_to_run():
            self._ag_trace.restart()

    def _ag_leave_to_run(self) -> bool:
        """Note that the run makes it, if it can; return whether that is new."""
        made, site = self._ag_trace.facts.made, self._ag_site
        if site is None or site in made:
            return False
        made.add(site)
        return True

    def _ag_again(self) -> None:
        """Take back that it was used."""
        self._ag_used = False

    def _ag_hold(self) -> None:
        """Begin again with one of the run, if the graph has to hold it."""
