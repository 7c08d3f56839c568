"""What the values of replaced nodes are, in one trace.

Where a derivative is asked for, the nodes of a differentiated function are replaced by
those of the derivative. Symbols made by them stay usable.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.errors import NotDifferentiable, Span
from runtime.ir.naming import rebound
from runtime.ir.nodes import Argument, Node, Region, Value, map_values
from tracer.record.trace import Trace


class ReplacedValues:
    """What stands for the values of replaced nodes."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._standing: dict[str, Argument] = {}
        self._lost: set[str] = set()

    def now(self, argument: Argument) -> Argument:
        """Return what an argument is since nodes were replaced."""
        if not self._standing:
            return argument
        return map_values(argument, lambda v: self._standing.get(v.name, v))

    def stands(self, old: Value, new: Argument | None) -> None:
        """Record what a value is from here on; None if it can no longer be told."""
        if new is None:
            self._lost.add(old.name)
            self._trace.builder.on_rollback(lambda: self._lost.discard(old.name))
            return
        before = self._standing.get(old.name)
        self._standing[old.name] = new

        def restore() -> None:
            if before is None:
                self._standing.pop(old.name, None)
            else:
                self._standing[old.name] = before

        self._trace.builder.on_rollback(restore)

    def applied(self, region: Region) -> Region:
        """Return the region of a graph with the new values in place of the old."""
        self._check(region.nodes)
        if not self._standing:
            return region
        nodes = tuple(rebound(region.nodes, self._standing))
        yields = region.yields and tuple(map(self.now, region.yields))
        return Region(region.parameters, nodes, yields)

    def _check(self, nodes: Iterable[Node]) -> None:
        """Refuse uses of values that nobody knows any more."""
        for node in Region((), tuple(nodes), None).walk() if self._lost else ():
            for value in node.operands():
                if value.name in self._lost:
                    self._trace.refuse(_unknown(value, node.span))


def _unknown(value: Value, span: Span | None) -> NotDifferentiable:
    return NotDifferentiable(
        f"{value.base!r} was made where a derivative is taken, and may share memory "
        "with what was written there",
        span=span,
        hint="use what the differentiated function returns, or a copy",
    )
