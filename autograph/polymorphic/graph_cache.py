"""The graphs of one function: those that are kept, and the one that is tried first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from runtime.forked_locks import new_lock
from tracer.serve.binding import MISS
from tracer.serve.head_results import HeadResults

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction
    from autograph.polymorphic.differences import Difference

TRACES_KEPT = 64
"""The number of graphs that a function keeps; the least recently used goes first."""


COMPARED = 8
"""The number of graphs that a call is compared with, most recently used first."""


class CacheInfo(NamedTuple):
    """The number of graphs of a function.

    Attributes
    ----------
    traced : int
        The number of graphs traced so far, including those no longer kept.
    maxsize : int
        The number of graphs that can be kept; the least recently used goes first.
    currsize : int
        The number of graphs that are kept now.
    """

    traced: int
    maxsize: int
    currsize: int


def _no_graph(*args: Any, **kwargs: Any) -> Any:
    return MISS


class GraphCache:
    """The graphs of a function, those used last first.

    Attributes
    ----------
    graphs : tuple of ConcreteFunction
        Those that are kept.
    traced : int
        How many there have been.
    entry : callable
        Runs the one used last, or gives `MISS`.
    seen : list of callable
        The same, where machine code sees it.
    native : callable
        Takes that list when the entry is machine code for the first time.
    lock : RLock
        Held by who traces another one.
    """

    __slots__ = ("entry", "graphs", "lock", "native", "seen", "traced")

    graphs: tuple[ConcreteFunction, ...]
    entry: Callable[..., Any]

    def __init__(self, native: Callable[[list[Callable[..., Any]]], None]) -> None:
        self.native: Callable[[list[Callable[..., Any]]], None] | None = native
        self.seen: list[Callable[..., Any]] = [_no_graph]
        self.lock = new_lock()
        self.traced = 0
        self.keep([])

    @property
    def info(self) -> CacheInfo:
        """How many graphs there are."""
        return CacheInfo(self.traced, TRACES_KEPT, len(self.graphs))

    def use(self, concrete: ConcreteFunction) -> None:
        """Make a graph the first to be tried, and the last to be dropped."""
        if not self.lock.acquire(blocking=False):
            return  # another thread traces: no call that has its graph waits for it
        try:
            rest = [each for each in self.graphs if each is not concrete]
            self.keep([concrete, *rest])
        finally:
            self.lock.release()

    def keep(self, concretes: Sequence[ConcreteFunction]) -> None:
        """Keep these graphs, the first of them as the one used last."""
        lasting = [each for each in concretes if not each.single_use]
        self.graphs = tuple(lasting[:TRACES_KEPT])
        # A graph with head calls is found by the slow way, which shares their results.
        fast = bool(lasting) and not lasting[0].heads
        self._enter_by(self._entry_of(lasting[0]) if fast else _no_graph)

    def _enter_by(self, entry: Callable[..., Any]) -> None:
        self.entry = self.seen[0] = entry
        if type(entry) is BuiltinFunctionType and self.native is not None:
            native, self.native = self.native, None
            native(self.seen)

    def _entry_of(self, concrete: ConcreteFunction) -> Callable[..., Any]:
        from autograph.polymorphic.fast_entries import fast_entry

        concrete.executable.watch(partial(self._changed, concrete))
        return fast_entry(concrete)

    def _changed(self, concrete: ConcreteFunction) -> None:
        """Take up the entry of a graph that is faster, or is so no longer."""
        if self.graphs and self.graphs[0] is concrete:
            self._enter_by(self._entry_of(concrete))

    def clear(self) -> None:
        """Forget all graphs."""
        with self.lock:
            self.keep([])

    def drop_heads(self) -> None:
        """Forget the graphs with head calls."""
        with self.lock:
            self.keep([each for each in self.graphs if not each.heads])

    def drop_gone(self) -> None:
        """Forget the graphs for objects that are no more."""
        self.graphs = tuple([each for each in self.graphs if not each.is_gone])

    def differences(
        self, bound: Mapping[str, Any], results: HeadResults
    ) -> tuple[Difference, ...]:
        """Return how a call differs from what the closest graph was traced for."""
        from autograph.polymorphic.differences import closest

        return closest(
            (each.guards, {**bound, **results.of(each.heads)})
            for each in self.graphs[:COMPARED]
        )
