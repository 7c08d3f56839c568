"""Loops as ``while`` and ``for``.

A state is one variable: where possible it holds the start, the parameter, the next
value and the result.
"""

from __future__ import annotations

from runtime.constructs.carries import Loop
from runtime.ir.nodes import Constant, Node, Region
from runtime.plan.moves import Move
from runtime.plan.tails import NextTurn, Test
from runtime.plan.writing import Writing


def write_loop(plan: Writing, node: Node, loop: Loop, region: Region) -> None:
    """Write a loop of a region."""
    names = plan.names
    names.release(plan.lifetimes.dying[id(node)])
    after = names.held
    end = _begin(plan, node, loop)
    _write_head(plan, node, loop)
    body = node.regions[-1]
    with plan.indented():
        _write_test_region(plan, node)
        plan.region(body, None if body.yields is None else end)
    names.hold(after)
    for result, variable in zip(loop.outcomes(node), end.variables):
        if plan.order.uses.get(result.name) and variable is not None:
            names.take(result.name, variable)
            plan.drops.born(result, region)
    if end.flag is not None:
        names.take(node.results[0].name, end.flag)


def _begin(plan: Writing, node: Node, loop: Loop) -> NextTurn:
    """Choose the variables of the states, and assign their first values."""
    order, names = plan.order, plan.names
    states, starts, outcomes = loop.states(node), loop.starts(node), loop.outcomes(node)
    body = node.regions[-1]
    # What is iterated over is read after the states have their first values.
    iterable = order.reads(node.args[: loop.leading])
    names.hold_values(plan.lifetimes.around[id(node)].union(iterable))
    variables: list[str | None] = []
    for position, state in enumerate(states):
        needed = order.uses.get(state.name) or any(
            order.uses.get(result.name) for result in outcomes[position : position + 1]
        )
        variables.append(names.bind(state.name, state.base) if needed else None)
        plan.drops.born(state, body)
    moves = list(map(Move, variables, starts))
    flag = None
    if loop.stops(node) and order.uses.get(node.results[0].name):
        flag = names.bind(node.results[0].name, node.results[0].base)
        moves.append(Move(flag, Constant(False)))
    plan.mover.write(moves)
    yields = body.yields or ()
    stops = loop.stops(node)
    plan.wish(yields[stops:], variables)
    return NextTurn(yields, variables, stops, flag)


def _write_head(plan: Writing, node: Node, loop: Loop) -> None:
    first = node.regions[0]
    plan.enter(first)
    elements = loop.elements(node)
    if elements:
        plan.names.release([each.name for each in elements])
        variables = [plan.names.bind(each.name, each.base) for each in elements]
        unused = [each for each in elements if not plan.order.uses.get(each.name)]
        plan.names.release([each.name for each in unused])
        for each in elements:
            plan.drops.born(each, first)
        plan.writer.start(node.span)
        plan.writer.put(f"for {', '.join(variables)} in ")
        plan.expressions.argument(node.args[0])
        plan.writer.put(":")
        plan.writer.end()
    elif _is_one_expression(plan, node):
        assert first.yields is not None
        plan.test("while", first.yields[0], span=node.span)
    else:
        plan.writer.line("while True:", node.span)


def _write_test_region(plan: Writing, node: Node) -> None:
    """Write the test of a `while` that is not a single expression."""
    first, body = node.regions[0], node.regions[-1]
    if first is body:
        return
    if not _is_one_expression(plan, node):
        plan.enter(first)
        plan.region(first, None if first.yields is None else Test(first.yields))
    plan.enter(body)


def _is_one_expression(plan: Writing, node: Node) -> bool:
    first = node.regions[0]
    return first.yields is not None and not plan.order.statements(first)
