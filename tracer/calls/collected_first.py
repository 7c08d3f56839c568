"""`zip` and the like over several lazy iterations: all are collected as a loop begins.

A loop of the graph goes through one of them alone. That the items of the others were
made before its first turn is not seen if making them has no effects, and no turn
writes what it reads. Else the run makes the iterator, and takes the items in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from types import GeneratorType
from typing import Any

from tracer.calls.gathering import advanced_together, ends, is_collected
from tracer.calls.made_iterators import refused_at
from tracer.errors import NotStaged, RegionEnd
from tracer.flow.iterators import TracedIterator, is_python_iterator
from tracer.flow.loop_bodies import Loop
from tracer.flow.loops import LONG_LIST, run_loop
from tracer.flow.taken_iterators import TakenIterators
from tracer.iteration.lazy_iterations import LazyIteration, collected, is_recipe
from tracer.record.effects import fills_in_while, has_effects_since, writes_any
from tracer.record.rewriting import rewrites
from tracer.record.trace import Trace


class CollectedFirst(LazyIteration):
    """An iteration over several, of which lazy ones are collected before its loop.

    Parameters
    ----------
    trace : Trace
        The running trace.
    items : tuple
        What it iterates over.
    kind : callable
        The function of Python's that makes it.
    make : callable
        Returns what to iterate over, given them collected.
    """

    __slots__ = ("_ag_function", "_ag_items", "_ag_made_of")

    def __init__(
        self,
        trace: Trace,
        items: tuple[Any, ...],
        kind: Callable[..., Any],
        make: Callable[..., Any],
    ) -> None:
        super().__init__(trace, refused_at(trace.stack.site()))
        self._ag_items = items
        self._ag_function = kind
        self._ag_made_of = make
        for one in items:
            if is_collected(one):
                ends(trace, one)

    @property  # type: ignore[misc]  # see `Symbol.__class__`
    def __class__(self) -> Any:
        return self._ag_function

    def _ag_is_staged(self) -> bool:
        return any(is_recipe(one) and one._ag_is_staged() for one in self._ag_items)

    def _ag_loop(self, loop: Loop) -> Any:
        """Run a loop over it."""
        trace = self._ag_trace
        self._ag_begin()
        region = trace.builder.region
        first, unseen = len(region.nodes), False
        items: list[Any] = []
        for place, one in enumerate(self._ag_items):
            if is_collected(one):
                one = self._ag_collected(one, place == 0)
            elif is_python_iterator(one) and type(one._ag_wrapped) is GeneratorType:
                one, unseen = self._ag_taken(one), True
            items.append(one)
        source = self._ag_made_of(*items)
        behind, born = len(region.nodes), set(region.born)
        with region.noting_written() as written:
            out = run_loop(trace, source, loop)
        older = any(
            id(slot.holder) in born or id(slot.holder) not in region.born
            for slot in written
        )
        if older or rewrites(trace.builder, first, behind, unseen):
            self.give_up("whose loop may write what they read")
        return out

    def _ag_collected(self, items: LazyIteration, at_first: bool) -> Any:
        """Return the items of a lazy iteration.

        The first of several may have effects before its first item: Python asks it
        before all others.
        """
        trace = self._ag_trace
        region = trace.builder.region
        begun: list[int] = []
        before = len(region.nodes)

        def take(trace: Trace, item: Any, found: Any) -> Any:
            if not begun:
                begun.append(len(region.nodes))
                trace.builder.on_rollback(begun.clear)
            return item

        try:
            found = collected(trace, items, take)
        except RegionEnd:  # nothing stops it, or it always raises
            if fills_in_while(trace, before):
                self.give_up("that may have no end")
            raise
        since = begun[0] if at_first and begun else before
        making, taking = region.nodes[before:since], region.nodes[since:]
        if has_effects_since(trace, since, before) or writes_any(taking, making):
            self.give_up("that print, write or have other effects")
        if fills_in_while(trace, before):
            self.give_up("that may have no end")
        for taken in advanced_together(items):
            trace.part(TakenIterators).take(taken, self._ag_site)
        return found

    def _ag_taken(self, items: TracedIterator) -> Any:
        """Return the items that Python makes of a generator while tracing."""
        trace = self._ag_trace
        found: list[Any] = []
        nodes = trace.builder.region.nodes
        before = len(nodes)
        for item in items:
            found.append(item)
            if len(found) > LONG_LIST:
                self.give_up("that may have no end")
        if has_effects_since(trace, before) or writes_any(nodes[before:]):
            self.give_up("that print, write or have other effects")
        trace.part(TakenIterators).take(items, self._ag_site)
        return found

    def give_up(self, why: str) -> None:
        """Let the run make it, or refuse it."""
        self._ag_begin_again()
        self._ag_trace.refuse(
            NotStaged(
                f"{self._ag_function.__name__}() goes through iterators {why}, "
                "which is not supported for values known only when the function runs",
                hint="make lists of their items first, or write a loop",
            )
        )
