"""Rules that calls carry, as text: a graph holds text, and so does a file.

A rule is a graph behind a word that says what it is. Rules that were written here keep
the places of their source; those of files are read, and reach nothing but what they are
given.
"""

from __future__ import annotations

from collections import OrderedDict

from runtime.ir.graph import Graph, format_graph
from runtime.ir.nodes import Constant, Node
from runtime.operations import read_graph
from runtime.ops.closed import check_closed

PULLED = "pulled"
"""A gradient that the user wrote: the graph takes values of the forward part and the
cotangents of the results, and returns a tuple of those of the operands."""
AGAIN = "again"
"""A gradient for which a part of a graph runs again: the graph takes values of the
forward part, and returns a tuple of the results."""
_MOST = 512
_written: OrderedDict[str, Graph] = OrderedDict()


def rule_constant(kind: str, graph: Graph) -> Constant:
    """Return a rule as a constant of a graph.

    Parameters
    ----------
    kind : {'pulled', 'again'}
        What it is.
    graph : Graph
        What it does.

    Examples
    --------
    >>> graph = read_graph("graph f(g: float64[3]) -> (float64[3];) { return (g,) }")
    >>> print(rule_constant(PULLED, graph).value)
    pulled graph f(g: float64[3]) -> (float64[3];) {
      return (g,)
    }
    <BLANKLINE>
    """
    text = f"{kind} {format_graph(graph, spans=False)}"
    _written[text] = graph
    _written.move_to_end(text)
    while len(_written) > _MOST:
        _written.popitem(last=False)
    return Constant(text)


def rule_of(node: Node) -> tuple[str, Graph]:
    """Return what the rule of a call is, and its graph.

    Raises
    ------
    GraphError
        If a rule from elsewhere is none, or reaches more than what it is given.
    """
    rule = node.args[4]
    assert isinstance(rule, Constant)
    text = str(rule.value)
    kind, _, rest = text.partition(" ")
    graph = _written.get(text)
    if graph is None:
        graph = read_graph(rest)
        check_closed(graph, {})
    return kind, graph
