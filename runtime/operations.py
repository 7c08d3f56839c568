"""The table of all operations, and what needs both rows and constructs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from runtime.constructs import CONSTRUCTS
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Operation
from runtime.ir.read_definition import read_definition
from runtime.ir.reading import parse_graph
from runtime.ir.verify import verify
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import Tuple, Type

OPERATIONS: Mapping[str, Operation] = MappingProxyType({**OPS, **CONSTRUCTS})
"""Rows and constructs by name: the table for `parse_graph`."""


def read_graph(text: str) -> Graph:
    """Read the text of a graph, and check that it is legal.

    Parameters
    ----------
    text : str
        What `runtime.ir.graph.format_graph` writes.

    Raises
    ------
    GraphError
        If the text is no graph, or the graph is not legal.

    Examples
    --------
    >>> graph = read_graph("graph f(x: int) -> int { y: int = add(x, 1) return y }")
    >>> graph.name, len(graph.region.nodes)
    ('f', 1)
    """
    graph = parse_graph(text, OPERATIONS)
    check_graph(graph)
    return graph


def read_graph_def(definition: object) -> Graph:
    """Read the definition of a graph and check that the graph is legal.

    Parameters
    ----------
    definition : dict
        The result of `Graph.as_graph_def`, directly or by way of JSON.

    Raises
    ------
    GraphError
        If it is not a definition, or the graph is not legal.

    Examples
    --------
    >>> import json
    >>> graph = read_graph("graph f(x: int) -> int { y: int = add(x, 1) return y }")
    >>> read_graph_def(json.loads(json.dumps(graph.as_graph_def()))) == graph
    True
    """
    graph = read_definition(definition, OPERATIONS)
    check_graph(graph)
    return graph


def check_graph(graph: Graph) -> None:
    """Raise a `GraphError` unless the graph is legal, its types by the rows' rules."""
    verify(graph, predict, OPERATIONS)


def predict(node: Node) -> tuple[tuple[Type, ...], bool] | None:
    """Return the types that a row's rule predicts, and whether the call may fail."""
    if not isinstance(node.operation, Row):
        return None
    of, fails = infer(node.operation, node.args, node.kwargs)
    if len(node.results) > 1 and isinstance(of, Tuple):
        return of.items, fails
    return (of,) * max(1, len(node.results)), fails
