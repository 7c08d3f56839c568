"""Whether what was recorded has effects."""

from __future__ import annotations

from runtime.ir.memory import can_hold
from runtime.ir.nodes import Node, Region
from tracer.record.trace import Trace

COMPUTING = ("functions", "infix", "prefix")
"""The attributes of rows that compute, and may warn."""


def has_effects(trace: Trace) -> bool:
    """Whether the nodes recorded so far print, raise or write anything."""
    return _any_effect(trace.builder.regions[0].nodes)


def has_effects_since(trace: Trace, count: int, but: str) -> bool:
    """Whether the nodes after the first ones of the innermost region have effects.

    Parameters
    ----------
    trace : Trace
        The running trace.
    count : int
        The number of nodes to skip.
    but : str
        The operation that does not count.
    """
    return _any_effect(trace.builder.region.nodes[count:], but)


def computes_since(trace: Trace, count: int, but: tuple[str, ...]) -> bool:
    """Whether nodes after the first ones do anything else, which may raise or warn."""
    nodes = Region((), tuple(trace.builder.region.nodes[count:]), None).walk()
    return any(not node.regions and node.operation.name not in but for node in nodes)


def depends_on_outside(trace: Trace) -> bool:
    """Whether code outside of the graph may change what a node recorded so far does.

    It may change memory that the node reads, or how NumPy warns of what it computes.
    """
    return any(map(_depends_on_outside, trace.builder.regions[0].nodes))


def _depends_on_outside(node: Node) -> bool:
    row = node.operation
    if node.regions or any(getattr(row, each, None) for each in COMPUTING):
        return True
    reads = getattr(row, "reads", True)
    return reads and any(can_hold(operand.type) for operand in node.operands())


def _any_effect(nodes: list[Node], but: str = "") -> bool:
    return any(
        node.fails or getattr(node.operation, "effect", False)
        for node in Region((), tuple(nodes), None).walk()
        if node.operation.name != but
    )
