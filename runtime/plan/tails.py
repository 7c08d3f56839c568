"""The end of a region: a return, the results of a choice, the next iteration.

A tail holds the arguments it uses. At the end of an arm it can take over the tail of
the region around it. Then a result is returned where it is known, and a stop flag set
in one arm becomes a plain ``break``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.constructs.base import known_truth
from runtime.constructs.cond import Cond
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.plan.moves import Move
from runtime.plan.writing import Tail, Writing
from runtime.types import BOOL


@dataclass(frozen=True)
class Return(Tail):
    """The end of the function."""

    def write(self, plan: Writing) -> None:
        """Write ``return result``."""
        (result,) = self.arguments
        plan.drops.forget(plan.mover.computes(result))
        plan.writer.start(plan.span_of(result))
        plan.writer.put("return ")
        plan.expressions.argument(result)
        plan.writer.end()

    def leaves(self) -> bool:
        """Return True: nothing comes after a return."""
        return True


@dataclass(frozen=True)
class Test(Tail):
    """The end of a test region that needs lines of its own."""

    def write(self, plan: Writing) -> None:
        """Write ``if not test: break``."""
        plan.drops.write()
        plan.test("if", self.arguments[0], negated=True)
        with plan.indented():
            plan.writer.line("break")

    def takes(self, node: Node, plan: Writing) -> bool:
        """Return False: a test is written once."""
        return False


@dataclass(frozen=True)
class Merge(Tail):
    """The end of an arm: its values become the results of the choice.

    Parameters
    ----------
    node : Node
        The choice.
    variables : sequence of str or None
        The variables of the results; None for an unused one.
    after : set of str
        The variables that hold live values after the choice.
    region : Region
        The region that contains the choice.
    closes : bool
        Whether the choice ends with this arm, because the other one left.
    """

    node: Node
    region: Region
    variables: Sequence[str | None]
    after: set[str]
    closes: bool = False

    def write(self, plan: Writing) -> None:
        """Assign the results."""
        plan.drops.write(besides=self.variables)
        plan.mover.write(list(map(Move, self.variables, self.arguments)))
        if self.closes:
            self.close(plan)

    def close(self, plan: Writing) -> None:
        """Set the variables that hold live values after the choice."""
        plan.names.hold(self.after)
        for result, variable in zip(self.node.results, self.variables):
            if variable is not None:
                plan.names.take(result.name, variable)
        plan.drops.add(plan.lifetimes.dying[id(self.node)], self.region)

    def takes(self, node: Node, plan: Writing) -> bool:
        """Return False: the innermost choice assigns its own results."""
        return False


@dataclass(frozen=True)
class NextTurn(Tail):
    """The end of a loop's body: the states of the next iteration, after a stop flag.

    Parameters
    ----------
    variables : sequence of str or None
        The variables of the states; None for an unused one.
    stops : bool
        Whether the first argument is a stop flag.
    flag : str, optional
        The variable of the flag's result, if it is used.
    """

    variables: Sequence[str | None]
    stops: bool
    flag: str | None

    def write(self, plan: Writing) -> None:
        """Assign the states, and leave the loop if the flag is set."""
        plan.drops.forget(any(map(plan.mover.computes, self.arguments)))
        moves = list(map(Move, self.variables, self.arguments[self.stops :]))
        truth = known_truth(self.arguments[0]) if self.stops else False
        if truth is None:
            self._may_break(plan, moves)
            return
        plan.mover.write(moves)
        if truth:
            self._break(plan, self.arguments[0])

    def leaves(self) -> bool:
        """Whether the loop surely ends here."""
        return self.stops and known_truth(self.arguments[0]) is True

    def takes(self, node: Node, plan: Writing) -> bool:
        """Whether the arms may end so, and one of them surely leaves the loop."""
        return (
            self.stops
            and super().takes(node, plan)
            and _decides(node, self.arguments[0])
        )

    def _may_break(self, plan: Writing, moves: list[Move]) -> None:
        stop = self.arguments[0]
        mover = plan.mover
        written = {move.variable for move in mover.needed(moves)}
        overtaken = mover.computes(stop) and any(
            mover.computes(move.argument) for move in moves
        )
        if self.flag is not None and argument_type(stop) == BOOL:
            # Where it is false it is the very False of a loop that ends by its test.
            mover.write([Move(self.flag, stop), *moves])
            plan.test_variable(self.flag)
        elif self.flag is None and not overtaken and not written & mover.reads(stop):
            mover.write(moves)
            plan.test("if", stop)
        else:
            variable = plan.names.spare("stop")
            mover.write([Move(variable, stop), *moves])
            plan.test_variable(variable)
            if self.flag is not None:
                with plan.indented():
                    plan.writer.line(f"{self.flag} = {variable}")
        with plan.indented():
            plan.writer.line("break")

    def _break(self, plan: Writing, stop: Argument) -> None:
        if self.flag is not None:
            plan.mover.write([Move(self.flag, stop)])
        plan.writer.line("break")


def _decides(node: Node, stop: Argument) -> bool:
    """Whether an arm of a choice surely sets the stop flag it yields."""
    while isinstance(stop, Value):
        names = [result.name for result in node.results]
        if stop.name not in names:
            return False
        position = names.index(stop.name)
        flags = [arm.yields[position] for arm in node.regions if arm.yields is not None]
        if any(known_truth(flag) is True for flag in flags):
            return True
        inner = [
            (arm.nodes[-1], arm.yields[position])
            for arm in node.regions
            if arm.yields is not None
            and arm.nodes
            and isinstance(arm.nodes[-1].operation, Cond)
            and not isinstance(arm.yields[position], Constant)
        ]
        if len(inner) != 1:
            return any(_decides(*one) for one in inner)
        node, stop = inner[0]
    return False
