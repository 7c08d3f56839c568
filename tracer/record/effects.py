"""Whether what was recorded has effects."""

from __future__ import annotations

from runtime.ir.memory import can_hold
from runtime.ir.nodes import Node, Region
from tracer.record.trace import Trace


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


def reads_memory(trace: Trace) -> bool:
    """Whether a node recorded so far reads what code outside the graph may change."""
    return any(
        (bool(node.regions) or getattr(node.operation, "reads", True))
        and any(can_hold(operand.type) for operand in node.operands())
        for node in trace.builder.regions[0].nodes
    )


def _any_effect(nodes: list[Node], but: str = "") -> bool:
    return any(
        node.fails or getattr(node.operation, "effect", False)
        for node in Region((), tuple(nodes), None).walk()
        if node.operation.name != but
    )
