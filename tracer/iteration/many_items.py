"""Iterators over more plain items than are worth a node each."""

from __future__ import annotations

from typing import Any, TypeGuard

from tracer.flow.iterators import TracedIterator, is_python_iterator
from tracer.flow.loop_bodies import Loop
from tracer.iteration.lazy_iterations import LazyIteration, Put
from tracer.record.trace import Trace


class ManyItems(LazyIteration):
    """The items of an iterator of Python's, by a loop of the graph where that can be.

    Parameters
    ----------
    trace : Trace
        The running trace.
    iterator : TracedIterator
        What they come from; nothing of it was used so far.
    """

    __slots__ = ("_ag_iterator",)

    def __init__(self, trace: Trace, iterator: TracedIterator) -> None:
        super().__init__(trace)
        self._ag_iterator = iterator

    @property  # type: ignore[misc]  # see `Symbol.__class__`
    def __class__(self) -> type:
        return self._ag_iterator.__class__

    def _ag_loop(self, loop: Loop) -> Any:
        """Run a loop over them."""
        return self._ag_iterator._ag_loop(loop)

    def _ag_plain(self, limited: bool, put: Put) -> bool:
        """Hand over the items in Python, where the graph could not."""
        if limited:
            return False
        for item in self._ag_iterator:
            put(item)
        return True


def has_many(items: Any) -> TypeGuard[TracedIterator]:
    """Whether an iterator of Python's has many items, and has not begun."""
    return is_python_iterator(items) and items._ag_many is not None
