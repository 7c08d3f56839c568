"""Augmented assignment: ``x += y``.

If the operand may not be an array, it is known at run time only whether the statement
writes into it or binds the name anew. So the result has a variable of its own, unless
this is the last use of the operand.
"""

from __future__ import annotations

from runtime.ir.nodes import Node, Region, Value
from runtime.plan.moves import Move
from runtime.plan.writing import Writing


def write_in_place(plan: Writing, node: Node, region: Region) -> None:
    """Write ``variable += operand``."""
    target, operand = node.args
    variable = _variable(plan, node)
    plan.drops.write(besides=[variable])
    plan.mover.write([Move(variable, target)])
    for result in node.results:
        if result.name not in plan.order.same:
            plan.names.take(result.name, variable)
            plan.drops.born(result, region)
            if not plan.order.uses.get(result.name):
                plan.names.release([result.name])
    writer = plan.writer
    writer.start(node.span)
    start = writer.column
    writer.put(f"{variable}{plan.order.spelling(node).form.parts[1]}")
    plan.expressions.argument(operand)
    if node.span is not None:
        writer.place(start, node.span)
    writer.end()


def _variable(plan: Writing, node: Node) -> str:
    """Choose the variable that the statement changes."""
    names, order = plan.names, plan.order
    dying = plan.lifetimes.dying[id(node)]
    target, results = node.args[0], node.results
    if isinstance(target, Value):
        root = order.root(target)
        # An operation that always fails binds nothing, and control ends there.
        if not results or root in dying or results[0].name in order.same:
            names.release(dying)
            return names.of[root]
    # Chosen while the operands still hold theirs: they are read afterwards.
    if results:
        variable = names.bind(results[0].name, results[0].base)
    else:
        variable = names.spare("operand")
    names.release(dying)
    return variable
