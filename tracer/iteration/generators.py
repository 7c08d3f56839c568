"""The user's generators, inlined: each ``yield`` runs the body of the consumer.

What the consumer carries between iterations, and whether it has stopped, is storage of
the trace: the loops and branches of the generator carry it along.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import CodeType, GeneratorType
from typing import Any

from tracer.flow.loop_bodies import Loop
from tracer.iteration.lazy_iterations import LazyIteration
from tracer.record.places import made_slot, write_slot
from tracer.record.trace import Trace


class Consumers:
    """What takes the values of the generators that are being inlined."""

    def __init__(self, trace: Trace) -> None:
        self.waiting: list[Callable[[Any], Any]] = []


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
        running, caller = list(trace.stack.running), trace.stack.caller

        def consumer(value: Any) -> Any:
            with _consuming(trace, running, caller):
                out = loop.body(value, *carried.read())
            broke, left = loop.split(out)
            write_slot(trace.builder, carried, tuple(left))
            if loop.breaks:
                write_slot(trace.builder, stopped, broke)
            return broke

        trace.part(Consumers).waiting.append(consumer)
        try:
            with trace.construct():
                self._ag_run()
        finally:
            trace.part(Consumers).waiting.pop()
        return loop.ended(stopped.read(), tuple(carried.read()))


Generator = type("generator", (Inlined,), {"__slots__": (), "__class__": GeneratorType})
"""The class that Python's messages call ``generator``."""


@contextmanager
def _consuming(trace: Trace, running: list[CodeType], caller: Any) -> Iterator[None]:
    """Run code that belongs to the function of the consumer, not the generator."""
    consumer = trace.part(Consumers).waiting.pop()
    try:
        with trace.stack.standing(running, caller):
            yield
    finally:
        trace.part(Consumers).waiting.append(consumer)


def yield_(trace: Trace, value: Any) -> Any:
    """Pass a value to the consumer; return whether it has stopped."""
    return trace.part(Consumers).waiting[-1](value)
