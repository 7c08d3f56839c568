"""Recursion: inlined as long as Python sees its end, else a call at run time.

A function that calls itself in a branch of the graph would be inlined without end.
Once that is noticed the trace restarts, and a call of the function from within itself
becomes a node: it runs the function as a graph of its own, made for the types that the
arguments have here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType, FrameType

from tracer.errors import NotStaged
from tracer.record.code_memory import Identity, identity
from tracer.record.trace import Trace

LEVELS_INLINED = 7
"""Nested branches at one position in the source; a function with more recurses."""
CALLS_INLINED = 60
"""Limit of the recursive calls in branches of the graph that are inlined.

It also limits nested calls of one function that differ in nothing that Python knows of
their arguments.
"""


class Nesting:
    """The places in the source whose constructs are being recorded."""

    def __init__(self, trace: Trace) -> None:
        # The code, the position in it, and the frame of each.
        self.branching: list[tuple[Identity, int, int]] = []


@contextmanager
def nesting(trace: Trace, depth: int = LEVELS_INLINED) -> Iterator[None]:
    """Detect a function that calls itself in regions without an end in sight."""
    frame = trace.stack.frame()
    # The arms of one `elif`, `or` or `match` stand in each other, in one call.
    if len({call for _, _, call in _here(trace, frame)} - {id(frame)}) > depth:
        _found(trace, frame.f_code)
    branching = trace.part(Nesting).branching
    branching.append((identity(frame.f_code), frame.f_lasti, id(frame)))
    try:
        with ExitStack() as around:
            for hook in trace.hooks.around_nesting:
                around.enter_context(hook())
            yield
    finally:
        branching.pop()


def depth_here(trace: Trace) -> int:
    """Return how many nested branches at this position the trace is in."""
    return len(_here(trace, trace.stack.frame()))


def _here(trace: Trace, frame: FrameType) -> list[tuple[Identity, int, int]]:
    """Return the nested branches at the position of a frame."""
    place = (identity(frame.f_code), frame.f_lasti)
    return [each for each in trace.part(Nesting).branching if each[:2] == place]


def _found(trace: Trace, code: CodeType) -> None:
    """Restart with the functions of a cycle as calls."""
    stack, original = trace.stack, trace.options.original
    made_here = [each for each in stack.codes() if not stack.calls(each)]
    running = [*stack.running, *(each for each in made_here if original(each))]
    calls = Counter(map(identity, running))
    repeated = {each for each, times in calls.items() if times > 1}
    trace.learn(trace.facts.recursive, *repeated)
    name = code.co_qualname.replace(".<locals>", "")
    trace.refuse(
        NotStaged(
            f"{name} calls itself with values known only when the function runs",
            hint="define the function outside of the compiled one, write the recursion "
            "as a loop, or mark the function @ag.do_not_convert",
        )
    )
