"""What the names of a graph mean while it is brought into functional form."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.building import Builder, Names
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory, can_hold
from runtime.ir.nodes import (
    Argument,
    Node,
    Region,
    Value,
    map_values,
    values_in,
)
from runtime.passes.bases import (
    Base,
    Buffers,
    Held,
    Ref,
    held_and_written,
)
from runtime.passes.functional.called_summaries import summary
from runtime.passes.functional.functional_kinds import (
    known_callee,
    never_returns,
    written_arrays,
)
from runtime.types import (
    Array,
)

STORING = ("assign", "copyto", "set_shape")
"""Rows that store results in arguments at the end of a functional form."""


def split_stores(graph: Graph) -> tuple[tuple[Node, ...], list[Node]]:
    """Return the nodes of a functional graph, and those that store in its arguments."""
    nodes = list(graph.region.nodes)
    stored: list[Node] = []
    while nodes and nodes[-1].operation.name in STORING:
        if not nodes[-1].args or nodes[-1].args[0] not in graph.inputs:
            break
        stored.insert(0, nodes.pop())
    return tuple(nodes), stored


def written_by_graph(node: Node) -> list[Value]:
    """Return the values that a graph writes which a node calls."""
    callee = known_callee(node)
    if callee is None or callee.graph is None:
        return []  # it is being made, of what has been asked
    taken = [node.args[1 + place] for place in summary(callee).writes]
    return [value for each in taken for value in values_in(each)]


class Values:
    """The values of a graph, and the references among them.

    Parameters
    ----------
    graph : Graph
        The graph.
    """

    def __init__(self, graph: Graph) -> None:
        self.memory = Memory(graph)
        self.written: set[str] = set()
        nodes, _ = split_stores(graph)
        for node in Region((), nodes, None).walk():
            if not node.regions and not never_returns(node):
                self.written |= self.memory.classes(written_arrays(node))
                self.written |= self.memory.classes(written_by_graph(node))
        # Managers that change nothing that the graph sees, and let exceptions through.
        self.harmless = {
            result.name
            for node in graph.nodes()
            if node.operation.name == "errstate"
            for result in node.results
        }
        self.of = Builder(Names(graph))
        self.buffers = Buffers(self.of)
        self.held: dict[str, Held] = {}
        self.parts: dict[str, dict[int, tuple[Ref, Value]]] = {}
        self.packed: list[Base] = []
        # Results that say whether a loop ends.
        self.flags: set[str] = set()
        self.inputs: dict[Base, Value] = {}

    def is_array(self, value: Value) -> bool:
        """Whether a value is an array that may be written."""
        return isinstance(value.type, Array) and self.is_written(value)

    def is_written(self, value: Value) -> bool:
        return can_hold(value.type) and (
            self.memory.class_of(value.name) in self.written
        )

    def meaning(self, argument: Argument) -> Held:
        if isinstance(argument, Value):
            return self.held.get(argument.name, argument)
        return argument

    def read(self, argument: Argument) -> Argument:
        """Return what an argument holds now."""

        def now(value: Value) -> Argument:
            held = self.held.get(value.name, value)
            if isinstance(held, Ref):
                return self.buffers.read(held)
            self.use_whole(value)
            return held

        return map_values(argument, now)

    def read_all(self, arguments: Sequence[Argument]) -> tuple[Argument, ...]:
        return tuple(map(self.read, arguments))

    def read_named(self, node: Node) -> tuple[tuple[str, Argument], ...]:
        return tuple((name, self.read(each)) for name, each in node.kwargs)

    def use_whole(self, value: Value) -> None:
        """Refuse a tuple of new arrays as one value where one of them was written."""
        for part, made in self.parts.get(value.name, {}).values():
            if self.buffers.state.current.get(part.base, made) != made:
                raise held_and_written(part.base, self.of.span)
            self.buffers.freeze(part)

    def refs(self, arguments: Sequence[Argument]) -> list[Ref]:
        found = [
            self.held.get(value.name)
            for argument in arguments
            for value in values_in(argument)
        ]
        return [each for each in found if isinstance(each, Ref)]

    def hand_out(self, arguments: Sequence[Argument]) -> None:
        """Record that something that is no array holds arguments from here on."""
        for ref in self.refs(arguments):
            self.buffers.freeze(ref)
