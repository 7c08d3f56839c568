"""``if``: Python for a plain test, two regions for a symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import ref

from runtime.constructs import COND
from runtime.errors import Span
from runtime.ir.nodes import Argument, Constant, Operation, Region, Value
from runtime.ops import OPS
from runtime.types import ANY, NONE, NumpyScalar, PythonScalar, Union
from tracer.errors import RegionEnd, on_behalf
from tracer.flow.alternatives import Alternatives
from tracer.flow.merging import Merge
from tracer.flow.nesting import LEVELS_INLINED, nesting
from tracer.flow.raising import raise_user_error
from tracer.flow.region_changes import unchanged
from tracer.record.builder import OpenRegion
from tracer.record.decisions import PYTHON, STAGED
from tracer.record.lives import Lives
from tracer.record.slots import Slot, carry_slot
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

Branch = Callable[..., Any]


def cond(
    trace: Trace,
    test: Any,
    if_true: Branch,
    *rest: Branch,
    state: tuple[Any, ...] = (),
    tests: Branch | None = None,
) -> Any:
    """Apply `autograph.cond` while tracing.

    For an `elif`, `tests` is the function that computed the test.
    """

    def otherwise() -> Any:
        if len(rest) >= 2:
            return cond(trace, rest[0](), *rest[1:], state=state, tests=rest[0])
        return rest[0](*state) if rest else None

    test = tested(test)
    trace.decide("if", STAGED if is_symbolic(test) else PYTHON, of=tests)
    if is_symbolic(test):
        span = None if tests is None else _line_of(trace, tests)
        return branch_on(
            trace, test, lambda: if_true(*state), otherwise, state, span=span
        )
    with trace.construct:
        return if_true(*state) if test else otherwise()


def is_symbolic(value: Any) -> bool:
    """Whether the truth of a value is known only at run time."""
    return type(value) is Symbol


def tested(value: Any) -> Any:
    """Return the truth of a value: a symbol if only the run knows it, else a bool."""
    test = value._ag_truth() if is_staged(value) else value
    return test if type(test) in (Symbol, bool) else on_behalf(bool, test)


class NoneTests:
    """Symbols that say whether another is None, by name.

    Attributes
    ----------
    known : dict
        A reference to the other symbol, which may end before the test does; and whether
        the test holds where it is None.
    """

    def __init__(self, trace: Trace) -> None:
        self.known: dict[str, tuple[ref[Symbol], bool]] = {}


@dataclass
class Outcome:
    """How the tracing of a branch ended."""

    region: OpenRegion
    result: Any = None
    raised: bool = False


def branch_on(
    trace: Trace,
    test: Symbol,
    then: Callable[[], Any],
    otherwise: Callable[[], Any],
    state: tuple[Any, ...] = (),
    depth: int = LEVELS_INLINED,
    span: Span | None = None,
) -> Any:
    """Record both branches of a test and return the merged result.

    Parameters
    ----------
    trace, test
        The running trace, and the tested value.
    then, otherwise : callable
        Run the branches.
    state : tuple
        Arguments of the branches: plain containers in it must not change in them.
    depth : int
        How often this position in the source may branch within its own branches.
    span : Span, optional
        Position of the test, if not the current one.
    """
    span = span or trace.stack.span()
    condition = truth(trace, test, span)
    with nesting(trace, depth):
        outcomes = [
            _run_branch(trace, arm, test, holds, state)
            for arm, holds in ((then, True), (otherwise, False))
        ]
    ways = [
        f"if the test in line {span.line} is {truth}" for truth in ("true", "false")
    ]
    return joined(trace, COND, (condition,), outcomes, span, ways)


def joined(
    trace: Trace,
    construct: Operation,
    operands: tuple[Argument, ...],
    outcomes: list[Outcome],
    span: Span,
    ways: Sequence[str] = (),
) -> Any:
    """Record a construct whose regions are traced; return what they give together.

    Parameters
    ----------
    trace, construct, operands
        The running trace, the construct, and what it is given.
    outcomes : list of Outcome
        How the tracing of its regions ended: one of them is left at its end.
    span : Span
        Where it stands.
    ways : sequence of str
        What leads through each region, for people.
    """
    ways = ways or [""] * len(outcomes)
    reached = [outcome for outcome in outcomes if not outcome.raised]
    ways = [
        way for way, outcome in zip(ways, outcomes, strict=True) if not outcome.raised
    ]
    if not reached:
        regions = tuple(closed(outcome, None) for outcome in outcomes)
        trace.builder.append(construct, operands, (), (), regions, True, span)
        # A handler around sees what was stored.
        trace.knowledge.leave([outcome.region for outcome in outcomes])
        raise RegionEnd
    merge = Merge(trace, [outcome.region for outcome in reached], ways)
    result = merge.merge([outcome.result for outcome in reached])
    merge_slots(trace, merge, outcomes, reached)
    yields = iter(merge.yields)
    regions = tuple(
        closed(outcome, None if outcome.raised else tuple(next(yields)))
        for outcome in outcomes
    )
    results = tuple(merge.results)
    trace.builder.append(construct, operands, (), results, regions, span=span)
    trace.knowledge.leave([outcome.region for outcome in outcomes])
    return result


def truth(trace: Trace, test: Any, span: Span | None = None) -> Argument:
    """Return the argument that a construct tests: a scalar itself, else its truth."""
    if type(test) is not Symbol:
        return Constant(bool(test))
    asked = test
    if not _is_condition(test):
        asked = trace.record(OPS["truth"], (trace.lift(test),), span=span)
    return trace.lift(asked)


def _is_condition(test: Symbol) -> bool:
    """Whether a value can be tested as it is."""
    of = test._ag_value.type
    return isinstance(of, PythonScalar) or (
        isinstance(of, NumpyScalar) and of.dtype.kind in "biuf"
    )


def _line_of(trace: Trace, operand: Branch) -> Span:
    """Return the span of the expression that a generated function returns."""
    code = operand.__code__
    header = code.co_firstlineno
    lines = [line for *_, line in code.co_lines() if line not in (None, header)]
    # Its entry and, before Python 3.13, its return are at the header of the construct.
    last = [header, *lines][-1]
    return trace.stack.span_at(code, last, trace.stack.frame())


def _run_branch(
    trace: Trace,
    arm: Callable[[], Any],
    test: Symbol,
    holds: bool,
    state: tuple[Any, ...],
) -> Outcome:
    def run() -> Any:
        with refined(trace, test, holds) as settle:
            return settle(arm())

    return run_region(trace, run, state)


def run_region(
    trace: Trace,
    run: Callable[[], Any],
    state: tuple[Any, ...],
    parameters: tuple[Value, ...] = (),
    prepare: Callable[[OpenRegion], None] | None = None,
) -> Outcome:
    """Record a function's run into a region of its own, and restore storage.

    Parameters
    ----------
    trace, run
        The running trace, and the function to run.
    state : tuple
        Its arguments: plain containers in them must not change.
    parameters : tuple
        The parameters of the region.
    prepare : callable, optional
        Called first, with the new region.
    """
    region = trace.builder.open(parameters)
    outcome = Outcome(region)
    with trace.construct, unchanged(trace, state):
        try:
            if prepare is not None:
                prepare(region)
            outcome.result = run()
            trace.part(Lives).region_ends()
        except RegionEnd:
            outcome.raised = True
        except Exception as error:
            raise_user_error(trace, error)
            outcome.raised = True
    while trace.builder.regions[-1] is not region:
        trace.builder.regions.pop().open = False
    trace.builder.regions.pop()
    # Where no way leads on, nothing is merged; a handler around sees what was written.
    trace.builder.region.written.update(region.written)
    trace.builder.region.born.update(region.born)
    region.exchange_contents()
    return outcome


def closed(outcome: Outcome, yields: tuple[Argument, ...] | None) -> Region:
    """Close the region of an outcome and return it."""
    region = outcome.region
    region.open = False
    return Region(region.parameters, tuple(region.nodes), yields)


def merge_slots(
    trace: Trace, merge: Merge, outcomes: list[Outcome], reached: list[Outcome]
) -> None:
    """Merge what the branches left in storage that only the trace has."""
    slots = dict.fromkeys(slot for each in outcomes for slot in each.region.changed)
    merged: list[tuple[Slot, Any]] = []
    for slot in slots:
        home = _birthplace(slot, outcomes)
        if home is not None and (len(reached) > 1 or home is not reached[0].region):
            # It should be out of reach by now; a use of it is an error.
            slot.write(trace.wrap(trace.builder.value("lost", ANY), home))
            continue
        before = slot.read()
        values = [each.region.changed.get(slot, before) for each in reached]
        merged.append((slot, merge.merge(values, slot.name)))
    # Only now: a function that a branch leaves may read what that did not change.
    for slot, value in merged:
        carry_slot(trace.builder, slot, value)


def _birthplace(slot: Slot, outcomes: list[Outcome]) -> OpenRegion | None:
    """Return the region that created a slot's holder, or None if it is older."""
    born = (e.region for e in outcomes if id(slot.holder) in e.region.born)
    return next(born, None)


@contextmanager
def refined(trace: Trace, test: Symbol, holds: bool) -> Iterator[Callable[[Any], Any]]:
    """Narrow the type of the tested symbol for the duration of a branch.

    It stays of the region that made it: a variable that holds it is older too.
    """
    narrowed: list[tuple[Symbol, Value]] = []
    known = trace.part(NoneTests).known.get(test._ag_value.name)
    if known is not None:
        symbol, none_if_true = known[0](), known[1]
        if symbol is not None:
            _narrow(trace, symbol, none_if_true == holds, narrowed)

    def settle(result: Any) -> Any:
        return _settled(result, [symbol for symbol, _ in narrowed], trace)

    try:
        yield settle
    finally:
        for symbol, value in narrowed:
            symbol._ag_value = value


def _narrow(
    trace: Trace, symbol: Symbol, none: bool, narrowed: list[tuple[Symbol, Value]]
) -> None:
    of = symbol._ag_value.type
    if not isinstance(of, Union) or NONE not in of.members:
        return
    if none:
        return
    arguments = (symbol._ag_value, Constant(False))
    refined = trace.record(OPS["refine"], arguments, base=symbol._ag_value.base)
    there = [each for each in trace.part(Alternatives).find(symbol) if each is not None]
    trace.part(Alternatives).note(refined._ag_value, there)
    narrowed.append((symbol, symbol._ag_value))
    symbol._ag_value = refined._ag_value


def _settled(result: Any, symbols: list[Symbol], trace: Trace) -> Any:
    """Return a result whose narrowed symbols keep their narrow types."""
    if type(result) is tuple:
        return tuple([_settled(item, symbols, trace) for item in result])
    if any(result is symbol for symbol in symbols):
        return Symbol(result._ag_value, trace, trace.builder.region)
    return result
