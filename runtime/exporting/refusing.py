"""What an export says of a graph that it cannot tell, with the user's line."""

from __future__ import annotations

from collections.abc import Callable

from runtime.errors import NotExportable, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node

HINT = "leave it out of the function, or pass its result as an argument"


Tell = Callable[[NotExportable], None]
"""Takes what stands in the way of an export: raises it, or goes on."""


def stop(error: NotExportable) -> None:
    """Raise what stands in the way."""
    raise error


def refusal(
    graph: Graph,
    why: str,
    *,
    span: Span | None = None,
    uses: str = "",
    hint: str = HINT,
) -> NotExportable:
    """Return the error of a graph that cannot be exported.

    Parameters
    ----------
    graph : Graph
        The graph.
    why : str
        What stands in the way, in the user's names.
    span : Span, optional
        Where it is.
    uses : str, optional
        The name of a value: if no position is given, that of its first use is told.
    hint : str
        What to write instead.
    """

    def takes(node: Node) -> bool:
        return any(value.name == uses for value in node.operands())

    span = span or position(graph, takes)
    span = span or position(graph, lambda node: True)
    return NotExportable(
        f"{graph.name} cannot be exported: {why}", span=span, hint=hint
    )


def position(graph: Graph, suits: Callable[[Node], bool]) -> Span | None:
    """Return the position of the first node that suits and has one."""
    return next(
        (node.span for node in graph.nodes() if node.span is not None and suits(node)),
        None,
    )
