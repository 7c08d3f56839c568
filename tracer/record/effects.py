"""Whether what was recorded has effects."""

from __future__ import annotations

from runtime.ir.memory import can_hold
from runtime.ir.nodes import Node, Region, Value
from tracer.record.trace import Trace

COMPUTING = ("functions", "infix", "prefix")
"""The attributes of rows that compute, and may warn."""


def has_effects(trace: Trace) -> bool:
    """Whether the nodes recorded so far print, raise or write anything."""
    return _any_effect(_walked(trace.builder.regions[0].nodes))


def has_effects_since(trace: Trace, count: int) -> bool:
    """Whether the nodes after the first ones of the innermost region have effects.

    That they fill lists of their own is none.

    Parameters
    ----------
    trace : Trace
        The running trace.
    count : int
        The number of nodes to skip.
    """
    nodes = _walked(trace.builder.region.nodes[count:])
    own = _own_lists(nodes)
    return _any_effect([node for node in nodes if not _fills(node, own)])


def computes_since(trace: Trace, count: int) -> bool:
    """Whether nodes after the first ones do anything that may raise, warn or be seen.

    That they fill lists of their own does not count.
    """
    nodes = _walked(trace.builder.region.nodes[count:])
    own = _own_lists(nodes)
    return any(not (node.regions or _fills(node, own)) for node in nodes)


def _walked(nodes: list[Node]) -> list[Node]:
    return [*Region((), tuple(nodes), None).walk()]


def _own_lists(nodes: list[Node]) -> set[str]:
    """Return the names of the lists that nodes make."""
    makes = [node for node in nodes if node.operation.name == "list_new"]
    return {made.name for node in makes for made in node.results}


def _fills(node: Node, own: set[str]) -> bool:
    """Whether a node makes or fills one of these lists."""
    if node.operation.name != "list_append":
        return node.operation.name == "list_new"
    filled = node.args[0]
    return isinstance(filled, Value) and filled.name in own


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


def _any_effect(nodes: list[Node]) -> bool:
    return any(node.fails or getattr(node.operation, "effect", False) for node in nodes)
