"""Calls of generator functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable
from types import CodeType
from typing import Any

from runtime.errors import Span
from tracer.errors import AsynchronousRefused, GeneratorRefused, on_behalf
from tracer.flow.iterators import TracedIterator
from tracer.iteration.generators import Consumers, Generator
from tracer.iteration.run_generators import RunGenerators
from tracer.record.causes import GENERATOR
from tracer.record.trace import Trace

LEVELS = 3
"""Calls of a generator by itself that are inlined, in branches of the graph.

Each ``yield`` of each level has a copy of what consumes the values.
"""
ASYNCHRONOUS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def generator(trace: Trace, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the stand-in for a generator function, or an asynchronous one."""

    @functools.wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        refuse_asynchronous(trace, function.__code__)
        code = trace.options.original(function.__code__)
        if trace.part(RunGenerators).calls(code):
            at_run_time = trace.asked.function_at_run_time(function)
            given = trace.asked.call_back(at_run_time, args, kwargs, cause=GENERATOR)
            trace.part(RunGenerators).note(given)
            return given
        site = trace.part(RunGenerators).site(code)
        if not function.__code__.co_flags & inspect.CO_GENERATOR:
            run = functools.partial(_inlined, trace, site, function, args, kwargs)
            return Generator(trace, run, site)
        return TracedIterator(on_behalf(function, *args, **kwargs), trace, None, site)

    return made


def _inlined(
    trace: Trace, site: Hashable, function: Callable[..., Any], args: Any, kwargs: Any
) -> Any:
    """Run the statements of a generator function, unless only the run ends them."""
    running = trace.part(Consumers).running
    code = function.__code__
    if trace.builder.staged and site is not None and running[code] > LEVELS:
        trace.learn(trace.facts.made, site)
    running[code] += 1
    try:
        return function(*args, **kwargs)
    finally:
        running[code] -= 1


def refuse_asynchronous(trace: Trace, code: CodeType) -> None:
    """Refuse to call a coroutine function: a graph cannot wait."""
    if code.co_flags & ASYNCHRONOUS:
        trace.refuse(
            AsynchronousRefused(
                f"{code.co_name} is asynchronous: it waits, which a compiled function "
                "cannot do",
                hint="await first, and call a plain function with the results",
            )
        )


def refuse_generator(trace: Trace, code: CodeType) -> None:
    """Refuse to trace a function that returns before it has run."""
    if code.co_flags & (ASYNCHRONOUS | inspect.CO_GENERATOR):
        span = Span(code.co_filename, code.co_firstlineno, -1, code.co_name)
        if code.co_flags & ASYNCHRONOUS:
            trace.refuse(
                AsynchronousRefused(
                    f"{code.co_name} is asynchronous: calling it does not run it",
                    hint="await first, and call a plain function with the results",
                    span=span,
                )
            )
        trace.refuse(
            GeneratorRefused(
                f"{code.co_name} is a generator: calling it does not run it",
                hint="collect the values in a list or an array, and return it",
                span=span,
            )
        )
