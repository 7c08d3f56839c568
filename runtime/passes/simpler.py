"""Less work in derivatives: rules write for all shapes, and some shapes are known.

Identity: an array is its own sum to its shape, and its own spread to it; a number times
a number spread to an array is the array times the number.

Must not touch what the shapes of the run decide, nor products whose dtype would differ.
"""

from __future__ import annotations

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type
from runtime.ops import OPS
from runtime.passes.rewrite import Rewriter
from runtime.types import Array, NumpyScalar, Type

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3], s: np.float64) -> (float64[3]; float64[3]) {
             a: np.float64 = one_of(s)
             b: float64[3] = spread(a, x)
             c: float64[3] = multiply(b, x)
             d: float64[3] = sum_to(c, x)
             e: float64[3] = spread(s, x)
             g: float64[3] = multiply(d, e)
             return (d, g)
           }""",
        """graph f(x: float64[3], s: np.float64) -> (float64[3]; float64[3]) {
             b: float64[3] = spread(np.float64(1.0), x)
             c: float64[3] = multiply(np.float64(1.0), x)
             e: float64[3] = spread(s, x)
             g: float64[3] = multiply(c, s)
             return (c, g)
           }""",
    ),
    (
        """graph f(x: float64[?], y: float32[3], s: np.float64) -> float64[?] {
             a: float64[?] = sum_to(x, x)
             b: float64[3] = spread(s, y)
             c: float64[3] = multiply(b, y)
             return a
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return a graph with less work."""
    return _Simpler().graph(graph)


class _Simpler(Rewriter):
    def __init__(self) -> None:
        super().__init__()
        # What the values are spread from, by their names.
        self._spread: dict[str, Argument] = {}

    def call(self, node: Node) -> Node | None:
        name = node.operation.name
        if node.kwargs or len(node.results) != 1:
            return node
        (result,) = node.results
        if name in ("sum_to", "spread"):
            given, like = map(argument_type, node.args)
            if given == like == result.type and _is_known(given):
                self.replace(node.results, node.args[:1])
                return None
            if name == "spread" and _is_number_of(given, result.type):
                self._spread[result.name] = node.args[0]
        elif name == "one_of" and isinstance(result.type, NumpyScalar):
            self.replace(node.results, (Constant(result.type.dtype.type(1)),))
            return None
        elif name == "multiply":
            return self._product(node, result)
        return node

    def _product(self, node: Node, result: Value) -> Node:
        """Return a product with a number in place of an array of it."""
        for place, argument in enumerate(node.args):
            number = self._of_number(argument)
            other = argument_type(node.args[1 - place])
            if number is not None and other == result.type and _is_known(other):
                args = list(node.args)
                args[place] = number
                return Node(
                    OPS["multiply"], tuple(args), (), node.results, span=node.span
                )
        return node

    def _of_number(self, argument: Argument) -> Argument | None:
        if not isinstance(argument, Value):
            return None
        return self._spread.get(argument.name)


def _is_known(of: Type) -> bool:
    """Whether a type tells all dimensions of an array."""
    return isinstance(of, Array) and of.shape is not None and None not in of.shape


def _is_number_of(given: Type, of: Type) -> bool:
    """Whether a type is that of numbers with the dtype of arrays."""
    return (
        isinstance(given, NumpyScalar)
        and isinstance(of, Array)
        and given.dtype == of.dtype
        and given.dtype.kind == "f"
        and given.dtype != np.dtype(np.float16)
    )
