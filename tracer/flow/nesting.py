"""Recursion: inlined as long as Python sees its end, a call where only the run does.

A function that calls itself in a branch of the graph would be inlined without end.
Once that is noticed the trace begins again, and a call of the function from within
itself becomes a node: it runs the function as a graph of its own, made for the types
that the arguments have here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType

from tracer.errors import NotStaged
from tracer.record.frames import user_frames
from tracer.record.trace import Trace

LEVELS_INLINED = 7
"""Branches within branches of one place in the source: beyond, it recurses."""
CALLS_INLINED = 60
"""Calls of functions by themselves, in branches of the graph: more are not inlined.

Nor are as many of one function, each from within the last, that differ in nothing that
Python knows of their arguments.
"""


class Nesting:
    """The places in the source whose constructs are being recorded."""

    def __init__(self, trace: Trace) -> None:
        self.branching: list[tuple[CodeType, int]] = []


@contextmanager
def nesting(trace: Trace, depth: int = LEVELS_INLINED) -> Iterator[None]:
    """Notice a function that calls itself in regions without an end in sight."""
    frame = trace.stack.frame()
    if depth_here(trace) > depth:
        _found(trace, frame.f_code)
    branching = trace.part(Nesting).branching
    branching.append((frame.f_code, frame.f_lasti))
    try:
        with ExitStack() as around:
            for hook in trace.hooks.around_nesting:
                around.enter_context(hook(frame))
            yield
    finally:
        branching.pop()


def depth_here(trace: Trace) -> int:
    """Say in how many branches within branches of this very place the trace is."""
    frame = trace.stack.frame()
    return trace.part(Nesting).branching.count((frame.f_code, frame.f_lasti))


def _found(trace: Trace, code: CodeType) -> None:
    """Begin again with the functions of a cycle as calls."""
    running = [*trace.stack.running, *_made_here(trace)]
    repeated = {each for each, times in Counter(running).items() if times > 1}
    if not repeated <= trace.facts.recursive:
        trace.facts.recursive |= repeated
        trace.restart()
    name = code.co_qualname.replace(".<locals>", "")
    trace.refuse(
        NotStaged(
            f"{name} calls itself with values known only when the function runs",
            hint="define the function outside of the compiled one, write the recursion "
            "as a loop, or mark the function @ag.do_not_convert",
        )
    )


def _made_here(trace: Trace) -> Iterator[CodeType]:
    """Yield the codes of the functions, made while tracing, that run."""
    for frame in user_frames(sys._getframe(1)):
        code = frame.f_code
        if code not in trace.stack.running and trace.options.original(code) is not None:
            yield code
