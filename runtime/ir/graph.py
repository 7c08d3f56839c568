"""The graph: nested, immutable, typed, single assignment.

A `Graph` holds one `Region` (see `runtime.ir.nodes`), and knows the faces people see:
its text, its operations, its definition as data, its drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from runtime.errors import Span
from runtime.ir.definition import Keep, graph_definition
from runtime.ir.drawing import graph_drawing
from runtime.ir.listing import GraphOperation, list_operations
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.ir.rendering import draw_dot, rendered
from runtime.ir.text import Writer, returned_type
from runtime.notebooks import code, titled


@dataclass(frozen=True, slots=True)
class Graph:
    """A function as data.

    Parameters
    ----------
    name : str
        The user's name of the function.
    region : Region
        The parameters are the arguments followed by the captures. It yields one value,
        the result.
    captures : int
        The number of parameters, the last ones, that are captured and not passed.
    """

    name: str
    region: Region
    captures: int = 0

    def __str__(self) -> str:
        return format_graph(self)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{each.name}: {each.type}" for each in self.inputs)
        count = sum(1 for _ in self.nodes())
        operations = "1 operation" if count == 1 else f"{count} operations"
        gives = returned_type(self.region)
        return f"<Graph {self.name}({inputs}) -> {gives}, {operations}>"

    def _repr_html_(self) -> str:
        return titled("Graph", self.name, code(str(self)))

    @property
    def inputs(self) -> tuple[Value, ...]:
        """All parameters, captures last."""
        return self.region.parameters

    @property
    def result(self) -> Argument | None:
        """The return value of the graph; None if it never returns."""
        return None if self.region.yields is None else self.region.yields[0]

    def nodes(self) -> Iterator[Node]:
        """Yield every node in program order, nested regions included."""
        return self.region.walk()

    def first_use(self, value: Value) -> Span | None:
        """Return the position of the first node with one that takes a value."""
        uses = (node.span for node in self.nodes() if value in node.operands())
        return next(filter(None, uses), None)

    def get_operations(self) -> list[GraphOperation]:
        """Return the operations in program order, nested regions included.

        The parameters of a region come first in it, as placeholders.

        Examples
        --------
        >>> from runtime.operations import read_graph
        >>> graph = read_graph('''
        ... graph relu(x: float) -> float {
        ...   t: bool = greater(x, 0.0)
        ...   y: float = cond t { yield x } else {
        ...     z: float = multiply(0.0, x)
        ...     yield z
        ...   }
        ...   return y
        ... }''')
        >>> for each in graph.get_operations():
        ...     print(each.name, each.type, [value.name for value in each.inputs])
        x Placeholder []
        greater greater ['x']
        cond cond ['t']
        cond/else/multiply multiply ['x']
        """
        return list_operations(self.region)

    def as_graph_def(
        self, spans: bool = True, keep: Keep | None = None
    ) -> dict[str, Any]:
        """Return the graph as data that JSON can hold: dicts, lists, text, numbers.

        `runtime.operations.read_graph_def` reads it back, and docs/graphs.md lists its
        keys.

        Parameters
        ----------
        spans : bool
            Whether the nodes include their positions in the user's source.
        keep : callable, optional
            Is given each array that is a constant, and each graph that is called. It
            returns the number under which it keeps that elsewhere, or None if the
            graph is to hold it.

        Raises
        ------
        GraphError
            If a constant cannot be written: see `runtime.ir.constants`.

        Examples
        --------
        >>> from runtime.operations import read_graph
        >>> graph = read_graph(
        ...     "graph f(x: int) -> int { y: int = add(x, 1) return y }"
        ... )
        >>> definition = graph.as_graph_def()
        >>> definition["inputs"], definition["result"]
        ([{'name': 'x', 'type': 'int'}], {'value': 'y'})
        >>> definition["nodes"][0]["arguments"]
        [{'value': 'x'}, {'constant': '1'}]
        """
        return graph_definition(self.name, self.region, self.captures, spans, keep)

    def to_dot(self) -> str:
        """Write the graph in the language of Graphviz; each region is a cluster.

        Examples
        --------
        >>> from runtime.operations import read_graph
        >>> graph = read_graph(
        ...     "graph f(x: int) -> int { y: int = add(x, 1) return y }"
        ... )
        >>> [line for line in graph.to_dot().splitlines() if "->" in line]
        ['  "x" -> "add" [label="x: int"]', '  "add" -> "return" [label="y: int"]']
        """
        return graph_drawing(self.name, self.region)

    def to_svg(self) -> str:
        """Return a picture of the graph as SVG; needs Graphviz.

        ``pip install 'numpy-autograph[draw]'`` installs the Python package of Graphviz.

        Returns
        -------
        str
            The picture as SVG.

        Raises
        ------
        DrawingError
            If the package `graphviz`, or its program ``dot``, is not installed.
        """
        return rendered(self.to_dot(), "svg").decode("utf-8")

    def draw(self, path: str | PathLike[str]) -> None:
        """Draw the graph to a file: see `to_svg`.

        Parameters
        ----------
        path : str or path
            The file. Its name must end in ``.svg``, ``.png``, ``.pdf`` or ``.dot``.

        Raises
        ------
        DrawingError
            If the name ends otherwise, or Graphviz is not installed.
        """
        draw_dot(self.to_dot(), Path(path))


def format_graph(graph: Graph, spans: bool = True) -> str:
    """Write a graph as text.

    Parameters
    ----------
    graph : Graph
        Any graph.
    spans : bool
        Whether comments name the user's lines.

    Raises
    ------
    GraphError
        If a constant cannot be written: see `runtime.ir.constants`.
    """
    writer = Writer(spans)
    writer.graph(graph.name, graph.region, graph.captures)
    return "\n".join(writer.lines) + "\n"
