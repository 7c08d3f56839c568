"""What follows from shapes alone, and what is computed from arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type, values_in
from runtime.ops.row import Row
from runtime.types import Array, Container, Iterable, List

KNOWN = frozenset(("dimension", "len", "ndim", "size", "array_size", "array_ndim"))
"""What gives a number that Python knows, whatever it is asked of."""
TRUTH = ("truth", "bool", "not_")
"""What says whether a list has items."""


def computed_from(
    graph: Graph, is_data: Callable[[Value], bool], tests: bool = False
) -> set[str]:
    """Return the values that are arrays, or computed from what may not be static.

    Parameters
    ----------
    graph : Graph
        The graph.
    is_data : callable
        Whether an input may not be static.
    tests : bool
        Whether what a branch or loop gives is computed from its tests as well.
    """
    found = {each.name for each in graph.inputs if is_data(each)}
    made = [each for node in graph.nodes() for each in node.results]
    found.update(each.name for each in made if isinstance(each.type, Array))
    flows = [each for node in graph.nodes() for each in _flows(node)]
    if tests:
        flows += [each for node in graph.nodes() for each in _chosen(node)]
    count = -1
    while count != len(found):
        count = len(found)
        for targets, sources in flows:
            if any(each.name in found for one in sources for each in values_in(one)):
                found.update(each.name for each in targets)
    return found


def _flows(node: Node) -> Iterator[tuple[Sequence[Value], Sequence[Argument]]]:
    """Yield values of a node, and what they are computed from."""
    operation = node.operation
    if isinstance(operation, Cond):
        for result, *arms in zip(node.results, *yields_of(node)):
            yield [result], arms
    elif isinstance(operation, Loop):
        stops, yields = operation.stops(node), node.regions[-1].yields or ()
        yield operation.elements(node), node.args[:1]
        for place, state in enumerate(operation.states(node)):
            outcome = operation.outcomes(node)[place : place + 1]
            given = list(yields[place + stops : place + stops + 1])
            yield [state, *outcome], [operation.starts(node)[place], *given]
    elif not is_of_shapes(node):
        sources: list[Argument] = [*node.args, *(each for _, each in node.kwargs)]
        yield node.results, sources
        if isinstance(operation, Row) and operation.writes:
            yield list(values_in(node.args[0])), sources


def _chosen(node: Node) -> Iterator[tuple[Sequence[Value], Sequence[Argument]]]:
    """Yield what a branch or loop gives, and its tests."""
    operation = node.operation
    if isinstance(operation, (Cond, Loop)):
        tests = list(node.args[:1]) if isinstance(operation, Cond) else []
        changed = list(node.results)
        if isinstance(operation, Loop):
            tests = list(node.args[: operation.leading])
            tests += [] if operation.leading else node.regions[0].yields or ()
            tests += (node.regions[-1].yields or ())[: operation.stops(node)]
            changed += operation.states(node)
        yield changed, tests


def is_of_shapes(node: Node) -> bool:
    """Whether a node gives a number that follows from shapes alone."""
    if node.operation.name == "load_attribute":
        target, name = node.args[0], node.args[1]
        named = isinstance(name, Constant) and name.value in ("size", "ndim", "shape")
        return named and isinstance(argument_type(target), Array)
    if node.operation.name in TRUTH:
        return isinstance(argument_type(node.args[0]), (List, Container))
    ranges = any(isinstance(argument_type(each), Iterable) for each in node.args)
    return node.operation.name in KNOWN and not ranges


def yields_of(node: Node) -> list[tuple[Argument, ...]]:
    """Return what each arm of a choice gives."""
    return [arm.yields for arm in node.regions if arm.yields is not None]
