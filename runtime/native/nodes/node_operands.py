"""What the operations of a kernel are given: the registers of their arguments."""

from __future__ import annotations

from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.native.assembly.values import Items, Machine, NotNative, Slice
from runtime.native.nodes import makers
from runtime.native.nodes.cursors import Cursors
from runtime.native.nodes.instructions import GATHERS, KEYWORDS
from runtime.native.scalars.literals import of_constant
from runtime.native.scalars.nans import nan_among
from runtime.regions.unshared import holds_its_operands, may_be_nan
from runtime.types import List


class Operands(Cursors):
    """Finds the registers of arguments.

    Attributes
    ----------
    unshared : frozenset of str
        The names of the numbers that nobody else holds as an object.
    """

    unshared: frozenset[str] = frozenset()

    def fault_if_held(self, node: Node) -> None:
        """Write a fault if an operation holds a NaN, and others may hold it too."""
        if holds_its_operands(node):
            for each in (*node.args, *dict(node.kwargs).values()):
                self.fault_if_shared(each)

    def fault_if_shared(self, argument: Argument) -> None:
        """Write a fault if an argument has a NaN that others may hold as an object."""
        for value in values_in(argument):
            if value.name not in self.unshared and may_be_nan(value.type):
                self.w.fault_if(nan_among(self.w, self.values[value.name]))

    def argument(self, argument: Argument) -> Machine:
        """Return the registers of an argument."""
        if isinstance(argument, Value):
            if argument.name in self.iterators:
                self.go_through(argument.name)
            return self.values[argument.name]
        if isinstance(argument, Constant):
            return of_constant(argument.value)
        if argument.kind == "tuple":
            return self._items(argument)
        if argument.kind == "slice":
            return Slice(*map(self.argument, argument.items))
        of = argument_type(argument)
        if argument.kind == "list" and isinstance(of, List):
            return self.list_of(Items(tuple(map(self.argument, argument.items))), of)
        raise NotNative(f"a {argument.kind}")

    def go_through(self, name: str) -> None:
        """Use up an iterator, which gives its items but once."""
        if self.iterators[name] is not self.within:
            raise NotNative("an iterator that others go through as well")
        self.iterators[name] = None

    def _items(self, display: Display) -> Items:
        """Return a tuple, or a list that an operation only goes through."""
        return Items(
            tuple(
                self._items(item)
                if isinstance(item, Display) and item.kind == "list"
                else self.argument(item)
                for item in display.items
            )
        )

    def operands(self, node: Node) -> list[Machine]:
        """Return the operands of a node, those by keyword in the order of its rule."""
        name = node.operation.name
        operands = [
            self._items(each)
            if isinstance(each, Display) and each.kind == "list" and name in GATHERS
            else self.argument(each)
            for each in node.args
        ]
        given = dict(node.kwargs)
        if name in makers.NAMES:
            given.pop("dtype", None)  # the type of the result tells
        positional, _, others = KEYWORDS.get(name, "").partition("*")
        names = positional.split()
        if name in KEYWORDS and name != "zip" and len(operands) > 1 + len(names):
            raise NotNative(f"the operation {name} with so many arguments")
        operands += [
            self.argument(given.pop(keyword, Constant(None)))
            for keyword in (*names[len(operands) - 1 :], *others.split())
        ]
        for keyword in given:
            raise NotNative(f"the operation {name} with {keyword}=")
        return operands
