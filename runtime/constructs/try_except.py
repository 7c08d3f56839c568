"""``results = try {…} except kinds as error {…}``: a region with handlers.

It has one argument for each handler: the exception class it catches, or a tuple of
classes. Each handler has the exception as its parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.constructs.base import Frame, Settled
from runtime.constructs.protected import Clause, Protected
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer, binder, format_argument


class Try(Protected):
    """A region, and handlers for the exceptions it raises."""

    name = "try"
    catches = True

    def guards(self, node: Node) -> bool:
        """Return True: the handlers depend on what the region raises."""
        return True

    def giving(self, node: Node) -> tuple[Region, ...]:
        """Return all regions: the one that reaches its end yields the results."""
        return node.regions

    def evaluated(self, node: Node) -> tuple[Argument, ...]:
        """Return none: which exceptions a handler takes is asked when there is one."""
        return ()

    def clauses(self, node: Node) -> Iterator[Clause]:
        """Yield the ``try`` and each ``except``."""
        body, *handlers = node.regions
        yield Clause("try", body)
        for kinds, handler in zip(node.args, handlers, strict=True):
            yield Clause("except", handler, kinds, unbinds=True)

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``try {…} except kinds as error {…}``."""
        body, *handlers = node.regions
        writer.open(f"{writer.head(node)} {{")
        writer.region(body)
        for kinds, handler in zip(node.args, handlers, strict=True):
            error = binder(handler.parameters[0])
            writer.reopen(f"}} except {format_argument(kinds)} as {error} {{")
            writer.region(handler)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        scanner = reader.scanner
        scanner.expect("{")
        regions = [reader.region(())]
        args: list[Argument] = []
        while scanner.accept("except"):
            args.append(reader.argument())
            scanner.expect("as")
            error = reader.bind(reader.binder())
            scanner.expect("{")
            regions.append(reader.region((error,)))
        return head.node(args, *regions)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run the region, and the first handler that catches what it raises."""
        body, *handlers = node.regions
        try:
            return frame.run(body, ())
        except BaseException as error:
            for kinds, handler in zip(node.args, handlers, strict=True):
                if _takes(frame.argument(kinds), error):
                    return frame.run(handler, (error,))
            raise

    def arriving(self, node: Node) -> tuple[Value, ...]:
        """Return the exceptions."""
        return tuple(handler.parameters[0] for handler in node.regions[1:])

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the body and of the numbered handlers."""
        handlers = range(1, len(node.regions))
        return ("body", *(f"except_{number}" for number in handlers))

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of arguments, regions, parameters and yields."""
        if node.kwargs or not node.args or len(node.regions) != len(node.args) + 1:
            yield "a try has a region, and one more for each of its arguments"
            return
        if node.regions[0].parameters:
            yield "the first region of a try has no parameters"
        if any(len(handler.parameters) != 1 for handler in node.regions[1:]):
            yield "a handler has one parameter, the exception"
            return
        yield from self.end_problems(node)

    def settle(self, node: Node) -> Settled | None:
        """Return the yields of a body without nodes: it cannot raise."""
        body = node.regions[0]
        return None if body.nodes else Settled((), body.yields)


def _takes(kinds: Any, error: BaseException) -> bool:
    """Whether an ``except`` clause catches an exception."""
    try:
        raise error
    except kinds:
        return True
    except BaseException as raised:
        if raised is not error:
            raise
        return False


TRY = Try()
