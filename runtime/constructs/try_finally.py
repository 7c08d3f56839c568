"""``results = try_finally {…} finally {…}``: a region that runs after another one.

The second region runs even if the first raises. The first yields the results, the
second yields nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.constructs.base import Frame, Settled
from runtime.constructs.protected import Clause, Protected
from runtime.ir.nodes import Node
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer


class Finally(Protected):
    """A region, and one that always runs after it."""

    name = "try_finally"

    def clauses(self, node: Node) -> Iterator[Clause]:
        """Yield the ``try`` and the ``finally``."""
        body, final = node.regions
        yield Clause("try", body)
        yield Clause("finally", final, gives=False)

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``try_finally {…} finally {…}``."""
        body, final = node.regions
        writer.open(f"{writer.head(node)} {{")
        writer.region(body)
        writer.reopen("} finally {")
        writer.region(final)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        scanner = reader.scanner
        scanner.expect("{")
        body = reader.region(())
        scanner.expect("finally")
        scanner.expect("{")
        final = reader.region(())
        return head.node((), body, final)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run the first region, then the second, whatever the first raises."""
        body, final = node.regions
        try:
            return frame.run(body, ())
        finally:
            frame.run(final, ())

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the regions."""
        return ("body", "finally")

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of arguments, regions, parameters and yields."""
        if node.args or node.kwargs or len(node.regions) != 2:
            yield "a try_finally has two regions and no arguments"
            return
        if any(region.parameters for region in node.regions):
            yield "the regions of a try_finally have no parameters"
        if node.regions[1].yields:
            yield "the second region of a try_finally yields nothing"
        yield from self.end_problems(node)

    def endless(self, node: Node) -> bool:
        """Whether one of the regions never reaches its end."""
        return any(region.yields is None for region in node.regions)

    def settle(self, node: Node) -> Settled | None:
        """Return one region if the other has no nodes, and so cannot raise."""
        body, final = node.regions
        if not final.nodes:
            return Settled(body.nodes, body.yields)
        if not body.nodes:
            return Settled(final.nodes, None if final.yields is None else body.yields)
        return None


FINALLY = Finally()
