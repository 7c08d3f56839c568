"""``with``: the user's managers are traced, any other acts when the graph runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from runtime.constructs import WITH
from runtime.errors import AutographError, Span
from runtime.ir.nodes import Argument
from runtime.types import ANY
from tracer.errors import NotStaged, on_behalf
from tracer.flow.branches import (
    Branch,
    Outcome,
    closed,
    cond,
    joined,
    run_region,
)
from tracer.flow.lazy_logic import and_, not_
from tracer.flow.nesting import nesting
from tracer.flow.protection import attempts
from tracer.flow.settling import site_of
from tracer.flow.tries import reraise, tried
from tracer.record.builder import OpenRegion
from tracer.record.context import NEVER
from tracer.record.decisions import PYTHON, STAGED
from tracer.record.slots import made_slot, write_slot
from tracer.record.staged import Proxy, TraceManager
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.values.classes import Classes
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods


class QuietManagers:
    """Context managers of the run that run none of the user's code, by name."""

    def __init__(self, trace: Trace) -> None:
        self.names: set[str] = set()


def with_(
    trace: Trace,
    manager: Any,
    body: Branch,
    state: tuple[Any, ...] = (),
    swallowed: Any = NEVER,
) -> Any:
    """Apply `autograph.with_` while tracing."""
    if type(manager) is nullcontext:
        trace.decide("with", PYTHON)
        return body(manager.enter_result, *state)
    if issubclass(type(manager), TraceManager):
        trace.decide("with", PYTHON)
        result = body(manager._ag_enter(), *state)
        manager._ag_exit()
        return result
    if _is_followed(trace, manager):
        return _with_followed(trace, manager, body, state, swallowed)
    trace.decide("with", STAGED)
    with nesting(trace):
        return _with_staged(trace, manager, body, state, swallowed)


def _is_followed(trace: Trace, manager: Any) -> bool:
    """Whether the methods of a manager are traced, and not left to the run."""
    if isinstance(manager, ObjectProxy):
        kind = type(manager._ag_real)
        manages = hasattr(kind, "__enter__") and hasattr(kind, "__exit__")
        return manages and trace.part(Classes).is_users(kind)
    enters = getattr(type(manager), "__enter__", None)
    return type(getattr(enters, "__globals__", None)) is TracedGlobals


def _with_followed(
    trace: Trace, manager: Any, body: Branch, state: tuple[Any, ...], swallowed: Any
) -> Any:
    """Apply a manager as Python does: a call, a ``try``, another call."""

    def ask(name: str, *arguments: Any) -> Any:
        if isinstance(manager, ObjectProxy):
            return trace.part(SpecialMethods).special(manager, name, arguments, {})
        return on_behalf(getattr(type(manager), name), manager, *arguments)

    def inside(*state: Any) -> Any:
        return True, body(entered, *state)

    def failed(error: Any, *state: Any) -> Any:
        kind = type(error) if isinstance(error, BaseException) else None
        if type(error) is Symbol:
            kind = trace.emit("type_of", error)
        swallows = ask("__exit__", kind, error, error.__traceback__)
        swallows = and_(trace, swallows, lambda: not_(trace, ours(error)))
        return cond(trace, swallows, lambda: (False, swallowed), again)

    def ours(error: Any) -> Any:
        return trace.asked.call(isinstance, (error, AutographError), {})

    def again() -> Any:
        raise reraise(trace)

    entered = ask("__enter__")
    site = site_of(trace, body)
    handlers = [((AutographError, BaseException), failed)]  # it says that it leaves
    completed, result = tried(trace, site, inside, handlers, state)
    cond(trace, completed, lambda: ask("__exit__", None, None, None))
    return result


def errstate(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Apply ``np.errstate``: its manager is made and entered at run time."""
    made = trace.emit("errstate", *args, **kwargs)
    name = made._ag_value.name
    quiet = trace.part(QuietManagers).names
    quiet.add(name)
    # What is taken back gives its name to another value.
    trace.builder.on_rollback(lambda: quiet.discard(name))
    return made


def _with_staged(
    trace: Trace,
    manager: Any,
    body: Branch,
    state: tuple[Any, ...],
    swallowed: Any,
) -> Any:
    span = trace.stack.span()
    entering = (trace.lift(manager),)
    names_of_quiet = trace.part(QuietManagers).names
    quiet = type(manager) is Symbol and manager._ag_value.name in names_of_quiet

    def prepare(region: OpenRegion) -> None:
        region.given.update((each.name, *entering) for each in region.parameters)
        if not quiet:
            trace.clobber()

    def run(end: Callable[[Any], Any]) -> Outcome:
        entered = trace.builder.value("entered", ANY)
        symbol = trace.wrap(entered)
        return run_region(
            trace, lambda: end(body(symbol, *state)), state, (entered,), prepare
        )

    if swallowed is not NEVER:
        result = _swallowing(trace, run, body, entering, swallowed, span)
    else:
        done = run(lambda left: left)
        result = joined(trace, WITH, entering, [done], span)
    if not quiet:
        trace.clobber()
    return result


def _swallowing(
    trace: Trace,
    run: Callable[[Callable[[Any], Any]], Outcome],
    body: Branch,
    entering: tuple[Argument, ...],
    swallowed: Any,
    span: Span,
) -> Any:
    """Record a region after which the run continues wherever the region stopped."""
    # What the region gives is storage too, written at its end.
    left = made_slot(trace.builder, "left", swallowed)

    def end(value: Any) -> None:
        write_slot(trace.builder, left, value)

    for cells in attempts(trace, body, own=(left,)):
        with cells.watching():
            done = run(end)
        if not cells.learn([done.region]):
            break
    regions = (closed(done, None if done.raised else ()),)
    trace.builder.append(WITH, entering, regions=regions, span=span)
    trace.knowledge.leave([done.region])
    cells.restore()
    return left.read()


def context(trace: Trace, manager: Any) -> AbstractContextManager[Any]:
    """Refuse a context manager: it would act while tracing, not at run time."""
    if type(manager) is nullcontext:
        return manager
    kind = type(manager._ag_real) if isinstance(manager, Proxy) else type(manager)
    name = "..." if kind is Symbol else f"{kind.__name__}(...)"
    trace.refuse(
        NotStaged(
            f"`with {name}` is not supported in a compiled function",
            hint="enter the context manager around the call of the compiled function",
        )
    )
