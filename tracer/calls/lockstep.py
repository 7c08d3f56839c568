"""`zip` and `islice` in step with a loop: each item is one iteration.

Their items may have no end, or be seen while they are made. So they are not collected
in advance: the loop ends where Python would ask for no more of them.
"""

from __future__ import annotations

import itertools
from typing import Any

from runtime.types import Array, List, Tuple
from tracer.calls.handlers import not_yet
from tracer.calls.lengths import static_length
from tracer.flow.lazy_logic import and_, or_
from tracer.flow.loops import count
from tracer.iteration.lazy_iterations import (
    LazyIteration,
    Outcome,
    Turn,
    is_recipe,
    recipe,
)
from tracer.record.effects import writes_any
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import ListProxy, as_list


def zipped(trace: Trace, items: tuple[Any, ...]) -> Any:
    """Return `zip` of one recipe and of items with an index, or None.

    Python asks them from left to right: those before the recipe end the iteration
    before the recipe is advanced, those after it once it was.
    """
    place = next(place for place, one in enumerate(items) if is_recipe(one))
    before, behind = items[:place], items[place + 1 :]
    counted = all(_count(one) is not None for one in before)
    if not counted or not all(map(_is_numbered, behind)):
        return None
    if not all(_count(one) for one in before):
        return iter(())
    here = trace.builder.region
    given = [len(here.nodes)]

    def unwritten() -> None:
        """Let the run make it if what makes an item may change those before it."""
        within = trace.builder.regions[trace.builder.regions.index(here) + 1 :]
        nodes = here.nodes[given[-1] :] + [n for each in within for n in each.nodes]
        written = [slot.holder for each in (here, *within) for slot in each.written]
        changing = [one for one in before if type(one) not in LASTING]
        changed = any(holder is one for holder in written for one in changing)
        if changed or (changing and writes_any(nodes)):
            made._ag_begin_again()
            trace.refuse(not_yet("zip() of items that making others may change"))

    def step(turn: Turn, item: Any, number: Any) -> Outcome:
        def give() -> Outcome:
            unwritten()
            first = [_item(trace, one, number) for one in before]
            last = [_item(trace, one, number) for one in behind]
            following = number + 1
            broke, _, kept, state = turn.give((*first, item, *last), following)
            given.append(len(here.nodes))
            trace.builder.on_rollback(given.pop)
            return broke, _is_short(trace, before, following), kept, state

        return turn.choose(
            _is_short(trace, behind, number), lambda: turn.stop(number), give
        )

    made = recipe(trace, zip, items[place], step, 0, stops=True)
    return made


LASTING = (tuple, range, str)
"""The classes of what has an index and never changes."""


def _is_plain(items: Any) -> bool:
    return type(items) in (list, tuple, range, str)


def _count(items: Any) -> int | None:
    """Return the number of items with an index, or None if it is unknown."""
    if type(items) is Symbol and _is_numbered(items):
        return static_length(items)
    return count(items) if _is_plain(items) else None


def _is_numbered(items: Any) -> bool:
    if type(items) is Symbol:
        return isinstance(items._ag_value.type, (Array, List, Tuple))
    return _is_plain(items) or type(items) is ListProxy


def _item(trace: Trace, items: Any, number: Any) -> Any:
    if type(items) is Symbol or type(number) is not Symbol:
        return items[number]
    return trace.emit("getitem", as_list(items), number)


def _is_short(trace: Trace, several: tuple[Any, ...], number: Any) -> Any:
    """Whether one of several has no item at this index."""
    if not several:
        return False
    first, *others = several
    length = _count(first)
    if length is None:
        length = trace.emit("len", first)
    short = length <= number
    if not others:
        return short
    rest = tuple(others)
    return or_(trace, short, lambda: _is_short(trace, rest, number))


def sliced(trace: Trace, items: LazyIteration, *bounds: Any) -> Any:
    """Return `islice` of a recipe."""
    if any(type(one) is Symbol for one in bounds):
        trace.refuse(not_yet("itertools.islice() with such bounds"))
    itertools.islice((), *bounds)  # it says which bounds it does not take
    limits = slice(*bounds)
    start, stop, stride = limits.start or 0, limits.stop, limits.step or 1
    end = None if stop is None else max(start, stop)
    if end == 0:
        return iter(())

    def step(turn: Turn, item: Any, number: Any) -> Outcome:
        def wanted() -> Any:
            if end == start:
                return False
            late = number >= start
            if stride == 1:
                return late
            place = (number - start) % stride == 0
            return and_(trace, late, lambda: place)

        broke, _, kept, state = turn.choose(
            wanted(),
            lambda: turn.give(item, number + 1),
            lambda: turn.skip(number + 1),
        )
        return broke, end is not None and number + 1 >= end, kept, state

    return recipe(trace, itertools.islice, items, step, 0, stops=True)
