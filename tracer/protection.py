"""``try`` and ``with``: Python where nothing is recorded, else regions of the graph.

An exception may leave a protected body anywhere. What its handlers, or the code behind
it, read of storage that the body has written so far is kept at run time: in a list of
one item, its *cell*, that is set wherever the body writes the storage.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from runtime.constructs import FINALLY, TRY, WITH
from runtime.errors import AutographError, Span
from runtime.ir.graph import Argument, Constant, Display
from runtime.ops import OPS
from runtime.types import ANY, List, Type, join
from tracer.branches import (
    Branch,
    Outcome,
    closed,
    cond,
    merge_named,
    merge_slots,
    run_region,
)
from tracer.builder import OpenRegion, Recorded
from tracer.decisions import PYTHON, STAGED
from tracer.errors import NotStaged, RegionEnd, Restart, TracingError, on_behalf
from tracer.names import target_names
from tracer.places import (
    CLOBBERED,
    NOT_MET,
    Slot,
    Unknown,
    carry_slot,
    learn_slots,
    write_slot,
)
from tracer.proxies import ObjectProxy
from tracer.raising import is_users
from tracer.recursion import nesting
from tracer.staging import TracedGlobals
from tracer.structure import Merge, containers_in, value_type
from tracer.symbols import Symbol

if TYPE_CHECKING:
    from tracer.trace import Trace

OURS = (AutographError, Recorded, RegionEnd, Restart)
"""What leaves a trace, or a part of it: no handler of the user sees it."""
WIDENING_LIMIT = 200
"""Tries of one body; each learns of a slot or a type, so this is a bug of ours."""


class Cells:
    """The cells of the storage that a protected body writes, in one try of it.

    Parameters
    ----------
    trace : Trace
        The running trace.
    slots : list of Slot
        The storage, as far as known; grows from try to try.
    types : dict
        What the cells hold, by the position of the slot; grows.
    """

    def __init__(self, trace: Trace, slots: list[Slot], types: dict[int, Type]) -> None:
        self._trace = trace
        self._slots = slots
        self._types = types
        self._cells = [self._new(position) for position in range(len(slots))]
        self._widened = False

    def _new(self, position: int) -> Symbol:
        trace, slot = self._trace, self._slots[position]
        value = slot.read()
        self._note_copies(value)
        of = value_type(trace, value)
        self._types[position] = of = join(self._types.get(position, of), of)
        content = Display("list", (trace.lift(value),))
        made = trace.record(OPS["list_new"], (content,), of=List(of), base=slot.name)
        assert type(made) is Symbol
        return made

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Set the cells wherever the user's code writes the storage."""
        self._trace.builder.watches.append(self._set)
        try:
            yield
        finally:
            self._trace.builder.watches.pop()

    def _set(self, slot: Slot, value: Any) -> None:
        if slot not in self._slots:
            return
        position = self._slots.index(slot)
        if position >= len(self._cells):
            return
        of, now = self._types[position], value_type(self._trace, value)
        if join(of, now) != of:
            self._types[position] = join(of, now)
            self._widened = True
            return
        self._note_copies(value)
        self._trace.emit("setitem", self._cells[position], 0, value)

    def restore(self) -> None:
        """Let the storage hold what the cells say."""
        trace = self._trace
        with trace.cells.resting():  # they know better than what is put back here
            for slot, cell in zip(self._slots, self._cells, strict=False):
                of = self._types[self._slots.index(slot)]
                arguments = (trace.lift(cell), Constant(0))
                value = trace.record(OPS["getitem"], arguments, of=of, base=slot.name)
                carry_slot(trace.builder, slot, value)
        trace.cells.read_again()

    def learn(self, regions: list[OpenRegion]) -> bool:
        """Note what the regions write; say whether another try has to be made."""
        return learn_slots(self._slots, [], regions) or self._widened

    def _note_copies(self, value: Any) -> None:
        for container in containers_in(value):
            self._trace.made.copied(container)


def _tries(trace: Trace) -> Iterator[Cells]:
    """Yield cells for one try after another; each takes back the one before."""
    slots: list[Slot] = []
    types: dict[int, Type] = {}
    mark = trace.builder.mark()
    for _ in range(WIDENING_LIMIT):
        yield Cells(trace, slots, types)
        trace.builder.rollback(mark)
    raise TracingError(f"the statement at {trace.span()} does not settle")


# try and except ----------------------------------------------------------------------


def try_(
    trace: Trace, body: Branch, clauses: tuple[Any, ...], state: tuple[Any, ...]
) -> Any:
    """Do what `autograph.try_` does, within a trace."""
    handlers = list(zip(clauses[::2], clauses[1::2], strict=True))
    return _tried(trace, _site(trace, body), body, handlers, state)


def _tried(
    trace: Trace,
    site: Hashable,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
) -> Any:
    names = target_names(trace)
    if site not in trace.facts.protected:
        return _try_in_python(trace, site, body, handlers, state)
    trace.decide("try", STAGED)
    with nesting(trace):
        return _try_staged(trace, body, handlers, state, names)


def _site(trace: Trace, body: Branch) -> Hashable:
    return getattr(body, "__code__", body), trace.caller


@contextmanager
def _recording_nothing(trace: Trace, site: Hashable) -> Iterator[None]:
    """Run what follows in Python; begin again if it records anything."""
    token = object()
    trace.builder.barred.append(token)
    try:
        yield
    except Recorded as recorded:
        if recorded.args[0] is not token:
            raise
    finally:
        trace.builder.barred.remove(token)
        # A `return` in a `finally` that stays Python swallows what leaves the body.
        if token in trace.builder.recorded:
            trace.facts.protected.add(site)
            trace.restart()


def _try_in_python(
    trace: Trace,
    site: Hashable,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
) -> Any:
    try:
        with trace.construct(), _recording_nothing(trace, site):
            result = body(*state)
    except OURS:
        raise
    except BaseException as error:
        if not is_users(error):
            raise
        trace.decide("try", PYTHON)
        for kinds, handler in handlers:
            if isinstance(error, _classes(trace, kinds)):
                with trace.construct(), _handling(trace, False):
                    return handler(error, *state)
        raise
    trace.decide("try", PYTHON)
    return result


def _classes(trace: Trace, kinds: Any) -> Any:
    """Give the classes of exceptions that a handler takes."""
    if callable(kinds) and not isinstance(kinds, type):
        kinds = kinds()
    if isinstance(kinds, tuple):
        return tuple([_classes(trace, kind) for kind in kinds])
    kind = trace.stager.original(kinds)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        trace.refuse(
            NotStaged(
                "an `except` names something that is no class of exceptions",
                hint="name the classes themselves",
            )
        )
    return kind


@contextmanager
def _handling(trace: Trace, staged: bool) -> Iterator[None]:
    """Note which exception a ``raise`` alone raises again: the run's, or Python's."""
    trace.handling.append(staged)
    try:
        yield
    finally:
        trace.handling.pop()


def _try_staged(
    trace: Trace,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
    names: list[str],
) -> Any:
    span = trace.span()
    classes = [_classes(trace, kinds) for kinds, _ in handlers]
    for cells in _tries(trace):
        with cells.watching():
            outcomes = [run_region(trace, lambda: body(*state), state)]
        if cells.learn([outcomes[0].region]):
            continue
        for _, handler in handlers:
            outcomes.append(_run_handler(trace, handler, state, outcomes[0], cells))
        break
    kinds = tuple([trace.lift(kind) for kind in classes])
    reached = [outcome for outcome in outcomes if not outcome.raised]
    ways = [
        f"in the body of the `try` in line {span.line}"
        if outcome is outcomes[0]
        else f"in a handler of the `try` in line {span.line}"
        for outcome in reached
    ]
    merge = Merge(trace, [outcome.region for outcome in reached], ways)
    if not reached:
        regions = tuple(closed(outcome, None) for outcome in outcomes)
        trace.builder.append(TRY, kinds, regions=regions, fails=True, span=span)
        raise RegionEnd
    result = merge_named(merge, [outcome.result for outcome in reached], names)
    merge_slots(trace, merge, outcomes, reached)
    yields = iter(merge.yields)
    regions = tuple(
        closed(outcome, None if outcome.raised else tuple(next(yields)))
        for outcome in outcomes
    )
    results = tuple(merge.results)
    trace.builder.append(TRY, kinds, results=results, regions=regions, span=span)
    trace.knowledge.leave([outcome.region for outcome in outcomes])
    return result


def _run_handler(
    trace: Trace,
    handler: Branch,
    state: tuple[Any, ...],
    protected: Outcome,
    cells: Cells,
) -> Outcome:
    code = getattr(handler, "__code__", None)
    error = trace.builder.value(code.co_varnames[0] if code else "error", ANY)

    def prepare(region: OpenRegion) -> None:
        _forget_stored(trace, region, protected.region)
        cells.restore()

    with _handling(trace, True):
        return run_region(
            trace, lambda: handler(trace.wrap(error), *state), state, (error,), prepare
        )


def _forget_stored(trace: Trace, region: OpenRegion, protected: OpenRegion) -> None:
    """Know of the places that a body stores to that they may have changed."""
    for place, of in protected.stored.items():
        if place is CLOBBERED:
            region.known[CLOBBERED] = True
            continue
        before = trace.knowledge.find(place)  # type: ignore[arg-type]
        entry = ANY
        if isinstance(before, Unknown):
            entry = before.type
        elif before is not NOT_MET:
            entry = trace.type_of(before)
        region.known[place] = Unknown(join(entry, of))


def reraise(trace: Trace) -> BaseException:
    """Do what `autograph.reraise` does, within a trace."""
    error = sys.exception()
    if trace.handling and not trace.handling[-1] and error is not None:
        return error
    trace.emit("reraise")
    raise RegionEnd


# finally -----------------------------------------------------------------------------


def finally_(trace: Trace, body: Branch, final: Branch, state: tuple[Any, ...]) -> Any:
    """Do what `autograph.finally_` does, within a trace."""
    names = target_names(trace)
    site = _site(trace, body)
    if site not in trace.facts.protected:
        return _finally_in_python(trace, site, body, final, state)
    trace.decide("finally", STAGED)
    with nesting(trace):
        return _finally_staged(trace, body, final, state, names)


def _finally_in_python(
    trace: Trace, site: Hashable, body: Branch, final: Branch, state: tuple[Any, ...]
) -> Any:
    try:
        with trace.construct(), _recording_nothing(trace, site):
            result = body(*state)
    except OURS:
        raise
    except BaseException as error:
        if is_users(error):
            with trace.construct():
                final(*state)
        raise
    trace.decide("finally", PYTHON)
    with trace.construct():
        final(*state)
    return result


def _finally_staged(
    trace: Trace,
    body: Branch,
    final: Branch,
    state: tuple[Any, ...],
    names: list[str],
) -> Any:
    span = trace.span()
    for cells in _tries(trace):
        with cells.watching():
            tried = run_region(trace, lambda: body(*state), state)

            def prepare(region: OpenRegion, tried: Outcome = tried) -> None:
                _forget_stored(trace, region, tried.region)
                cells.restore()  # noqa: B023  # runs within this turn

            last = run_region(trace, lambda: final(*state), state, (), prepare)
        if not cells.learn([tried.region, last.region]):
            break
    merge = Merge(trace, [] if tried.raised else [tried.region])
    if tried.raised or last.raised:
        yields = None if tried.raised else ()
        regions = (closed(tried, yields), closed(last, None if last.raised else ()))
        trace.builder.append(FINALLY, (), regions=regions, fails=True, span=span)
        raise RegionEnd
    result = merge_named(merge, [tried.result], names)
    regions = (closed(tried, tuple(merge.yields[0])), closed(last, ()))
    results = tuple(merge.results)
    trace.builder.append(FINALLY, (), results=results, regions=regions, span=span)
    trace.knowledge.leave([tried.region, last.region])
    cells.restore()
    return result


# with --------------------------------------------------------------------------------


def with_(
    trace: Trace,
    manager: Any,
    body: Branch,
    state: tuple[Any, ...],
    swallowed: Any,
    never: object,
) -> Any:
    """Do what `autograph.with_` does, within a trace."""
    if type(manager) is nullcontext:
        trace.decide("with", PYTHON)
        return body(manager.enter_result, *state)
    if _is_followed(trace, manager):
        return _with_followed(trace, manager, body, state, swallowed)
    names = target_names(trace)
    trace.decide("with", STAGED)
    with nesting(trace):
        return _with_staged(trace, manager, body, state, names, swallowed, never)


def _is_followed(trace: Trace, manager: Any) -> bool:
    """Say whether what a manager does is traced, and not left to the run."""
    if isinstance(manager, ObjectProxy):
        return trace.classes.is_users(type(manager._ag_real))
    enters = getattr(type(manager), "__enter__", None)
    return type(getattr(enters, "__globals__", None)) is TracedGlobals


def _with_followed(
    trace: Trace, manager: Any, body: Branch, state: tuple[Any, ...], swallowed: Any
) -> Any:
    """Do what Python does with a manager: a call, a ``try``, another call."""

    def ask(name: str, *arguments: Any) -> Any:
        if isinstance(manager, ObjectProxy):
            return trace.objects.special(manager, name, arguments, {})
        return on_behalf(getattr(type(manager), name), manager, *arguments)

    def tried(*state: Any) -> Any:
        return True, body(entered, *state)

    def failed(error: Any, *state: Any) -> Any:
        kind = type(error) if isinstance(error, BaseException) else None
        if type(error) is Symbol:
            kind = trace.emit("type_of", error)
        swallows = ask("__exit__", kind, error, error.__traceback__)
        return cond(trace, swallows, lambda: (False, swallowed), (again,), ())

    def again() -> Any:
        raise reraise(trace)

    entered = ask("__enter__")
    site = _site(trace, body)
    completed, result = _tried(trace, site, tried, [(BaseException, failed)], state)
    cond(trace, completed, lambda: ask("__exit__", None, None, None), (), ())
    return result


def errstate(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    """Do what ``np.errstate`` does: its manager is made and entered at run time."""
    made = trace.emit("errstate", *args, **kwargs)
    trace.quiet_managers.add(made._ag_value.name)
    return made


def _with_staged(
    trace: Trace,
    manager: Any,
    body: Branch,
    state: tuple[Any, ...],
    names: list[str],
    swallowed: Any,
    never: object,
) -> Any:
    span = trace.span()
    entering = (trace.lift(manager),)
    quiet = type(manager) is Symbol and manager._ag_value.name in trace.quiet_managers

    def prepare(region: OpenRegion) -> None:
        if not quiet:
            trace.knowledge.clobber()

    def run(end: Callable[[Any], Any]) -> Outcome:
        entered = trace.builder.value("entered", ANY)
        symbol = trace.wrap(entered)
        return run_region(
            trace, lambda: end(body(symbol, *state)), state, (entered,), prepare
        )

    if swallowed is not never:
        result = _swallowing(trace, run, entering, swallowed, span)
    else:
        done = run(lambda left: left)
        if done.raised:
            regions = (closed(done, None),)
            trace.builder.append(WITH, entering, regions=regions, fails=True, span=span)
            raise RegionEnd
        merge = Merge(trace, [done.region])
        result = merge_named(merge, [done.result], names)
        merge_slots(trace, merge, [done], [done])
        regions = (closed(done, tuple(merge.yields[0])),)
        results = tuple(merge.results)
        trace.builder.append(
            WITH, entering, results=results, regions=regions, span=span
        )
        trace.knowledge.leave([done.region])
    if not quiet:
        trace.knowledge.clobber()
    return result


def _swallowing(
    trace: Trace,
    run: Callable[[Callable[[Any], Any]], Outcome],
    entering: tuple[Argument, ...],
    swallowed: Any,
    span: Span,
) -> Any:
    """Record a region behind which the run goes on wherever it has stopped."""
    # What the region gives is storage too, written at its end.
    holder = {"left": swallowed}
    left = Slot(holder, "left")

    def end(value: Any) -> None:
        write_slot(trace.builder, left, value)

    for cells in _tries(trace):
        with cells.watching():
            done = run(end)
        if not cells.learn([done.region]):
            break
    regions = (closed(done, None if done.raised else ()),)
    trace.builder.append(WITH, entering, regions=regions, span=span)
    trace.knowledge.leave([done.region])
    cells.restore()
    return left.read()
