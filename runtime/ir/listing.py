"""The operations of a graph as a list: named, typed, with inputs and outputs.

The list is made on request: it refers to nodes and values of the graph, and adds names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from runtime.errors import Span
from runtime.ir.behavior import structure
from runtime.ir.nodes import Node, Region, Value

PLACEHOLDER = "Placeholder"


@dataclass(frozen=True, slots=True)
class GraphOperation:
    """One operation of a graph, or one parameter of a region.

    Attributes
    ----------
    name : str
        Unique in the graph. Inside a region it is a path: ``while/body/add_1``.
    source : Node or Value
        The node, or the value that the placeholder represents.
    regions : dict
        The operations of each region of a construct, by the region's name.
    """

    name: str
    source: Node | Value
    regions: dict[str, list[GraphOperation]]

    @property
    def type(self) -> str:
        """The operation's name in the table of operations, or ``Placeholder``."""
        if isinstance(self.source, Value):
            return PLACEHOLDER
        return self.source.operation.name

    @property
    def inputs(self) -> list[Value]:
        """The values it takes, in order, without constants and uses in its regions."""
        return [] if isinstance(self.source, Value) else list(self.source.operands())

    @property
    def outputs(self) -> list[Value]:
        """The values it returns."""
        if isinstance(self.source, Value):
            return [self.source]
        return list(self.source.results)

    @property
    def span(self) -> Span | None:
        """The position in the user's source."""
        return None if isinstance(self.source, Value) else self.source.span

    def __repr__(self) -> str:
        return f"<GraphOperation {self.name!r} type={self.type}>"


def list_operations(region: Region) -> list[GraphOperation]:
    """Return all operations: see `Graph.get_operations`."""
    return list(_flat(top_operations(region)))


def top_operations(region: Region) -> list[GraphOperation]:
    """List the operations of a region without those that stand in their regions."""
    return _Names().region(region, "")


def _flat(operations: list[GraphOperation]) -> Iterator[GraphOperation]:
    for operation in operations:
        yield operation
        for inner in operation.regions.values():
            yield from _flat(inner)


class _Names:
    """Assigns names in program order, so that equal graphs have equal names."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: Counter[str] = Counter()

    def region(self, region: Region, path: str) -> list[GraphOperation]:
        """Return the parameters and nodes of a region as operations."""
        found = [
            GraphOperation(self._name(path + value.name), value, {})
            for value in region.parameters
        ]
        for node in region.nodes:
            name = self._name(path + node.operation.name)
            construct = structure(node)
            regions = {}
            if construct is not None:
                names = construct.region_names(node)
                for inner, part in zip(node.regions, names, strict=True):
                    regions[part] = self.region(inner, f"{name}/{part}/")
            found.append(GraphOperation(name, node, regions))
        return found

    def _name(self, wanted: str) -> str:
        name = wanted
        while name in self._taken:
            self._counts[wanted] += 1
            name = f"{wanted}_{self._counts[wanted]}"
        self._taken.add(name)
        return name
