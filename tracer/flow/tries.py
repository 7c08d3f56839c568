"""``try``: Python where its body records nothing, else regions of the graph."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from runtime.constructs import FINALLY, TRY
from runtime.errors import AutographError
from runtime.ir.behavior import is_unknown
from runtime.ir.nodes import Constant, Node, Region, Value, argument_type
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.plan.positions import chain
from runtime.types import ANY, Container
from tracer.errors import USER_ERROR, NotStaged, RegionEnd, Restart, user_error
from tracer.flow.branches import (
    Branch,
    Outcome,
    closed,
    joined,
    run_region,
)
from tracer.flow.endings import Exits, may_raise, stopping
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.merging import Merge
from tracer.flow.nesting import nesting
from tracer.flow.protection import Cells, attempts, forget_stored
from tracer.flow.raising import handles, is_users, raised_again, users_traceback
from tracer.flow.recording_nothing import recording_nothing, taken_back
from tracer.flow.refusals import refusals
from tracer.flow.settling import site_of
from tracer.record.builder import OpenRegion, RecordingBegan
from tracer.record.decisions import PYTHON, STAGED
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals

OPERATORS = ("autograph", "tracer")
"""The packages whose frames implement Python's own statements."""
OURS = (AutographError, RecordingBegan, RegionEnd, Restart)
"""What leaves a trace, or a part of it; the user's handlers never see it."""


def try_(trace: Trace, body: Branch, *clauses: Any, state: tuple[Any, ...] = ()) -> Any:
    """Apply `autograph.try_` while tracing."""
    handlers = list(zip(clauses[::2], clauses[1::2], strict=True))
    return tried(trace, site_of(trace, body), body, handlers, state)


def tried(
    trace: Trace,
    site: Hashable,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
) -> Any:
    """Run a body with its handlers, in Python or as regions."""
    if site not in trace.facts.protected:
        mark = trace.builder.mark()
        try:
            return _try_in_python(trace, site, body, handlers, state)
        except RecordingBegan as recorded:
            taken_back(trace, mark, recorded)
    trace.decide("try", STAGED)
    with nesting(trace):
        return _try_staged(trace, body, handlers, state)


def _caught(trace: Trace, body: Branch, state: tuple[Any, ...]) -> Any:
    """Run the body of a ``try``: what stops in it may be caught."""
    with stopping(trace, None):
        return body(*state)


def _try_in_python(
    trace: Trace,
    site: Hashable,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
) -> Any:
    try:
        with trace.construct, recording_nothing(trace, site):
            result = _caught(trace, body, state)
    except OURS:
        raise
    except BaseException as error:
        if not is_users(error):
            raise
        _let_go(error)
        trace.decide("try", PYTHON)
        for kinds, handler in handlers:
            if isinstance(error, classes_of(trace, kinds)):
                with (
                    trace.construct,
                    _handling(trace, False),
                    _knowing(trace, site),
                ):
                    return _handled(trace, site, handler, error, state)
        raise
    trace.decide("try", PYTHON)
    return result


def _let_go(error: BaseException) -> None:
    """Release what our operators hold in the frames that an exception has left.

    Python's own loop does so: a generator that nothing else holds ends before the
    handler begins.
    """
    place = error.__traceback__
    while place is not None and type(place.tb_frame.f_globals) is not TracedGlobals:
        place = place.tb_next  # what is around the body still runs
    while place is not None:
        package = str(place.tb_frame.f_globals.get("__name__")).partition(".")[0]
        if package in OPERATORS:
            place.tb_frame.clear()
        place = place.tb_next


def _handled(
    trace: Trace,
    site: Hashable,
    handler: Branch,
    error: BaseException,
    state: tuple[Any, ...],
) -> Any:
    """Run a handler in Python; the exception is the trace's own."""
    exits, before = trace.part(Exits), error.__traceback__
    shown = users_traceback(error, trace.options.home).__traceback__
    trace.part(MadeExceptions).caught(error, site)
    vars(error).pop(USER_ERROR, None)  # as well as its attributes
    exits.again = False
    try:
        return handler(error, *state)
    except BaseException as raised:
        if raised is error and exits.again:  # by `raise`: it comes from where it did
            exits.again = False
            user_error(raised_again(error, shown, before, trace.options.home))
        raise


@contextmanager
def _knowing(trace: Trace, site: Hashable) -> Iterator[None]:
    """Ensure that what the run raises in a handler has the exception as its context.

    If the run may raise there, the trace restarts, and the exception is the run's own.
    """
    nodes = trace.builder.region.nodes
    before = len(nodes)
    try:
        yield
    finally:
        recorded = Region((), tuple(nodes[before:]), None).walk()
        if any(map(may_raise, recorded)) and not trace.restarting:
            trace.restart_with(trace.facts.protected, site)


def classes_of(trace: Trace, kinds: Any) -> Any:
    """Return the classes of exceptions that a handler takes."""
    if callable(kinds) and not isinstance(kinds, type):
        kinds = kinds()
    if isinstance(kinds, tuple):
        return tuple([classes_of(trace, kind) for kind in kinds])
    kind = trace.asked.original(kinds)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        _refuse(trace, "names something that is not an exception class")
    return kind


def _refuse(trace: Trace, what: str) -> NoReturn:
    """Refuse an `except` clause."""
    hint = "name the exception classes themselves"
    trace.refuse(NotStaged(f"an `except` clause {what}", hint=hint))


def _evaluated(
    trace: Trace, handlers: list[tuple[Any, Branch]]
) -> tuple[list[Any], list[tuple[Any, Branch]]]:
    """Return the classes that handlers take, and the handlers.

    Where the expression of the classes raises, Python raises that instead of what it
    handles, and looks no further.
    """
    classes: list[Any] = []
    for position, (kinds, _) in enumerate(handlers):
        token = object()
        trace.builder.barred.append(token)
        try:
            with trace.construct:
                classes.append(classes_of(trace, kinds))
        except RecordingBegan:
            if trace.builder.barred != [token]:
                raise  # a statement around this one is tried first
            # Python runs it only if something is raised.
            _refuse(trace, "calls a function for the classes that it names")
        except Exception as error:
            if isinstance(error, AutographError) or not is_users(error):
                raise

            def raising(error: Any, *state: Any, kinds: Any = kinds) -> Any:
                return classes_of(trace, kinds)

            return [*classes, BaseException], [*handlers[:position], (kinds, raising)]
        finally:
            trace.builder.barred.remove(token)
    return classes, handlers


@contextmanager
def _handling(trace: Trace, staged: bool) -> Iterator[None]:
    """Record whether a bare ``raise`` raises the run's exception, or Python's."""
    trace.part(Exits).handling.append(staged)
    try:
        yield
    finally:
        trace.part(Exits).handling.pop()


def _try_staged(
    trace: Trace,
    body: Branch,
    handlers: list[tuple[Any, Branch]],
    state: tuple[Any, ...],
) -> Any:
    span = trace.stack.span()
    classes, handlers = _evaluated(trace, handlers)
    for cells in attempts(trace, body, *(handler for _, handler in handlers)):
        with cells.watching():
            outcomes = [run_region(trace, lambda: _caught(trace, body, state), state)]
        if cells.learn([outcomes[0].region]):
            continue
        for refusal in refusals(trace, outcomes[0], classes):
            classes = [refusal, *classes]
            handlers = [(refusal, lambda *_: raise_again(trace)), *handlers]
        for _, handler in handlers:
            outcomes.append(_run_handler(trace, handler, state, outcomes[0], cells))
        break
    kinds = tuple([trace.lift(kind) for kind in classes])
    parts = ["the body", *["a handler"] * len(handlers)]
    ways = [f"in {part} of the `try` in line {span.line}" for part in parts]
    return joined(trace, TRY, kinds, outcomes, span, ways)


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
        forget_stored(trace, region, protected.region)
        cells.restore()

    outer = len(chain(trace.stack.span())) - 1
    with _handling(trace, True):
        outcome = run_region(
            trace, lambda: handler(trace.wrap(error), *state), state, (error,), prepare
        )
    nodes = outcome.region.nodes
    body = Region((), tuple(nodes), None)
    if any(_may_show(node, error) for node in body.walk()):
        again = any(_raises_again(node, error) for node in body.walk())
        given = () if again or not outer else (Constant(outer),)
        span = trace.stack.span()
        nodes.insert(0, Node(OPS["users_traceback"], (error, *given), span=span))
    return outcome


def _may_show(node: Node, error: Value) -> bool:
    """Whether a node of a handler may look at the traceback of the exception.

    What keeps it may, and unknown code; no method of a dict does, nor a store.
    """
    row = node.operation
    if not isinstance(row, Row) or not row.holds:
        return False
    if error in node.operands():
        return True
    kind = argument_type(node.args[0]) if row.name == "call_method" else None
    return is_unknown(node) and not isinstance(kind, Container)


def _raises_again(node: Node, error: Value) -> bool:
    """Whether a node raises the handled exception, which then shows where it went."""
    return node.operation.name == "reraise" or (
        node.operation.name == "raise_error" and node.args[0] == error
    )


def reraise(trace: Trace) -> BaseException:
    """Apply `autograph.reraise` while tracing."""
    error = sys.exception()
    if error is not None:
        if trace.part(Exits).handling[-1:] == [False]:
            trace.part(Exits).again = True
            return error
        if handles(trace, error):
            return error
    raise_again(trace)


def raise_again(trace: Trace) -> NoReturn:
    """Record that the run raises again what it handles."""
    trace.emit("reraise")
    raise RegionEnd


def finally_(
    trace: Trace, body: Branch, final: Branch, state: tuple[Any, ...] = ()
) -> Any:
    """Apply `autograph.finally_` while tracing."""
    site = site_of(trace, body)
    if site not in trace.facts.protected:
        mark = trace.builder.mark()
        try:
            return _finally_in_python(trace, site, body, final, state)
        except RecordingBegan as recorded:
            taken_back(trace, mark, recorded)
    trace.decide("finally", STAGED)
    with nesting(trace):
        return _finally_staged(trace, body, final, state)


def _finally_in_python(
    trace: Trace, site: Hashable, body: Branch, final: Branch, state: tuple[Any, ...]
) -> Any:
    try:
        with trace.construct, recording_nothing(trace, site):
            result = body(*state)
    except OURS:
        raise
    except BaseException as error:
        if is_users(error):
            _let_go(error)
            with trace.construct, _knowing(trace, site):
                final(*state)
        raise
    trace.decide("finally", PYTHON)
    with trace.construct:
        final(*state)
    return result


def _finally_staged(
    trace: Trace,
    body: Branch,
    final: Branch,
    state: tuple[Any, ...],
) -> Any:
    span = trace.stack.span()
    for cells in attempts(trace, body, final):
        with cells.watching():
            tried = run_region(trace, lambda: body(*state), state)

            def prepare(region: OpenRegion, tried: Outcome = tried) -> None:
                forget_stored(trace, region, tried.region)
                cells.restore()  # noqa: B023  # runs within this turn

            last = run_region(trace, lambda: final(*state), state, (), prepare)
        if not cells.learn([tried.region, last.region]):
            break
    merge = Merge(trace, [] if tried.raised else [tried.region])
    if tried.raised or last.raised:
        yields = None if tried.raised else ()
        regions = (closed(tried, yields), closed(last, None if last.raised else ()))
        trace.builder.append(FINALLY, (), regions=regions, fails=True, span=span)
        trace.knowledge.leave([tried.region, last.region])
        raise RegionEnd
    result = merge.merge([tried.result])
    regions = (closed(tried, tuple(merge.yields[0])), closed(last, ()))
    results = tuple(merge.results)
    trace.builder.append(FINALLY, (), results=results, regions=regions, span=span)
    trace.knowledge.leave([tried.region, last.region])
    cells.restore()
    return result


@contextmanager
def try_body(trace: Trace) -> Iterator[None]:
    """Record that the user's handlers see exceptions raised within."""
    trace.part(Exits).protected.append(len(trace.builder.regions))
    try:
        yield
    except RegionEnd:
        trace.refuse(
            NotStaged(
                "the body of a `try` that runs in Python raises only when the function "
                "runs, where its handlers cannot catch it",
                hint="move the `yield`, or the jump out of `finally`, out of the `try`",
            )
        )
    finally:
        trace.part(Exits).protected.pop()
