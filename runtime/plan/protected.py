"""``try`` and ``with``.

The variables of the results are chosen while everything needed in any of the regions
is held: where the first one ends, no handler may find them overwritten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.ir.nodes import Node, Region
from runtime.plan.choices import wish
from runtime.plan.tails import Merge

if TYPE_CHECKING:
    from runtime.plan.statements import Statements


def write_protected(plan: Statements, node: Node, region: Region) -> None:
    """Write a ``try`` or a ``with`` that stands in a region."""
    names = plan.names
    writing = _Writing(plan, node, region)
    if node.operation.name == "with":
        writing.manager()
    else:
        plan.writer.line("try:", node.span)
        writing.part(node.regions[0], gives=True)
        if node.operation.name == "try":
            for position in range(1, len(node.regions)):
                writing.handler(position)
        else:
            plan.writer.line("finally:")
            writing.part(node.regions[1], gives=False)
    names.hold(writing.held)
    names.release(plan.lifetimes.dying[id(node)])
    for result, variable in zip(node.results, writing.variables):
        if variable is not None:
            names.take(result.name, variable)


class _Writing:
    def __init__(self, plan: Statements, node: Node, region: Region) -> None:
        self.plan = plan
        self.node = node
        self.region = region
        self.variables = [plan.variable(result, region) for result in node.results]
        self.held = plan.names.held

    def manager(self) -> None:
        """Write ``with manager as entered:`` and the region."""
        plan, (body,) = self.plan, self.node.regions
        (entered,) = body.parameters
        plan.writer.start(self.node.span)
        plan.writer.put("with ")
        plan.expressions.argument(self.node.args[0])
        plan.enter(body)
        variable = plan.variable(entered, body)
        if variable is not None:
            plan.writer.put(f" as {variable}")
        plan.writer.put(":")
        plan.writer.end()
        self.part(body, gives=True, entered=True)

    def handler(self, position: int) -> None:
        """Write ``except kinds as error:`` and the region."""
        plan, handler = self.plan, self.node.regions[position]
        (error,) = handler.parameters
        plan.writer.start(self.node.span)
        plan.writer.put("except ")
        plan.expressions.argument(self.node.args[position - 1])
        plan.enter(handler)
        if plan.order.uses.get(error.name):
            # Python unbinds it at the end: it must be none of the results' variables.
            results = [variable for variable in self.variables if variable is not None]
            plan.names.hold(plan.names.held.union(results))
            variable = plan.names.spare(error.base)
            plan.enter(handler)
            plan.names.take(error.name, variable)
            plan.writer.put(f" as {variable}")
        plan.writer.put(":")
        plan.writer.end()
        self.part(handler, gives=True, entered=True)

    def part(self, region: Region, gives: bool, entered: bool = False) -> None:
        """Write a region, indented; it may give the results."""
        plan = self.plan
        tail = None
        if region.yields is not None:
            variables = self.variables if gives else []
            if gives:
                wish(plan, region.yields, variables)
            tail = Merge(region.yields, self.node, region, variables, self.held)
        with plan.indented():
            if not entered:
                plan.enter(region)
            plan.region(region, tail)
