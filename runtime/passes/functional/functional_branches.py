"""Branches in functional form: what an arm changes is a further result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runtime.building import region
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.passes.bases import (
    Base,
    Ref,
    State,
)
from runtime.passes.functional.functional_calls import Calls
from runtime.passes.functional.functional_kinds import (
    UNKNOWN,
)


@dataclass
class Arm:
    """An arm of a branch: what holds at its end, and what it yields there."""

    parameters: tuple[Value, ...]
    state: State
    nodes: list[Node]
    yields: tuple[Argument, ...] | None
    leaves: bool
    told: list[Argument] = field(default_factory=list)


@dataclass
class Joined:
    """The buffer of a result, and those that it may be in each of the arms."""

    base: Base
    of_arms: list[set[Base]]

    def meets(self, of_arms: list[set[Base]]) -> bool:
        """Whether another result may be the same buffer in one of the arms."""
        return any(own & other for own, other in zip(self.of_arms, of_arms))


class Branches(Calls):
    """Writes branches."""

    def cond(self, node: Node) -> bool:
        test = self.read(node.args[0])
        before = self.buffers.state
        arms = [self.arm(node, body, before.copy()) for body in node.regions]
        return self.joined(replace(node, args=(test,)), arms)

    def arm(self, node: Node, body: Region, state: State) -> Arm:
        """Walk an arm from a state; return how it ends."""
        flags = [i for i, each in enumerate(node.results) if each.name in self.flags]
        told = [body.yields[i] for i in flags] if body.yields else []
        self.flags.update(each.name for each in told if isinstance(each, Value))
        arm = Arm(body.parameters, state, [], body.yields, Constant(True) in told)
        with self.buffers.apart(arm.state, arm.nodes):
            if self.nodes(body.nodes):
                arm.yields = None
        return arm

    def joined(self, node: Node, arms: list[Arm], others: Sequence[Arm] = ()) -> bool:
        """Write a construct whose results are those of one of several arms.

        Parameters
        ----------
        node : Node
            The construct, with its arguments as they are now.
        arms : list of Arm
            The regions that yield its results.
        others : sequence of Arm
            Regions behind them that yield nothing.

        Returns
        -------
        bool
            Whether its end is never reached.
        """
        before = self.buffers.state
        going = [arm for arm in arms if arm.yields is not None]
        changed = [
            base
            for base, value in before.current.items()
            if any(arm.state.current[base] != value for arm in going)
        ]
        results = []
        joined: list[Joined] = []
        for position, result in enumerate(node.results if going else ()):
            if not self.joins(result, position, going, before, joined):
                results.append(result)
        for base in changed:
            now = self.of.value(base.name, argument_type(before.current[base]))
            for arm in going:
                arm.told.append(arm.state.current[base])
            before.current[base] = now
            results.append(now)
        for arm in going:
            before.join(arm.state, arm.leaves)
        regions = [
            region(arm.parameters, arm.nodes, arm.told if arm in going else None)
            for arm in arms
        ]
        regions += [region((), each.nodes, each.yields) for each in others]
        self.of.nodes.append(
            replace(node, results=tuple(results), regions=tuple(regions))
        )
        return not going

    def joins(
        self,
        result: Value,
        position: int,
        going: list[Arm],
        before: State,
        joined: list[Joined],
    ) -> bool:
        """Whether a result is one and the same array in all arms; else yield it."""
        yields = [(arm.yields or ())[position] for arm in going]
        meanings = [self.meaning(each) for each in yields]
        array = self.is_array(result)
        if array and isinstance(meanings[0], Ref):
            if all(each == meanings[0] for each in meanings):
                if meanings[0].base in before.current:
                    self.held[result.name] = meanings[0]
                    return True
        of_arms: list[set[Base]] = []
        frozen, unwritable = False, ""
        for arm, argument, meaning in zip(going, yields, meanings):
            with self.buffers.apart(arm.state, arm.nodes):
                arm.told.append(self.read(argument))
                if not array:
                    self.hand_out((argument,))
            of_arms.append(set())
            if isinstance(meaning, Ref):
                of_arms[-1] = meaning.base.all
                frozen = frozen or meaning.base in arm.state.frozen
                unwritable = unwritable or meaning.base.unwritable
            else:
                unwritable = UNKNOWN
        if array:
            rivals = set[Base]().union(*of_arms) & before.current.keys()
            # In an arm they may be one buffer that it has made.
            rivals |= {each.base for each in joined if each.meets(of_arms)}
            ref = self.buffers.make(result.name, result, rivals)
            joined.append(Joined(ref.base, of_arms))
            ref.base.unwritable = unwritable
            self.held[result.name] = ref
            if frozen:
                self.buffers.freeze(ref)
        return False
