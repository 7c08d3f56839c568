"""Lazy iteration over values that only the run knows, by a loop of the graph.

`map(f, xs)` calls `f` when it is iterated over. So nothing is recorded when it is made:
a *recipe* is kept, and the loop that iterates over it has `f` in its body. Where only
Python can continue, to unpack it or to join its texts, its items are collected.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn, TypeGuard

from runtime.ir.nodes import Display
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import NEVER, List, join
from tracer.errors import NotStaged, RegionEnd, TracingError, on_behalf, user_error
from tracer.flow.branches import branch_on, is_symbolic, tested
from tracer.flow.lazy_logic import or_
from tracer.flow.list_types import ListTypes
from tracer.flow.loop_bodies import Loop, LoopName, State
from tracer.flow.loops import run_loop
from tracer.flow.settling import Settling, take_back
from tracer.flow.single_pass import Iteration
from tracer.flow.structure import value_type
from tracer.flow.taken_iterators import TakenIterators
from tracer.record.deferred import inline_generator
from tracer.record.staged import class_called
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

OF_THE_RUN = "of values known only when the function runs"
Outcome = tuple[Any, Any, State, State]
"""The outcome of one iteration of a recipe.

Its items: whether the loop's body broke, whether the recipe is at its end, what the
recipe keeps, and the state of the loop.
"""


Put = Callable[[Any], None]
"""What is done with each item."""


class Turn:
    """One iteration of a recipe: what can be done with an item of its source."""

    def __init__(self, trace: Trace, loop: Loop) -> None:
        self.trace = trace
        self._loop = loop

    def give(self, item: Any, *kept: Any) -> Outcome:
        """Pass an item to the body of the loop."""
        broke, state = self._loop.split(self._loop.body(item, *self._loop.state))
        return broke, False, kept, state

    def each(self, items: LazyIteration) -> Outcome:
        """Hand each of several items to the body of the loop."""
        broke, state = self._loop.split(items._ag_loop(self._loop))
        return broke, False, (), state

    def skip(self, *kept: Any) -> Outcome:
        """Pass nothing for this item."""
        return False, False, kept, self._loop.state

    def stop(self, *kept: Any) -> Outcome:
        """Pass nothing from here on."""
        return False, True, kept, self._loop.state

    def choose(
        self, test: Any, then: Callable[[], Outcome], otherwise: Callable[[], Outcome]
    ) -> Outcome:
        """Continue by a test, which may be symbolic."""
        trace = self.trace
        test = tested(test)
        if is_symbolic(test):
            state = self._loop.state
            made: Outcome = branch_on(trace, test, then, otherwise, state)
            return made
        return then() if test else otherwise()


Step = Callable[..., Outcome]


class LazyIteration(Iteration):
    """An iteration that nothing is recorded of before a loop of the graph runs it."""

    __slots__ = ()

    _ag_source: Any = None
    """What it iterates over itself, if the trace sees that."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object>"

    def __iter__(self) -> Iterator[Any]:
        trace = self._ag_trace
        code = trace.stack.asking()
        if code is not None:
            # A generator that Python runs: what it does between two items, the recipe
            # may see. Inlined, it has a loop of the graph.
            inline_generator(trace, code)
        items = collected(trace, self)
        if type(items) is Symbol:
            return trace.asked.iterate(items)
        return iter(items)

    def __next__(self) -> NoReturn:
        self._ag_refuse(f"{OF_THE_RUN} is advanced with next()")

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_ag_") and hasattr(self.__class__, name):
            self._ag_begin_again()
            self._ag_refuse(f"{OF_THE_RUN} is asked for its `{name}`")
        return on_behalf(object.__getattribute__, self, name)

    def _ag_refuse(self, how: str) -> NoReturn:
        self._ag_trace.refuse(
            NotStaged(
                f"an iterator {how}",
                hint="make a list of its items first, and use that",
            )
        )

    def _ag_hold(self) -> None:
        self._ag_begin_again()

    def _ag_plain(self, limited: bool, put: Put) -> bool:
        """Hand over the items if they come one by one while tracing; say whether.

        With `limited`, do not if a loop of the graph would record far less.
        """
        trace = self._ag_trace
        if self._ag_is_staged():
            return False
        region, late = trace.builder.region, False

        def body(item: Any) -> None:
            nonlocal late
            late = late or trace.builder.region is not region
            if not late:
                put(item)

        try:
            fold(trace, self, body, ())
        except RegionEnd:  # only a consumer that stops would end it
            if not late:
                raise
        return not late

    def _ag_in_python(self, steps: Callable[..., Iterator[Any]]) -> Any:
        """Return its items if Python can run a comprehension over it, else None."""
        return None

    def _ag_is_staged(self) -> bool:
        """Whether a loop over it surely is one of the graph."""
        source = self._ag_source
        if is_recipe(source):
            return source._ag_is_staged()
        return type(source) is Symbol

    def _ag_next(self, default: tuple[Any, ...]) -> Any:
        """Return the first item or the default, or raise StopIteration."""
        if self._ag_used:
            self._ag_begin_again()
            next(self)
        return first(self._ag_trace, self, default)

    def _ag_begin(self) -> None:
        """Ensure that it is iterated over once, in the region that made it."""
        here = self._ag_is_here()
        self._ag_trace.part(TakenIterators).goes_on(self)
        if self._ag_used or not here:
            self._ag_begin_again()
        if self._ag_used:
            self._ag_refuse(f"{OF_THE_RUN} is iterated over a second time")
        if not here:
            self._ag_refuse(
                "created outside of a compiled branch or loop is iterated over in it"
            )
        self._ag_used = True
        self._ag_trace.builder.on_rollback(self._ag_again)

    def _ag_begin_again(self) -> None:
        if not self._ag_trace.tentative:  # else the loop may still run in Python
            super()._ag_begin_again()


class Recipe(LazyIteration):
    """A lazy iterator that can be iterated over once.

    Parameters
    ----------
    trace : Trace
        The running trace.
    source
        What it iterates over itself.
    step : callable
        Runs one iteration: takes the `Turn`, the item and what it keeps.
    kept : tuple
        What it keeps between iterations, at first.
    stops : bool
        Whether it may end before its source does.
    site : hashable
        See `Iteration`.
    """

    __slots__ = ("_ag_kept", "_ag_source", "_ag_step", "_ag_stops")

    def __init__(
        self,
        trace: Trace,
        source: Any,
        step: Step,
        kept: State = (),
        stops: bool = False,
        site: Hashable = None,
    ) -> None:
        super().__init__(trace, site)
        self._ag_source = source
        self._ag_step = step
        self._ag_kept = kept
        self._ag_stops = stops

    def _ag_loop(self, loop: Loop) -> Any:
        """Run a loop over it, as `for_loop` does."""
        trace = self._ag_trace
        self._ag_begin()
        step, kept, stops = self._ag_step, self._ag_kept, self._ag_stops
        count = len(loop.state)

        def turn(item: Any, *now: Any) -> Any:
            one = Turn(trace, replace(loop, state=now[:count]))
            broke, over, keeps, left = step(one, item, *now[count : count + len(kept)])
            if not stops:
                return whole.ended(broke, (*left, *keeps))
            end = or_(trace, broke, lambda: over)
            return (end, *left, *keeps, broke)

        carried = (*loop.state, *kept, *([False] if stops else []))
        whole = Loop(turn, carried, loop.breaks or stops, self._ag_loop_name(loop.name))
        broke, left = whole.split(run_loop(trace, self._ag_source, whole))
        return loop.ended(left[-1] if stops else broke, left[:count])

    def _ag_loop_name(self, loop_name: LoopName) -> LoopName:
        """Return which loop the one over its source is."""
        return loop_name


def is_recipe(value: Any) -> TypeGuard[LazyIteration]:
    """Whether a value is a recipe."""
    return issubclass(type(value), LazyIteration)


def recipe(
    trace: Trace,
    kind: Callable[..., Any],
    source: Any,
    step: Step,
    *kept: Any,
    stops: bool = False,
) -> Recipe:
    """Return a recipe that stands in for an object of the class `kind`."""
    made: type[Recipe] = class_called(kind.__name__, Recipe, kind)
    return made(trace, source, step, kept, stops)


def loop_here(trace: Trace, name: str) -> LoopName:
    """Return the description of the loop in the running call."""
    site = (*trace.stack.site(), name)
    loop_name: LoopName = LoopName(site, ("item", name), "iteration")
    return loop_name


def fold(
    trace: Trace,
    items: Any,
    body: Callable[..., Any],
    state: State,
    breaks: bool = False,
) -> Any:
    """Run our own loop over items, in the running call."""
    loop = Loop(body, state, breaks, loop_here(trace, "value"))
    return run_loop(trace, items, loop)


Take = Callable[[Trace, Any, Any], Any]
"""What takes items: it is given an item, and those before it, as Python's list or the
graph's. It returns what is kept of the item, or raises Python's error of it.
"""


def collected(trace: Trace, items: Any, take: Take | None = None) -> Any:
    """Return the items as a list: Python's if it can iterate, else the graph's.

    With `take`, the first item that is not taken raises its error before the next item
    is made.
    """
    key = ("collected", loop_here(trace, "items").site)
    found: list[Any] = []

    def put(item: Any) -> None:
        found.append(item if take is None else take(trace, item, found))
        trace.builder.on_rollback(found.pop)

    made = _each(trace, items, key, put, partial(_filled, trace, items, key, take))
    return found if made is None else made


def put_in_turn(trace: Trace, items: Any, put: Put) -> None:
    """Do something with each item before the next is made, as Python does."""
    key = ("put", loop_here(trace, "items").site)
    _each(trace, items, key, put, partial(fold, trace, items, put, ()))


def _each(
    trace: Trace, items: Any, key: Hashable, put: Put, stage: Callable[[], Any]
) -> Any:
    """Hand over the items if Python can iterate, else return what a loop gives."""
    mark = trace.builder.mark()
    unrolled = key in trace.facts.unrolled
    if unrolled or key not in trace.facts.lists:
        if items._ag_plain(not unrolled, put):
            return None
        trace.facts.lists.setdefault(key, NEVER)
        take_back(trace, mark)
    try:
        return stage()
    except TracingError as error:
        if unrolled:
            raise
        trace.facts.unrolled[key] = error.message
        take_back(trace, mark)
        trace.refusal = None
        if items._ag_plain(False, put):
            return None
        trace.builder.rollback(mark)
        trace.refuse(error)


def _filled(trace: Trace, items: Any, key: Hashable, take: Take | None) -> Symbol:
    """Return the list of the graph that a loop fills."""
    made: Symbol
    for _ in Settling(trace, "loop", take_back).tries():
        of = wide = trace.facts.lists.setdefault(key, NEVER)
        made = trace.record(
            OPS["list_new"], (Display("list", ()),), of=List(of), base="items"
        )
        trace.part(ListTypes).comes_from(made, key)

        def put(item: Any, made: Symbol = made) -> None:
            nonlocal wide
            if take is not None:
                item = take(trace, item, made)
            wide = join(wide, value_type(trace, item))
            trace.emit("list_append", made, item)

        fold(trace, items, put, ())
        if not trace.facts.widen_list(key, wide):
            break
    return made


def first(trace: Trace, items: LazyIteration, default: tuple[Any, ...]) -> Any:
    """Return the first item or the default, or raise StopIteration."""

    def body(item: Any, value: Any) -> Any:
        return True, item

    found, value = fold(trace, items, body, (Unbound("item"),), breaks=True)
    given, without = partial(trace.bound, value), partial(stopped, default)
    if is_symbolic(found):
        return branch_on(trace, found, given, without)
    return given() if found else without()


def stopped(default: tuple[Any, ...]) -> Any:
    """Return what `next` gives behind the last item, or raise StopIteration."""
    if not default:
        raise user_error(StopIteration())
    return default[0]
