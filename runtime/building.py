"""New nodes: what passes and derivatives write, named freely and typed by the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import NONE, AnyType, Type


class Names:
    """The names of a graph, and new ones.

    Parameters
    ----------
    graph : Graph
        The graph whose names are taken.
    """

    def __init__(self, graph: Graph) -> None:
        self._numbers: dict[str, int] = {}
        for value in values_bound(graph):
            base, _, number = value.name.partition(".")
            taken = int(number) if number.isdigit() else 0
            self._numbers[base] = max(self._numbers.get(base, 0), taken)

    def new(self, base: str) -> str:
        """Return a name that no value of the graph has.

        Parameters
        ----------
        base : str
            What it begins with.
        """
        base = base.partition(".")[0]
        number = self._numbers[base] = self._numbers.get(base, 0) + 1
        return f"{base}.{number}"


def values_bound(graph: Graph) -> Iterable[Value]:
    """Yield each value that a graph binds."""
    yield from graph.region.parameters
    for node in graph.nodes():
        yield from node.results
        for region in node.regions:
            yield from region.parameters


class Builder:
    """Writes nodes to the end of a list; a row is called by its name.

    Parameters
    ----------
    names : Names
        Where new names come from.

    Attributes
    ----------
    nodes : list of Node
        The nodes written.
    span : Span or None
        The user's place of the nodes to come.
    operation : Row or None
        The row that is at hand: see `Row.undo`.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph("graph f(x: float64[3]) -> float64[3] { return x }")
    >>> of = Builder(Names(graph))
    >>> of.multiply(of.sin(graph.inputs[0]), 2.0)
    Value(name='t.2', type=float64[3])
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.nodes: list[Node] = []
        self.span: Span | None = None
        self.operation: Row | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        row = OPS[name.rstrip("_")]

        def write(*args: Any, **kwargs: Any) -> Argument:
            return self.call(row, args, kwargs)

        return write

    def call(
        self,
        row: Row,
        args: Iterable[Any],
        kwargs: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
        of: Type | None = None,
        name: str = "t",
    ) -> Argument:
        """Write a call, and return its result.

        Parameters
        ----------
        row : Row
            The operation.
        args, kwargs
            The arguments; what is no argument of a graph becomes a constant.
        of : Type, optional
            The type of the result, where more is known than by the row's rule.
        name : str
            What the name of the result begins with.
        """
        given = tuple(map(argument, args))
        pairs = kwargs.items() if isinstance(kwargs, Mapping) else kwargs
        named = tuple((key, argument(value)) for key, value in pairs)
        found, fails = infer(row, given, named)
        if of is not None and (isinstance(found, AnyType) or found != of):
            found = of
        results = () if found == NONE else (Value(self.names.new(name), found),)
        node = Node(row, given, named, results, fails=fails, span=self.span)
        self.nodes.append(node)
        return results[0] if results else Constant(None)

    def value(self, name: str, of: Type) -> Value:
        """Return a new value, to be bound by a construct."""
        return Value(self.names.new(name), of)


def argument(value: Any) -> Argument:
    """Return a value as an argument of a graph; a sequence becomes a display."""
    if isinstance(value, (Value, Constant, Display)):
        return value
    if isinstance(value, slice):
        parts = (value.start, value.stop, value.step)
        return Display("slice", tuple(map(argument, parts)))
    if isinstance(value, (tuple, list)):
        items = tuple(map(argument, value))
        known = tuple(one.value for one in items if isinstance(one, Constant))
        if type(value) is tuple and len(known) == len(items):
            return Constant(known)
        return Display("tuple" if type(value) is tuple else "list", items)
    return Constant(value)


def region(
    parameters: Iterable[Value],
    nodes: Iterable[Node],
    yields: Iterable[Argument] | None,
) -> Region:
    """Return a region of these parts."""
    told = None if yields is None else tuple(yields)
    return Region(tuple(parameters), tuple(nodes), told)
