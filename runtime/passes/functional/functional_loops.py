"""Loops in functional form: what a turn changes is a further state.

How a turn ends decides how the next one begins; so a body is walked until nothing new
is learnt of its states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from runtime.building import region
from runtime.constructs.carries import Loop
from runtime.errors import (
    AmbiguousMemory,
    NotFunctional,
    Span,
)
from runtime.ir.nodes import (
    Argument,
    Node,
    Value,
    argument_type,
)
from runtime.passes.bases import (
    Base,
    Held,
    Ref,
    State,
    known,
    rival,
)
from runtime.passes.functional.functional_kinds import (
    UNKNOWN,
)
from runtime.passes.functional.functional_protections import Protections


@dataclass
class Carried:
    """A state of a loop: an array is what it was at the start, or a base of its own.

    `unsure` is whether the first is taken for granted, to be seen.
    """

    value: Value
    start: Argument
    meaning: Held
    array: bool
    base: Base | None = None

    def __post_init__(self) -> None:
        self.unsure = self.array and isinstance(self.meaning, Ref)


@dataclass
class Turn:
    """What is known of a loop's turns so far."""

    states: list[Carried]
    carried: dict[Base, Value] = field(default_factory=dict)
    gone: dict[Base, Span | None] = field(default_factory=dict)
    frozen: dict[Base, Span | None] = field(default_factory=dict)
    reshaped: set[Base] = field(default_factory=set)


@dataclass
class Done:
    """The body of a loop as walked: its test, its nodes by region, its yields."""

    test: tuple[Argument, ...]
    parts: list[list[Node]]
    told: list[Argument] | None
    state: State


class Loops(Protections):
    """Writes loops."""

    def loop(self, node: Node, construct: Loop) -> bool:
        self.flags.update(
            each.name
            for each in construct.controls(node)[-1:]
            if construct.stops(node) and isinstance(each, Value)
        )
        leading = self.read_all(node.args[: construct.leading])
        self.hand_out(node.args[: construct.leading])
        turn = Turn(
            [
                Carried(state, start, self.meaning(start), self.is_array(state))
                for state, start in zip(construct.states(node), construct.starts(node))
            ]
        )
        for each in turn.states:
            if not each.array:
                self.hand_out((each.start,))
            elif not isinstance(each.meaning, Ref):
                self.renew(turn, each)
        while True:
            try:
                done = self.turn(node, construct, turn)
            except NotFunctional:
                unsure = [each for each in turn.states if each.unsure]
                if not unsure:
                    raise
                for each in unsure:
                    self.renew(turn, each)
                continue
            if done is not None:
                break
        self.finish(node, construct, turn, leading, done)
        return construct.endless(node)

    def renew(self, turn: Turn, state: Carried) -> None:
        """Let a state have a base of its own in each turn."""
        state.unsure = False
        state.base = base = Base(state.value.base)
        if not isinstance(state.meaning, Ref):
            base.unwritable = UNKNOWN
            return
        rival(base, state.meaning.base.all)
        for other in turn.states:
            if other is not state and other.base and isinstance(other.meaning, Ref):
                if other.meaning.base in state.meaning.base.all:
                    rival(base, (other.base,))

    def turn(self, node: Node, construct: Loop, turn: Turn) -> Done | None:
        """Walk the body once; return what it gave, or None if more was learnt."""
        outer = self.buffers.state
        state = self.begun(turn)
        first, begun = dict(state.current), state.copy()
        for element in construct.elements(node):
            if self.is_array(element):
                base = Base(element.base, unwritable=UNKNOWN)
                state.current[base] = element
                self.held[element.name] = Ref(base)
        test, parts, ended = self.walked(node, state, first)
        told: list[Argument] | None = None
        if not ended:
            yields = node.regions[-1].yields or ()
            flag, following = split(yields, construct.stops(node))
            if self.differs(turn, following):
                return None
            with self.buffers.apart(state, parts[-1]):
                told = [*self.read_all(flag), *self.told(turn, following)]
            if self.learn(turn, following, state, outer):
                return None
        if self.grown(turn, state, outer, first):
            return None
        reshaped = begun.reshaped(state) & outer.current.keys()
        if not reshaped <= turn.reshaped:
            turn.reshaped |= reshaped
            return None
        if told is not None:
            told += [state.current[base] for base in turn.carried]
        return Done(test, parts, told, state)

    def begun(self, turn: Turn) -> State:
        """Return what holds when a turn begins."""
        state = self.buffers.state.copy()
        state.gone.update(turn.gone)
        state.frozen.update(turn.frozen)
        state.current.update(turn.carried)
        state.reshape(turn.reshaped)
        for each in turn.states:
            if each.base is not None:
                state.current[each.base] = each.value
                self.held[each.value.name] = Ref(each.base)
            elif each.array:
                self.held[each.value.name] = each.meaning
        return state

    def walked(
        self, node: Node, state: State, first: Mapping[Base, Argument]
    ) -> tuple[tuple[Argument, ...], list[list[Node]], bool]:
        """Walk a turn; return its test, its nodes, and whether it never ends."""
        parts: list[list[Node]] = [[] for _ in node.regions]
        test: tuple[Argument, ...] = ()
        ended = False
        for body, nodes in zip(node.regions, parts):
            with self.buffers.apart(state, nodes):
                ended = self.nodes(body.nodes) or body.yields is None
                if ended:
                    break
                if body is node.regions[-1]:
                    continue
                test = self.read_all(body.yields or ())
                if any(state.current[base] != value for base, value in first.items()):
                    raise AmbiguousMemory(
                        "the test of a loop writes an array",
                        span=node.span,
                        hint="write before the test, or at the end of the body",
                    )
        return test, parts, ended

    def differs(self, turn: Turn, following: Sequence[Argument]) -> bool:
        """Whether a state was taken for what it was at the start, and is not."""
        for each, argument in zip(turn.states, following):
            if each.array and each.base is None:
                if self.meaning(argument) != each.meaning:
                    self.renew(turn, each)
                    return True
        return False

    def told(self, turn: Turn, following: Sequence[Argument]) -> list[Argument]:
        """Return what a turn yields for the states that it keeps."""
        found = []
        for each, argument in zip(turn.states, following):
            if each.base is not None or not each.array:
                found.append(self.read(argument))
            if not each.array:
                self.hand_out((argument,))
        return found

    def grown(
        self, turn: Turn, state: State, outer: State, first: Mapping[Base, Argument]
    ) -> bool:
        """Record what a turn changes around it; return whether that is new."""
        changed = {base for base in outer.current if state.current[base] != first[base]}
        new = [base for base in changed if base not in turn.carried]
        for base in new:
            of = argument_type(outer.current[base])
            turn.carried[base] = self.of.value(base.name, of)
        gone, frozen = known(state.gone, outer), known(state.frozen, outer)
        more = gone.keys() - turn.gone.keys() or frozen.keys() - turn.frozen.keys()
        turn.gone.update(gone)
        turn.frozen.update(frozen)
        return bool(new or more)

    def learn(
        self, turn: Turn, following: Sequence[Argument], state: State, outer: State
    ) -> bool:
        """Record which bases a state may have in its next turn; whether that is new."""
        new = False
        sources: list[tuple[Carried, Base]] = []
        for each, argument in zip(turn.states, following):
            meaning = self.meaning(argument)
            if each.base is None:
                continue
            if not isinstance(meaning, Ref):
                new = new or not each.base.unwritable
                each.base.unwritable = UNKNOWN
                continue
            base = meaning.base
            if base.unwritable and not each.base.unwritable:
                each.base.unwritable, new = base.unwritable, True
            if base in state.frozen and each.base not in turn.frozen:
                turn.frozen[each.base], new = state.frozen[base], True
            around = {one for one in base.all if one in outer.current}
            new = rival(each.base, around - {each.base}) or new
            for other, taken in sources:
                if base in taken.all and other.base is not None:
                    new = rival(each.base, (other.base,)) or new
            sources.append((each, base))
        return new

    def finish(
        self,
        node: Node,
        construct: Loop,
        turn: Turn,
        leading: tuple[Argument, ...],
        done: Done,
    ) -> None:
        """Write the loop, and record what its results are."""
        state = self.buffers.state
        kept = [each for each in turn.states if each.base is not None or not each.array]
        outcomes = construct.outcomes(node)
        results = list(node.results[: construct.stops(node)])
        starts = [self.read(each.start) for each in kept]
        starts += [state.current[base] for base in turn.carried]
        state.gone.update(turn.gone | known(done.state.gone_left, state))
        state.frozen.update(turn.frozen | known(done.state.frozen_left, state))
        state.reshape(turn.reshaped)
        results += self.outcomes(turn, outcomes)
        for base, parameter in turn.carried.items():
            now = self.of.value(base.name, parameter.type)
            state.current[base] = now
            results.append(now)
        parameters = [each.value for each in kept] + list(turn.carried.values())
        bodies = [region((), nodes, None) for nodes in done.parts]
        elements = construct.elements(node)
        if len(bodies) > 1 and node.regions[0].yields is not None:
            bodies[0] = replace(bodies[0], yields=done.test)
        bodies[0] = replace(bodies[0], parameters=(*elements, *parameters))
        if done.told is not None:
            bodies[-1] = replace(bodies[-1], yields=tuple(done.told))
        if construct.endless(node):
            results = []
        self.of.nodes.append(
            replace(
                node,
                args=(*leading, *starts),
                results=tuple(results),
                regions=tuple(bodies),
            )
        )

    def outcomes(self, turn: Turn, results: Sequence[Value]) -> list[Value]:
        """Record what the results of a loop are; return those that stay results."""
        state = self.buffers.state
        kept: list[Value] = []
        made: list[tuple[Carried, Ref]] = []
        for each, result in zip(turn.states, results):
            if each.base is None and each.array:
                self.held[result.name] = each.meaning
                continue
            kept.append(result)
            if each.base is None:
                continue
            rivals = each.base.rivals & state.current.keys()
            ref = self.buffers.make(result.name, result, rivals)
            ref.base.unwritable = each.base.unwritable
            for other, earlier in made:
                if other.base in each.base.rivals:
                    rival(ref.base, (earlier.base,))
            made.append((each, ref))
            self.held[result.name] = ref
            start = each.meaning.base if isinstance(each.meaning, Ref) else None
            if each.base in turn.frozen or start in state.frozen:
                self.buffers.freeze(ref)
        return kept


def split(
    yields: tuple[Argument, ...], stops: bool
) -> tuple[tuple[Argument, ...], tuple[Argument, ...]]:
    """Return the stop flag that a body yields, if there is one, and the states."""
    return yields[:stops], yields[stops:]
