"""Loops in which each element goes its own way: a block takes many turns at once.

Where the turns of a ``for`` compute nothing but elements from elements of the same
place, one element never needs another. A kernel may then take a block of them through
many turns before it takes the next: the block stays in the nearest cache. This is the
interchange of loops of M. Wolf and M. Lam, "A Data Locality Optimizing Algorithm",
PLDI 1991.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from runtime.constructs.for_loop import FOR
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.native.elementwise.groups import groups
from runtime.native.elementwise.per_element import computed_dtype
from runtime.native.nodes.instructions import IN_PLACE
from runtime.ops import row_named
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.regions.parts import MOST_RESULTS, graph_of, read_by


@dataclass(frozen=True)
class ElementLoop:
    """The turns of such a loop.

    Parameters
    ----------
    turn : Graph
        One turn; it returns what the next one begins with.
    begun : tuple of Value
        The inputs of a turn that these become, in order: the states of the loop, then
        the arrays made before it that it changes in place.
    changed : tuple of Value
        These arrays.
    """

    turn: Graph
    begun: tuple[Value, ...]
    changed: tuple[Value, ...]


def element_loop(node: Node, around: Region) -> ElementLoop | None:
    """Return the turns of a loop in which each element goes its own way.

    Parameters
    ----------
    node : Node
        Any ``for`` loop.
    around : Region
        The region that it stands in.

    Returns
    -------
    ElementLoop or None
        None for all other loops.
    """
    (body,) = node.regions
    element, *states = body.parameters
    if FOR.stops(node) or body.yields is None:
        return None
    now: dict[Argument, Value] = {}
    nodes: list[Node] = []
    for each in body.nodes:
        computed = _computed(each, now)
        if computed is None or element in computed.args:
            return None
        nodes.append(computed)
        if each.operation.name in IN_PLACE:
            now[each.args[0]] = now[each.results[0]] = computed.results[0]
    inner = {value for each in body.nodes for value in each.results}
    changed = [each for each in now if isinstance(each, Value) and each not in inner]
    begun = (*states, *changed)
    ends = [now.get(each, each) for each in (*body.yields, *changed)]
    made = [each.results[0] for each in nodes]
    results = [value for value in made if value in ends]
    if not 1 <= len(results) == len(ends) <= MOST_RESULTS:
        return None  # a state that stays, or two that become one array
    if not all(_is_seen_here_alone(value, node, around) for value in changed):
        return None
    outputs = [each for each in ends if isinstance(each, Value)]
    if [each.type for each in begun] != [each.type for each in outputs]:
        return None
    if len(list(groups(nodes, least=1))) != 1:
        return None
    return ElementLoop(graph_of("turn", nodes, outputs), begun, tuple(changed))


def _computed(node: Node, now: Mapping[Argument, Value]) -> Node | None:
    """Return an elementwise operation as one of values; None for all others."""
    made = replace(node, args=tuple(now.get(each, each) for each in node.args))
    plain = IN_PLACE.get(node.operation.name)
    if plain is not None:
        row = row_named(plain)
        of, _ = infer(row, made.args, ())
        target, (result,) = node.args[0], node.results
        if not isinstance(target, Value) or of != target.type:
            return None
        made = replace(made, operation=row, results=(Value(f"{result.name}.now", of),))
    return None if made.fails or computed_dtype(made) is None else made


def _is_seen_here_alone(array: Value, loop: Node, around: Region) -> bool:
    """Whether an array is made before a loop, and nothing else reads it until then."""
    makers = 0
    for node in around.nodes:
        if node is loop:
            break
        if array in read_by(node):
            return False
        makers += array in node.results and _is_fresh(node)
    return makers == 1 and array not in loop.args


def _is_fresh(node: Node) -> bool:
    row = node.operation
    return isinstance(row, Row) and row.returns == "fresh" and not row.holds
