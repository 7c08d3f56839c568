"""The names of the user's program for the values of the graph."""

from __future__ import annotations

from runtime.ir.nodes import Node, Region, Value, map_values
from tracer.record.trace import Trace

NAMELESS = "t"
"""What the names of values begin with that the program has not named."""


class GivenNames:
    """What the user's program calls the values of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names: dict[str, str] = {}

    def note(self, value: Value, name: str) -> None:
        """Note that the program assigns a value to a name; the first one counts."""
        if value.base == NAMELESS and value.name not in self._names:
            self._names[value.name] = name
            # Another value may get this one's name after a rollback.
            self._trace.builder.on_rollback(lambda: self._names.pop(value.name))

    def __contains__(self, value: Value) -> bool:
        return value.name in self._names

    def applied(self, region: Region) -> Region:
        """Return the region of a graph with its values named and numbered in order."""
        return _Renaming(self._names).region(region) if self._names else region


class _Renaming:
    """Renames the values of a graph, in the order in which its text has them."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self._numbers: dict[str, int] = {}
        self._renamed: dict[Value, Value] = {}

    def region(self, region: Region) -> Region:
        """Return a region with its values renamed."""
        parameters = tuple(map(self._bind, region.parameters))
        nodes = tuple(map(self._node, region.nodes))
        yields = region.yields
        if yields is not None:
            yields = tuple([map_values(each, self._read) for each in yields])
        return Region(parameters, nodes, yields)

    def _node(self, node: Node) -> Node:
        args = tuple([map_values(each, self._read) for each in node.args])
        kwargs = tuple([(k, map_values(each, self._read)) for k, each in node.kwargs])
        results = tuple(map(self._bind, node.results))
        regions = tuple(map(self.region, node.regions))
        return Node(
            node.operation, args, kwargs, results, regions, node.fails, node.span
        )

    def _bind(self, value: Value) -> Value:
        if "." not in value.name:  # an input of the graph
            return value
        base = self._names.get(value.name, value.base)
        number = self._numbers[base] = self._numbers.get(base, 0) + 1
        renamed = self._renamed[value] = Value(f"{base}.{number}", value.type)
        return renamed

    def _read(self, value: Value) -> Value:
        return self._renamed.get(value, value)
