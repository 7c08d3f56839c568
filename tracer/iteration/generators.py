"""The user's generators, inlined: each ``yield`` runs the body of the consumer.

What the consumer carries between iterations, and whether it has stopped, is storage of
the trace: the loops and branches of the generator carry it along.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, GeneratorType, TracebackType
from typing import Any

from runtime.errors import Span
from runtime.ops.row import Row
from tracer.errors import NotStaged
from tracer.flow.endings import FAILS, Exits, fails, stopping
from tracer.flow.loop_bodies import Loop
from tracer.flow.tries import classes_of, tried
from tracer.iteration.lazy_iterations import LazyIteration
from tracer.record.frames import user_frames
from tracer.record.slots import Slot, made_slot, write_slot
from tracer.record.trace import Trace

COPIES = 200
"""The most copies of consumers that generators in generators make in a trace."""


@dataclass(frozen=True, eq=False)
class Consumer:
    """What takes the values of a generator that is being inlined.

    Attributes
    ----------
    take : callable
        Takes a value, and returns whether it was the last that is wanted.
    runs : Slot
        Whether it runs, within a ``try`` of the generator: what is raised then, no
        handler of the generator sees.
    site : hashable
        What tells, among the facts, that the run makes the generator.
    """

    take: Callable[[Any], Any]
    runs: Slot
    site: Hashable


class Consumers:
    """What takes the values of the generators that are being inlined.

    Attributes
    ----------
    waiting : list
        What does, the innermost last.
    running : Counter
        How many of each generator function defined here are being inlined.
    """

    def __init__(self, trace: Trace) -> None:
        self.waiting: list[Consumer] = []
        self.running: Counter[CodeType] = Counter()
        self._trace = trace
        self._sites: list[Hashable] = []
        self._copies = 0

    @contextmanager
    def inlining(self, consumer: Consumer) -> Iterator[None]:
        """Pass what a generator yields to a consumer, while its statements run."""
        self.waiting.append(consumer)
        self._sites.append(consumer.site)
        try:
            yield
        finally:
            self._sites.pop()
            self.waiting.pop()

    def count_copy(self) -> None:
        """Count a copy of a consumer; leave the outermost of too many to the run.

        Each ``yield`` of a generator that iterates over another one has such copies of
        its own: their number grows with a power of the levels.
        """
        if len(self._sites) < 2:
            return
        self._copies += 1
        site = self._sites[0]
        if self._copies > COPIES and site is not None:
            self._trace.learn(self._trace.facts.made, site)


class Inlined(LazyIteration):
    """A generator that is iterated over once, by running its own statements."""

    __slots__ = ("_ag_run",)

    def __init__(self, trace: Trace, run: Callable[[], Any], site: Hashable) -> None:
        super().__init__(trace, site)
        self._ag_run = run

    def _ag_loop(self, loop: Loop) -> Any:
        """Run the statements of the generator, with the body at each ``yield``."""
        trace = self._ag_trace
        self._ag_begin()
        carried = made_slot(trace.builder, "state", tuple(loop.state))
        stopped = made_slot(trace.builder, "broke", False)
        runs = made_slot(trace.builder, "runs", False)
        running, caller = list(trace.stack.running), trace.stack.caller

        consumers = trace.part(Consumers)
        failed: list[tuple[BaseException, TracebackType | None]] = []

        def take(value: Any) -> Any:
            consumers.count_copy()
            try:
                with _consuming(trace, running, caller):
                    out = loop.body(value, *carried.read())
            except BaseException as error:
                failed.append((error, error.__traceback__))
                raise
            broke, left = loop.split(out)
            write_slot(trace.builder, carried, tuple(left))
            if loop.breaks:
                write_slot(trace.builder, stopped, broke)
            return broke

        try:
            with (
                consumers.inlining(Consumer(take, runs, self._ag_site)),
                trace.construct,
                stopping(trace, FAILS),
            ):
                self._ag_run()
        except BaseException as error:
            for raised, traceback in failed[-1:]:
                if raised is error:  # it was never in the generator
                    raise error.with_traceback(traceback)  # noqa: B904
            raise
        return loop.ended(stopped.read(), tuple(carried.read()))


Generator = type("generator", (Inlined,), {"__slots__": (), "__class__": GeneratorType})
"""The class that Python's messages call ``generator``."""


@contextmanager
def _consuming(trace: Trace, running: list[CodeType], caller: Any) -> Iterator[None]:
    """Run code that belongs to the function of the consumer, not the generator."""
    consumer = trace.part(Consumers).waiting.pop()
    try:
        with trace.stack.standing(running, caller), stopping(trace, None):
            yield
    finally:
        trace.part(Consumers).waiting.append(consumer)


def yield_(trace: Trace, value: Any, *kinds: Any) -> Any:
    """Pass a value to the consumer; return whether it has stopped."""
    consumer = trace.part(Consumers).waiting[-1]
    if not kinds:
        return consumer.take(value)
    if any(issubclass(GeneratorExit, classes_of(trace, kind)) for kind in kinds):
        # A handler runs when the generator is closed, which the trace does not see.
        trace.learn(trace.facts.made, *({consumer.site} - {None}))
        trace.refuse(
            NotStaged(
                "a generator yields in a `try` that catches GeneratorExit",
                hint="catch the classes of exceptions that its own code raises",
            )
        )
    write_slot(trace.builder, consumer.runs, True)
    stopped = consumer.take(value)
    write_slot(trace.builder, consumer.runs, False)
    return stopped


def passes(trace: Trace) -> Any:
    """Return whether the consumer has raised what a handler of the generator got."""
    return trace.part(Consumers).waiting[-1].runs.read()


def advance(
    trace: Trace, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Record ``next`` in a generator: where it stops, the generator has an error."""
    if row.name != "next" or len(args) != 1:
        return NotImplemented
    acts = trace.part(Exits).stopping
    if not acts or acts[-1] is not FAILS:
        return NotImplemented

    def body() -> Any:
        return trace.emit(row, *args, **kwargs)

    def stopped(error: Any) -> Any:
        fails(trace, error, _around(trace))

    site = ("stops", trace.stack.site())
    return tried(trace, site, body, [(StopIteration, stopped)], ())


def _around(trace: Trace) -> Span | None:
    """Return the position that advances the running generator, if known."""
    home_of, frames = trace.options.home, user_frames(sys._getframe(1))
    generator = home_of(next(frames).f_code)
    if trace.stack.running and trace.stack.running[-1] is generator:
        return trace.stack.caller
    for frame in frames:
        if home_of(frame.f_code) is not generator:
            return trace.stack.span_at(
                frame.f_code, frame.f_lineno, frame, frame.f_lasti
            )
    return None
