"""Finds all in a graph that has no form over blocks, and computes nothing.

Both arms of a branch are looked at, and one turn of a loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred, Filled, Held
from runtime.blocks.driver import Driver
from runtime.blocks.operand_kinds import deferred_in, held
from runtime.constructs.cond import COND
from runtime.constructs.while_loop import WHILE
from runtime.errors import NotBlocked
from runtime.ir.nodes import Node, values_in
from runtime.types import Array, NumpyScalar, PythonScalar, Type

_NUMBERS = {"bool": False, "int": 0, "float": 0.0, "complex": 0j, "str": ""}


class _Unknown:
    """A value of which nothing is known: it was refused."""


UNKNOWN = _Unknown()


class Surveyor(Driver):
    """One look at a graph, some of whose values are in blocks."""

    def refusals(self, inputs: Sequence[Any]) -> list[NotBlocked]:
        """Return what has no form over blocks, in order."""
        self._found: list[NotBlocked] = []
        self.run(self._graph.region, inputs)
        unique = {(each.message, each.span): each for each in self._found}
        return list(unique.values())

    def call(self, node: Node) -> tuple[Any, ...]:
        """Look at a call; what it gives, if it is refused, is unknown."""
        try:
            if any(self._is_unknown(each.name) for each in node.operands()):
                return tuple(map(self._absent, (each.type for each in node.results)))
            return super().call(node)
        except NotBlocked as error:
            self._found.append(error)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            pass  # numbers that are made up: the run's own need not fail
        return tuple(map(self._absent, (each.type for each in node.results)))

    def _is_unknown(self, name: str) -> bool:
        return self.values.get(name) is UNKNOWN

    def _absent(self, of: Type) -> Any:
        """Return something of a type, if it says enough."""
        if isinstance(of, Array) and of.shape is not None and None not in of.shape:
            shape = tuple(int(each or 0) for each in of.shape)
            return Filled(of, shape, held(of.dtype.type(0)))
        if isinstance(of, NumpyScalar):
            return Held(of.dtype.type(0), of)
        if isinstance(of, PythonScalar):
            return _NUMBERS.get(of.kind, UNKNOWN)
        return UNKNOWN

    # Nothing is computed.

    def known(self, value: Deferred) -> Any:
        """Return any number instead of one that is computed."""
        if isinstance(value, Held):
            return value.value
        return np.zeros(value.shape, value.dtype)[()]

    def truth(self, value: Any, node: Node) -> bool:
        """Return any truth."""
        return not any(deferred_in(value)) and value is not UNKNOWN and bool(value)

    def _structured(self, node: Node) -> tuple[Any, ...]:
        first = [value for each in node.args[:1] for value in values_in(each)]
        unknown = any(self._is_unknown(value.name) for value in first)
        if unknown and node.operation is not COND:
            return tuple(map(self._absent, (each.type for each in node.results)))
        if node.operation is COND:
            given = [
                self.run(arm, ()) for arm in node.regions if arm.yields is not None
            ]
            return given[0] if given else ()
        if node.operation is WHILE:
            return self._while(node)
        try:
            return super()._structured(node)
        except NotBlocked as error:
            self._found.append(error)
        return tuple(map(self._absent, (each.type for each in node.results)))

    def _while(self, node: Node) -> tuple[Any, ...]:
        test, body = node.regions
        states = tuple(map(self.argument, node.args))
        self.run(test, states)
        if body.yields is None:
            return states
        following = self.run(body, ())
        return following if WHILE.stops(node) else following[: len(states)]
