"""The results of a graph, in the user's structure."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from autograph.polymorphic.signatures import is_value, spec_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Value, argument_type
from runtime.ops import OPS
from tracer.serve.origins import Argument as Parameter
from tracer.serve.origins import Fixed, Origin

BUILD, NEW = OPS["build"], OPS["instance_new"]
"""The operations by which a graph makes the namedtuples and objects it returns."""


class Outputs:
    """The result of a graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    origins : sequence of Origin
        The origins of its inputs.
    patterns : mapping
        The patterns of the parameters of the function.
    """

    def __init__(
        self, graph: Graph, origins: Sequence[Origin], patterns: Mapping[str, Any]
    ) -> None:
        self._result = graph.result
        self._patterns = patterns
        self._origins = {
            value.name: origin
            for value, origin in zip(graph.inputs, origins, strict=True)
        }
        makes = {
            id(node): node
            for node in graph.region.nodes
            if node.operation in (BUILD, NEW)
        }
        self._makes = {node.results[0].name: node for node in makes.values()}
        self._changed = {
            value.name
            for node in graph.nodes()
            if id(node) not in makes
            for value in node.operands()
        }
        """Values that other nodes take, which may change them after they are made."""

    @property
    def structured(self) -> Any:
        """Specs, types and constants in the user's structure."""
        return None if self._result is None else self._structured(self._result)

    @property
    def leaves(self) -> list[Argument]:
        """The values and constants as a flat list, without None."""
        leaves = [] if self._result is None else self._leaves(self._result)
        return [leaf for leaf in leaves if leaf != Constant(None)]

    def _made(self, argument: Argument) -> tuple[type, Node] | None:
        """Return the class and the node that made a value, if these describe it."""
        if not isinstance(argument, Value) or argument.name in self._changed:
            return None
        node = self._makes.get(argument.name)
        if node is None:
            return None
        kind = self._object(node.args[0])
        if not isinstance(kind, type):
            return None
        known = node.operation is BUILD or _is_plain_record(kind)
        return (kind, node) if known else None

    def _object(self, argument: Argument) -> Any:
        """Return the object that the graph holds for an argument, if there is one."""
        if isinstance(argument, Constant):
            return argument.value
        name = argument.name if isinstance(argument, Value) else ""
        origin = self._origins.get(name)
        return origin.value if isinstance(origin, Fixed) else None

    def _structured(self, argument: Argument) -> Any:
        if isinstance(argument, Constant):
            return argument.value
        if isinstance(argument, Display):
            items = list(map(self._structured, argument.items))
            if argument.kind == "tuple":
                return tuple(items)
            if argument.kind == "dict":
                return dict(zip(items[::2], items[1::2], strict=True))
            return slice(*items) if argument.kind == "slice" else items
        made = self._made(argument)
        if made is not None:
            return self._instance(*made)
        of = argument_type(argument)
        return spec_of(of) or self._arrived(argument) or of

    def _instance(self, kind: type, node: Node) -> Any:
        """Return the namedtuple or record with these parts."""
        if node.operation is BUILD:
            return tuple.__new__(kind, self._structured(node.args[1]))
        args = map(self._structured, node.args[1:])
        kwargs = {name: self._structured(each) for name, each in node.kwargs}
        bound = inspect.signature(kind).bind(*args, **kwargs)
        bound.apply_defaults()
        made: Any = object.__new__(kind)
        for name, value in bound.arguments.items():
            object.__setattr__(made, name, value)
        return made

    def _arrived(self, value: Value) -> Any:
        """Return the pattern or the value of an input that the graph returns."""
        origin = self._origins.get(value.name)
        if isinstance(origin, Parameter) and value.name not in self._changed:
            return self._patterns[origin.name]
        held = self._object(value)
        return held if is_value(held) else None

    def _leaves(self, argument: Argument) -> list[Argument]:
        made = self._made(argument)
        parts: Sequence[Argument]
        if made is not None:
            _, node = made
            parts = (*node.args[1:], *(each for _, each in node.kwargs))
        elif isinstance(argument, Display):
            keys = argument.kind == "dict"
            parts = argument.items[1::2] if keys else argument.items
        else:
            return [argument]
        return [leaf for part in parts for leaf in self._leaves(part)]


def _is_plain_record(kind: type) -> bool:
    """Whether the constructor of a class only sets its fields."""
    if not is_dataclass(kind) or hasattr(kind, "__post_init__"):
        return False
    parameters: Any = getattr(kind, "__dataclass_params__")  # noqa: B009 - not declared
    names = [each.name for each in fields(kind) if each.init]
    plain = len(names) == len(fields(kind)) and "__init__" in vars(kind)
    return (
        plain and parameters.init and list(inspect.signature(kind).parameters) == names
    )
