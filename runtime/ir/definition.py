"""The definition of a graph as data: dicts, lists and text that JSON can hold.

`runtime.ir.read_definition` reads it, also by way of JSON. Types
and constants are text, as `runtime.types` and `runtime.ir.constants` spell them:
JSON itself spells no NaN and no complex number. docs/graphs.md lists the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from runtime.errors import GraphError, Span
from runtime.ir.callee import Callee
from runtime.ir.constants import format_constant
from runtime.ir.listing import GraphOperation, top_operations
from runtime.ir.nodes import Argument, Constant, Node, Region, Value

FORMAT = "autograph graph"
VERSION = 1

Data = dict[str, Any]
Keep = Callable[[Any], int | None]
"""Keeps an array, or a graph that is called, elsewhere; returns its number, or None."""


def graph_definition(
    name: str, region: Region, captures: int, spans: bool, keep: Keep | None = None
) -> Data:
    """Return a graph as data: see `Graph.as_graph_def`.

    Constants that `keep` takes are numbers in it: ``{"array": 3}``, ``{"called": 0}``.
    """
    try:
        return _Definition(spans, keep).graph(name, region, captures)
    except RecursionError:
        # JSON goes no deeper either, in Python's own library.
        raise GraphError(
            "the graph is nested too deeply to be written as data"
        ) from None


class _Definition:
    """Writes one graph."""

    def __init__(self, spans: bool, keep: Keep | None) -> None:
        self._spans = spans
        self._keep = keep

    def graph(self, name: str, region: Region, captures: int) -> Data:
        """Return the whole graph."""
        inputs = region.parameters
        split = len(inputs) - captures
        nodes = top_operations(region)[len(inputs) :]
        result = None if region.yields is None else self._argument(region.yields[0])
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": name,
            "inputs": list(map(_value, inputs[:split])),
            "captures": list(map(_value, inputs[split:])),
            "nodes": list(map(self._node, nodes)),
            "result": result,
        }

    def _node(self, operation: GraphOperation) -> Data:
        node = cast(Node, operation.source)
        span = node.span if self._spans else None
        parts = zip(operation.regions.items(), node.regions, strict=True)
        return {
            "name": operation.name,
            "operation": node.operation.name,
            "arguments": list(map(self._argument, node.args)),
            "keywords": {name: self._argument(each) for name, each in node.kwargs},
            "results": list(map(_value, node.results)),
            "fails": node.fails,
            "regions": [
                self._region(name, inner, region) for (name, inner), region in parts
            ],
            "span": None if span is None else _span(span),
        }

    def _region(
        self, name: str, operations: Sequence[GraphOperation], region: Region
    ) -> Data:
        nodes = operations[len(region.parameters) :]
        yields = region.yields
        return {
            "name": name,
            "parameters": list(map(_value, region.parameters)),
            "nodes": list(map(self._node, nodes)),
            "yields": None if yields is None else list(map(self._argument, yields)),
        }

    def _argument(self, argument: Argument) -> Data:
        if isinstance(argument, Value):
            return {"value": argument.name}
        if not isinstance(argument, Constant):
            return {argument.kind: list(map(self._argument, argument.items))}
        value = argument.value
        if self._keep is not None and isinstance(value, (np.ndarray, Callee)):
            number = self._keep(value)
            if number is not None:
                return {"array" if isinstance(value, np.ndarray) else "called": number}
        return {"constant": format_constant(value)}


def _value(value: Value) -> Data:
    return {"name": value.name, "type": str(value.type)}


def _span(span: Span) -> Data:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "function": span.function,
        "caller": None if span.caller is None else _span(span.caller),
    }
