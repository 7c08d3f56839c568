"""``results = with manager as entered {…}``: a region inside a context manager.

A manager may suppress what the region raises. Then there are no results, and the
effects of the region so far remain in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.constructs.base import Frame
from runtime.constructs.protected import Clause, Protected
from runtime.ir.nodes import Node, Value
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer, binder, format_argument


class With(Protected):
    """A region that a context manager enters and leaves."""

    name = "with"
    closed = False

    def clauses(self, node: Node) -> Iterator[Clause]:
        """Yield the ``with``."""
        yield Clause("with", node.regions[0], node.args[0])

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``with manager as entered {…}``."""
        (body,) = node.regions
        entered = binder(body.parameters[0])
        manager = format_argument(node.args[0])
        writer.open(f"{writer.head(node)} {manager} as {entered} {{")
        writer.region(body)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        manager = reader.argument()
        reader.scanner.expect("as")
        entered = reader.bind(reader.binder())
        reader.scanner.expect("{")
        body = reader.region((entered,))
        return head.node((manager,), body)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run the region inside the context manager."""
        results: tuple[Any, ...] = ()
        with frame.argument(node.args[0]) as entered:
            results = frame.run(node.regions[0], (entered,))
        return results  # noqa: RET504  # a manager that swallows leads here too

    def guards(self, node: Node) -> bool:
        """Whether the manager may suppress exceptions: then there are no results."""
        return not node.results

    def endless(self, node: Node) -> bool:
        """Whether the code after it is never reached: nothing is suppressed."""
        return node.fails and node.regions[0].yields is None

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the regions."""
        return ("body",)

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of arguments, regions, parameters and yields."""
        if len(node.args) != 1 or node.kwargs or len(node.regions) != 1:
            yield "a with has one argument and one region"
            return
        if len(node.regions[0].parameters) != 1:
            yield "the region of a with has one parameter, the result of __enter__"
        yield from self.end_problems(node)

    def arriving(self, node: Node) -> tuple[Value, ...]:
        """Return the value that entering the manager returns."""
        return node.regions[0].parameters

    def demanded(self, node: Node) -> bool:
        """Return True: the manager may have any effect."""
        return True


WITH = With()
