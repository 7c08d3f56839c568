"""``results = cond test {…} else {…}``: one of two arms runs.

The arms have no parameters. Each yields as many arguments as there are results, or
never reaches its end. If neither reaches its end, there are no results and the node
fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from runtime.constructs.base import Construct, Frame, Settled, chosen, known_truth
from runtime.ir.behavior import Column
from runtime.ir.nodes import Argument, Node
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer, format_argument


class Cond(Construct):
    """The choice between two arms."""

    name = "cond"

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``cond test {…} else {…}``."""
        then, other = node.regions
        writer.open(f"{writer.head(node)} {format_argument(node.args[0])} {{")
        writer.region(then)
        writer.reopen("} else {")
        writer.region(other)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        test = reader.argument()
        reader.scanner.expect("{")
        then = reader.region(())
        reader.scanner.expect("else")
        reader.scanner.expect("{")
        other = reader.region(())
        return head.node((test,), then, other)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run the arm that the test selects."""
        return frame.run(node.regions[0 if frame.argument(node.args[0]) else 1], ())

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the regions."""
        return ("then", "else")

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of arguments, regions, parameters and yields."""
        if len(node.args) != 1 or len(node.regions) != 2 or node.kwargs:
            yield "a cond has one argument and two regions"
            return
        if any(arm.parameters for arm in node.regions):
            yield "the arms of a cond have no parameters"
        for arm in node.regions:
            if arm.yields is not None and len(arm.yields) != len(node.results):
                yield (
                    f"an arm yields {len(arm.yields)} arguments "
                    f"for {len(node.results)} results"
                )
        if self.endless(node):
            if node.results:
                yield "a cond whose arms never end cannot have results"
            if not node.fails:
                yield 'a cond whose arms never end needs the mark "!"'

    def columns(self, node: Node) -> tuple[Column, ...]:
        """Return a column for each result, with the arms' yields for it."""
        ends = [arm.yields for arm in node.regions if arm.yields is not None]
        return tuple(
            Column((result,), tuple(yields[position] for yields in ends))
            for position, result in enumerate(node.results)
        )

    def keep(self, node: Node, kept: Sequence[bool]) -> Node:
        """Return the node with only some of its results, and the yields for them."""
        arms = tuple(
            arm if arm.yields is None else replace(arm, yields=chosen(arm.yields, kept))
            for arm in node.regions
        )
        return replace(node, results=chosen(node.results, kept), regions=arms)

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the test."""
        return node.args

    def endless(self, node: Node) -> bool:
        """Whether neither arm reaches its end."""
        return all(arm.yields is None for arm in node.regions)

    def settle(self, node: Node) -> Settled | None:
        """Return the arm that a constant test selects."""
        truth = known_truth(node.args[0])
        if truth is None:
            return None
        arm = node.regions[0 if truth else 1]
        return Settled(arm.nodes, arm.yields)


COND = Cond()
