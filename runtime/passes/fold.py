"""Constant folding: a pure call of constants is replaced by its result.

Identity: what the interpreter computes from constants now, every run computes. No
number or text is equal to None.

Needs nothing. Must not touch calls that have an effect, write, may fail by type, or
return memory (an array made here would be one object for all runs), nor calls that
raise or warn when tried, which the run must do itself. Folding must not take long, so
Python integers are folded only while they are small.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np

from runtime.interpret import Interpreter
from runtime.ir.behavior import behavior, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.memory import can_hold
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.passes.rewrite import Rewriter
from runtime.types import NONE, Never, NumpyScalar, PythonScalar, accepts

LARGEST_INTEGER = 1 << 16
"""The largest folded integer: ``a ** b`` or ``text * n`` of Python might take long."""
LONGEST_TEXT = 1 << 10
QUICK = frozenset(
    "add subtract multiply divide floor_divide remainder negative positive absolute "
    "less less_equal greater greater_equal equal not_equal truth not_ is_ "
    "is_not".split()
)
"""What is folded in a graph that somebody else wrote."""
_NUMBERS = (bool, int, float, complex, np.bool_, np.number)

EXAMPLES = [
    (
        """graph f(x: int) -> int {
             a: int = add(1, 2)
             t: bool = less(a, 3)
             y: int = cond t { yield a } else { yield x }
             return y
           }""",
        """graph f(x: int) -> int {
             y: int = cond False { yield 3 } else { yield x }
             return y
           }""",
    ),
    (
        """graph f(x: np.float64) -> (bool; bool) {
             a: bool = equal(x, None)
             b: bool = not_equal(None, x)
             return (a, b)
           }""",
        """graph f(x: np.float64) -> (bool; bool) {
             return (False, True)
           }""",
    ),
    (
        """graph f(x: float64[3]) -> (float64[3]; int) {
             y: float64[3] = multiply(x, 2.0)
             z: int = floor_divide(1, 0)
             return (y, z)
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Fold all calls of constants."""
    return _Fold(bounded=False).graph(graph)


def run_bounded(graph: Graph) -> Graph:
    """Fold the operators of numbers that take as long whatever the numbers are."""
    return _Fold(bounded=True).graph(graph)


class _Fold(Rewriter):
    def __init__(self, bounded: bool) -> None:
        super().__init__()
        self._bounded = bounded

    def call(self, node: Node) -> Node | None:
        if _is_with_none(node):
            (result,) = node.results
            self.replaced[result.name] = Constant(node.operation.name == "not_equal")
            return None
        if not _is_foldable(node) or (self._bounded and not _is_quick(node)):
            return node
        values = _try(node)
        if values is None:
            return node
        for result, value in zip(node.results, values, strict=True):
            constant = Constant(value)
            if not _is_plain(value) or not accepts(result.type, constant.type):
                return node
            self.replaced[result.name] = constant
        return None


def _is_with_none(node: Node) -> bool:
    """Whether a node asks whether a number or a text is equal to None."""
    if node.operation.name not in ("equal", "not_equal") or node.kwargs:
        return False
    types = [argument_type(operand) for operand in node.args]
    others = [of for of in types if of != NONE]
    return len(others) == 1 and (
        isinstance(others[0], PythonScalar)
        or (isinstance(others[0], NumpyScalar) and others[0].dtype.kind != "V")
    )


def _is_foldable(node: Node) -> bool:
    operands = [*node.args, *(argument for _, argument in node.kwargs)]
    if not all(isinstance(operand, (Constant, Display)) for operand in operands):
        return False
    operation = behavior(node)
    if operation.effect or node.fails or not node.results or written_arguments(node):
        return False
    if any(can_hold(one.type) or isinstance(one.type, Never) for one in node.results):
        return False
    return not node.operands() and _is_small(operands)


def _is_quick(node: Node) -> bool:
    """Whether a call takes numbers, and no longer for large ones than for others."""
    return node.operation.name in QUICK and all(
        isinstance(operand, Constant)
        and (operand.value is None or isinstance(operand.value, _NUMBERS))
        for operand in node.args
    )


def _is_small(operands: list[Argument]) -> bool:
    return len(operands) < 2 or all(
        (type(value) is not int or abs(value) <= LARGEST_INTEGER)
        and (not isinstance(value, (str, bytes, tuple)) or len(value) <= LONGEST_TEXT)
        for value in _constants(operands)
    )


def _constants(operands: list[Argument] | tuple[Argument, ...]) -> Iterator[object]:
    for operand in operands:
        if isinstance(operand, Constant):
            yield operand.value
        elif isinstance(operand, Display):
            yield from _constants(operand.items)


def _try(node: Node) -> tuple[object, ...] | None:
    """Return the results of a call; None if it raises or warns."""
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        try:
            return Interpreter().call(node)
        except Exception:
            return None


def _is_plain(value: object) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return value is None or isinstance(
        value, (bool, int, float, complex, str, bytes, np.generic)
    )
