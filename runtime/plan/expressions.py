"""Arguments and calls as text, without needless parentheses."""

from __future__ import annotations

import operator

from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.plan import levels
from runtime.plan.forms import Slot
from runtime.plan.names import Names
from runtime.plan.namespace import Namespace
from runtime.plan.order import Order
from runtime.plan.writer import Writer

_TRUTH = (operator.not_, bool)


class Expressions:
    """Writes expressions into the current line of a writer."""

    def __init__(
        self, order: Order, names: Names, namespace: Namespace, writer: Writer
    ) -> None:
        self._order = order
        self._names = names
        self._namespace = namespace
        self._writer = writer

    def argument(self, argument: Argument, level: int = 0, index: bool = False) -> None:
        """Write an argument.

        Parameters
        ----------
        argument : argument
            A value, constant or display.
        level : int
            The least precedence that its text needs to have no parentheses.
        index : bool
            Whether it stands between brackets.
        """
        if isinstance(argument, Value):
            name = self._order.root(argument)
            node = self._order.inlined.get(name)
            if node is None:
                self._writer.put(self._names.of[name])
            else:
                self.call(node, level)
        elif isinstance(argument, Constant):
            text, own = self._namespace.constant(argument.value)
            self._writer.put(f"({text})" if own < level else text)
        elif index and _is_index(argument):
            self._index(argument)
        else:
            self._display(argument)

    def call(self, node: Node, level: int = 0) -> None:
        """Write the call of a row's operation."""
        writer = self._writer
        spelling = self._order.spelling(node)
        form, arguments = spelling.form, spelling.arguments
        enclosed = form.level < level
        if enclosed:
            writer.put("(")
        start = writer.column
        for part in form.parts:
            if isinstance(part, str):
                writer.put(part)
            elif isinstance(part, Slot):
                self.argument(arguments[part.argument], part.level, part.index)
            else:
                writer.put(self._namespace.function(part))
        if node.span is not None:
            writer.place(start, node.span)
        if enclosed:
            writer.put(")")

    def condition(self, argument: Argument, negated: bool) -> None:
        """Write a test whose truth alone matters, or its negation."""
        while (inner := self._operand(argument)) is not None:
            argument, contrary = inner
            negated ^= contrary
        if negated:
            self._writer.put("not ")
        self.argument(argument, levels.NOT if negated else levels.LOWEST)

    def _operand(self, argument: Argument) -> tuple[Argument, bool] | None:
        """Return the operand of an inlined `not` or `bool`, and whether it negates."""
        if not isinstance(argument, Value):
            return None
        node = self._order.inlined.get(self._order.root(argument))
        if node is None or len(node.args) != 1:
            return None
        kernel = getattr(node.operation, "kernel", None)
        return (node.args[0], kernel is operator.not_) if kernel in _TRUTH else None

    def _display(self, display: Display) -> None:
        put, items = self._writer.put, display.items
        match display.kind:
            case "tuple":
                put("(")
                self._sequence(items)
                put(",)" if len(items) == 1 else ")")
            case "list":
                put("[")
                self._sequence(items)
                put("]")
            case "slice":
                put(self._namespace.function(slice) + "(")
                self._sequence(items)
                put(")")
            case "dict":
                put("{")
                for position in range(0, len(items), 2):
                    put(", " if position else "")
                    self.argument(items[position])
                    put(": ")
                    self.argument(items[position + 1])
                put("}")

    def _sequence(self, items: tuple[Argument, ...]) -> None:
        for position, item in enumerate(items):
            if position:
                self._writer.put(", ")
            self.argument(item)

    def _index(self, display: Display) -> None:
        """Write a tuple or slice between brackets."""
        if display.kind == "tuple":
            for position, item in enumerate(display.items):
                if position:
                    self._writer.put(", ")
                # A slice has its own syntax here, a tuple in the tuple has not.
                is_slice = isinstance(item, Display) and item.kind == "slice"
                self.argument(item, levels.LOWEST, is_slice)
            if len(display.items) == 1:
                self._writer.put(",")
            return
        start, stop, step = display.items
        for separator, item in (("", start), (":", stop), (":", step)):
            absent = isinstance(item, Constant) and item.value is None
            if separator and not (absent and item is step):
                self._writer.put(separator)
            if not absent:
                self.argument(item, levels.COMPARISON)


def _is_index(display: Display) -> bool:
    """Whether a display between brackets needs no parentheses."""
    return display.kind == "slice" or (display.kind == "tuple" and bool(display.items))
