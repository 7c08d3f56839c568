"""Assigning several variables at once: states of a loop, results of a choice.

Values move in the order in which they were computed, one in each line. Variables share
a line only where one would be overwritten before another one reads it: ``a, b = b, a``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runtime.ir.nodes import Argument, Value, values_in
from runtime.plan.expressions import Expressions
from runtime.plan.names import Names
from runtime.plan.order import Order
from runtime.plan.writer import Writer


class Move(NamedTuple):
    """A variable and its new value; without a variable the value is only computed."""

    variable: str | None
    argument: Argument


class Mover:
    """Writes moves."""

    def __init__(
        self, order: Order, names: Names, expressions: Expressions, writer: Writer
    ) -> None:
        self._order = order
        self._names = names
        self._expressions = expressions
        self._writer = writer

    def needed(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that assign or compute something."""
        return [move for move in moves if not self._is_empty(move)]

    def reads(self, argument: Argument) -> set[str]:
        """Return the variables that an argument reads."""
        return {self._names.of[name] for name in self._order.reads((argument,))}

    def computes(self, argument: Argument) -> bool:
        """Whether an argument contains an inlined node."""
        inlined = self._order.inlined
        return any(self._order.root(value) in inlined for value in values_in(argument))

    def write(self, moves: Sequence[Move]) -> None:
        """Write the moves, each in the first group that keeps all reads correct."""
        moves = self.needed(moves)
        reads = [self.reads(move.argument) for move in moves]
        start = 0
        while start < len(moves):
            end = start
            position = start
            while position <= end:
                variable = moves[position].variable
                for later in range(len(moves) - 1, end, -1):
                    if variable in reads[later]:
                        end = later
                        break
                position += 1
            self._group(moves[start : end + 1])
            start = end + 1

    def _is_empty(self, move: Move) -> bool:
        argument = move.argument
        if move.variable is None:
            return not self.computes(argument)
        if not isinstance(argument, Value):
            return False
        return self._names.of.get(self._order.root(argument)) == move.variable

    def _group(self, moves: Sequence[Move]) -> None:
        writer = self._writer
        writer.start(None)
        if len(moves) > 1 or moves[0].variable is not None:
            targets = [move.variable or self._names.spare("unused") for move in moves]
            writer.put(", ".join(targets) + " = ")
        for position, move in enumerate(moves):
            if position:
                writer.put(", ")
            self._expressions.argument(move.argument)
        writer.end()
