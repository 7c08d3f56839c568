"""Iterators whose items something took at once, where Python takes one at a time.

Whoever goes on with such an iterator would find none left, and not those that Python
finds. Then the run makes what took them, which takes one at a time.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from runtime.ops.row import Row
from tracer.errors import NotStaged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class TakenIterators:
    """The iterators of one trace that have been taken at once."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._taken: dict[Hashable, tuple[Any, Hashable]] = {}

    def take(self, items: Any, site: Hashable) -> None:
        """Note that what is made at a position takes all items of an iterator."""
        key = _key(items)
        self._taken[key] = items, site
        self._trace.builder.on_rollback(lambda: self._taken.pop(key, None))

    def goes_on(self, items: Any) -> None:
        """Let the run take the items of an iterator that was taken at once."""
        if self._taken and _key(items) in self._taken:
            if not self._trace.tentative:
                self._trace.leave_to_run(self._taken[_key(items)][1])
            self._trace.refuse(
                NotStaged(
                    "an iterator is used again after itertools.groupby(), which takes "
                    "all of its items in a compiled function",
                    hint="make a list of its items first, and iterate over that",
                )
            )

    def before_emit(
        self, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Look for an iterator that was taken at once in an operation."""
        if self._taken:
            for value in (*args, *kwargs.values()):
                self.goes_on(value)


def _key(items: Any) -> Hashable:
    """Return what two stand-ins for one iterator have in common."""
    return items._ag_value.name if type(items) is Symbol else id(items)
