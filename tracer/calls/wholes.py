"""What the values of a graph are parts of: results of calls, and its inputs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from runtime.ir.behavior import structure
from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.ops.row import Row
from tracer.record.trace import Trace

PARTS = frozenset(
    "add array_item ask_attribute attribute_or call_method getitem iadd isubtract iter "
    "load_attribute load_item multiply next starred_unpack subtract true_divide "
    "unpack".split()
)
"""Rows whose result is a part of their first operand, or of its class most often."""

MAKING = (OPS["call"], OPS["call_pure"], OPS["instance_new"])
"""Rows that call their first operand."""


class Wholes:
    """Finds what values of one trace are parts of.

    A value that branches leave is a part of what any of them gives.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def node_of(self, value: Value) -> Node | None:
        """Return the node of an open region that gives a value."""
        for region in reversed(self._trace.builder.regions):
            node = region.node_of(value)
            if node is not None:
                return node
        return None

    def find(
        self, value: Value, ends: Collection[str]
    ) -> Iterator[tuple[Value | None, Node | None]]:
        """Yield the values that a value may be a part of, each with its node.

        There is no value for what is no part of a value.

        Parameters
        ----------
        value : Value
            A value of the graph.
        ends : collection of str
            The names of the values that are to be found.
        """
        inner: dict[str, Node] = {}
        waiting: list[Argument] = [value]
        seen: set[str] = set()
        while waiting:
            one = waiting.pop()
            if not isinstance(one, Value):
                if not _is_nothing(one):
                    yield None, None
                continue
            if one.name in seen:
                continue
            seen.add(one.name)
            node = inner.get(one.name) or self.node_of(one)
            wholes = [] if one.name in ends else self._wholes(one, node)
            if not wholes:
                yield one, node
            waiting += wholes
            for region in () if node is None else node.regions:
                for each in region.nodes:
                    inner.update((result.name, each) for result in each.results)

    def handed(self, value: Value, node: Node | None) -> list[Argument]:
        """Return what a region, a branch or a loop hands on as a value.

        Nothing, if something makes it; of a loop, what the value is before it.
        """
        for region in reversed(self._trace.builder.regions):
            if value.name in region.given:
                return [region.given[value.name]]
        construct = None if node is None else structure(node)
        if node is None or construct is None:
            return []
        columns = construct.columns(node)
        sources = next((c.sources for c in columns if value in c.targets), ())
        known = [each for each in sources if not _is_nothing(each)]
        return known[:1] if construct.loops else known

    def _wholes(self, value: Value, node: Node | None) -> list[Argument]:
        """Return what a value is a part of; nothing if it is whole."""
        handed = self.handed(value, node)
        if handed or node is None:
            return handed
        row = node.operation
        part = isinstance(row, Row) and row.name in PARTS and node.args
        return [node.args[0]] if part else []


def _is_nothing(argument: Argument) -> bool:
    """Whether an argument is None, or the lack of a value."""
    return isinstance(argument, Constant) and (
        argument.value is None or type(argument.value) is Unbound
    )
