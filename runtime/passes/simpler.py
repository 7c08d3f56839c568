"""Less work in derivatives: no arrays of one number, where the number does.

Identity: an array times an array that is full of a number is the array times the
number, a quotient likewise, and what is multiplied by one stays as it is.

Must not touch what the shapes of the run decide, nor products whose dtype would differ.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type
from runtime.passes.rewrite import Rewriter
from runtime.types import Array, NumpyScalar, Type

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3], s: np.float64) -> float64[3] {
             a: float64[3] = full((3,), s)
             b: float64[3] = multiply(x, a)
             return b
           }""",
        """graph f(x: float64[3], s: np.float64) -> float64[3] {
             a: float64[3] = full((3,), s)
             b: float64[3] = multiply(x, s)
             return b
           }""",
    ),
    (
        """graph f(x: float64[3]) -> float64[3] {
             a: float64[3] = full((3,), np.float64(1.0))
             b: float64[3] = divide(a, x)
             c: float64[3] = multiply(a, x)
             d: float64[3] = add(b, c)
             return d
           }""",
        """graph f(x: float64[3]) -> float64[3] {
             a: float64[3] = full((3,), np.float64(1.0))
             b: float64[3] = divide(np.float64(1.0), x)
             d: float64[3] = add(b, x)
             return d
           }""",
    ),
    (
        """graph f(x: float64[?], y: float32[3], s: np.float64) -> float64[?] {
             a: float64[3] = full(const (3,), s)
             b: float64[3] = multiply(a, y)
             c: float64[?] = spread(s, x)
             d: float64[?] = multiply(c, x)
             return d
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
        # What values are full of, by their names.
        self._full: dict[str, Argument] = {}

    def call(self, node: Node) -> Node | None:
        if node.kwargs or len(node.results) != 1:
            return node
        (result,) = node.results
        if node.operation.name == "full":
            if _is_number_of(argument_type(node.args[1]), result.type):
                self._full[result.name] = node.args[1]
        elif node.operation.name in ("multiply", "divide"):
            node = self._product(node, result)
            if node.operation.name == "multiply" and self._is_same(node, result):
                return None
        return node

    def _is_same(self, node: Node, result: Value) -> bool:
        """Whether a product is one of its operands, since the other is one."""
        for one, other in (node.args, node.args[::-1]):
            number = one.value if isinstance(one, Constant) else None
            if isinstance(number, (float, np.floating)) and number == 1.0:
                if argument_type(other) == result.type and _is_float(result.type):
                    self.replace((result,), (other,))
                    return True
        return False

    def _product(self, node: Node, result: Value) -> Node:
        """Return a product or quotient with a number in place of an array of it."""
        for place, argument in enumerate(node.args):
            number = None
            if isinstance(argument, Value):
                number = self._full.get(argument.name)
            other = argument_type(node.args[1 - place])
            if number is not None and other == result.type and _is_known(other):
                args = list(node.args)
                args[place] = number
                return replace(node, args=tuple(args))
        return node


def _is_float(of: Type) -> bool:
    return isinstance(of, (Array, NumpyScalar)) and of.dtype.kind == "f"


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
