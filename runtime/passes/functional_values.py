"""What the names of a graph mean while it is brought into functional form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runtime.building import Builder, Names
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory, can_hold
from runtime.ir.nodes import (
    Argument,
    Node,
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
from runtime.passes.functional_kinds import (
    never_returns,
    written_arrays,
)
from runtime.types import (
    Array,
)


def nodes_before(graph: Graph) -> Iterator[Node]:
    """Yield the nodes before those that store results in arguments at the end."""
    stored = set()
    for node in reversed(graph.region.nodes):
        if node.operation.name != "copyto" or node.args[0] not in graph.inputs:
            break
        stored.add(id(node))
    return (node for node in graph.nodes() if id(node) not in stored)


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
        for node in nodes_before(graph):
            if not node.regions and not never_returns(node):
                self.written |= self.memory.classes(written_arrays(node))
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
