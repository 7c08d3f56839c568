"""``results = while (state = start, …) {… test t} do {…}``.

The parameters of the test region are the states; it yields the test. The body has no
parameters: it reads the states and the values of the test region. A loop whose test
region never reaches its end has no results.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.constructs.base import Frame, Settled, known_truth
from runtime.constructs.carries import Loop
from runtime.ir.nodes import Argument, Node
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer


class While(Loop):
    """The loop that runs while its test is true."""

    name = "while"
    chained = True
    waits = True

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``while (states) {… test t} do {… yield …}``."""
        test, body = node.regions
        writer.open(f"{writer.head(node)}{self.format_states(node)} {{")
        writer.region(test, end="test")
        writer.reopen("} do {")
        writer.region(body)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        scanner = reader.scanner
        states, starts = self.parse_states(head, reader)
        test = reader.region(states, end="test")
        scanner.expect("do")
        scanner.expect("{")
        body = reader.region(())
        return head.node(starts, test, body)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Iterate until the test is false or the stop flag is set."""
        test, body = node.regions
        stops = self.stops(node)
        states = tuple(map(frame.argument, node.args))
        while frame.run(test, states)[0]:
            following = frame.run(body, ())
            if stops and following[0]:
                return following
            states = following[stops:]
        return (False,) * stops + states

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the regions."""
        return ("test", "body")

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of regions, parameters, yields and results."""
        if len(node.regions) != 2 or node.kwargs:
            yield "a while has two regions and no keywords"
            return
        test, body = node.regions
        if body.parameters:
            yield "the body of a while has no parameters"
        if test.yields is None:
            if node.results or not node.fails:
                yield 'a while whose test never ends needs the mark "!", and no results'
            return
        if len(test.yields) != 1:
            yield "the test region of a while yields one argument"
        yield from self.state_problems(node)

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the test and the stop flag."""
        return (node.regions[0].yields or ()) + super().controls(node)

    def endless(self, node: Node) -> bool:
        """Whether the test region never reaches its end."""
        return node.regions[0].yields is None

    def settle(self, node: Node) -> Settled | None:
        """Return the test region alone if no iteration can follow it."""
        test = node.regions[0]
        if test.yields is not None and known_truth(test.yields[0]) is not False:
            return None
        parameters = {
            state.name: start for state, start in zip(test.parameters, node.args)
        }
        results = None if test.yields is None else self.before(node)
        return Settled(test.nodes, results, parameters)


WHILE = While()
