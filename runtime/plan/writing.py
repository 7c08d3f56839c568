"""What every statement of the plan is written with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Self

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value, map_values, values_in
from runtime.plan.drops import Drops
from runtime.plan.expressions import Expressions
from runtime.plan.lifetimes import find_lifetimes
from runtime.plan.moves import Mover
from runtime.plan.names import Names
from runtime.plan.namespace import Namespace
from runtime.plan.order import Order, arrange
from runtime.plan.writer import Writer


class Writing(ABC):
    """The parts of a plan that is being written, and the lines that statements share.

    Parameters
    ----------
    graph : Graph
        The graph of which the plan is written.
    order : Order, optional
        Its statements and expressions, if they are not those of a plan.
    """

    def __init__(self, graph: Graph, order: Order | None = None) -> None:
        self.graph = graph
        self.order = arrange(graph) if order is None else order
        self.lifetimes = find_lifetimes(graph, self.order)
        self.names = Names()
        self.namespace = self.new_namespace()
        self.writer = Writer()
        self.expressions = Expressions(
            self.order, self.names, self.namespace, self.writer
        )
        self.mover = Mover(self.order, self.names, self.expressions, self.writer)
        self.drops = Drops(self.names, self.writer)

    def new_namespace(self) -> Namespace:
        """Return what spells functions and constants."""
        return Namespace(self.names)

    @abstractmethod
    def region(self, region: Region, tail: Tail | None) -> None:
        """Write the statements of a region and its end."""

    @abstractmethod
    def is_choice(self, node: Node) -> bool:
        """Whether a node is written as an ``if``."""

    def enter(self, region: Region) -> None:
        """Begin a region: set the live values, and forget the variables to delete."""
        self.drops.forget()
        self.names.hold_values(self.lifetimes.entering[id(region)])

    def variable(self, value: Value, region: Region) -> str | None:
        """Choose the variable of a value; None if the value is not used."""
        if not self.order.uses.get(value.name):
            return None
        self.drops.born(value, region)
        base = self.lifetimes.bases.get(value.name, value.base)
        return self.names.bind(value.name, base)

    def wish(self, yields: Iterable[Argument], variables: Iterable[str | None]) -> None:
        """Record the variables that values move to, so that they are computed there."""
        for variable, argument in zip(variables, yields):
            if variable is not None and isinstance(argument, Value):
                self.names.wishes[self.order.root(argument)] = variable

    # Lines

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Indent the lines written in the block; write ``pass`` if there are none."""
        self.writer.depth += 1
        before = len(self.writer.lines)
        yield
        if len(self.writer.lines) == before:
            self.writer.line("pass")
        self.writer.depth -= 1

    def test(
        self,
        keyword: str,
        test: Argument,
        *,
        negated: bool = False,
        span: Span | None = None,
        number: int = 0,
    ) -> None:
        """Write ``if test:`` or similar, on a reserved line if a number is given."""
        self.writer.start(span or self.span_of(test), number)
        self.writer.put(f"{keyword} ")
        self.expressions.condition(test, negated)
        self.writer.put(":")
        self.writer.end()

    def test_variable(self, variable: str) -> None:
        """Write ``if variable:``."""
        self.writer.line(f"if {variable}:")

    def span_of(self, argument: Argument) -> Span | None:
        """Return the span of the inlined node in an argument, if there is one."""
        if not isinstance(argument, Value):
            return None
        node = self.order.inlined.get(self.order.root(argument))
        return None if node is None else node.span


@dataclass(frozen=True)
class Tail(ABC):
    """The end of a region.

    Parameters
    ----------
    arguments : tuple
        The arguments that the end uses.
    """

    arguments: tuple[Argument, ...]

    @abstractmethod
    def write(self, plan: Writing) -> None:
        """Write the end."""

    def leaves(self) -> bool:
        """Whether control never passes this end."""
        return False

    def takes(self, node: Node, plan: Writing) -> bool:
        """Whether the arms of a choice, the last node, may end so themselves.

        They may if nothing else uses the results, and the end uses each once, in the
        order in which the arms compute them.
        """
        names = {result.name for result in node.results}
        taken = [
            value.name
            for argument in self.arguments
            for value in values_in(argument)
            if value.name in names
        ]
        uses = plan.order.uses
        return (
            bool(names)
            and taken == [result.name for result in node.results]
            and all(uses[name] == 1 for name in names)
        )

    def inside(self, node: Node, arm: Region) -> Self | None:
        """Return the tail of an arm; None if the arm never reaches its end."""
        if arm.yields is None:
            return None
        given = dict(zip((result.name for result in node.results), arm.yields))
        arguments = tuple(
            map_values(argument, lambda value: given.get(value.name, value))
            for argument in self.arguments
        )
        return replace(self, arguments=arguments)
