"""Restarts that wait until a try of the trace ends, which may find more to learn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from contextlib import AbstractContextManager
from types import TracebackType

from tracer.errors import Restart
from tracer.record.trace import Trace

FEW = 2
"""How many tries learn little each: most programs need no more."""
WAITS = 8
"""How often a later one learns from one position: the body of a loop is tried anew."""
FURTHER = 3
"""How many times longer than until then a try may go on in vain."""
AT_LEAST = 40
"""How many operations it may record in any case."""


class LateRestarts:
    """Where a try of the trace went on though a fact was learnt.

    Every restart traces the whole program again. What is recorded after one that waits
    counts for nothing, but for the facts that are learnt from it; the user's code is
    not called. As each try gets some times as far as the one before, all of them take
    no longer than some times the last.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._met: Counter[Hashable] = Counter()
        self._most = 1 if trace.facts.tries <= FEW else WAITS
        self._recorded = 0
        self._end: int | None = None

    def before_record(self, _: object) -> None:
        """Count an operation; end a try that has gone on for long enough."""
        self._recorded += 1
        if self._end is not None and self._recorded > self._end:
            self._trace.restart()

    def wait(self, key: Hashable) -> AbstractContextManager[None, bool]:
        """Let the first restarts from within wait; to let all wait might never end."""
        return _Waiting(self, key)

    def waits(self, key: Hashable) -> bool:
        """Whether a restart waits, which comes from what a key stands for."""
        if self._end is None:
            self._end = FURTHER * self._recorded + AT_LEAST
        self._met[key] += 1
        return self._met[key] <= self._most and self._recorded <= self._end


class _Waiting:
    def __init__(self, restarts: LateRestarts, key: Hashable) -> None:
        self._restarts = restarts
        self._key = key

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        return kind is Restart and self._restarts.waits(self._key)
