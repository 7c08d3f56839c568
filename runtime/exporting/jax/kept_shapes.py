"""Arrays whose shape nobody knows before the run, but which is that of another one."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.exporting.jax.jax_numbers import FLOATING, MIXING
from runtime.ir.nodes import Argument, Node, Value, argument_type
from runtime.types import Array, NumpyScalar, PythonScalar, members

_KEEPING = frozenset("updated roll flip copy array_copy".split())
_TOGETHER = (MIXING | FLOATING) - {"matmul", "dot", "outer", "inner"}


class KeptShapes:
    """Finds for an array another one that surely has its shape.

    Parameters
    ----------
    made : mapping
        What makes each value, by its name.
    """

    def __init__(self, made: Mapping[str, Node]) -> None:
        self._made = made
        self._found: dict[str, Argument] = {}

    def root(self, argument: Argument) -> Argument:
        """Return the first array of this shape that is known; itself, if no other."""
        if not isinstance(argument, Value):
            return argument
        if argument.name not in self._found:
            self._found[argument.name] = argument  # a loop that gives itself
            self._found[argument.name] = self._root(argument)
        return self._found[argument.name]

    def _root(self, value: Value) -> Argument:
        node = self._made.get(value.name)
        if node is None:
            return value
        operation, name = node.operation, node.operation.name
        place = [each.name for each in node.results].index(value.name)
        if isinstance(operation, Cond):
            arms = [arm.yields for arm in node.regions if arm.yields is not None]
            return self._common(value, [self.root(each[place]) for each in arms])
        if isinstance(operation, Loop):
            return self._of_loop(value, node, operation, place)
        if name in _KEEPING or name.endswith("_on_copy"):
            return self.root(node.args[0])
        if name in _TOGETHER:
            others = [each for each in node.args if not _is_number(each)]
            return self._common(value, list(map(self.root, others)))
        return value

    def _common(self, value: Value, roots: list[Argument]) -> Argument:
        same = bool(roots) and all(each == roots[0] for each in roots)
        return roots[0] if same and isinstance(roots[0], Value) else value

    def _of_loop(self, value: Value, node: Node, loop: Loop, place: int) -> Argument:
        stops = loop.stops(node)
        yields = node.regions[-1].yields
        if place < stops or yields is None:
            return value
        state = loop.states(node)[place - stops]
        if self.root(yields[place]) != state:
            return value
        return self.root(loop.starts(node)[place - stops])


def _is_number(argument: Argument) -> bool:
    return all(
        isinstance(of, (PythonScalar, NumpyScalar))
        or (isinstance(of, Array) and of.shape == ())
        for of in members(argument_type(argument))
    )
