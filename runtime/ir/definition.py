"""The definition of a graph as data: dicts, lists and text that JSON can hold.

`runtime.ir.read_definition` reads it, also by way of JSON. Types
and constants are text, as `runtime.types` and `runtime.ir.constants` spell them:
JSON itself spells no NaN and no complex number. docs/graphs.md lists the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from runtime.errors import GraphError, Span
from runtime.ir.constants import format_constant
from runtime.ir.listing import GraphOperation, top_operations
from runtime.ir.nodes import Argument, Constant, Node, Region, Value

FORMAT = "autograph graph"
VERSION = 1

Data = dict[str, Any]


def graph_definition(name: str, region: Region, captures: int, spans: bool) -> Data:
    """Return a graph as data: see `Graph.as_graph_def`."""
    try:
        return _graph(name, region, captures, spans)
    except RecursionError:
        # JSON goes no deeper either, in Python's own library.
        raise GraphError(
            "the graph is nested too deeply to be written as data"
        ) from None


def _graph(name: str, region: Region, captures: int, spans: bool) -> Data:
    inputs = region.parameters
    split = len(inputs) - captures
    nodes = top_operations(region)[len(inputs) :]
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "inputs": list(map(_value, inputs[:split])),
        "captures": list(map(_value, inputs[split:])),
        "nodes": [_node(each, spans) for each in nodes],
        "result": None if region.yields is None else _argument(region.yields[0]),
    }


def _value(value: Value) -> Data:
    return {"name": value.name, "type": str(value.type)}


def _node(operation: GraphOperation, spans: bool) -> Data:
    node = cast(Node, operation.source)
    span = node.span if spans else None
    parts = zip(operation.regions.items(), node.regions, strict=True)
    return {
        "name": operation.name,
        "operation": node.operation.name,
        "arguments": list(map(_argument, node.args)),
        "keywords": {name: _argument(argument) for name, argument in node.kwargs},
        "results": list(map(_value, node.results)),
        "fails": node.fails,
        "regions": [
            _region(name, inner, region, spans) for (name, inner), region in parts
        ],
        "span": None if span is None else _span(span),
    }


def _region(
    name: str, operations: Sequence[GraphOperation], region: Region, spans: bool
) -> Data:
    nodes = operations[len(region.parameters) :]
    yields = region.yields
    return {
        "name": name,
        "parameters": list(map(_value, region.parameters)),
        "nodes": [_node(each, spans) for each in nodes],
        "yields": None if yields is None else list(map(_argument, yields)),
    }


def _argument(argument: Argument) -> Data:
    if isinstance(argument, Value):
        return {"value": argument.name}
    if isinstance(argument, Constant):
        return {"constant": format_constant(argument.value)}
    return {argument.kind: list(map(_argument, argument.items))}


def _span(span: Span) -> Data:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "function": span.function,
        "caller": None if span.caller is None else _span(span.caller),
    }
