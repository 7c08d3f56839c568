"""``try`` and ``with``.

The variables of the results are chosen while every value needed in any of the regions
is live: wherever the first region ends, no handler finds its values overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.constructs.protected import Clause, Protected
from runtime.ir.nodes import Node, Region, Value
from runtime.plan.tails import Merge
from runtime.plan.writing import Writing


def write_protected(
    plan: Writing, node: Node, operation: Protected, region: Region
) -> None:
    """Write a ``try`` or a ``with`` of a region."""
    names = plan.names
    results = [plan.variable(result, region) for result in node.results]
    held = names.held
    for clause in operation.clauses(node):
        _write_head(plan, node, clause, results)
        inner, variables = clause.region, results if clause.gives else []
        tail = None
        if inner.yields is not None:
            plan.wish(inner.yields, variables)
            tail = Merge(inner.yields, node, inner, variables, held)
        with plan.indented():
            plan.region(inner, tail)
    names.hold(held)
    names.release(plan.lifetimes.dying[id(node)])
    for result, variable in zip(node.results, results):
        if variable is not None:
            names.take(result.name, variable)


def _write_head(
    plan: Writing, node: Node, clause: Clause, results: Iterable[str | None]
) -> None:
    """Write the line of a clause, and enter its region."""
    writer, region = plan.writer, clause.region
    writer.start(node.span if clause.gives else None)
    writer.put(clause.keyword)
    if clause.subject is not None:
        writer.put(" ")
        plan.expressions.argument(clause.subject)
    plan.enter(region)
    for value in region.parameters:
        if clause.unbinds:
            variable = _unbound_later(plan, value, region, results)
        else:
            variable = plan.variable(value, region)
        if variable is not None:
            writer.put(f" as {variable}")
    writer.put(":")
    writer.end()


def _unbound_later(
    plan: Writing, value: Value, region: Region, results: Iterable[str | None]
) -> str | None:
    """Choose the variable of what Python unbinds at the end: none of the results'."""
    if not plan.order.uses.get(value.name):
        return None
    names = plan.names
    names.hold(names.held.union(filter(None, results)))
    variable = names.spare(value.base)
    plan.enter(region)
    names.take(value.name, variable)
    return variable
