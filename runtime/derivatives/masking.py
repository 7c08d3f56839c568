"""What came through a selection: a derivative of 0 may be of what does not matter.

The cotangent of what `where` does not take is 0, and stays so even where it meets a
partial that is not finite: ``np.where(x > 0, x * np.log(x), 0.0)`` at 0. A 0 that comes
otherwise is a number like others: the square of a root at 0 has no derivative of 0.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from runtime.derivatives.activity import following
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, argument_type

_SELECTING = frozenset(
    "where select choose clip array_clip ufunc_filled maximum minimum fmax fmin max "
    "min nanmax nanmin nansum nanprod nanmean nanvar nanstd nan_to_num".split()
)


def selects(node: Node) -> bool:
    """Whether a call gives a derivative of 0 to what it does not take."""
    if node.operation.name == "multiply":
        dtypes = [getattr(argument_type(each), "dtype", None) for each in node.args]
        return np.dtype(bool) in dtypes
    return node.operation.name in _SELECTING


def behind_selections(graph: Graph) -> set[str]:
    """Return the names of the values that are computed from what was selected."""
    nodes = filter(selects, graph.nodes())
    return following(graph, (result for node in nodes for result in node.results))


def spread_selections(nodes: Iterable[Node], found: set[str]) -> None:
    """Add to such names those of straight code."""
    for node in nodes:
        if selects(node) or any(value.name in found for value in node.operands()):
            found.update(result.name for result in node.results)
