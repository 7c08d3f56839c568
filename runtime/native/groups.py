"""The operations that one kernel computes together, and in which order.

A block of elements is computed in *segments*: a loop of exact operations, then the
calls of NumPy's inner loops that need what it computed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.ir.graph import Graph
from runtime.ir.nodes import Node
from runtime.native.per_element import chooses, computed_dtype, inner_loop
from runtime.native.ufunc_loops import loop_addresses
from runtime.native.values import NotNative
from runtime.types import Array


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


def loop_symbols(graph: Graph) -> dict[str, int]:
    """Return the addresses of the inner loops that a fused graph calls, by symbol."""
    found: dict[str, int] = {}
    for member in members_of(graph):
        if member.loop is not None:
            addresses = loop_addresses(member.loop, member.dtype)
            if not addresses:
                raise NotNative(f"{member.loop.__name__} of {member.dtype.name}")
            found |= addresses
    return found


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
