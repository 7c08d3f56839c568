"""The statements of a region, in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.constructs.protected import Protected
from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.ops.row import Row
from runtime.plan.choices import Choice
from runtime.plan.drops import Drops
from runtime.plan.expressions import Expressions
from runtime.plan.in_place import write_in_place
from runtime.plan.lifetimes import find_lifetimes
from runtime.plan.loops import write_loop
from runtime.plan.moves import Mover
from runtime.plan.names import Names, identifier
from runtime.plan.namespace import Namespace, unreachable
from runtime.plan.order import arrange
from runtime.plan.protected import write_protected
from runtime.plan.tails import Return, Tail
from runtime.plan.writer import Writer


class Statements:
    """Writes a graph as a function."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.order = arrange(graph)
        self.lifetimes = find_lifetimes(graph, self.order)
        self.names = Names()
        self.namespace = Namespace(self.names)
        self.writer = Writer()
        self.expressions = Expressions(
            self.order, self.names, self.namespace, self.writer
        )
        self.mover = Mover(self.order, self.names, self.expressions, self.writer)
        self.drops = Drops(self.names, self.writer)

    def function(self) -> None:
        """Write the whole function."""
        region = self.graph.region
        for function in self.order.functions:
            self.namespace.function(function)
        for word in self.order.words:
            self.names.reserve(word)
        parameters = [
            self.names.bind(value.name, value.base) for value in region.parameters
        ]
        self.writer.line(f"def {identifier(self.graph.name)}({', '.join(parameters)}):")
        self.enter(region)
        with self.indented():
            self.region(region, Return(region.yields) if region.yields else None)

    def region(self, region: Region, tail: Tail | None) -> None:
        """Write the statements of a region and its end.

        An arm that goes on where the other one left follows at the same depth, so
        that many guards in a row neither nest nor recurse.
        """
        waiting: list[tuple[Region, int, Tail | None]] = [(region, 0, tail)]
        while waiting:
            region, position, tail = waiting.pop()
            statements = self.order.statements(region)
            for node in statements[position:]:
                position += 1
                if self.order.is_choice(node):
                    last = node is region.nodes[-1]
                    choice = Choice(self, node, region, tail if last else None)
                    follows = choice.write()
                    if follows is not None and not choice.takes_over:
                        waiting.append((region, position, tail))
                    if follows is not None:
                        waiting.append((follows[0], 0, follows[1]))
                    if follows is not None or choice.takes_over:
                        break
                else:
                    self._statement(node, region)
            else:
                self._end(region, tail)

    def enter(self, region: Region) -> None:
        """Begin a region: say what is needed in it, and what may be dropped."""
        self.drops.forget()
        self.names.hold_values(self.lifetimes.entering[id(region)])

    def variable(self, value: Value, region: Region) -> str | None:
        """Choose the variable of a value born in a region; None if nobody reads it."""
        if not self.order.uses.get(value.name):
            return None
        self.drops.born(value, region)
        base = self.lifetimes.bases.get(value.name, value.base)
        return self.names.bind(value.name, base)

    # Lines

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Indent the lines written meanwhile; there is at least one."""
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
        """Write ``if test:`` or its like, on a reserved line if a number is given."""
        self.writer.start(span or self.span_of(test), number)
        self.writer.put(f"{keyword} ")
        self.expressions.condition(test, negated)
        self.writer.put(":")
        self.writer.end()

    def test_variable(self, variable: str) -> None:
        """Write ``if variable:``."""
        self.writer.line(f"if {variable}:")

    def span_of(self, argument: Argument) -> Span | None:
        """Give the place of the node that an argument holds, if it is inlined."""
        if not isinstance(argument, Value):
            return None
        node = self.order.inlined.get(self.order.root(argument))
        return None if node is None else node.span

    # Statements

    def _statement(self, node: Node, region: Region) -> None:
        if self.order.is_spelled(node):
            if self.order.spelling(node).form.augments:
                write_in_place(self, node, region)
            else:
                self._row(node, region)
        elif isinstance(node.operation, Loop):
            self.drops.write()
            write_loop(self, node, node.operation, region)
        else:
            assert isinstance(node.operation, Protected)
            self.drops.write()
            write_protected(self, node, region)
        self.drops.add(self.lifetimes.dying[id(node)], region)

    def _row(self, node: Node, region: Region) -> None:
        """Write an assignment, or a call whose result nobody reads."""
        self.names.release(self.lifetimes.dying[id(node)])
        targets = [self.variable(value, region) for value in node.results]
        self.drops.write(besides=targets)
        self.writer.start(node.span)
        if any(targets):
            shown = (target or self.names.spare("unused") for target in targets)
            self.writer.put(", ".join(shown) + " = ")
        self.expressions.call(node)
        self.writer.end()

    def _end(self, region: Region, tail: Tail | None) -> None:
        if tail is not None:
            tail.write(self)
            return
        self.drops.forget()
        last = region.nodes[-1].operation
        leaves = (
            isinstance(last, Row) and self.order.spelling(region.nodes[-1]).form.leaves
        )
        if not leaves and not isinstance(last, Cond):
            self.writer.line(f"raise {self.namespace.function(unreachable)}()")
