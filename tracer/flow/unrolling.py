"""Loops that Python runs while tracing, turn by turn."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NoReturn

from tracer.errors import NotStaged, TracingError, on_behalf
from tracer.flow.branches import branch_on, is_symbolic
from tracer.flow.loop_bodies import Loop
from tracer.flow.settling import take_back
from tracer.record.decisions import UNROLLED
from tracer.record.staged import LoopSource
from tracer.record.trace import Trace

NESTING_LIMIT = 100
"""Limit of a Python loop's iterations that nest, each in a branch of the last."""
ENDED = object()
"""The marker after the last item of a plain iterator."""
UNROLL = object()
"""The result of trying to stage a loop whose body needs plain values."""
STAGED_FLAG = object()
"""The result of a Python loop whose `break` turns out to be a symbol."""
GROWN = object()
"""The result of a Python loop over a list that its body makes longer and longer."""


class PlaceIterator(Iterator[Any]):
    """An iterator that keeps a place only: a copy reads what is there by then."""


def try_staged(
    trace: Trace, mark: Any, site: Hashable, stage: Callable[[], Any]
) -> Any:
    """Try to stage a loop that Python could run as well."""
    if site in trace.facts.unrolled:
        return UNROLL
    trace.builder.rollback(mark)
    if trace.refusal is not None:
        raise trace.refusal
    trace.tentative += 1
    try:
        return stage()
    except TracingError as error:
        trace.refusal = None
        trace.facts.unrolled[site] = error.message
        take_back(trace, mark)
        return UNROLL
    finally:
        trace.tentative -= 1


def note_unrolled(trace: Trace, operator: str, site: Hashable, turns: int) -> None:
    """Record that a loop ran in Python, and why it could not be staged."""
    why = trace.facts.unrolled.get(site, "")
    times = "1 iteration" if turns == 1 else f"{turns} iterations"
    trace.decide(operator, UNROLLED, f"{times}; {why}" if why else times)


def for_in_python(
    trace: Trace,
    items: Iterator[Any],
    loop: Loop,
    mark: Any = None,
    most: int | None = None,
) -> Any:
    """Run a loop over plain items in Python.

    Parameters
    ----------
    trace, items, loop
        The running trace, and the loop.
    mark : optional
        Where to go back to if the loop ends at a test that only the run knows.
    most : int, optional
        The number of turns after which the items are taken to have no end.
    """
    loop_name, flag, state = loop.name, False, loop.state
    turns = 0
    for turns, item in enumerate(_taken(items), 1):
        if turns - 1 == most:
            return GROWN
        with trace.construct:
            out = loop.body(item, *state)
        flag, state = loop.split(out)
        if is_symbolic(flag) and mark is not None:
            trace.builder.rollback(mark)
            return STAGED_FLAG
        if is_symbolic(flag):
            note_unrolled(trace, loop_name.operator, loop_name.site, turns)
            return _rest_in_branch(trace, items, replace(loop, state=state), flag)
        if flag:
            break
    note_unrolled(trace, loop_name.operator, loop_name.site, turns)
    return loop.ended(flag, state)


def _taken(items: Iterator[Any]) -> Iterator[Any]:
    """Yield the items; what an iterator itself raises is the user's error."""
    while (item := on_behalf(next, items, ENDED)) is not ENDED:
        yield item


def _rest_in_branch(trace: Trace, items: Any, loop: Loop, flag: Any) -> Any:
    """Record the iterations that follow a symbolic `break` as a branch."""
    if issubclass(type(items), LoopSource):
        left = items._ag_rest(NESTING_LIMIT)
    else:
        left = _rest(trace, items, NESTING_LIMIT)
    if left is None:
        return loop.ended(flag, loop.state)
    return branch_on(
        trace,
        flag,
        lambda: loop.ended(True, loop.state),
        lambda: for_in_python(trace, left(), loop),
        depth=NESTING_LIMIT,
    )


def _rest(
    trace: Trace, items: Iterator[Any], limit: int
) -> Callable[[], Iterator[Any]] | None:
    """Return a function that iterates over the items left; None if there are none."""
    held: Any
    if isinstance(items, (PlaceIterator, type(iter([])))):
        held = items
    else:
        held = iter(list(islice(items, limit + 1)))
    left = operator.length_hint(held)
    if left > limit:
        refuse_many(trace)
    return partial(copy.copy, held) if left else None


def refuse_many(trace: Trace) -> NoReturn:
    """Refuse a loop over more items than branches may stand within each other."""
    trace.refuse(
        NotStaged(
            "a loop over many Python items ends at a test known only when the function "
            "runs",
            hint="loop over an array, a list or a range",
        )
    )
