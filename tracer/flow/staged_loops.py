"""Loops as regions of the graph, traced until the types of their state settle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from runtime.constructs import FOR, WHILE
from runtime.constructs.base import known_truth
from runtime.ir.nodes import Argument, Region, Value
from runtime.ops.flow import element_type
from runtime.ops.row import TypeFailure
from runtime.types import ANY, BOOL, Type, join_all, members
from tracer.errors import NotStaged, RegionEnd
from tracer.flow.branches import Branch, branch_on, is_symbolic, refined, tested, truth
from tracer.flow.loop_bodies import Loop, State
from tracer.flow.loop_state import LoopTry
from tracer.flow.nesting import nesting
from tracer.flow.raising import raise_user_error
from tracer.flow.region_changes import unchanged
from tracer.flow.settling import Settling
from tracer.flow.shared_storage import SharedStorage, Variable
from tracer.record.builder import OpenRegion
from tracer.record.decisions import STAGED
from tracer.record.lives import Lives
from tracer.record.slots import Slot
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

Left = tuple[Any, bool]
"""What a body returns, and whether its end is never reached."""


def staged_while(trace: Trace, test: Branch, loop: Loop) -> Any:
    """Stage a `while`; the names of the loop are those of its state."""
    staged = _While(trace, test, loop)
    try:
        return staged.record()
    except _TestAssigns:
        staged.settling.take_back()
        return _rotated(trace, test, loop)


def staged_for(trace: Trace, items: Symbol, loop: Loop) -> Any:
    """Stage a `for`."""
    staged = _For(trace, items, loop)
    left = staged.record()
    if staged.runs_code:
        trace.clobber(replaces=False, steps=staged.steps)
    return left


class _StagedLoop(ABC):
    """A loop whose regions are being traced.

    Parameters
    ----------
    trace, loop
        The running trace, and the loop.
    names : list of str
        The names of the state.
    """

    construct: Any
    runs_code = False
    """Whether code that is not traced may run between two turns."""

    def __init__(self, trace: Trace, loop: Loop, names: list[str]) -> None:
        self.trace = trace
        self.loop = loop
        self.settling = Settling(trace, "loop")
        self._names = names

    def record(self) -> Any:
        """Trace the regions until they settle; record the loop."""
        trace, loop = self.trace, self.loop
        span = trace.stack.span()
        slots: list[Slot] = []
        shared, around = trace.part(SharedStorage), [*trace.builder.regions]
        variables: dict[Hashable, Variable] = {}
        shared.learn(variables, around)
        for _ in self.settling.tries():
            shared.make(variables.values())
            if self.runs_code:
                shared.bring_up_to_date()
            attempt = LoopTry(trace, loop.name.site, slots)
            attempt.read_stored_places()
            operands = self.operands()
            attempt.enter(loop.state, self._names)
            regions = [attempt.open(self.parameters(), operands)]
            with trace.construct, nesting(trace):
                out, raised = self.turn(attempt.entered, regions)
                if self.runs_code and not raised:  # for the next turn
                    shared.bring_up_to_date()
            _unwind(trace, regions[-1])
            if raised:
                flag, left = False, attempt.entered
            else:
                trace.part(Lives).region_ends()
                flag, left = loop.split(out)
            settled = not attempt.learn(regions, left)
            if not shared.learn(variables, around) and settled:
                break
        yields = None if raised else tuple(attempt.state.yields)
        # A turn that always raises stops no loop, nor one that always goes on.
        stops = loop.breaks and flag is not False
        if stops and yields is not None:
            yields = (truth(trace, flag), *yields)
        closed = self.close(yields)
        attempt.finish(regions)
        trace.decide(loop.name.operator, STAGED)
        results = tuple(attempt.state.results)
        stop: Any = False
        if stops:
            made = trace.builder.value("broke", BOOL)
            results = (made, *results)
            stop = trace.wrap(made)
        operands = (*operands, *attempt.state.initial)
        trace.builder.append(
            self.construct, operands, results=results, regions=closed, span=span
        )
        return loop.ended(stop, attempt.after)

    def operands(self) -> tuple[Argument, ...]:
        """Return what the loop takes besides its state."""
        return ()

    def parameters(self) -> tuple[Value, ...]:
        """Return what its region takes besides the state."""
        return ()

    @abstractmethod
    def turn(self, entered: State, regions: list[OpenRegion]) -> Left:
        """Trace one turn; add further regions."""

    def close(self, yields: tuple[Argument, ...] | None) -> tuple[Region, ...]:
        """End the regions."""
        return (self.trace.builder.close(yields),)


class _For(_StagedLoop):
    construct = FOR

    def __init__(self, trace: Trace, items: Symbol, loop: Loop) -> None:
        self._name, *names = loop.name.named(1 + len(loop.state))
        super().__init__(trace, loop, names)
        self._items = items
        self._type = _type_of_items(trace, items)
        self.runs_code = trace.asked.may_run_code(items)
        self.steps = trace.asked.is_generator(items)

    def operands(self) -> tuple[Argument, ...]:
        return (self.trace.lift(self._items),)

    def parameters(self) -> tuple[Value, ...]:
        self._item = self.trace.builder.value(self._name, self._type)
        return (self._item,)

    def turn(self, entered: State, regions: list[OpenRegion]) -> Left:
        item = self.trace.wrap(self._item)
        if self.runs_code:
            self.trace.clobber(replaces=False, steps=self.steps)
        return _run_body(self.trace, self.loop.body, (item, *entered))


def _type_of_items(trace: Trace, items: Symbol) -> Type:
    several = members(items._ag_value.type)
    try:
        return join_all(map(element_type, several))
    except TypeFailure:
        if len(several) == 1:
            trace.emit("iter", items)
        return ANY


class _TestAssigns(Exception):
    """Ends the tries of a `while` whose test assigns to names."""


class _While(_StagedLoop):
    construct = WHILE

    def __init__(self, trace: Trace, test: Branch, loop: Loop) -> None:
        super().__init__(trace, loop, loop.name.named(len(loop.state)))
        self._test = test
        self.runs_code = loop.name.site in trace.facts.waiting

    def turn(self, entered: State, regions: list[OpenRegion]) -> Left:
        trace = self.trace
        if self.runs_code:
            trace.clobber()
        before = trace.knowledge.questions
        more, self._condition = self._run_test(entered)
        if regions[0].written:
            raise _TestAssigns
        regions.append(trace.builder.open())
        out, raised = _run_body(trace, self.loop.body, entered, more)
        asks = trace.knowledge.questions > before
        flag = None if raised else self.loop.split(out)[0]
        if asks and flag is False and known_truth(self._condition):
            # Only others can end it, by a change of what it reads.
            trace.learn(trace.facts.waiting, self.loop.name.site)
        return out, raised

    def close(self, yields: tuple[Argument, ...] | None) -> tuple[Region, ...]:
        inner = self.trace.builder.close(yields)
        return self.trace.builder.close((self._condition,)), inner

    def _run_test(self, entered: tuple[Any, ...]) -> tuple[Any, Argument]:
        """Return what a loop tests, and the argument for its truth."""
        trace, test = self.trace, self._test
        try:
            more = tested(test(*entered))
            return more, truth(trace, more)
        except RegionEnd:
            pass
        except Exception as error:
            raise_user_error(trace, error)
        # The test always raises: it does so before the first turn.
        self.settling.take_back()
        truth(trace, tested(test(*self.loop.state)))
        trace.refuse(
            NotStaged(
                "the test of the loop raises an error for the types that its variables "
                "get later",
                hint="give the variables their final types before the loop",
            )
        )


def _rotated(trace: Trace, test: Branch, loop: Loop) -> Any:
    """Stage a `while` whose test assigns to names: the test moves into the body.

    A loop's results are the arguments of its last test; here they are what the test
    left.
    """

    def turn(broke: Any, *now: Any) -> Any:
        def go() -> Any:
            flag, left = loop.split(loop.body(*now))
            return (flag, flag, *left)

        def stop() -> Any:
            return (True, False, *now)

        more = tested(test(*now))
        if is_symbolic(more):
            return branch_on(trace, more, go, stop)
        return go() if more else stop()

    names = ("broke", *loop.name.names)
    name = replace(loop.name, site=(loop.name.site, "rotated"), names=names)
    moved = Loop(turn, (False, *loop.state), True, name)
    _, broke, *left = staged_while(trace, always, moved)
    return loop.ended(broke, tuple(left))


def always(*now: Any) -> bool:
    """Go on: the body says when to stop."""
    return True


def _run_body(trace: Trace, body: Branch, arguments: Any, more: Any = None) -> Left:
    """Run a loop's body; return what it left, and whether it always raises."""
    try:
        with unchanged(trace, arguments):
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
