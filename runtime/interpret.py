"""The interpreter: it runs a graph node by node, and so defines its meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.constructs.base import Construct
from runtime.errors import InternalError
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, Value
from runtime.ops.row import Row
from runtime.types import Never


def evaluate(graph: Graph, arguments: Sequence[object]) -> Any:
    """Run a graph.

    Parameters
    ----------
    graph : Graph
        Any legal graph.
    arguments : sequence
        One value for each input, captures last.

    Raises
    ------
    InternalError
        If an operation of type `never` returns.
    """
    (result,) = Interpreter().run(graph.region, arguments)
    return result


class Interpreter:
    """The values of one run, by name: names are unique within a graph."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def run(self, region: Region, parameters: Sequence[object]) -> tuple[Any, ...]:
        """Run a region and return the values it yields."""
        for parameter, value in zip(region.parameters, parameters, strict=True):
            self.values[parameter.name] = value
        for node in region.nodes:
            # One Python frame here and one in the construct for each level of nesting.
            if isinstance(node.operation, Construct):
                self.assign(node, node.operation.evaluate(node, self))
            else:
                self.assign(node, self.call(node))
        if region.yields is None:
            raise _came_back(region.nodes[-1])
        return tuple(map(self.argument, region.yields))

    def call(self, node: Node) -> tuple[Any, ...]:
        """Run a row's kernel and return its results."""
        row = node.operation
        if not isinstance(row, Row):
            raise InternalError(
                f"the operation {row.name!r} cannot be run", span=node.span
            )
        result = row.kernel(
            *map(self.argument, node.args),
            **{name: self.argument(argument) for name, argument in node.kwargs},
        )
        if len(node.results) == 1:
            return (result,)
        return tuple(result) if node.results else ()

    def assign(self, node: Node, results: tuple[Any, ...]) -> None:
        """Bind the results of a node."""
        for result, value in zip(node.results, results, strict=True):
            if isinstance(result.type, Never):
                raise _came_back(node)
            self.values[result.name] = value

    def argument(self, argument: Argument) -> Any:
        """Return the current value of an argument."""
        if isinstance(argument, Value):
            return self.values[argument.name]
        if isinstance(argument, Constant):
            return argument.value
        items = [self.argument(item) for item in argument.items]
        match argument.kind:
            case "tuple":
                return tuple(items)
            case "list":
                return items
            case "slice":
                return slice(*items)
            case "dict":
                return dict(zip(items[::2], items[1::2], strict=True))


def _came_back(node: Node) -> InternalError:
    name = node.operation.name
    return InternalError(
        f"the operation {name!r} returned, although its type says that it always "
        "raises",
        span=node.span,
    )
