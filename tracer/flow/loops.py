"""``while`` and ``for``: Python where that suffices, else regions of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from runtime.ir.ranges import length_of
from tracer.errors import NotStaged, on_behalf, user_error
from tracer.flow.branches import Branch, is_symbolic, tested
from tracer.flow.loop_bodies import Loop, LoopName, names_in
from tracer.flow.settling import site_of
from tracer.flow.staged_loops import staged_for, staged_while
from tracer.flow.taken_iterators import TakenIterators
from tracer.flow.unrolling import (
    GROWN,
    STAGED_FLAG,
    UNROLL,
    for_in_python,
    note_unrolled,
    try_staged,
)
from tracer.record.staged import LoopSource, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

PLAIN_TURNS = 8
"""Iterations of a loop on plain values in Python before staging it is tried."""
LONG_LIST = 64
"""Length above which a list is tried as a loop of the graph."""


def while_loop(
    trace: Trace,
    test: Branch,
    body: Branch,
    state: tuple[Any, ...] = (),
    breaks: bool = False,
    loop_name: LoopName | None = None,
) -> Any:
    """Apply `autograph.while_loop` while tracing.

    Parameters
    ----------
    trace, test, body, state, breaks
        The running trace, and the operator's arguments.
    loop_name : LoopName, optional
        Which `for` of the source it is, if `body` is a generated function.
    """
    site = loop_name.site if loop_name else site_of(trace, body)
    loop_name = LoopName(site, names_in(body, len(state)), "while")
    loop, turns = Loop(body, state, breaks, loop_name), 0
    if site in trace.facts.waiting:
        return staged_while(trace, test, loop)
    while True:
        mark = trace.builder.mark()
        with trace.construct:
            more = tested(test(*loop.state))
        if is_symbolic(more):
            break
        if not more:
            note_unrolled(trace, "while", site, turns)
            return loop.ended(False, loop.state)
        if turns == PLAIN_TURNS and site not in trace.facts.unrolled:
            stage = partial(staged_while, trace, test, loop)
            staged = try_staged(trace, mark, site, stage)
            if staged is not UNROLL:
                return staged
            turns += 1
            continue
        with trace.construct:
            out = body(*loop.state)
        flag, left = loop.split(out)
        if is_symbolic(flag):
            break
        loop = replace(loop, state=left)
        turns += 1
        if flag:
            note_unrolled(trace, "while", site, turns)
            return loop.ended(flag, left)
    trace.builder.rollback(mark)
    return staged_while(trace, test, loop)


def for_loop(
    trace: Trace,
    items: Any,
    body: Branch,
    state: tuple[Any, ...] = (),
    breaks: bool = False,
    loop_name: LoopName | None = None,
) -> Any:
    """Apply `autograph.for_loop` while tracing.

    Parameters
    ----------
    trace, items, body, state, breaks
        The running trace, and the operator's arguments.
    loop_name : LoopName, optional
        Which loop it is, and its names, if `body` is a generated function.
    """
    loop_name = loop_name or LoopName.of(trace, body, len(state))
    return run_loop(trace, items, Loop(body, state, breaks, loop_name))


def run_loop(trace: Trace, items: Any, loop: Loop) -> Any:
    """Run a `for` over items of whatever kind."""
    if issubclass(type(items), LoopSource):
        return items._ag_loop(loop)
    if is_staged(items):
        source = items._ag_iterable()
        if source is not items:
            return run_loop(trace, source, loop)
        if type(items) is Symbol:
            trace.part(TakenIterators).goes_on(items)
            return staged_for(trace, items, loop)
    elif trace.builder.staged and type(items) in (dict, set):
        items, loop = list(items), replace(loop, body=_watching(items, loop))
    length = _length(items)
    if length is not None:
        return _run_counted(trace, items, length, loop)
    if trace.builder.staged and hasattr(type(items), "__next__"):
        trace.refuse(
            NotStaged(
                "an iterator created outside of a compiled branch or loop is advanced "
                "in it",
                hint="iterate over the container itself",
            )
        )
    return for_in_python(trace, on_behalf(iter, items), loop)


def _watching(container: Any, loop: Loop) -> Branch:
    """Return the body of a loop over a dict or set, which must not change its size."""
    kind = "dictionary" if type(container) is dict else "Set"
    size = len(container)

    def body(*arguments: Any) -> Any:
        out = loop.body(*arguments)
        if len(container) != size and loop.split(out)[0] is not True:
            raise user_error(RuntimeError(f"{kind} changed size during iteration"))
        return out

    return body


def _run_counted(trace: Trace, items: Any, length: int, loop: Loop) -> Any:
    """Run a `for` over so many items: in Python if they are few, or it has to be."""
    mark = trace.builder.mark()
    if not is_long(length, (items,)):
        # A `break` on a symbol leaves the rest of the turns in nested branches.
        back = mark if loop.breaks else None
        most = max(length, LONG_LIST) if type(items) is list else None
        left = for_in_python(trace, on_behalf(iter, items), loop, back, most)
        if left is not STAGED_FLAG and left is not GROWN:
            return left

    def stage() -> Any:
        return staged_for(trace, _held(trace, items), loop)

    staged = try_staged(trace, mark, loop.name.site, stage)
    if staged is not UNROLL:
        return staged
    return for_in_python(trace, on_behalf(iter, items), loop)


def is_long(length: int, through: Sequence[Any]) -> bool:
    """Whether a loop of so many iterations over values is tried in the graph."""
    counts = any(type(items) in (range, str) for items in through)
    return length > (PLAIN_TURNS if counts else LONG_LIST)


def _length(items: Any) -> int | None:
    if is_staged(items):
        return items._ag_length()
    return count(items) if type(items) in COUNTED else None


COUNTED = (list, tuple, range, str, bytes, frozenset)
"""Classes of plain items whose number a loop leaves as it is."""


def count(items: Any) -> int:
    """Return the number of plain items."""
    return length_of(items) if type(items) is range else len(items)


def _held(trace: Trace, items: Any) -> Any:
    """Return a run-time iterable of plain items."""
    if type(items) is range:
        arguments = [items.start, items.stop, items.step]
        if items.step == 1:
            arguments = arguments[1:2] if items.start == 0 else arguments[:2]
        return trace.emit("range", *arguments)
    if is_staged(items):
        items = items._ag_for_the_run()
    text = type(items) in (str, bytes)
    return trace.emit("list_new", items if text else list(items))
