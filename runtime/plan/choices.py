"""Choices between two arms, as ``if``, ``elif`` and ``else``."""

from __future__ import annotations

from dataclasses import replace

from runtime.ir.nodes import Node, Region
from runtime.plan.moves import Move
from runtime.plan.tails import Merge
from runtime.plan.writing import Tail, Writing

Ends = tuple[Tail | None, Tail | None]
"""The ends of two arms; None for one that is never reached."""


class Choice:
    """Writes a choice.

    Parameters
    ----------
    plan : Writing
        What is being written.
    node : Node
        The choice.
    region : Region
        The region in which it stands.
    tail : Tail, optional
        The end of that region, if the choice is the last thing before it.

    Attributes
    ----------
    takes_over : bool
        Whether the arms end as the region around them ends.
    """

    def __init__(
        self, plan: Writing, node: Node, region: Region, tail: Tail | None
    ) -> None:
        self.plan = plan
        self.node = node
        self.region = region
        self.takes_over = tail is not None and tail.takes(node, plan)
        self._tail = tail

    def write(self) -> tuple[Region, Tail | None] | None:
        """Write the choice.

        Returns
        -------
        tuple, optional
            The arm that continues at the same depth, with its end, if the other arm
            leaves: returns, raises or breaks out of the loop.
        """
        plan, node = self.plan, self.node
        plan.drops.write()
        then, other = node.regions
        ends = self._ends()
        if ends[0] is None or ends[0].leaves():
            plan.test("if", node.args[0], span=node.span)
            self._arm(then, ends[0])
            plan.enter(other)
            last = ends[1]
            if isinstance(last, Merge):
                last = replace(last, closes=True)
            return other, last
        self._branches(then, other, ends)
        return None

    def _ends(self) -> Ends:
        """Return the ends of the two arms; None for one that is never reached."""
        then, other = self.node.regions
        if self.takes_over:
            assert self._tail is not None
            tail = self._tail
            return tail.inside(self.node, then), tail.inside(self.node, other)
        return _merges(self.plan, self.node, self.region)

    def _branches(self, then: Region, other: Region, ends: Ends) -> None:
        plan, node, keyword = self.plan, self.node, "if"
        outer = ends
        while True:
            number = plan.writer.reserve()
            empty = self._arm(then, ends[0], fill=False)
            following = self._following(other, ends[1])
            if following is None:
                break
            if empty:
                self._pass()
            plan.test(keyword, node.args[0], span=node.span, number=number)
            node, ends = following
            keyword = "elif"
            then, other = node.regions
        if empty:
            # Nothing to do if the test holds: ask for the contrary.
            negated = not self._arm(other, ends[1])
        else:
            negated = False
            self._otherwise(other, ends[1])
        plan.test(keyword, node.args[0], negated=negated, span=node.span, number=number)
        for end in outer:
            if isinstance(end, Merge):
                end.close(plan)
                break

    def _arm(self, arm: Region, end: Tail | None, fill: bool = True) -> bool:
        """Write an arm; return whether it has no statements."""
        plan = self.plan
        before = len(plan.writer.lines)
        plan.writer.depth += 1
        plan.enter(arm)
        plan.region(arm, end)
        plan.writer.depth -= 1
        empty = len(plan.writer.lines) == before
        if empty and fill:
            self._pass()
        return empty

    def _pass(self) -> None:
        with self.plan.indented():
            pass

    def _otherwise(self, other: Region, end: Tail | None) -> None:
        lines = self.plan.writer.lines
        self.plan.writer.line("else:")
        if self._arm(other, end, fill=False):
            lines.pop()

    def _following(self, other: Region, end: Tail | None) -> tuple[Node, Ends] | None:
        """Return the choice that is all of the other arm, if `elif` can follow.

        It can if its results are assigned to the variables of the outer choice.
        """
        plan = self.plan
        statements = plan.order.statements(other)
        if len(statements) != 1 or not plan.is_choice(statements[0]):
            return None
        (inner,) = statements
        plan.enter(other)
        if self.takes_over:
            if (
                inner is not other.nodes[-1]
                or end is None
                or not end.takes(inner, plan)
            ):
                return None
            first, second = inner.regions
            return inner, (end.inside(inner, first), end.inside(inner, second))
        ends = _merges(plan, inner, other)
        if isinstance(end, Merge):
            moves = map(Move, end.variables, end.arguments)
            if plan.mover.needed(list(moves)):
                return None
        return inner, ends


def _merges(plan: Writing, node: Node, region: Region) -> Ends:
    """Choose the variables of the results, and return the ends that assign them."""
    plan.names.release(plan.lifetimes.dying[id(node)])
    variables = [plan.variable(result, region) for result in node.results]
    after = plan.names.held
    for arm in node.regions:
        plan.wish(arm.yields or (), variables)
    then, other = (
        None
        if arm.yields is None
        else Merge(arm.yields, node, region, variables, after)
        for arm in node.regions
    )
    return then, other
