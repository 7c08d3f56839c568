"""What operations may raise, and exceptions that signal the last item."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from runtime.errors import Span
from runtime.ir.behavior import behavior, is_unknown
from runtime.ir.nodes import Node
from runtime.ops import OPS
from runtime.ops.row import Row
from tracer.errors import user_error
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
    again : bool
        Whether a handler raises what it handles again, by a bare ``raise``.
    stopping : list of callable or None
        For each function of the user's that runs on behalf of an iterator, and each
        ``try`` in it: what to do when a StopIteration may leave it. `FAILS` is that
        of a generator, which Python ends with an error.
    """

    def __init__(self, trace: Trace) -> None:
        self.steps: list[Ending] = []
        self.protected: list[int] = []
        self.handling: list[bool] = []
        self.again = False
        self.stopping: list[Callable[[], None] | None] = []

    def may_stop(self, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Take note of an operation: ``next`` without a default may stop."""
        if row.name == "next" and len(args) == 1:
            self.stops()

    def stops(self) -> None:
        """Take note of a StopIteration."""
        act = self.stopping[-1] if self.stopping else None
        if act is not None:
            act()


def FAILS() -> None:  # noqa: N802  # a marker: what may stop is seen to by itself
    """Do nothing more: an error follows."""


STOPPED = "generator raised StopIteration"
"""What Python says where a StopIteration leaves a generator."""


@contextmanager
def stopping(trace: Trace, act: Callable[[], None] | None) -> Iterator[None]:
    """Do something if a StopIteration may leave what runs within; None for nothing."""
    exits = trace.part(Exits)
    exits.stopping.append(act)
    try:
        yield
    except StopIteration as error:
        exits.stops()
        if act is FAILS:
            raise user_error(RuntimeError(STOPPED)) from error
        raise
    finally:
        exits.stopping.pop()


def fails(trace: Trace, stopped: Any, span: Span | None = None) -> None:
    """Record the error with which a generator ends where a StopIteration leaves it."""
    lifted = map(trace.lift, (RuntimeError, (STOPPED,), stopped))
    trace.record(OPS["raise_error"], tuple(lifted), span=span)


def leaves(trace: Trace, error: object) -> bool:
    """Whether raising this here ends a step, as far as Python alone can tell.

    In a branch of the graph the trace restarts, and the step becomes a ``try`` of the
    graph.
    """
    steps = trace.part(Exits).steps
    kind = error if isinstance(error, type) else type(error)
    if issubclass(kind, StopIteration):
        trace.part(Exits).stops()
    if not steps:
        return False
    ending = steps[-1]
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
    return node.operation.name == "next" or is_unknown(node)
