"""Recursion: inlined as long as Python sees its end, a call where only the run does.

A function that calls itself in a branch of the graph would be inlined without end.
Once that is noticed the trace begins again, and a call of the function from within
itself becomes a node: it runs the function as a graph of its own, made for the types
that the arguments have here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from types import CellType, CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from runtime.ops import OPS
from runtime.types import Type
from tracer.dispatch.symbolic import has_symbol
from tracer.errors import NotStaged, user_error
from tracer.frames import locals_of, user_frames
from tracer.shared_names import content_of
from tracer.stand_ins import StandIn
from tracer.symbols import Symbol
from tracer.traced_globals import is_made_here
from tracer.values import CHANGING, PLAIN_TYPES

if TYPE_CHECKING:
    from tracer.trace import Trace

LEVELS_INLINED = 7
"""Branches within branches of one place in the source: beyond, it recurses."""
CALLS_INLINED = 60
"""Calls of functions by themselves, in branches of the graph: more are not inlined.

Nor are as many of one function, each from within the last, that differ in nothing that
Python knows of their arguments.
"""


@contextmanager
def nesting(trace: Trace, depth: int = LEVELS_INLINED) -> Iterator[None]:
    """Notice a function that calls itself in regions without an end in sight."""
    frame = trace.stack.frame()
    if depth_here(trace) > depth:
        _found(trace, frame.f_code)
    trace.branching.append((frame.f_code, frame.f_lasti))
    called = _calls_at_run_time(trace, frame) if trace.facts.recursive else []
    try:
        yield
    finally:
        for cell, function in called:
            cell.cell_contents = function
        trace.branching.pop()


def depth_here(trace: Trace) -> int:
    """Say in how many branches within branches of this very place the trace is."""
    frame = trace.stack.frame()
    return trace.branching.count((frame.f_code, frame.f_lasti))


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
            f"{name} calls itself with values known only when the graph runs",
            hint="define the function outside of the traced one, write the recursion "
            "as a loop, or mark the function @ag.do_not_convert",
        )
    )


def _made_here(trace: Trace) -> Iterator[CodeType]:
    """Yield the codes of the functions, made while tracing, that run."""
    for frame in user_frames(sys._getframe(1)):
        code = frame.f_code
        if code not in trace.stack.running and trace.options.original(code) is not None:
            yield code


def _calls_at_run_time(
    trace: Trace, frame: FrameType
) -> list[tuple[CellType, FunctionType]]:
    """Let calls of recursive functions made here be calls at run time.

    Returns
    -------
    The variables that held the functions, which they have to hold again.
    """
    found: list[tuple[CellType, FunctionType]] = []
    seen: set[int] = set()
    waiting = [*locals_of(frame)]
    while waiting:
        function = waiting.pop()
        if not is_made_here(function) or id(function) in seen:
            continue
        seen.add(id(function))
        for cell in function.__closure__ or ():
            inner = content_of(cell)
            waiting.append(inner)
            if is_made_here(inner) and inner.__code__ in trace.facts.recursive:
                found.append((cell, inner))
    for cell, function in found:
        cell.cell_contents = CalledAtRunTime(function, trace)
    return found


def recurses(trace: Trace, code: CodeType, args: Any, kwargs: Any) -> bool:
    """Say whether a call of this function, just now, has to be a node.

    Raises
    ------
    RecursionError
        The user's own, where Python's limit is reached whatever the run finds.
    """
    if code not in trace.stack.running:
        return False
    facts = trace.facts
    if trace.builder.staged:
        trace.recursive_calls += 1
        if trace.recursive_calls > CALLS_INLINED and code not in facts.recursive:
            facts.recursive.add(code)
            trace.restart()
        return code in facts.recursive
    if code in facts.endless:
        return True
    full = len(trace.stack.running) >= trace.stack.levels
    if any(map(has_symbol, (*args, *kwargs.values()))):
        if full or _repeats(trace, code, (*args, *kwargs.items())):
            facts.recursive.add(code)
            facts.endless.add(code)
            trace.restart()
    elif full:
        raise user_error(RecursionError("maximum recursion depth exceeded"))
    return False


def _repeats(trace: Trace, code: CodeType, args: tuple[Any, ...]) -> bool:
    """Say whether Python can tell no call of this function from the ones it is in."""
    known = tuple([_known(trace, value) for value in args])
    last, times = trace.last_calls.get(code, (None, 0))
    times = times + 1 if known == last else 1
    trace.last_calls[code] = known, times
    return min(times, trace.stack.running.count(code)) > CALLS_INLINED


def _known(trace: Trace, value: Any) -> Hashable:
    """Give what Python knows of an argument: what a branch in Python may ask for."""
    if type(value) is Symbol:
        return trace.type_of(value)
    if type(value) is tuple:
        return tuple([_known(trace, item) for item in value])
    if type(value) in PLAIN_TYPES:
        return type(value), value
    return object() if type(value) in CHANGING else id(value)


def call(
    trace: Trace, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Record a call of a function that is being traced."""
    trace.made.hand_over((*args, *kwargs.values()))
    compiled = trace.options.recursion(
        function,
        tuple([_type_met(trace, value) for value in args]),
        {name: _type_met(trace, value) for name, value in kwargs.items()},
    )
    result = trace.emit(OPS["call"], compiled, *args, **kwargs)
    trace.clobber()
    return result


def _type_met(trace: Trace, value: Any) -> Type | None:
    """Give the type of an argument, None for one that the trace knows itself."""
    return trace.type_of(value) if has_symbol(value) else None


class CalledAtRunTime(StandIn):
    """Stands for a function made here that calls itself: the run calls it."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        trace = self._ag_trace
        function = trace.made_functions.at_run_time(self._ag_original)
        return trace.functions.call_back(function, args, kwargs)
