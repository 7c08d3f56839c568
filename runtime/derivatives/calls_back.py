"""The way back of one call: by the rule of its row, or by what defines it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from runtime.derivatives.activity import may_vary
from runtime.derivatives.called_graphs import called_back, in_type
from runtime.derivatives.expansions import call_of, is_defined
from runtime.derivatives.masking import selects
from runtime.derivatives.row_rules import pull_back
from runtime.derivatives.stacked_cotangents import StackedCotangents
from runtime.ir.called_graph import CalledGraph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Node, Value
from runtime.ops.facts import Call, Unknown
from runtime.passes.functional.functional_kinds import known_callee
from runtime.types import Array, Tuple, Type, members


class CallsBack(StackedCotangents):
    """Cotangents that calls hand to their operands."""

    def operands(
        self, node: Node, results: Sequence[Value], given: Sequence[Argument | None]
    ) -> Sequence[Node]:
        """Add to the cotangents of operands what those of the results give.

        Return the nodes that are still to be walked: what defines the call.

        Parameters
        ----------
        node : Node
            The call.
        results, given
            Its results, which are the items of a tuple if it returns one; and their
            cotangents, of which one is known.
        """
        result = next(each for each, g in zip(results, given) if g is not None)
        items = None if results is node.results else results
        if selects(node):
            self.selected.add(result.name)
        callee = known_callee(node)
        try:
            if callee is not None:
                self._through(node, callee, results, given)
                return ()
            if is_defined(node):
                return self._defined(node, items, given, result)
            call = call_of(node, items)
            self._ruled(node, call, given[0] if items is None else given, result)
        except Unknown as unknown:
            raise self.lost(node, result, f": {unknown}") from None
        return ()

    def _defined(
        self,
        node: Node,
        items: Sequence[Value] | None,
        given: Sequence[Argument | None],
        result: Value,
    ) -> Sequence[Node]:
        """Write what defines a call, with the cotangents of what it gives."""
        body = self.expansion(self.of, node, items)
        assert body.yields is not None
        self.of.nodes += body.nodes
        for part, g in zip(body.yields, given, strict=True):
            if g is not None:
                self.add_to(part, g, node.span, result.name)
        return body.nodes

    @abstractmethod
    def back_from(self, graph: Graph, places: tuple[int, ...], gives: Type) -> Graph:
        """Return a graph that runs a called one again, and goes back from its parts."""

    def _through(
        self,
        node: Node,
        callee: CalledGraph,
        results: Sequence[Value],
        given: Sequence[Argument | None],
    ) -> None:
        """Add to the cotangents of what a graph is called with."""
        of = self.of
        if isinstance(callee.gives, Tuple) and results is node.results:
            raise Unknown("a tuple is used as a whole")
        of.span = node.span
        seeds = [
            in_type(of, of.zero_of(part) if g is None else g, self.carried(part.type))
            for part, g in zip(results, given, strict=True)
            if may_vary(part.type)
        ]
        taken = node.args[1:]
        places = tuple([k for k, each in enumerate(taken) if self.varies(each)])
        found = called_back(
            of, node, callee, places, seeds, self.carried, self.back_from
        )
        for place, g in zip(places, found):
            self.add_to(taken[place], g, node.span, results[0].name)

    def _ruled(self, node: Node, call: Call, g: Any, result: Value) -> None:
        for name, argument in node.kwargs:
            if self.varies(argument):
                raise self.lost(node, result, f" by {name}=")
        # The first operand last: of a write it takes what the others have read.
        for place, operand in reversed(list(enumerate(node.args))):
            if not self.varies(operand):
                continue
            self.of.span = node.span
            if self._added_in_place(node, operand, place, g, result):
                continue
            masked = result.name in self.selected and not selects(node)
            found = pull_back(self.of, node, call, g, place, masked)
            if found is None:
                continue
            if isinstance(found, list):
                self._items(operand, found, node, result)
            else:
                self.add_to(operand, found, node.span, result.name)

    def _items(
        self, operand: Argument, found: list[Any], node: Node, result: Value
    ) -> None:
        assert isinstance(operand, Display)
        for item, g in zip(operand.items, found, strict=True):
            if isinstance(g, list):
                self._items(item, g, node, result)
            else:
                self.add_to(item, g, node.span, result.name)

    def _added_in_place(
        self, node: Node, operand: Argument, place: int, g: Argument, result: Value
    ) -> bool:
        """Add the cotangent of a part into that of the whole: the time stays linear."""
        if node.operation.name != "getitem" or place or not isinstance(operand, Value):
            return False
        if not all(isinstance(one, Array) for one in members(operand.type)):
            raise Unknown("an item of something else than an array")
        self.add_part(operand, node.args[1], g, node.span, result.name)
        return True
