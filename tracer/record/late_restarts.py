"""Restarts that wait until a try of the trace ends, which may find more to learn."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import AbstractContextManager
from types import TracebackType

from tracer.errors import Restart
from tracer.record.trace import Trace


class LateRestarts:
    """Where a try of the trace went on though a fact was learnt.

    Every restart traces the whole program again. What is recorded after one that waits
    counts for nothing, but for the facts that are learnt from it; the user's code is
    not called.
    """

    def __init__(self, trace: Trace) -> None:
        self._met: set[Hashable] = set()

    def once(self, key: Hashable) -> AbstractContextManager[None, bool]:
        """Let the first restart from within wait; a second one might never end."""
        return _Once(self._met, key)


class _Once:
    def __init__(self, met: set[Hashable], key: Hashable) -> None:
        self._met = met
        self._key = key

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        waits = kind is Restart and self._key not in self._met
        if waits:
            self._met.add(self._key)
        return waits
