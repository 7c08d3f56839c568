"""Comprehensions: Python lists while short, else filled by a loop of the graph.

The result of a comprehension is a plain container as long as Python alone can tell
what is in it: it iterates over plain or few items, and no test is a symbol. Else a
loop of the graph fills a list. A generator expression is a recipe for such a loop:
nothing is recorded before it is iterated over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from types import CodeType, FunctionType, GeneratorType
from typing import Any

from tracer.calls.gathering import iterated, known_length
from tracer.calls.lengths import static_length
from tracer.errors import NeedsPlainValue, on_behalf, user_error
from tracer.flow.branches import is_symbolic, tested
from tracer.flow.endings import FAILS, STOPPED, stopping
from tracer.flow.iterators import TracedIterator, iterator
from tracer.flow.loop_bodies import Loop, LoopName
from tracer.flow.loops import run_loop
from tracer.flow.made_containers import MadeContainers
from tracer.flow.taken_iterators import TakenIterators
from tracer.flow.unrolling import UNROLL, try_staged
from tracer.iteration.comprehension_clauses import Nest, function_of
from tracer.iteration.lazy_iterations import (
    OF_THE_RUN,
    Outcome,
    Put,
    Recipe,
    Take,
    Turn,
    collected,
    is_recipe,
    loop_here,
)
from tracer.iteration.run_generators import RunGenerators
from tracer.iteration.taking import take_key, take_pair
from tracer.record.causes import GENERATOR, ITERATOR
from tracer.record.contents import for_the_run
from tracer.record.decisions import UNROLLED
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.container_iteration import VIEWS, DictView
from tracer.values.containers import DictProxy
from tracer.values.object_iteration import ObjectIteration
from tracer.values.proxies import ObjectProxy

LONG = 32
"""Iterations after which a comprehension that records operations becomes a loop."""
TOO_LONG = 2000
"""Iterations after which a comprehension is given up, unless it cannot be a loop."""

ITERATED_BY_THE_RUN = (
    *(dict, set, DictProxy, DictView, *VIEWS.values()),
    *(str, bytes, tuple, frozenset, range),
)
"""What Python's own iterators are made of, which do not outlive a trace."""


def list_of(trace: Trace, nest: Nest) -> Any:
    """Return the list of a comprehension."""
    return trace.part(MadeContainers).mutable(_collected(trace, nest))


def _collected(trace: Trace, nest: Nest, take: Take | None = None) -> Any:
    return collected(trace, Generated(trace, nest, late=False), take)


def set_of(trace: Trace, nest: Nest) -> Any:
    """Return the set of a comprehension."""
    items = _collected(trace, nest, take_key)
    if type(items) is Symbol or for_the_run(trace, items):
        return trace.emit("set_new", items)
    return trace.part(MadeContainers).mutable(on_behalf(set, items), items)


def dict_of(trace: Trace, nest: Nest) -> Any:
    """Return the dict of a comprehension."""
    pairs = _collected(trace, nest, take_pair)
    if type(pairs) is Symbol or for_the_run(trace, *[key for key, _ in pairs]):
        return trace.emit("dict_new", pairs)
    return trace.part(MadeContainers).mutable(on_behalf(dict, pairs))


def generate(trace: Trace, nest: Nest) -> Any:
    """Return the stand-in for a generator expression."""
    source = nest.items
    code = _users_code(trace)
    site = None if code is None else trace.stack.site()
    if code is not None and trace.is_left_to_run(site):
        return _made_at_run_time(trace, nest.function(code), source)
    nest.items = iterated(trace, source)
    renewed = partial(iterated, trace, source) if _begins_anew(source) else None
    return Generated(trace, nest, site=site, renewed=renewed)


def generator_of(trace: Trace, items: Any, make: Callable[[Any], Any]) -> Any:
    """Return the stand-in for a generator expression that stays Python's.

    The run makes it if Python cannot iterate over its items while tracing.
    """
    code = _users_code(trace)
    if code is None:
        return iterator(trace, make(items))
    made = partial(_made_at_run_time, trace, function_of(code, make), items)
    site = ("iterator", *trace.stack.site())
    if not known_length(items) or trace.is_left_to_run(site):
        return made()
    try:
        return iterator(trace, make(items), made)
    except NeedsPlainValue:
        trace.leave_to_run(site)


def _begins_anew(source: Any) -> bool:
    """Whether an iteration can begin again: no method of the user's begins it."""
    real = source._ag_real if isinstance(source, (DictProxy, ObjectProxy)) else source
    return type(real) in _OF_PYTHON


_OF_PYTHON = (dict, set, frozenset, str, bytes, DictView, *VIEWS.values())
"""Classes whose iterators can be made as often as wanted."""


def _users_code(trace: Trace) -> CodeType | None:
    """Return the user's code of the running generator expression, if it is known."""
    if trace.options.callbacks == "error":
        return None
    frame = trace.stack.frame()
    line, column = trace.stack.begins(frame)
    if column is None:
        return None
    return trace.options.generator(frame.f_code, line, column)


def _made_at_run_time(trace: Trace, function: FunctionType, source: Any) -> Any:
    """Record the creation of a generator that the run advances."""
    if isinstance(source, ObjectProxy):
        # Its `__iter__` may do anything, unlike the call that makes a generator.
        items = trace.asked.call_back(iter, (source,), {}, cause=ITERATOR)
    elif isinstance(source, ITERATED_BY_THE_RUN):
        items = trace.emit("iter", source)
    else:
        items = trace.emit("iter", iterated(trace, source))
    made = trace.asked.function_at_run_time(function)
    given = trace.asked.call_back(made, (items,), {}, cause=GENERATOR)
    trace.part(RunGenerators).note(given)
    return given


class _Staged(Exception):
    """Ends the attempt to run a comprehension in Python."""


class _StoppedByIteration(Exception):
    """Carries a StopIteration of the user's out of a generator of ours."""

    def __init__(self, error: StopIteration) -> None:
        self.error = error


class Generated(Recipe):
    """A generator expression, evaluated when it is iterated over.

    Parameters
    ----------
    trace, nest
        The running trace, and its clauses.
    late : bool
        Whether the source has a generator, and not a comprehension.
    site : hashable
        See `Iteration`.
    renewed : callable, optional
        Returns anew what the first clause iterates over.
    """

    __slots__ = ("_ag_begun", "_ag_late", "_ag_nest", "_ag_renewed", "_ag_tried")
    __class__ = GeneratorType  # type: ignore[assignment]  # see `Symbol.__class__`

    def __init__(
        self,
        trace: Trace,
        nest: Nest,
        late: bool = True,
        site: Hashable = None,
        renewed: Callable[[], Any] | None = None,
    ) -> None:
        super().__init__(trace, nest.items, partial(_turn, nest, late), site=site)
        self._ag_late = late
        self._ag_nest = nest
        self._ag_begun: Any = None
        self._ag_renewed = renewed
        self._ag_tried = False

    def _ag_loop(self, loop: Loop) -> Any:
        self._ag_goes_on()
        if self._ag_begun is not None:
            return run_loop(self._ag_trace, self._ag_begun, loop)
        if self._ag_tried and self._ag_renewed is not None:  # some items are taken
            self._ag_source = self._ag_renewed()
        self._ag_tried = True
        out = super()._ag_loop(loop)
        if not loop.breaks:
            self._ag_set_rest(iter(()))
        return out

    def _ag_loop_name(self, loop_name: LoopName) -> LoopName:
        own, code = self._ag_nest.names, self._ag_nest.code
        names = (own[0] if len(own) == 1 else "item", *loop_name.names[1:])
        return replace(loop_name, site=(loop_name.site, code), names=names)

    def _ag_plain(self, limited: bool, put: Put) -> bool:
        trace = self._ag_trace
        self._ag_goes_on()
        if self._ag_begun is None:
            self._ag_begin()
            steps = _Attempt(trace, limited).steps(self._ag_nest, self._ag_late)
        else:
            steps = self._ag_begun
        try:
            for item in steps:
                put(item)
        except _Staged:
            self._ag_tried = True
            return False
        except _StoppedByIteration as stopped:
            raise stopped.error from None
        trace.decide("iteration", UNROLLED)
        self._ag_set_rest(iter(()))
        return True

    def _ag_in_python(self, steps: Callable[[Nest], Iterator[Any]]) -> Any:
        self._ag_begin()
        return steps(self._ag_nest)

    def _ag_next(self, default: tuple[Any, ...]) -> Any:
        self._ag_goes_on()
        if self._ag_begun is None and not self._ag_used:
            return self._ag_first(default)
        if self._ag_begun is None:
            return super()._ag_next(default)
        try:
            return on_behalf(next, self._ag_begun, *default)
        except _Staged:
            self._ag_refuse(f"{OF_THE_RUN} is advanced with next()")

    def _ag_goes_on(self) -> None:
        self._ag_trace.part(TakenIterators).goes_on(self)

    def _ag_first(self, default: tuple[Any, ...]) -> Any:
        """Return the first item: Python searches for it, but not through very many."""
        trace, stage = self._ag_trace, partial(super()._ag_next, default)
        mark, site = trace.builder.mark(), loop_here(trace, "first").site
        limited = type(self._ag_source) in (range, list, tuple)
        limited = limited and site not in trace.facts.unrolled
        steps = _Attempt(trace, limited, TOO_LONG).steps(self._ag_nest)
        self._ag_begin()
        self._ag_set_rest(steps)
        try:
            return on_behalf(next, steps, *default)
        except _Staged:
            trace.builder.rollback(mark)
        self._ag_tried = True
        found = try_staged(trace, mark, site, stage) if limited else stage()
        return self._ag_first(default) if found is UNROLL else found

    def _ag_set_rest(self, rest: Iterator[Any]) -> None:
        """Continue in Python from here."""
        before = self._ag_begun
        self._ag_trace.builder.on_rollback(lambda: self._ag_set(before))
        self._ag_set(TracedIterator(rest, self._ag_trace))

    def _ag_set(self, rest: Any) -> None:
        self._ag_begun = rest


Generated.__name__ = "generator"


def _turn(nest: Nest, late: bool, turn: Turn, item: Any) -> Outcome:
    """Process one item of a comprehension in a loop of the graph."""
    ending = partial(_ending, turn.trace, late)
    with ending():
        arguments = on_behalf(nest.arguments, item)

    def go() -> Outcome:
        if nest.inner is not None:
            with ending():
                following = nest.inner(*arguments)
            return turn.each(Generated(turn.trace, following, late))
        assert nest.element is not None
        with ending():
            element = nest.element(*arguments)
        return turn.give(element)

    if nest.keep is None:
        return go()
    with ending():
        kept = nest.keep(*arguments)
    return turn.choose(kept, go, turn.skip)


def _ending(trace: Trace, late: bool) -> AbstractContextManager[None]:
    """Return what surrounds the user's expressions, which may stop a generator."""
    return stopping(trace, FAILS) if late else nullcontext()


class _Attempt:
    """An attempt to run a comprehension in Python.

    Parameters
    ----------
    trace : Trace
        The running trace.
    limited : bool
        Whether to give up where a loop would record far less.
    limit : int, optional
        The number of iterations after which it may.
    """

    def __init__(self, trace: Trace, limited: bool, limit: int | None = None) -> None:
        self._trace = trace
        self._limit = limit or (LONG if limited else TOO_LONG)
        self._limited = limited
        self._turns = 0
        self._before = len(trace.builder.region.nodes)

    def steps(self, nest: Nest, late: bool = True) -> Iterator[Any]:
        """Yield each element, or raise `_Staged`.

        A StopIteration of the user's ends a generator with an error. In a
        comprehension it is `_StoppedByIteration`: the source has no generator then.
        """
        for item in self._known(nest.items):
            self._count()
            try:
                with self._trace.construct, _ending(self._trace, late):
                    arguments = on_behalf(nest.arguments, item)
                    if nest.keep is not None:
                        test = tested(nest.keep(*arguments))
                        if is_symbolic(test):
                            raise _Staged
                        if not test:
                            continue
                    if nest.inner is None:
                        assert nest.element is not None
                        element = nest.element(*arguments)
                    else:
                        following = nest.inner(*arguments)
            except StopIteration as error:
                if not late:
                    raise _StoppedByIteration(error) from None
                raise user_error(RuntimeError(STOPPED)) from error
            if nest.inner is None:
                yield element
            else:
                yield from self.steps(following, late)

    def _count(self) -> None:
        """Stop a long comprehension, the sooner if it records something."""
        self._turns += 1
        if self._turns > self._limit:
            if self._limited and self._turns > TOO_LONG:
                raise _Staged
            if len(self._trace.builder.region.nodes) > self._before:
                raise _Staged

    def _known(self, items: Any) -> Iterator[Any]:
        """Return the items if Python can iterate over them while tracing."""
        trace = self._trace
        if isinstance(items, ObjectProxy):
            items = trace.part(ObjectIteration).iterable(items)
        if is_recipe(items):
            steps: Iterator[Any] | None = items._ag_in_python(self.steps)
            if steps is None:
                raise _Staged
            return steps
        if type(items) is not Symbol:
            return on_behalf(iter, items)  # type: ignore[no-any-return]
        length = static_length(items)
        if length is None or length > self._limit:
            raise _Staged
        return trace.asked.iterate(items)
