"""``while`` and ``for``: Python where that suffices, else regions of the graph."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from types import FunctionType
from typing import Any, NoReturn

from runtime.constructs import FOR, WHILE
from runtime.ir.nodes import Argument, Region
from runtime.ops.flow import element_type
from runtime.ops.row import TypeFailure
from runtime.types import ANY, BOOL, AnyType, Type, Union, join, join_all
from tracer.errors import NotStaged, RegionEnd, TracingError, on_behalf
from tracer.flow.branches import Branch, branch_on, is_symbolic, refined, tested, truth
from tracer.flow.iterators import Iterators, TracedIterator, going_on
from tracer.flow.made_containers import MadeContainers
from tracer.flow.merging import LoopState
from tracer.flow.nesting import depth_here, nesting
from tracer.flow.raising import raise_user_error
from tracer.record.builder import OpenRegion
from tracer.record.decisions import STAGED, UNROLLED
from tracer.record.places import (
    CLOBBERED,
    NOT_MET,
    Place,
    Slot,
    Unknown,
    carry_slot,
    learn_slots,
)
from tracer.record.staged import LoopSource, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

PLAIN_TURNS = 8
"""Turns that a loop on plain values makes in Python before staging it is tried."""
ENDED = object()
"""What stands behind the last item of a plain iterator."""
NESTING_LIMIT = 100
"""Turns of a Python loop that may follow, each in a branch of the one before."""
LONG_LIST = 64
"""Lists longer than this are tried as a loop of the graph."""
WIDENING_LIMIT = 200
"""Tries of one loop; each widens at least one leaf, so this is a bug of ours."""


def while_loop(
    trace: Trace,
    test: Branch,
    body: Branch,
    state: tuple[Any, ...] = (),
    breaks: bool = False,
    like: Like | None = None,
) -> Any:
    """Do what `autograph.while_loop` does, within a trace.

    Parameters
    ----------
    trace, test, body, state, breaks
        As the operator is given them.
    like : Like, optional
        Which `for` of the source it is, where `body` is a function of ours.
    """
    site = like.site if like else _site(trace, body)
    turns = 0
    while True:
        mark = trace.builder.mark()
        with trace.construct():
            more = tested(trace, test(*state))
        if not is_symbolic(more):
            if not more:
                _unrolled(trace, "while", site, turns)
                return ended(False, state, breaks)
            if turns == PLAIN_TURNS and site not in trace.facts.unrolled:
                stage = partial(_while, trace, site, test, body, state, breaks)
                staged = _try_staged(trace, mark, site, stage)
                if staged is not UNROLL:
                    return staged
                turns += 1
                continue
            with trace.construct():
                out = body(*state)
            flag, next_state = split(out, state, breaks)
            if not is_symbolic(flag):
                state = next_state
                turns += 1
                if flag:
                    _unrolled(trace, "while", site, turns)
                    return ended(flag, state, breaks)
                continue
        trace.builder.rollback(mark)
        return _while(trace, site, test, body, state, breaks)


@dataclass(frozen=True)
class Like:
    """Which `for` of the source a loop is, and what its values are called.

    Attributes
    ----------
    site : hashable
        Its place: what is learnt of its types is kept by it.
    names : tuple of str
        The name of the element, then those of the state.
    operator : str
        What the source has there: a `for`, or a call that goes through something.
    """

    site: Hashable
    names: tuple[str, ...]
    operator: str = "for"

    @classmethod
    def of(cls, trace: Trace, body: Branch, count: int) -> Like:
        """Give the loop whose body the user wrote."""
        return cls(_site(trace, body), tuple(_state_names(body, 1 + count, 0)))

    def named(self, count: int) -> list[str]:
        """Give so many names."""
        return [*self.names, *["t"] * count][:count]


class _Unroll:
    """What an attempt to stage a loop gives if the body needs plain values."""


UNROLL = _Unroll()


def _try_staged(
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
        trace.builder.rollback(mark)
        trace.forget_refusal()
        trace.facts.unrolled[site] = error.message
        if trace.part(Iterators).spent:
            trace.restart()
        return UNROLL
    finally:
        trace.tentative -= 1


def _unrolled(trace: Trace, operator: str, site: Hashable, turns: int) -> None:
    """Note that a loop ran in Python, and why it could not do otherwise."""
    why = trace.facts.unrolled.get(site, "")
    times = "1 turn" if turns == 1 else f"{turns} turns"
    trace.decide(operator, UNROLLED, f"{times}; {why}" if why else times)


def _site(trace: Trace, body: Branch) -> Hashable:
    code = body.__code__ if isinstance(body, FunctionType) else body
    return (code, trace.stack.caller)


def split(
    out: Any, state: tuple[Any, ...], breaks: bool
) -> tuple[Any, tuple[Any, ...]]:
    """Take apart what a loop's body returned: the flag and the next state."""
    if not breaks:
        return False, tuple(out) if state else ()
    if not state:
        return out, ()
    flag, *rest = out
    return flag, tuple(rest)


def ended(flag: Any, state: tuple[Any, ...], breaks: bool) -> Any:
    """Give what a loop's operator returns."""
    if not breaks:
        return state if state else None
    return (flag, *state) if state else flag


class _Attempt:
    """One try at tracing the regions of a loop."""

    def __init__(
        self, trace: Trace, site: Hashable, names: list[str], slots: list[Slot]
    ) -> None:
        self.trace = trace
        self.names = names
        self.facts: dict[Any, Type] = trace.facts.loops.setdefault(site, {})
        self.slots = slots
        self.inner: list[Slot] = []
        self.state = LoopState(trace, self.facts)
        self.flag: Any = None
        self.raised = False

    def enter(self, state: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Lift the state and the slots that the loop writes."""
        pairs = [
            self.state.enter(value, ("state", place), self.names[place])
            for place, value in enumerate(state)
        ]
        self.slot_pairs = [
            self.state.enter(slot.read(), ("slot", slot.key, place), slot.name)
            for place, slot in enumerate(self.slots)
        ]
        return tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)

    def open(self, extra: tuple[Any, ...] = ()) -> OpenRegion:
        """Open the region that has the parameters, with what is known in it."""
        region = self.trace.builder.open((*extra, *self.state.parameters))
        for path, of in self.facts.items():
            if path == CLOBBERED:
                region.known[CLOBBERED] = True
            elif isinstance(path, Place):
                region.known[path] = Unknown(of)
        for slot, (inner, _) in zip(self.slots, self.slot_pairs, strict=True):
            carry_slot(self.trace.builder, slot, inner)
        return region

    def own(self, *symbols: Any) -> None:
        """Give the parameters to the innermost region."""
        region = self.trace.builder.region
        _give(symbols, region)

    def learn(self, regions: list[OpenRegion], entered: Any, left: Any) -> bool:
        """Compare what a turn left; say whether something new was learnt."""
        for place, (old, new) in enumerate(zip(entered, left, strict=True)):
            self.state.leave(old, new, ("state", place))
        for place, slot in enumerate(self.slots):
            path = ("slot", slot.key, place)
            self.state.leave(self.slot_pairs[place][0], slot.read(), path)
        return self._learn_writes(regions) or self.state.widened

    def _learn_writes(self, regions: list[OpenRegion]) -> bool:
        learnt = learn_slots(self.slots, self.inner, regions)
        for region in regions:
            for place, of in region.stored.items():
                known = self.facts.get(place)
                if place == CLOBBERED:
                    wide: Type = ANY
                else:
                    wide = of if known is None else join(known, of)
                if known != wide:
                    self.facts[place] = wide
                    learnt = True
        return learnt

    def finish(self, regions: list[OpenRegion]) -> None:
        """Put back the slots, then set them to what they are after the loop."""
        contents: dict[Slot, Any] = {}
        for region in reversed(regions):
            contents.update(region.changed)
        for slot, old in contents.items():
            slot.write(old)
        builder = self.trace.builder
        for slot, (_, after) in zip(self.slots, self.slot_pairs, strict=True):
            carry_slot(builder, slot, after)
            builder.region.written[slot] = None
        for slot in self.inner:
            # Nobody should reach it any more; whoever does is told.
            slot.write(self.trace.wrap(self.state.forbidden(), regions[-1]))
        self.trace.knowledge.leave(regions)


def _give(value: Any, region: OpenRegion) -> None:
    """Make symbols in a structure belong to a region."""
    if type(value) is Symbol:
        value._ag_region = region
    elif isinstance(value, tuple):
        for item in value:
            _give(item, region)


def _while(
    trace: Trace,
    site: Hashable,
    test: Branch,
    body: Branch,
    state: tuple[Any, ...],
    breaks: bool,
    names: list[str] | None = None,
) -> Any:
    """Stage a `while`: trace its regions until the types of its state stay."""
    span = trace.stack.span()
    names = names or _state_names(body, len(state), 0)
    slots: list[Slot] = []
    for _ in range(WIDENING_LIMIT):
        mark = trace.builder.mark()
        attempt = _Attempt(trace, site, names, slots)
        _read_stored_places(trace, attempt)
        entered, after = attempt.enter(state)
        outer = trace.builder.region
        head = attempt.open()
        _own_parameters(attempt, entered, head)
        with trace.construct(), nesting(trace):
            more, condition = _run_test(trace, test, entered, mark, state)
            if head.written:
                trace.builder.rollback(mark)
                return _rotated(trace, site, test, body, state, breaks)
            inner = trace.builder.open()
            left, raised = _run_body(trace, body, entered, more)
        _unwind(trace, inner)
        if raised:
            flag, left = False, entered
        else:
            flag, left = split(left, state, breaks)
        if attempt.learn([head, inner], entered, left):
            trace.builder.rollback(mark)
            continue
        yields = _yields(trace, attempt, flag, breaks, raised)
        bodies = trace.builder.close(yields)
        tests = trace.builder.close((condition,))
        attempt.finish([head, inner])
        assert trace.builder.region is outer
        trace.decide("while", STAGED)
        return _loop_node(
            trace, WHILE, attempt, (), (tests, bodies), breaks, after, raised, span
        )
    raise TracingError(f"the loop at {span} does not settle")


def _rotated(
    trace: Trace,
    site: Hashable,
    test: Branch,
    body: Branch,
    state: tuple[Any, ...],
    breaks: bool,
) -> Any:
    """Stage a `while` whose test assigns to names: the test moves into the body.

    A loop's results are what its test was given; here they are what it left.
    """

    def turn(broke: Any, *now: Any) -> Any:
        def go() -> Any:
            flag, left = split(body(*now), state, breaks)
            return (flag, flag, *left)

        def stop() -> Any:
            return (True, False, *now)

        more = tested(trace, test(*now))
        if is_symbolic(more):
            return branch_on(trace, more, go, stop)
        return go() if more else stop()

    def always(*now: Any) -> bool:
        return True

    _, broke, *left = _while(
        trace,
        (site, "rotated"),
        always,
        turn,
        (False, *state),
        True,
        ["broke", *_state_names(body, len(state), 0)],
    )
    return ended(broke, tuple(left), breaks)


def _own_parameters(attempt: _Attempt, entered: Any, region: OpenRegion) -> None:
    _give(entered, region)
    _give(tuple(pair[0] for pair in attempt.slot_pairs), region)


def _run_test(
    trace: Trace, test: Branch, entered: Any, mark: Any, state: Any
) -> tuple[Any, Argument]:
    """Give what a loop tests, and what stands for its truth."""
    try:
        more = tested(trace, test(*entered))
        return more, truth(trace, more)
    except RegionEnd:
        pass
    except Exception as error:
        raise_user_error(trace, error)
    # The test always raises: it does so before the first turn.
    trace.builder.rollback(mark)
    truth(trace, tested(trace, test(*state)))
    trace.refuse(
        NotStaged(
            "the test of a loop raises for the types that its names have later",
            hint="give the names their final types before the loop",
        )
    )


def _run_body(
    trace: Trace, body: Branch, arguments: Any, more: Any = None
) -> tuple[Any, bool]:
    """Run a loop's body; say whether its end is never reached."""
    try:
        with trace.part(MadeContainers).unchanged(arguments):
            if type(more) is Symbol:
                with refined(trace, more, True) as settle:
                    return settle(body(*arguments)), False
            return body(*arguments), False
    except RegionEnd:
        return None, True
    except Exception as error:
        raise_user_error(trace, error)
        return None, True


def _unwind(trace: Trace, region: OpenRegion) -> None:
    while trace.builder.regions[-1] is not region:
        trace.builder.regions.pop().open = False


def _yields(
    trace: Trace, attempt: _Attempt, flag: Any, breaks: bool, raised: bool
) -> tuple[Argument, ...] | None:
    if raised:
        return None
    if not breaks:
        return tuple(attempt.state.yields)
    return (truth(trace, flag), *attempt.state.yields)


def _loop_node(
    trace: Trace,
    construct: Any,
    attempt: _Attempt,
    before: tuple[Argument, ...],
    regions: tuple[Region, ...],
    breaks: bool,
    after: tuple[Any, ...],
    raised: bool,
    span: Any,
) -> Any:
    results = tuple(attempt.state.results)
    stop: Any = False
    if breaks and not raised:  # a turn that always raises stops no loop
        made = trace.builder.value("broke", BOOL)
        results = (made, *results)
        stop = trace.wrap(made)
    _give(after, trace.builder.region)
    _give(tuple(pair[1] for pair in attempt.slot_pairs), trace.builder.region)
    trace.builder.append(
        construct,
        (*before, *attempt.state.initial),
        results=results,
        regions=regions,
        span=span,
    )
    return ended(stop, after, breaks)


def _state_names(body: Branch, count: int, skipped: int) -> list[str]:
    code = getattr(body, "__code__", None)
    names = list(code.co_varnames[skipped : skipped + count]) if code else []
    return names + ["t"] * (count - len(names))


def _read_stored_places(trace: Trace, attempt: _Attempt) -> None:
    """Load, before the loop, what the loop stores to: its type at entry is guarded."""
    for place, of in list(attempt.facts.items()):
        if isinstance(place, Place):
            if place.proxy._ag_trace is not trace:
                # Learnt by an earlier try, in which its holder may have been another.
                del attempt.facts[place]
                continue
            if trace.knowledge.find(place) is NOT_MET and place.exists():
                place.read()
            attempt.facts[place] = join(of, trace.entry_type(place))


def for_loop(
    trace: Trace,
    items: Any,
    body: Branch,
    state: tuple[Any, ...] = (),
    breaks: bool = False,
    like: Like | None = None,
) -> Any:
    """Do what `autograph.for_loop` does, within a trace.

    Parameters
    ----------
    trace, items, body, state, breaks
        As the operator is given them.
    like : Like, optional
        Which loop it is, and its names, where `body` is a function of ours.
    """
    like = like or Like.of(trace, body, len(state))
    if issubclass(type(items), LoopSource):
        return items._ag_loop(body, state, breaks, like)
    site = like.site
    if is_staged(items):
        source = items._ag_iterable()
        if source is not items:
            return for_loop(trace, source, body, state, breaks, like)
    elif trace.builder.staged and type(items) in (dict, set):
        items = list(items)
    if type(items) is Symbol:
        return _for(trace, like, items, body, state, breaks)
    length = _length(items)
    long = length is not None and _is_long(trace, items, length)
    mark = trace.builder.mark()
    if length is not None and not long and breaks:
        # A `break` on a symbol leaves the rest of the turns in nested branches.
        left = _for_in_python(
            trace, like, on_behalf(iter, items), body, state, breaks, mark
        )
        if left is not STAGED_FLAG:
            return left
        long = True
    if long:
        staged = _try_staged(
            trace,
            mark,
            site,
            lambda: _for(trace, like, _held(trace, items), body, state, breaks),
        )
        if staged is not UNROLL:
            return staged
    kept = type(items) is not TracedIterator and sys.getrefcount(items) > 4
    kept = kept and hasattr(type(items), "__next__")
    if length is None and trace.builder.staged and kept:
        trace.refuse(
            NotStaged(
                "an iterator made outside is advanced in a branch or loop of the graph",
                hint="iterate over the container itself",
            )
        )
    return _for_in_python(trace, like, on_behalf(iter, items), body, state, breaks)


class _StagedFlag:
    """What a Python loop gives when its `break` turns out to be a symbol."""


STAGED_FLAG = _StagedFlag()


def _length(items: Any) -> int | None:
    if is_staged(items):
        return items._ag_length()
    return len(items) if type(items) in (list, tuple, range) else None


def _is_long(trace: Trace, items: Any, length: int) -> bool:
    if type(items) is range:
        return length > PLAIN_TURNS
    return length > LONG_LIST


def _held(trace: Trace, items: Any) -> Any:
    """Give a run-time iterable of plain items."""
    if type(items) is range:
        arguments = [items.start, items.stop, items.step]
        if items.step == 1:
            arguments = arguments[1:2] if items.start == 0 else arguments[:2]
        return trace.emit("range", *arguments)
    return trace.emit("list_new", list(items))


def _for_in_python(
    trace: Trace,
    like: Like,
    items: Iterator[Any],
    body: Branch,
    state: tuple[Any, ...],
    breaks: bool,
    mark: Any = None,
) -> Any:
    """Run a loop over plain items in Python."""
    flag: Any = False
    turns = 0
    for turns, item in enumerate(_taken(items), 1):
        with trace.construct():
            out = body(item, *state)
        flag, state = split(out, state, breaks)
        if is_symbolic(flag) and mark is not None:
            trace.builder.rollback(mark)
            return STAGED_FLAG
        if is_symbolic(flag):
            _unrolled(trace, like.operator, like.site, turns)
            return _rest_in_branch(trace, like, flag, items, body, state)
        if flag:
            break
    _unrolled(trace, like.operator, like.site, turns)
    return ended(flag, state, breaks)


def _taken(items: Iterator[Any]) -> Iterator[Any]:
    """Yield the items; what an iterator raises of itself is the user's own error."""
    while (item := on_behalf(next, items, ENDED)) is not ENDED:
        yield item


def _rest_in_branch(
    trace: Trace,
    like: Like,
    flag: Symbol,
    items: Iterator[Any],
    body: Branch,
    state: tuple[Any, ...],
) -> Any:
    """Record the turns that follow a `break` at a symbol as a branch."""
    if type(items) is TracedIterator:
        if depth_here(trace) > NESTING_LIMIT:
            items.inline()
            _refuse_many(trace)
        rest = partial(_for_in_python, trace, like, items, body, state, True)
        broken = partial(ended, True, state, True)
        following = going_on(items, rest)
        return branch_on(trace, flag, broken, following, depth=NESTING_LIMIT)
    held = list(islice(items, NESTING_LIMIT + 1))
    if len(held) > NESTING_LIMIT:
        _refuse_many(trace)
    if not held:
        return ended(flag, state, True)
    return branch_on(
        trace,
        flag,
        lambda: ended(True, state, True),
        lambda: _for_in_python(trace, like, iter(held), body, state, True),
        depth=NESTING_LIMIT,
    )


def _refuse_many(trace: Trace) -> NoReturn:
    trace.refuse(
        NotStaged(
            "a loop over many Python items ends at a test known only when "
            "the graph runs",
            hint="loop over an array, a list or a range",
        )
    )


def _for(
    trace: Trace,
    like: Like,
    items: Symbol,
    body: Branch,
    state: tuple[Any, ...],
    breaks: bool,
) -> Any:
    """Stage a `for`."""
    span = trace.stack.span()
    item_name, *names = like.named(1 + len(state))
    try:
        of = join_all(
            element_type(member)
            for member in (
                items._ag_value.type.members
                if isinstance(items._ag_value.type, Union)
                else (items._ag_value.type,)
            )
        )
    except TypeFailure:
        of = ANY
        if not isinstance(items._ag_value.type, Union):
            trace.emit("iter", items)
    if isinstance(items._ag_value.type, AnyType):
        of = ANY
    steps = trace.asked.may_run_code(items)
    slots: list[Slot] = []
    for _ in range(WIDENING_LIMIT):
        mark = trace.builder.mark()
        attempt = _Attempt(trace, like.site, names, slots)
        _read_stored_places(trace, attempt)
        iterable = trace.lift(items)
        entered, after = attempt.enter(state)
        element = trace.builder.value(item_name, of)
        region = attempt.open((element,))
        _own_parameters(attempt, entered, region)
        with trace.construct(), nesting(trace):
            item = trace.wrap(element)
            if steps:
                trace.clobber()
            left, raised = _run_body(trace, body, (item, *entered))
        _unwind(trace, region)
        if raised:
            flag, left = False, entered
        else:
            flag, left = split(left, state, breaks)
        if attempt.learn([region], entered, left):
            trace.builder.rollback(mark)
            continue
        yields = _yields(trace, attempt, flag, breaks, raised)
        inner = trace.builder.close(yields)
        attempt.finish([region])
        trace.decide(like.operator, STAGED)
        left = _loop_node(
            trace, FOR, attempt, (iterable,), (inner,), breaks, after, raised, span
        )
        if steps:
            trace.clobber()
        return left
    raise TracingError(f"the loop at {span} does not settle")
