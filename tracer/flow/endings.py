"""What operations may raise, and exceptions that signal the last item."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from runtime.ir.behavior import behavior
from runtime.ir.nodes import Node
from tracer.record.trace import Trace


@dataclass(frozen=True)
class Ending:
    """An iteration step that an exception may end.

    Attributes
    ----------
    classes : tuple of type
        The exceptions that signal the end.
    site : hashable
        Where the step is taken.
    depth : int
        How many regions are open around it.
    """

    classes: tuple[type[Exception], ...]
    site: Hashable
    depth: int


class Exits:
    """The ways out of the regions that are being recorded, the innermost last.

    Attributes
    ----------
    steps : list of Ending
        Steps that an exception of the user's object may end.
    protected : list of int
        How many regions were open around each ``try`` body that stays Python.
    handling : list of bool
        For each handler, whether it runs in the graph.
    """

    def __init__(self, trace: Trace) -> None:
        self.steps: list[Ending] = []
        self.protected: list[int] = []
        self.handling: list[bool] = []


def leaves(trace: Trace, error: object) -> bool:
    """Whether raising this here ends a step, as far as Python alone can tell.

    In a branch of the graph the trace restarts, and the step becomes a ``try`` of the
    graph.
    """
    steps = trace.part(Exits).steps
    if not steps:
        return False
    ending = steps[-1]
    kind = error if isinstance(error, type) else type(error)
    if not issubclass(kind, ending.classes):
        return False
    if ending.depth == len(trace.builder.regions):
        return True
    trace.restart_with(trace.facts.protected, ending.site)


def may_raise(node: Node) -> bool:
    """Whether running a node may raise more than arithmetic does."""
    operation = behavior(node)
    if node.regions:
        return False  # what is in them is looked at by itself
    arithmetic = getattr(operation, "infix", None) or getattr(operation, "prefix", None)
    return node.fails or not arithmetic


def may_stop(node: Node) -> bool:
    """Whether running a node may raise StopIteration."""
    operation = behavior(node)
    unknown = operation.effect and operation.returns == "shares"
    return operation.name == "next" or (unknown and not operation.writes)
