"""``with``: a manager of the user's is traced, any other acts when the graph runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from runtime.constructs import WITH
from runtime.errors import Span
from runtime.ir.graph import Argument
from runtime.types import ANY
from tracer.branches import (
    Branch,
    Outcome,
    closed,
    cond,
    merge_named,
    merge_slots,
    run_region,
)
from tracer.builder import OpenRegion
from tracer.decisions import PYTHON, STAGED
from tracer.errors import RegionEnd, on_behalf
from tracer.names import target_names
from tracer.places import Slot, write_slot
from tracer.protection import attempts, site_of
from tracer.proxies import ObjectProxy
from tracer.recursion import nesting
from tracer.structure import Merge
from tracer.symbols import Symbol
from tracer.traced_globals import TracedGlobals
from tracer.tries import reraise, tried

if TYPE_CHECKING:
    from tracer.trace import Trace


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

    def inside(*state: Any) -> Any:
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
    site = site_of(trace, body)
    completed, result = tried(trace, site, inside, [(BaseException, failed)], state)
    cond(trace, completed, lambda: ask("__exit__", None, None, None), (), ())
    return result


def errstate(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    """Do what ``np.errstate`` does: its manager is made and entered at run time."""
    made = trace.emit("errstate", *args, **kwargs)
    name = made._ag_value.name
    trace.quiet_managers.add(name)
    # What is taken back gives its name to another value.
    trace.builder.on_rollback(lambda: trace.quiet_managers.discard(name))
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
    span = trace.stack.span()
    entering = (trace.lift(manager),)
    quiet = type(manager) is Symbol and manager._ag_value.name in trace.quiet_managers

    def prepare(region: OpenRegion) -> None:
        if not quiet:
            trace.clobber()

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
        trace.clobber()
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

    for cells in attempts(trace):
        with cells.watching():
            done = run(end)
        if not cells.learn([done.region]):
            break
    regions = (closed(done, None if done.raised else ()),)
    trace.builder.append(WITH, entering, regions=regions, span=span)
    trace.knowledge.leave([done.region])
    cells.restore()
    return left.read()
