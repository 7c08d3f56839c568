"""Cotangents of what is in tuples: on stacks, and in results of calls with rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence

from runtime.building import Names
from runtime.derivatives.activity import may_vary
from runtime.derivatives.cotangents import Cotangents
from runtime.derivatives.final_lengths import final_lengths
from runtime.derivatives.given_rules import again, items, pulled
from runtime.derivatives.row_rules import cast
from runtime.derivatives.rules_as_text import PULLED, rule_of
from runtime.derivatives.stacks import (
    ADDING,
    COUNTING,
    NOTHING,
    READING,
    TAKING,
    as_item,
)
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.types import List, NumpyScalar, Tuple

_GIVING: dict[str, tuple[str, tuple[Argument, ...]]] = {
    "item_added": ("getitem", ()),
    "items_added": ("array", ()),
    "each_added": ("sum_of", (NOTHING,)),
}
"""How the cotangent of what was added is read, by the rows that add."""


class StackedCotangents(Cotangents):
    """The cotangents of a graph with those of its stacks.

    Attributes
    ----------
    shadows : dict
        For each stack the list of cotangents, by the name of the stack.
    opened : dict
        The same for lists that are read: these begin where the way back of the region
        does that makes the list.
    needed : set of str
        The names of what is needed of the graph.
    """

    def __init__(
        self, graph: Graph, arguments: Sequence[Value], names: Names | None = None
    ) -> None:
        super().__init__(graph, arguments, names)
        self.shadows: dict[str, Value] = {}
        self.opened: dict[str, Value] = {}
        self.needed = set(self.values)

    @abstractmethod
    def backward(
        self, graph: Graph, sources: Sequence[Value], given: Sequence[Value]
    ) -> Region:
        """Return a graph that runs another one again, and goes back."""

    def on_stack(self, node: Node, stack: Value) -> None:
        """Take back what a stack was given, or give it what was taken."""
        assert isinstance(stack.type, List)
        shadow = self.opened.get(stack.name) or self.shadows.get(stack.name)
        if shadow is None:
            shadow = self.shadows[stack.name] = self.shadow_of(stack)
        if node.operation.name in (*ADDING, *READING, *COUNTING):
            self._on_items(node, shadow)
            return
        if node.operation.name == "setitem":
            _, place, given = node.args
            g = self.of.getitem(shadow, place)
            self.add_to(given, g, node.span, stack.name)
            self.of.setitem(shadow, place, self.of.zero_of(g))
            return
        if node.operation.name in TAKING:
            item = as_item(node.results[0].type, self._parts(node.results[0]))
            self.of.list_append(shadow, item)
            return
        assert isinstance(shadow.type, List)
        of, given = shadow.type.element, node.args[1]
        item = self.of.call(OPS["take_back"], (shadow,), of=of)
        if isinstance(of, Tuple) and not isinstance(given, Display):
            raise self.refused("a tuple of the run is put on a list", node.span, "")
        self.add_to(given, item, node.span, stack.name)

    def open_lists(self, nodes: Sequence[Node]) -> None:
        """Write the shadows of the lists that nodes make, as at the end of these."""
        lengths = final_lengths(tuple(nodes))
        for node, made in self.stacks.made_in(nodes):
            if self.matters(made):
                shadow = self.shadow_of(made)
                self.opened[made.name] = shadow
                assert isinstance(shadow.type, List)
                of, count = shadow.type.element, lengths.get(made.name)
                given: tuple[Argument, ...] = (made,)
                write = OPS["zeros_of_items"]
                if count is not None and isinstance(of, NumpyScalar):
                    write, given = OPS["zeros_in_list"], (count, Constant(of.dtype))
                self.of.nodes.append(
                    Node(write, given, results=(shadow,), span=node.span)
                )

    def close_list(self, node: Node, made: Value) -> None:
        """Hand the cotangents of what a list was made of to that."""
        if node.operation.name != "list_new":
            return
        (given,) = node.args
        assert isinstance(given, Display)
        for place, item in enumerate(given.items):
            if self.varies(item):
                g = self.of.getitem(self.opened[made.name], place)
                self.add_to(item, g, node.span, made.name)

    def _on_items(self, node: Node, shadow: Value) -> None:
        """Take back a use of the items of a list."""
        name = node.operation.name
        if name in COUNTING:
            return
        if name in ADDING:  # what is there stays: a sum
            *place, given = node.args[1:]
            if self.varies(given):
                row, more = _GIVING[name]
                g = self.of.call(OPS[row], (shadow, *place, *more))
                self.add_to(given, g, node.span, shadow.name)
            return
        (result,) = node.results
        if result.name not in self.cotangents:
            return
        g = self.cotangents.pop(result.name)
        if node.kwargs or len(node.args) > 1 + (name in ("getitem", "sum_of")):
            raise self.lost(node, result, ": an option")
        if name == "getitem":
            self.of.item_added(shadow, node.args[1], g)
        elif name == "sum_of":
            self.of.each_added(shadow, g)
            for start in node.args[1:]:
                self.add_to(start, g, node.span, result.name)
        else:
            self.of.items_added(shadow, g)

    def matters(self, stack: Value) -> bool:
        """Whether a list holds what varies, and what is differentiated needs it."""
        return stack.name in self.needed and self.varies(stack)

    def uses_stacks(self, node: Node, but: Collection[str] = ()) -> bool:
        """Whether something inside a branch or loop uses a list that varies.

        Parameters
        ----------
        node : Node
            The branch or loop.
        but : collection of str
            The rows whose uses do not count.
        """
        return any(
            inner.args
            and inner.operation.name not in but
            and self.stacks.is_stack(inner.args[0])
            and self.matters(inner.args[0])
            for body in node.regions
            for inner in body.walk()
        )

    def changes_stacks(self, node: Node) -> bool:
        """Whether something inside a branch or loop changes such a list."""
        return self.uses_stacks(node, (*READING, *COUNTING))

    def refuse_block(self, node: Node, results: Sequence[Value]) -> None:
        """Refuse a `try` if something is needed of it that varies.

        Those that can be repeated give nothing that varies: see `protected_again`.
        """
        shared = any(map(self.matters, self.stacks.changed_for_others(node)))
        needed = [value for value in results if value.name in self.cotangents]
        if needed or shared:
            raise self.refused(
                "a block of try that changes something has no derivative",
                node.span,
                needed[0].name if needed else "",
            )

    def by_rule(self, node: Node) -> None:
        """Follow the rule that a call carries."""
        (result,) = node.results
        parts = self.stacks.parts.get(result.name)
        if parts is None:
            if self.varies(result):
                raise self.refused("a tuple of the run varies", node.span, "")
            return
        if not any(part.name in self.cotangents for _, part in parts):
            return
        self.of.span = node.span
        given = self._parts(result, items(node.args[0]))
        if rule_of(node)[0] == PULLED:
            pulled(self, node, given)
        else:
            again(self, node, given, self.backward)

    def _parts(self, item: Value, values: Sequence[Argument] = ()) -> list[Argument]:
        """Return the cotangents of the parts of a tuple.

        Parameters
        ----------
        item : Value
            The tuple.
        values : sequence of argument
            What is in it, if that is known.
        """
        if not isinstance(item.type, Tuple):
            g = self.cotangents.pop(item.name, None)
            return [self.of.zero_of(item) if g is None else g]
        found: list[Argument] = []
        for place, of in enumerate(item.type.items):
            total: Argument | None = None
            parts = [v for each, v in self.stacks.parts[item.name] if each == place]
            for part in parts:
                g = self.cotangents.pop(part.name, None)
                if g is not None:
                    total = g if total is None else self.of.add(total, g)
                    total = cast(self.of, total, part)
            if total is None and may_vary(of):
                like: Argument
                if values:
                    like = values[place]
                else:
                    like = parts[0] if parts else self.of.getitem(item, place)
                total = self.of.zero_of(like)
            found.append(NOTHING if total is None else total)
        return found
