"""Run-time iterators whose items the trace knows: Python may iterate once.

``zip(x, y)`` of arrays whose lengths are known is a node, and Python can iterate over
its items while tracing instead. This does not advance the node. So if anything else
uses such an iterator, the trace restarts and leaves it to the run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class UnrolledIterators:
    """The iterators of one trace that Python may iterate over."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, tuple[Hashable, Callable[[], Iterator[Any]]]] = {}
        self._left: dict[str, Hashable] = {}

    def know(self, symbol: Symbol, items: Callable[[], Iterator[Any]]) -> None:
        """Record the items of an iterator that was just made."""
        trace, name = self._trace, symbol._ag_value.name
        site = trace.stack.site()
        if site not in trace.facts.made:
            self._known[name] = site, items
            trace.builder.on_rollback(lambda: self._known.pop(name, None))

    def knows(self, symbol: Symbol) -> bool:
        """Whether Python may iterate over a symbol, since nothing has used it."""
        here = symbol._ag_region is self._trace.builder.region
        return here and symbol._ag_value.name in self._known

    def begun(self, symbol: Symbol) -> bool:
        """Whether Python has begun to iterate over a symbol."""
        return symbol._ag_value.name in self._left

    def begin(self, symbol: Symbol) -> Iterator[Any]:
        """Return the items of an iterator, for Python to iterate over."""
        name = symbol._ag_value.name
        site, items = self._known.pop(name)
        self._left[name] = site
        self._trace.builder.on_rollback(lambda: self._left.pop(name, None))
        return items()

    def used(self, name: str) -> None:
        """Record that the run uses a value; restart if Python iterated over it."""
        self._known.pop(name, None)
        if name in self._left:
            self._trace.facts.made.add(self._left[name])
            self._trace.restart()
