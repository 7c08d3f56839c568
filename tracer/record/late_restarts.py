"""Restarts that wait until a try of the trace ends, which may find more to learn."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from tracer.errors import Restart
from tracer.record.trace import Trace


class LateRestarts:
    """Where a try of the trace went on though a fact was learnt.

    Every restart traces the whole program again. What is recorded after one that waits
    counts for nothing, but for the facts that are learnt from it.
    """

    def __init__(self, trace: Trace) -> None:
        self._met: set[Hashable] = set()

    @contextmanager
    def once(self, key: Hashable) -> Iterator[None]:
        """Let the first restart from within wait; a second one might never end."""
        try:
            yield
        except Restart:
            if key in self._met:
                raise
            self._met.add(key)
