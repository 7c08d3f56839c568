"""Iteration over the user's objects: by ``__next__``, or item by item.

What they keep is storage of the trace or places of a real object, so each step may be
taken anywhere. Where Python sees which step is the last, it is known while tracing;
where only the run does, the step is a ``try`` of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from types import GeneratorType
from typing import Any

from runtime.ir.nodes import Region
from runtime.ir.unbound import Unbound
from tracer.errors import NeedsPlainValue, RegionEnd
from tracer.flow.branches import branch_on, is_symbolic
from tracer.flow.endings import Ending, Exits, fails, may_raise, may_stop
from tracer.flow.lazy_logic import not_, or_
from tracer.flow.loop_bodies import Loop
from tracer.flow.loops import while_loop
from tracer.flow.raising import is_users
from tracer.flow.staged_loops import always
from tracer.flow.tries import tried
from tracer.iteration.lazy_iterations import LazyIteration, stopped
from tracer.record.slots import made_slot, write_slot
from tracer.record.trace import Trace


class Stepping(LazyIteration):
    """An object that is iterated over step by step.

    Parameters
    ----------
    trace : Trace
        The running trace.
    step : callable
        Returns the next item, or raises.
    classes : tuple of type
        The exceptions that signal the end.
    site : hashable
        See `Iteration`.
    """

    __slots__ = ("_ag_classes", "_ag_take")

    def __init__(
        self,
        trace: Trace,
        step: Callable[[], Any],
        classes: tuple[type[Exception], ...],
        site: Hashable = None,
    ) -> None:
        super().__init__(trace, site)
        self._ag_take = step
        self._ag_classes = classes

    def __iter__(self) -> Iterator[Any]:
        """Yield the items one by one, as long as Python sees which is the last."""
        trace = self._ag_trace
        self._ag_begin()
        while True:
            ended, item = self._ag_step_at(trace.stack.site())
            if is_symbolic(ended):
                self._ag_begin_again()
                trace.refuse(
                    NeedsPlainValue(
                        "Python iterates over an object whose number of items is known "
                        "only when the function runs",
                        hint="iterate over it with a `for` statement",
                    )
                )
            if ended:
                self._ag_note_end(True)
                return
            yield item

    def _ag_loop(self, loop: Loop) -> Any:
        """Run a loop over it, which asks for an item at the head of each iteration."""
        trace = self._ag_trace
        self._ag_begin()

        def turn(*now: Any) -> Any:
            left = now[:-1]
            ended, item = self._ag_step_at(loop.name.site)

            def stop() -> Any:
                return (True, *left, False)

            def go() -> Any:
                broke, then = loop.split(loop.body(trace.bound(item), *left))
                return (broke, *then, broke)

            if is_symbolic(ended):
                return branch_on(trace, ended, stop, go)
            return stop() if ended else go()

        carried = (*loop.state, False)
        _, *after, broke = while_loop(trace, always, turn, carried, True, loop.name)
        self._ag_note_end(not_(trace, broke))
        return loop.ended(broke, tuple(after))

    def _ag_next(self, default: tuple[Any, ...]) -> Any:
        """Return the next item or the default, or raise what ends it."""
        trace = self._ag_trace
        self._ag_begin()
        if not default and IndexError not in self._ag_classes:
            return self._ag_take()
        ended, item = self._ag_step_at(trace.stack.site())
        self._ag_note_end(ended)
        end, given = partial(stopped, default), partial(trace.bound, item)
        if is_symbolic(ended):
            return branch_on(trace, ended, end, given)
        return end() if ended else item

    def _ag_step_at(self, site: Hashable) -> tuple[Any, Any]:
        """Take a step: return whether it was the last, and the item otherwise."""
        trace, site = self._ag_trace, ("step", site)
        if site in trace.facts.protected:
            taken: tuple[Any, Any] = tried(
                trace, site, lambda: (False, self._ag_take()), self._ag_clauses(), ()
            )
            return taken
        before = len(trace.builder.region.nodes)
        depth = len(trace.builder.regions)
        steps = trace.part(Exits).steps
        steps.append(Ending(self._ag_classes, site, depth))
        try:
            item = self._ag_take()
        except self._ag_classes as error:
            if not is_users(error):
                raise
            return True, Unbound("item")
        except RegionEnd:  # the run raises, perhaps what signals the end
            self._ag_learn(site, before)
            raise
        finally:
            steps.pop()
        self._ag_learn(site, before)
        return False, item

    def _ag_clauses(self) -> list[tuple[Any, Callable[[Any], Any]]]:
        """Return the handlers of a step that is a `try` of the graph."""
        return [(self._ag_classes, lambda error: (True, Unbound("item")))]

    def _ag_learn(self, site: Hashable, before: int) -> None:
        """Restart with a step as a `try` of the graph if the run may end it.

        `before` is the number of nodes that are older than the step.
        """
        trace = self._ag_trace
        recorded = Region((), tuple(trace.builder.region.nodes[before:]), None).walk()
        ends = may_raise if IndexError in self._ag_classes else may_stop
        if any(map(ends, recorded)):
            trace.facts.protected.add(site)
            trace.restart()

    def _ag_note_end(self, ended: Any) -> None:
        """Do nothing: an object may give more items after it has signaled the end."""

    def _ag_begin(self) -> None:
        """Continue where the object is: it may be iterated over in several parts."""


class IndexedItems(Stepping):
    """The items of an object by their index, as `iter` gives them without `__iter__`.

    The iterator is Python's own: once at its end it stays there, even if the object
    has grown.
    """

    __slots__ = ("_ag_over",)

    def __init__(self, trace: Trace, step: Callable[[], Any]) -> None:
        super().__init__(trace, step, (IndexError, StopIteration))
        self._ag_over = made_slot(trace.builder, "over", False)

    def _ag_step_at(self, site: Hashable) -> tuple[Any, Any]:
        over, step = self._ag_over.read(), partial(super()._ag_step_at, site)
        end = (True, Unbound("item"))
        if is_symbolic(over):
            taken: tuple[Any, Any] = branch_on(self._ag_trace, over, lambda: end, step)
            return taken
        return end if over else step()

    def _ag_note_end(self, ended: Any) -> None:
        # Not in each turn of a loop, which would carry it along: behind the last one.
        over = or_(self._ag_trace, self._ag_over.read(), lambda: ended)
        write_slot(self._ag_trace.builder, self._ag_over, over)


class SequenceItems(Stepping):
    """The items of an object by their index, as the generator of `Sequence` gives them.

    It is iterated over once: Python's generator also ends where an item raises, which
    a second loop behind a handler would see.
    """

    __slots__ = ()
    __class__ = GeneratorType  # type: ignore[assignment]  # see `Symbol.__class__`

    def _ag_begin(self) -> None:
        LazyIteration._ag_begin(self)

    def _ag_clauses(self) -> list[tuple[Any, Callable[[Any], Any]]]:
        failing = partial(fails, self._ag_trace)
        return [*super()._ag_clauses(), ((StopIteration,), failing)]


SequenceItems.__name__ = "generator"
