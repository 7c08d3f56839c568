"""Lifetimes of values: their last uses, found by one walk backward.

The walk goes over statements: values inlined into an expression have no live range. The
arms of a choice are alternatives, so a value needed in one of them alone is dead in the
other. A value from outside that a loop reads lives through the whole loop; one that a
handler reads lives through the protected region.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from runtime.constructs.carries import Loop
from runtime.constructs.protected import Protected
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.plan.order import Order


@dataclass(slots=True)
class Lifetimes:
    """The last uses of values.

    Attributes
    ----------
    dying : dict
        The values whose last use is a statement, the construct's regions included; by
        the identity of its node.
    entering : dict
        The values still needed at the beginning of a region, by its identity.
    around : dict
        The values from outside that are needed during or after a loop, by the
        identity of its node.
    bases : dict
        The preferred name of a value that is the start of a loop's state.
    """

    dying: dict[int, list[str]] = field(default_factory=dict)
    entering: dict[int, set[str]] = field(default_factory=dict)
    around: dict[int, set[str]] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)


def find_lifetimes(graph: Graph, order: Order) -> Lifetimes:
    """Return the last uses of the values of a graph."""
    walk = _Walk(order)
    walk.region(graph.region, set())
    return walk.found


class _Walk:
    def __init__(self, order: Order) -> None:
        self.found = Lifetimes()
        self._order = order
        # What is needed wherever an exception leads, the innermost way last.
        self._caught: list[set[str]] = [set()]

    def region(self, region: Region, after: set[str]) -> set[str]:
        """Walk a region backward from the values live after it; return those before.

        In a region that never reaches its end, nothing after it is live.
        """
        order, dying = self._order, self.found.dying
        live = set(self._caught[-1])
        if region.yields is not None:
            live |= after
        live.update(order.reads(region.yields or ()))
        for node in reversed(order.statements(region)):
            for result in node.results:
                # What is the same object as another value keeps that one's place.
                if result.name not in order.same:
                    live.discard(result.name)
            if order.is_spelled(node):
                reads: Iterable[str] = order.reads(order.spelling(node).arguments)
            elif isinstance(node.operation, Loop):
                reads = sorted(self._loop(node, node.operation, live))
            elif isinstance(node.operation, Protected):
                reads = sorted(self._protected(node, node.operation, live))
            else:
                reads = sorted(self._choice(node, live))
            last = dying[id(node)] = []
            for name in reads:
                if name not in live:
                    live.add(name)
                    last.append(name)
        self.found.entering[id(region)] = live
        return live.difference(value.name for value in region.parameters)

    def _choice(self, node: Node, after: set[str]) -> set[str]:
        needed = set(self._order.reads(node.args))
        for arm in node.regions:
            needed |= self.region(arm, after)
        return needed

    def _protected(self, node: Node, operation: Protected, after: set[str]) -> set[str]:
        body, *others = node.regions
        # Without other regions, the run may go on behind the construct.
        caught = set() if others else set(after)
        caught.update(self._order.reads(node.args))
        given = {result.name for result in node.results}
        for region in others:
            # What runs after the results are known must leave them alone.
            kept = set() if region in operation.giving(node) else given
            caught |= self.region(region, after | kept) - kept
        self._caught.append(self._caught[-1] | caught)
        needed = self.region(body, after | caught)
        self._caught.pop()
        return needed | caught

    def _loop(self, node: Node, loop: Loop, after: set[str]) -> set[str]:
        states, outcomes = loop.states(node), loop.outcomes(node)
        uses = self._order.uses
        around = after | self._order.outer[id(node)]
        self.found.around[id(node)] = around
        self._wish(states, loop.starts(node), around)
        flag = {value.name for value in node.results[: loop.stops(node)]}
        inside = around.union(name for name in flag if uses.get(name))
        first, body = node.regions[0], node.regions[-1]
        needed = self.region(body, inside)
        if first is not body:
            # The states are the results once the test fails: they live until then.
            needed |= {
                value.name for value, end in zip(states, outcomes) if uses.get(end.name)
            }
            self.region(first, inside | needed)
        return around.union(self._order.reads(node.args))

    def _wish(
        self,
        states: tuple[Value, ...],
        starts: tuple[Argument, ...],
        around: set[str],
    ) -> None:
        """Name a value like the state it becomes, if it has no other use."""
        for state, start in zip(states, starts):
            if isinstance(start, Value):
                root = self._order.root(start)
                if root not in around:
                    self.found.bases[root] = state.base
