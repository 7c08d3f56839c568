"""Which node made a symbol: what that says beside the symbol's type."""

from __future__ import annotations

from runtime.ir.nodes import Node
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def maker_of(trace: Trace, symbol: Symbol) -> Node | None:
    """Return the node that made a symbol; None for what branches and loops give."""
    for region in reversed(trace.builder.regions):
        for node in reversed(region.nodes):
            if symbol._ag_value in node.results:
                return None if node.regions else node
    return None
