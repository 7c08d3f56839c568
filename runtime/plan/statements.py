"""The statements of a region, in order."""

from __future__ import annotations

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.constructs.protected import Protected
from runtime.ir.nodes import Node, Region
from runtime.ops.row import Row
from runtime.plan.choices import Choice
from runtime.plan.in_place import write_in_place
from runtime.plan.loops import write_loop
from runtime.plan.names import identifier
from runtime.plan.namespace import unreachable
from runtime.plan.protected_statements import write_protected
from runtime.plan.tails import Return
from runtime.plan.writing import Tail, Writing


class Statements(Writing):
    """Writes a graph as a function."""

    def function(self) -> None:
        """Write the whole function."""
        self.name_functions()
        region = self.graph.region
        parameters = [
            self.names.bind(value.name, value.base) for value in region.parameters
        ]
        self.writer.line(f"def {identifier(self.graph.name)}({', '.join(parameters)}):")
        with self.indented():
            self.body()

    def name_functions(self) -> None:
        """Name what the spellings call, before any variable has a name."""
        for function in self.order.functions:
            self.namespace.function(function)
        for word in self.order.words:
            self.names.reserve(word)

    def body(self) -> None:
        """Write the statements of the function."""
        region = self.graph.region
        self.enter(region)
        self.region(region, Return(region.yields) if region.yields else None)

    def never(self) -> None:
        """Write the end of a region whose last operation always raises."""
        self.writer.line(f"raise {self.namespace.function(unreachable)}()")

    def region(self, region: Region, tail: Tail | None) -> None:
        """Write the statements of a region and its end.

        An arm that continues where the other one left follows at the same depth, so
        many guards in a row neither nest nor recurse.
        """
        waiting: list[tuple[Region, int, Tail | None]] = [(region, 0, tail)]
        while waiting:
            region, position, tail = waiting.pop()
            statements = self.order.statements(region)
            for node in statements[position:]:
                position += 1
                if self.is_choice(node):
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
                    self.statement(node, region)
            else:
                self._end(region, tail)

    def is_choice(self, node: Node) -> bool:
        """Whether a node is written as an ``if``."""
        return self.order.is_choice(node)

    def statement(self, node: Node, region: Region) -> None:
        """Write a node that is no ``if``."""
        ended = False
        if self.order.is_spelled(node):
            form = self.order.spelling(node).form
            ended = not form.parts
            if ended:
                self.names.release(self.lifetimes.dying[id(node)])
            elif form.augments:
                write_in_place(self, node, region)
            else:
                self._row(node, region)
        elif isinstance(node.operation, Loop):
            self.drops.write()
            write_loop(self, node, node.operation, region)
        else:
            assert isinstance(node.operation, Protected)
            self.drops.write()
            write_protected(self, node, node.operation, region)
        self.drops.add(self.lifetimes.dying[id(node)], region, ended)

    def _row(self, node: Node, region: Region) -> None:
        """Write an assignment, or a call whose result is not used."""
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
            self.never()
