"""The operations that one kernel computes together, and in which order.

A block of elements is computed in *segments*: a loop of exact operations, then the
calls of NumPy's inner loops that need what it computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Node
from runtime.native.assembly.values import NotNative
from runtime.native.elementwise.per_element import chooses, computed_dtype, inner_loop
from runtime.regions.crossing import may_raise
from runtime.types import Array, Shape

LONGEST_CHAIN = 128
"""Of how many operations a kernel computes elements; their blocks lie on the stack."""


@dataclass(frozen=True)
class Member:
    """A node with the dtype in which it computes, and its segment of a block."""

    node: Node
    dtype: np.dtype
    segment: int
    loop: np.ufunc | None

    @property
    def name(self) -> str:
        """The name of the result."""
        return self.node.results[0].name

    @property
    def result(self) -> np.dtype:
        """The dtype of the result."""
        of = self.node.results[0].type
        assert isinstance(of, Array)
        return of.dtype


def members_of(graph: Graph) -> list[Member]:
    """Return the members of a group, each with its segment."""
    found: dict[str, Member] = {}
    for node in graph.region.nodes:
        dtype = computed_dtype(node)
        if dtype is None:
            raise NotNative(f"the operation {node.operation.name}")
        segment = 0
        for value in node.operands():
            before = found.get(value.name)
            if before is not None:
                later = before.loop is not None or (
                    chooses(node) and before.dtype.kind == "f"
                )
                segment = max(segment, before.segment + later)
        found[node.results[0].name] = Member(node, dtype, segment, inner_loop(node))
    return list(found.values())


def groups(nodes: Sequence[Node], least: int = 2) -> Iterator[list[Node]]:
    """Yield the elementwise operations that can be computed together.

    Parameters
    ----------
    nodes : sequence of Node
        The nodes of a region.
    least : int
        How many operations a group has at least.

    They are computed at the place of the last of them. What lies between may neither
    raise, nor change memory, nor need what they compute.
    """
    group: list[Node] = []
    made: set[str] = set()
    found: list[list[Node]] = []
    for node in nodes:
        if not node.fails and computed_dtype(node) is not None:
            if len(group) == LONGEST_CHAIN:
                found.append(group)
                group, made = [], set()
            group.append(node)
            made.update(value.name for value in node.results)
            continue
        if may_raise(node) or any(value.name in made for value in node.operands()):
            found.append(group)
            group, made = [], set()
    found.append(group)
    for each in found:
        yield from _connected(each, least)


def _connected(group: list[Node], least: int) -> Iterator[list[Node]]:
    """Yield the parts of a group that share operands, and have results of one shape.

    What is read for elements of another shape is computed before, once for each of its
    own elements.
    """
    found: list[_Part] = []
    for node in group:
        names = {v.name for v in node.operands() if isinstance(v.type, Array)}
        shape = _shape(node)
        joined = []
        for part in found:
            if part.shape == shape and part.open and part.names & names:
                joined.append(part)
            elif part.made & names:
                part.open = False
        if len(joined) != 1:
            joined[:0] = [_Part(shape)]
            found.append(joined[0])
        first, *others = joined
        for part in others:
            first.join(part)
            found.remove(part)
        first.add(node, names)
    order = {id(node): number for number, node in enumerate(group)}
    for part in found:
        if len(part.nodes) >= least:
            yield sorted(part.nodes, key=lambda node: order[id(node)])


@dataclass
class _Part:
    """Operations that are computed together; one that is closed takes no others."""

    shape: Shape
    nodes: list[Node] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    open: bool = True

    def add(self, node: Node, names: set[str]) -> None:
        self.nodes.append(node)
        self.made |= {value.name for value in node.results}
        self.names |= names | self.made

    def join(self, other: _Part) -> None:
        self.nodes += other.nodes
        self.made |= other.made
        self.names |= other.names


def _shape(node: Node) -> Shape:
    of = node.results[0].type
    return of.shape if isinstance(of, Array) else None
