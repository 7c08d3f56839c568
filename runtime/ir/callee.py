"""What a call within a graph names: another graph, or the graph itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.errors import GraphError
from runtime.ir.nodes import Constant, Node
from runtime.types import ANY, Type


class Callee:
    """A graph that calls of graphs name, or one of several for each call.

    A call has it as the constant that is called, so that a graph may call itself.

    Parameters
    ----------
    name : str
        The user's name of the function.

    Attributes
    ----------
    call : callable
        Runs the graph that serves a call.
    """

    call: Callable[..., Any]

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def gives(self) -> Type:
        """The type of what its calls give."""
        return ANY

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph that serves a call."""
        return self.call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<graph of {self.name}>"


class UnknownCallee(Callee):
    """A graph that a text names, without saying what it is."""

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Raise the error of a call of it."""
        raise GraphError(
            f"the graph of {self.name} is called, and is not part of this one",
            hint="save the function to a file: the graphs that it calls go with it",
        )


def callee_of(node: Node) -> Callee | None:
    """Return the graph that a node calls; None if it does not call one."""
    first = node.args[0] if node.args else None
    if node.operation.name in ("call", "call_graph") and isinstance(first, Constant):
        return first.value if isinstance(first.value, Callee) else None
    return None
