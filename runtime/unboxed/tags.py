"""Which of several types a number has had: what it becomes behind the loop.

A variable may be a float of Python in one turn and one of NumPy in the next, or have no
value yet. Within the loop all are floats; where a value leaves it, a second variable
beside it says which of the types it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from runtime.constructs.base import Construct
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Value, argument_type
from runtime.ir.unbound import Unbound
from runtime.types import NumpyScalar, Type, Union
from runtime.unboxed.counterparts import NotUnboxed

Maker = Callable[[Any], Any]
"""Makes what the user sees of a number of Python."""


class Tags:
    """The types that numbers have behind a loop, numbered.

    Parameters
    ----------
    graph : Graph
        The loop.
    results : iterable of Argument
        What is read behind it.

    Attributes
    ----------
    makers : list of callable
        What makes a value of each type.
    """

    def __init__(self, graph: Graph, results: tuple[Argument, ...]) -> None:
        self.makers: list[Maker] = []
        self._numbers: dict[object, int] = {}
        self._known: dict[str, Argument] = {}
        self._wanted = _wanted(graph, results)

    def wanted(self, value: Value) -> bool:
        """Whether the type of a value has to be known behind the loop."""
        return value.name in self._wanted

    def record(self, value: Value, tag: Argument) -> None:
        """Record where the type of a value is found."""
        self._known[value.name] = tag

    def of(self, argument: Argument) -> Argument:
        """Return the number of the type of a value."""
        if isinstance(argument, Value) and isinstance(argument.type, Union):
            if argument.name not in self._known:
                raise NotUnboxed(f"a result of type {argument.type}")
            return self._known[argument.name]
        if isinstance(argument, Constant) and isinstance(argument.value, Unbound):
            missing = argument.value
            return self._number(id(missing), lambda number: missing)
        of = argument_type(argument)
        return self._number(of, maker(of))

    def _number(self, key: object, make: Maker) -> Constant:
        number = self._numbers.setdefault(key, len(self.makers))
        if number == len(self.makers):
            self.makers.append(make)
        return Constant(number)


def maker(of: Type) -> Maker:
    """Return what makes a value of a type from a number of Python."""
    if isinstance(of, NumpyScalar):
        made: Maker = of.dtype.type
        return made
    return lambda number: number


def _wanted(graph: Graph, results: tuple[Argument, ...]) -> set[str]:
    """Return the names of the values whose type has to be known behind a loop."""
    wanted = _of_several(results)
    columns = [
        column
        for node in graph.nodes()
        if isinstance(node.operation, Construct)
        for column in node.operation.columns(node)
    ]
    found = -1
    while found < len(wanted):
        found = len(wanted)
        for column in columns:
            if any(value.name in wanted for value in column.targets):
                both = (*column.targets, *column.sources)
                wanted |= _of_several(both)
    return wanted


def _of_several(arguments: Iterable[Argument]) -> set[str]:
    """Return the names of the values that have one of several types."""
    return {
        each.name
        for each in arguments
        if isinstance(each, Value) and isinstance(each.type, Union)
    }
