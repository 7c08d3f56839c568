"""Whether what was recorded has effects."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.errors import REFUSALS
from runtime.ir.behavior import is_unknown, written_arguments
from runtime.ir.memory import can_hold
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.types import Container
from tracer.record.trace import Trace
from tracer.record.value_classes import LEAVING

COMPUTING = ("functions", "infix", "prefix")
"""The attributes of rows that compute, and may warn."""


def has_effects(trace: Trace) -> bool:
    """Whether the nodes recorded so far print, raise or write anything."""
    return _any_effect(_walked(trace.builder.regions[0].nodes))


def has_effects_since(trace: Trace, count: int, own_from: int | None = None) -> bool:
    """Whether the nodes after the first ones of the innermost region have effects.

    That they fill lists of their own is none.

    Parameters
    ----------
    trace : Trace
        The running trace.
    count : int
        The number of nodes to skip.
    own_from : int, optional
        The number of nodes before those that make lists of their own, if it is another.
    """
    every = trace.builder.region.nodes
    own = _own_lists(_walked(every[count if own_from is None else own_from :]))
    nodes = _walked(every[count:])
    return _any_effect([node for node in nodes if not _fills(node, own)])


def writes_any(nodes: list[Node], before: Sequence[Node] = ()) -> bool:
    """Whether nodes write memory, other than lists that they or those before make."""
    own = _own_lists(_walked([*before, *nodes]))
    nodes = _walked(nodes)
    return any(
        is_unknown(node) or bool(written_arguments(node) and not _fills(node, own))
        for node in nodes
        if not node.regions
    )


def fills_in_while(trace: Trace, count: int) -> bool:
    """Whether a `while` among the nodes after the first ones fills a list of theirs."""
    nodes = _walked(trace.builder.region.nodes[count:])
    own = _own_lists(nodes)
    within = [
        inner
        for node in nodes
        if node.operation.name == "while"
        for region in node.regions
        for inner in region.walk()
    ]
    return any(
        inner.operation.name == "list_append" and _fills(inner, own) for inner in within
    )


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
    """Whether nodes have effects that Python has: what the run refuses is none."""
    return any(
        node.fails or getattr(node.operation, "effect", False)
        for node in nodes
        if not (node.operation.name in REFUSALS or _leaves(node))
    )


def _leaves(node: Node) -> bool:
    """Whether a node asks a dict or set for its items, say, and for nothing else."""
    if node.operation.name != "call_method" or len(node.args) > 2 or node.kwargs:
        return False
    receiver, name = node.args
    typed = isinstance(receiver, Value) and isinstance(receiver.type, Container)
    return typed and isinstance(name, Constant) and name.value in LEAVING
